import fc from "fast-check";
import { identityIn, readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const identities = [
  ...["welcome_email", "verify_email", "reset_email", "blocked_account", "stolen_credentials", "enrollment_email"],
  ...["mfa_oob_code", "user_invitation", "verify_email_by_code", "auth_email_by_code", "reset_email_by_code"],
].map((template) => ({ template }));
const needed = { body: fc.constantFrom("<p>a</p>", "b ü 𝒳", "\n c \n"), enabled: fc.boolean() };
const values = {
  subject: fc.constantFrom("Welcome", "ü"),
  resultUrl: fc.constantFrom("https://a.example.com", "https://b.example.com"),
  urlLifetimeInSeconds: fc.constantFrom(60, 432_000),
  includeEmailInRedirect: fc.boolean(),
};
const others = fc.record(values, { requiredKeys: [] });
const some = fc.tuple(fc.record(needed), others).map(([must, may]) => ({ ...must, ...may }));
const [first] = identities;

const one = { ...first, body: "<p>one</p>", enabled: true, subject: "One" };
const other = { ...one, subject: "Other" };

export const emailTemplate: Subject<"emailTemplate"> = {
  // A sender needs a provider, which belongs to another type: see the tests of templates.
  ...settingOf("emailTemplate", { identities, stays: ["/body"] }),
  exceptions: [],
  laws: [casesOf(some, others, 0.2)],
  writes: 1,
  share: 0.3,
  programs: (slot) =>
    fc.constant(some.map((rest) => ({ ...identityIn("emailTemplate", slot), ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: fc.record({ subject: values.subject }) }],
  scopes: scopesOf("email_templates", one, other).map((row) =>
    row.operation === "create" ? { ...row, scopes: ["read:email_templates", "create:email_templates"] } : row,
  ),
  hostile: {
    ...readOnly("emailTemplate"),
    targets: /^\/api\/v2\/email-templates(\/[^/]+)?$/,
    versions: (_, n) => {
      const identity = identities[n % identities.length];
      return [
        { ...identity, enabled: true, body: `${n}` },
        { ...identity, enabled: true, body: `${n}, new` },
      ];
    },
    misshapen: ["[]", "7"].map((body) => ({ path: /email-templates/, body })),
    programs: (text) =>
      text.map((body) => ({
        args: { ...first, enabled: true, body },
        mayAsk: [["email-templates"], ["email-templates", "welcome_email"]],
      })),
  },
  bench: [one, other],
  harmless: { "texts without links, and their languages": "subject syntax" },
  unlikeTable: [["* syntax: *", "The service documents one value, and accepts any text."]],
  besides: { body: "ours", enabled: true },
  switches: [
    {
      at: ["enabled"],
      on: true,
      off: { enabled: false, body: "<p>ours</p>" },
      dropped: [[{ resultUrl: "https://app.example.com/" }, "resultUrl", "https://evil.example.com/"]],
      foreign: [
        ["subject", "Foreign", "subject"],
        ["resultUrl", "https://evil.example.com/", "resultUrl"],
      ],
      declared: [["body", "<p>foreign</p>"]],
    },
  ],
  elsewhere: [["auth0_email_template", "welcome", { id: "welcome_email", template: "welcome_email" }]],
  namesElsewhere: ["welcome"],
};
