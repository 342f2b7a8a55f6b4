import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const reactions = fc.record({ shields: fc.subarray(["block", "admin_notification"]) }, { requiredKeys: [] });
const values = {
  enabled: fc.boolean(),
  shields: fc.subarray(["block", "user_notification", "admin_notification"]),
  adminNotificationFrequency: fc.subarray(["immediately", "daily", "weekly", "monthly"]),
  method: fc.constantFrom("standard", "enhanced"),
  stage: fc.record({ preUserRegistration: reactions, preChangePassword: reactions }, { requiredKeys: [] }),
};
const some = fc.record(values, { requiredKeys: [] });

const one = { enabled: true, shields: ["block"], adminNotificationFrequency: ["weekly", "daily"] };
const other = { ...one, stage: { preUserRegistration: { shields: ["block"] } } };

export const breachedPasswordDetection: Subject<"breachedPasswordDetection"> = {
  ...settingOf("breachedPasswordDetection"),
  exceptions: [],
  laws: [casesOf(some, some, 0.3)],
  writes: 1,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [
    { weight: 1, values: fc.record({ enabled: values.enabled }) },
    { weight: 1, values: fc.record({ method: values.method }) },
  ],
  scopes: scopesOf("attack_protection", one, other),
  hostile: {
    ...readOnly("breachedPasswordDetection"),
    versions: (_, n) => [
      { enabled: n % 2 === 0, shields: ["block"] },
      { enabled: n % 2 === 1, shields: [] },
    ],
    misshapen: ["[]", '{"stage":7}', '{"shields":"block"}'].map((body) => ({ path: /breached-password/, body })),
    programs: (text) =>
      text.map((shield) => ({
        args: { shields: [shield] },
        mayAsk: [["attack-protection", "breached-password-detection"]],
      })),
  },
  bench: [one, other],
  namesElsewhere: ["attacks"],
};
