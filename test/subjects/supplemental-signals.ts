import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const [one, other] = [{ akamaiEnabled: true }, { akamaiEnabled: false }];
const some = fc.constantFrom(one, other);
const path = ["supplemental-signals"];

export const supplementalSignals: Subject<"supplementalSignals"> = {
  // The service refuses a change without the switch.
  ...settingOf("supplementalSignals", {
    toBody: (change, { akamai_enabled = false }) => ({ akamai_enabled, ...change }),
  }),
  identity: () => one,
  exceptions: [],
  laws: [casesOf(some, some, 0.1)],
  writes: 1,
  share: 0.1,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: some }],
  scopes: scopesOf("attack_protection", one, other),
  hostile: {
    ...readOnly("supplementalSignals"),
    versions: () => [one, other],
    misshapen: ["[]", "7"].map((body) => ({ path: /supplemental/, body })),
    programs: () => fc.constant({ args: one, mayAsk: [path] }),
  },
  bench: [one, other],
  sample: "not every tenant has the signals, which are in early access",
  elsewhere: [["auth0_supplemental_signals", "akamai", { id: "akamai", akamai_enabled: true }]],
  namesElsewhere: ["akamai"],
};
