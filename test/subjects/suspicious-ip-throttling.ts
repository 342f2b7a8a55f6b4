import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const limits = (least: number) =>
  fc.record(
    { maxAttempts: fc.integer({ min: 1, max: 2_000 }), rate: fc.integer({ min: least, max: 900_000 }) },
    { requiredKeys: [] },
  );
const values = {
  enabled: fc.boolean(),
  shields: fc.subarray(["admin_notification", "block"]),
  allowlist: fc.subarray(["192.0.2.1", "198.51.100.0/24", "2001:db8::/32"]),
  stage: fc.record(
    { preLogin: limits(34_560), preUserRegistration: limits(1_200), preCustomTokenExchange: limits(1) },
    { requiredKeys: [] },
  ),
};
const some = fc.record(values, { requiredKeys: [] });

const one = { shields: ["block"], stage: { preLogin: { maxAttempts: 50 } } };
const other = { ...one, stage: { preLogin: { maxAttempts: 40 }, preUserRegistration: { rate: 2_400 } } };

export const suspiciousIpThrottling: Subject<"suspiciousIpThrottling"> = {
  ...settingOf("suspiciousIpThrottling"),
  exceptions: [],
  laws: [casesOf(some, some, 0.3)],
  writes: 1,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [
    { weight: 1, values: fc.record({ enabled: values.enabled }) },
    { weight: 1, values: fc.record({ stage: fc.record({ preLogin: fc.record({ rate: fc.constant(40_000) }) }) }) },
  ],
  scopes: scopesOf("attack_protection", one, other),
  hostile: {
    ...readOnly("suspiciousIpThrottling"),
    versions: (_, n) => [
      { stage: { preLogin: { maxAttempts: 1 + (n % 1_000) } } },
      { stage: { preLogin: { maxAttempts: 2 + (n % 1_000) } } },
    ],
    misshapen: ["[]", '{"stage":7}', '{"stage":{"pre-login":[]}}'].map((body) => ({ path: /suspicious-ip/, body })),
    programs: (text) =>
      text.map((address) => ({
        args: { allowlist: [address] },
        mayAsk: [["attack-protection", "suspicious-ip-throttling"]],
      })),
  },
  bench: [one, other],
  namesElsewhere: ["attacks"],
};
