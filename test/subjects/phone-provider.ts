import fc from "fast-check";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";
import { secret } from "./switches.ts";

const path = ["branding", "phone", "providers"];
const hidden = "s3cr3t-of-phones";
const deliveryMethods = fc.constantFrom(["text"], ["voice", "text"]);
const account = fc.oneof(
  fc.record({
    name: fc.constant("twilio"),
    configuration: fc.record({
      deliveryMethods,
      sid: fc.constantFrom("AC0001", "AC0002"),
      defaultFrom: fc.constantFrom("+15550100", "+15550101"),
    }),
    credentials: fc.record({ authToken: fc.constantFrom("phone-key-1", "phone-key-2") }),
  }),
  fc.record({ name: fc.constant("custom"), configuration: fc.record({ deliveryMethods }) }),
);
const others = fc.record({ disabled: fc.boolean() }, { requiredKeys: [] });
const some = fc.tuple(account, others).map(([one, rest]) => ({ ...one, ...rest }));

const configuration = { deliveryMethods: ["text"], sid: "AC0001", defaultFrom: "+15550100" };
const one = { name: "twilio", configuration, credentials: { authToken: "phone-key-1" } };
const custom = { name: "custom", configuration: { deliveryMethods: ["text"] } };
const other = { ...one, credentials: { authToken: "phone-key-2" } };
const scope = (verb: string) => `${verb}:phone_providers`;

/** The credentials in an answer: nothing, or what a newer service has there. */
const shown = ({ auth_token: _, ...others }: JsonObject = {}) => (Object.keys(others).length > 0 ? others : null);

export const phoneProvider: Subject<"phoneProvider"> = {
  // Only Twilio has more than the kinds of messages.
  ...settingOf("phoneProvider", {
    toBody: (change) => (Object.keys(change.configuration ?? {}).length > 1 ? { name: "twilio", ...change } : change),
  }),
  read: (row) => ({
    providers:
      row.name === undefined
        ? []
        : [{ ...row, credentials: shown(row.credentials as JsonObject | undefined), id: "pro_0" }],
  }),
  carries: { configuration: ["name"] },
  exceptions: [],
  laws: [casesOf(some, others, 0.2)],
  writes: 1,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: fc.record({ disabled: fc.boolean() }) }],
  scopes: scopesOf("phone_providers", one, other).map((row) => {
    if (row.operation === "create") return { ...row, scopes: ["read", "create"].map(scope) };
    return row.operation.startsWith("delete with") ? { ...row, scopes: ["read", "delete"].map(scope) } : row;
  }),
  hostile: {
    ...readOnly("phoneProvider"),
    targets: /^\/api\/v2\/branding\/phone\/providers(\/[^/?]+)?$/,
    versions: (_, n) => {
      const first = { ...one, configuration: { ...configuration, sid: `AC${n}` }, credentials: { authToken: hidden } };
      return [first, { ...first, disabled: true }];
    },
    secrets: [hidden],
    misshapen: ["[]", "{}", '{"providers":[{"id":"pro_1","name":"twilio","configuration":[]}]}'].map((body) => ({
      path: /providers/,
      body,
    })),
    programs: (text) =>
      text.map((sid) => ({
        args: { ...one, configuration: { ...configuration, sid: `x${sid}` } },
        mayAsk: [path, [...path, "pro_5ba7c1e09d3f4862a1b0c9"]],
      })),
  },
  bench: [custom, { ...custom, disabled: true }],
  besides: { name: "custom", configuration: { deliveryMethods: ["text"] } },
  besidesOf: {
    configuration: { name: "twilio", credentials: { authToken: "ours" } },
    credentials: {
      ...{ name: "twilio", configuration: { deliveryMethods: ["text"], sid: "AC0001", defaultFrom: "+15550100" } },
    },
  },
  sample: "it needs an account with a provider of messages",
  switches: [
    {
      at: ["disabled"],
      on: false,
      off: {
        ...{ name: "twilio", disabled: true, credentials: { authToken: secret } },
        configuration: { deliveryMethods: ["text"], sid: "AC0001", defaultFrom: "+15550100" },
      },
      foreign: [
        [
          "configuration",
          { deliveryMethods: ["text"], sid: "AC0001", defaultFrom: "+15550100", mssid: "MG0001" },
          "configuration.mssid",
        ],
      ],
      declared: [],
    },
  ],
  elsewhere: [["auth0_phone_provider", "phone", { id: "pro_0000000000000000", name: "twilio" }]],
  namesElsewhere: ["phone"],
};
