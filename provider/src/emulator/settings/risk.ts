import { bodyOf } from "../shared/interface.ts";
import { route } from "../shared/module.ts";
import { pick } from "../shared/store.ts";
import { object } from "../shared/validation.ts";
import type { Setting } from "./setting.ts";

const path = "/risk-assessments/settings";
/** The route of each property. */
const parts = { enabled: path, remember_for: `${path}/new-device` } as const;

/** The assessment of the risk of logins, whose two properties have routes of their own, and the signals of other services. */
export const riskSettings: Readonly<Record<string, Setting>> = {
  "risk-assessments": {
    changed: () => {
      const bodies = Object.values(parts).map((one) => bodyOf(`PATCH ${one}`).properties);
      return object(Object.assign({}, ...bodies));
    },
    fresh: () => ({ enabled: false, remember_for: 30 }),
    routes: ({ stored, change }) =>
      Object.entries(parts).flatMap(([name, one]) => [
        route(`GET ${one}`, () => pick(stored(), [name])),
        route(`PATCH ${one}`, ({ given }) => {
          change(given());
          return pick(stored(), [name]);
        }),
      ]),
  },
  "supplemental-signals": { fresh: () => ({ akamai_enabled: false }) },
};
