import { bodyOf } from "../shared/interface.ts";
import { object } from "../shared/validation.ts";
import { memberRoutes, type Setting } from "./setting.ts";

/** The routes of the two properties of the assessment. */
const parts = ["risk-assessments/settings", "risk-assessments/settings/new-device"];

/** The assessment of the risk of logins, whose two properties have routes of their own, and the signals of other services. */
export const riskSettings: Readonly<Record<string, Setting>> = {
  "risk-assessments": {
    changed: () => object(Object.assign({}, ...parts.map((path) => bodyOf(`PATCH /${path}`).properties))),
    fresh: () => ({ enabled: false, remember_for: 30 }),
    routes: (own) => parts.flatMap((path) => memberRoutes(own, path, undefined, "PATCH")),
  },
  "supplemental-signals": { fresh: () => ({ akamai_enabled: false }) },
};
