import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";
import { secret } from "./switches.ts";

const hidden = "s3cr3t-of-a-phone-service";
const values = {
  provider: fc.constantFrom("auth0", "twilio", "phone-message-hook"),
  messageTypes: fc.subarray(["sms", "voice"]),
  templates: fc.record({
    enrollmentMessage: fc.constantFrom("Enroll {{code}}", "Ä {{code}}"),
    verificationMessage: fc.constantFrom("Verify {{code}}", "Ö {{code}}"),
  }),
  twilio: fc.record(
    {
      from: fc.constantFrom("+15005550006", "Example"),
      sid: fc.constantFrom("account-1", "account-2"),
      authToken: fc.constantFrom("phone-token-1", "phone-token-2"),
    },
    { requiredKeys: [] },
  ),
  otpLength: fc.integer({ min: 4, max: 10 }),
  otpExpirationTime: fc.integer({ min: 30, max: 3_600 }),
};
const some = fc.record(values, { requiredKeys: [] });
const edits = fc.record({ messageTypes: values.messageTypes, otpLength: values.otpLength }, { requiredKeys: [] });

const one = { messageTypes: ["sms"], otpLength: 8 };
const other = { messageTypes: ["voice"], otpLength: 6 };
const templates = { enrollmentMessage: "Enroll {{code}}", verificationMessage: "Verify {{code}}" };
const below = (...rest: string[]) => ["guardian", "factors", ...rest];

export const multiFactorPhone: Subject<"multiFactorPhone"> = {
  ...settingOf("multiFactorPhone"),
  // The provider and the texts cannot be cleared.
  isEmpty: ({ messageTypes, otpLength }) => Array.isArray(messageTypes) && messageTypes.length === 0 && otpLength === 6,
  exceptions: [
    {
      law: "convergence",
      how: "undeclared",
      paths: ["/provider", "/templates"],
      why: "The service has no request that clears the provider or the texts.",
      documented: "The provider and the texts cannot be cleared",
      examples: [
        [{ program: { provider: "twilio" } }, { program: {} }],
        [{ program: { templates } }, { program: {} }],
      ],
    },
  ],
  laws: [casesOf(some, edits, 0.2)],
  writes: 5,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: edits }],
  scopes: scopesOf("guardian_factors", one, other),
  hostile: {
    ...readOnly("multiFactorPhone"),
    targets: /^\/api\/v2\/guardian\/factors\/(phone|sms)\//,
    asked: (id) => (id === "multi-factor-phone" ? below("sms", "providers", "twilio") : undefined),
    askedToo: [
      below("phone", "selected-provider"),
      below("phone", "message-types"),
      below("sms", "templates"),
      below("phone", "settings"),
    ],
    versions: (_, n) => [
      { twilio: { sid: `a-${n}`, authToken: hidden } },
      { twilio: { sid: `b-${n}`, authToken: hidden } },
    ],
    secrets: [hidden],
    misshapen: [{ path: /twilio/, body: "[]" }],
    programs: (text) =>
      text.map((from) => ({ args: { twilio: { from } }, mayAsk: [below("sms", "providers", "twilio")] })),
  },
  bench: [one, other],
  switches: [
    {
      at: ["provider"],
      on: "twilio",
      off: { provider: "auth0" },
      offValue: "auth0",
      foreign: [["twilio", { from: "+15550100", sid: "foreign", authToken: secret }, "twilio"]],
      declared: [],
    },
  ],
  namesElsewhere: ["factors"],
};
