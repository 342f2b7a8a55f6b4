import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const values = {
  enabled: fc.boolean(),
  shields: fc.subarray(["block", "user_notification"]),
  allowlist: fc.subarray(["192.0.2.1", "198.51.100.0/24", "2001:db8::/32"]),
  mode: fc.constantFrom("count_per_identifier_and_ip", "count_per_identifier"),
  maxAttempts: fc.integer({ min: 1, max: 100 }),
};
const some = fc.record(values, { requiredKeys: [] });

const one = { maxAttempts: 5, shields: ["block"], allowlist: ["192.0.2.1", "2001:db8::/32"] };
const other = { ...one, maxAttempts: 3, mode: "count_per_identifier" };

export const bruteForceProtection: Subject<"bruteForceProtection"> = {
  ...settingOf("bruteForceProtection"),
  exceptions: [],
  laws: [casesOf(some, some, 0.3)],
  writes: 1,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [
    { weight: 1, values: fc.record({ maxAttempts: values.maxAttempts }) },
    { weight: 1, values: fc.record({ enabled: values.enabled }) },
  ],
  scopes: scopesOf("attack_protection", one, other),
  hostile: {
    ...readOnly("bruteForceProtection"),
    versions: (_, n) => [{ maxAttempts: 1 + (n % 99) }, { maxAttempts: 2 + (n % 99) }],
    misshapen: ["[]", '{"shields":"block"}', '{"allowlist":{}}'].map((body) => ({ path: /brute-force/, body })),
    programs: (text) =>
      text.map((address) => ({
        args: { allowlist: [address] },
        mayAsk: [["attack-protection", "brute-force-protection"]],
      })),
  },
  bench: [one, other],
  answeredOnly: ["form_submission_behavior", "form_submission_mode"],
  elsewhere: [
    [
      "auth0_attack_protection",
      "attacks",
      {
        id: "attacks",
        brute_force_protection: [{ enabled: true, max_attempts: 5 }],
        suspicious_ip_throttling: [{ enabled: true }],
        breached_password_detection: [{ enabled: true }],
        bot_detection: [{ challenge_password_policy: "when_risky" }],
        captcha: [{ active_provider_id: "simple_captcha" }],
      },
    ],
  ],
  namesElsewhere: ["attacks"],
};
