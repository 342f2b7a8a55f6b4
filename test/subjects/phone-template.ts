import fc from "fast-check";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { partsOfId } from "../../provider/src/state/references.ts";
import { identityIn, readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const path = ["branding", "phone", "templates"];
const identities = ["otp_verify", "otp_enroll", "change_password", "blocked_account", "password_breach"].map(
  (type) => ({ type }),
);
const texts = fc.constantFrom("{{ code }}", "Code ü 𝒳: {{ code }}", "\n c \n");
const values = {
  text: texts,
  voice: texts,
  from: fc.constantFrom("Example", "+15550100"),
  disabled: fc.boolean(),
};
const some = fc.record(values, { requiredKeys: ["text"] });
const edit = fc.record(values, { requiredKeys: [] });

const one = { type: "otp_verify", text: "One: {{ code }}" };
const other = { ...one, text: "Other: {{ code }}" };
const scope = (verb: string) => `${verb}:phone_templates`;

/** The texts and the sender as the service has them. */
interface Stored {
  readonly content?: { readonly from?: string; readonly body?: JsonObject };
}

const flat = ({ content, ...others }: JsonObject & Stored): JsonObject => ({
  ...others,
  ...content?.body,
  ...(content?.from !== undefined && { from: content.from }),
});
const nested = ({ text, voice, from, ...others }: JsonObject, { content }: Stored): JsonObject => {
  const body = { ...content?.body, ...(text !== undefined && { text }), ...(voice !== undefined && { voice }) };
  return { ...others, content: { ...content, ...(from !== undefined && { from }), body } };
};

export const phoneTemplate: Subject<"phoneTemplate"> = {
  ...settingOf("phoneTemplate", { identities, stays: ["/from", "/voice"], fromBody: flat, toBody: nested }),
  read: (row, type) => ({ templates: [{ ...nested(row, {}), type, id: "tem_0" }] }),
  exceptions: [
    {
      law: "convergence",
      how: "undeclared",
      paths: ["/from", "/voice"],
      why: "The service has no request that clears the sender or one of the texts.",
      documented: "The texts and the sender cannot be cleared one by one",
      examples: [
        [{ program: { text: "{{ code }}", from: "Example" } }, { program: { text: "{{ code }}" } }],
        [{ program: { text: "{{ code }}", voice: "{{ code }}" } }, { program: { text: "{{ code }}" } }],
      ],
    },
  ],
  laws: [casesOf(some, edit, 0.2)],
  writes: 1,
  share: 0.3,
  programs: (slot) =>
    fc.constant(some.map((rest) => ({ ...identityIn("phoneTemplate", slot), ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: fc.record({ text: texts }) }],
  scopes: scopesOf("phone_templates", one, other).map((row) => {
    if (row.operation === "create") return { ...row, scopes: ["read", "create"].map(scope) };
    return row.operation.startsWith("delete with") ? { ...row, scopes: ["read", "delete"].map(scope) } : row;
  }),
  hostile: {
    ...readOnly("phoneTemplate"),
    asked: (id) => (partsOfId(id, 1) ? path : undefined),
    targets: /^\/api\/v2\/branding\/phone\/templates(\/[^/?]+)?$/,
    versions: (_, n) => {
      const identity = identities[n % identities.length];
      return [
        { ...identity, text: `${n}` },
        { ...identity, text: `${n}, new` },
      ];
    },
    misshapen: ["[]", "7"].map((body) => ({ path: /templates/, body })),
    programs: (text) =>
      text.map((end) => ({
        args: { ...one, text: `x${end}` },
        mayAsk: [path, [...path, "tem_5ba7c1e09d3f4862a1b0c4"]],
      })),
  },
  bench: [one, other],
  unlikeTable: [
    [
      "PATCH *: only the definition has it",
      "The program has the texts and the sender side by side, and the type is in its id.",
    ],
  ],
  besides: { text: "ours" },
  sample: "messages to users would have the run's texts during the run",
  switches: [
    {
      at: ["disabled"],
      on: false,
      off: { type: "otp_verify", disabled: true, text: "ours" },
      dropped: [[{ voice: "ours" }, "voice", "theirs"]],
      foreign: [
        ["voice", "theirs", "voice"],
        ["from", "Theirs", "from"],
      ],
      declared: [],
    },
  ],
  elsewhere: [
    ["auth0_phone_notification_template", "codes", { id: "tem_0000000000000000", type: "otp_verify" }],
    ["auth0_branding_phone_notification_template", "old_codes", { id: "tem_0000000000000001", type: "otp_enroll" }],
  ],
  namesElsewhere: ["codes", "old_codes"],
};
