import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const values = { enabled: fc.boolean(), rememberFor: fc.integer({ min: 1, max: 365 }) };
const some = fc.record(values, { requiredKeys: [] });

const [one, other] = [
  { enabled: true, rememberFor: 7 },
  { enabled: true, rememberFor: 14 },
];
const settings = ["risk-assessments", "settings"];
const devices = [...settings, "new-device"];

export const riskAssessment: Subject<"riskAssessment"> = {
  ...settingOf("riskAssessment"),
  exceptions: [],
  laws: [casesOf(some, some, 0.2)],
  writes: 2,
  share: 0.2,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: fc.record({ rememberFor: values.rememberFor }) }],
  scopes: scopesOf("attack_protection", one, other),
  hostile: {
    ...readOnly("riskAssessment"),
    targets: /^\/api\/v2\/risk-assessments\/settings(\/new-device)?$/,
    asked: (id) => (id === "risk-assessment" ? settings : undefined),
    askedToo: [devices],
    versions: (_, n) => [{ rememberFor: 1 + (n % 100) }, { rememberFor: 2 + (n % 100) }],
    misshapen: ["[]", "7"].map((body) => ({ path: /risk-assessments/, body })),
    programs: () => fc.constant({ args: one, mayAsk: [settings, devices] }),
  },
  bench: [one, other],
  sample: "the tenant's assessment of logins would be another one during the run",
  elsewhere: [
    ["auth0_risk_assessments", "risk", { id: "risk", enabled: true }],
    ["auth0_risk_assessments_new_device", "devices", { id: "devices", remember_for: 14 }],
  ],
  namesElsewhere: ["risk"],
};
