import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const policy = fc.constantFrom("never", "when_risky", "always");
const values = {
  botDetectionLevel: fc.constantFrom("low", "medium", "high"),
  challengePasswordPolicy: policy,
  challengePasswordlessPolicy: policy,
  challengePasswordResetPolicy: policy,
  allowlist: fc.subarray(["192.0.2.1", "198.51.100.0/24", "2001:db8::/32"]),
  monitoringModeEnabled: fc.boolean(),
};
const some = fc.record(values, { requiredKeys: [] });

const one = { challengePasswordPolicy: "when_risky", allowlist: ["192.0.2.1", "192.0.2.2"] };
const other = { ...one, botDetectionLevel: "high" };

export const botDetection: Subject<"botDetection"> = {
  ...settingOf("botDetection"),
  exceptions: [],
  laws: [casesOf(some, some, 0.2)],
  writes: 1,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [
    { weight: 1, values: fc.record({ botDetectionLevel: values.botDetectionLevel }) },
    { weight: 1, values: fc.record({ challengePasswordPolicy: policy }) },
  ],
  scopes: scopesOf("attack_protection", one, other),
  hostile: {
    ...readOnly("botDetection"),
    versions: (_, n) => [
      { challengePasswordPolicy: "always", monitoringModeEnabled: n % 2 === 0 },
      { challengePasswordPolicy: "never", monitoringModeEnabled: n % 2 === 1 },
    ],
    misshapen: ["[]", '{"allowlist":"192.0.2.1"}'].map((body) => ({ path: /bot-detection/, body })),
    programs: (text) =>
      text.map((address) => ({ args: { allowlist: [address] }, mayAsk: [["attack-protection", "bot-detection"]] })),
  },
  bench: [one, other],
  namesElsewhere: ["attacks"],
};
