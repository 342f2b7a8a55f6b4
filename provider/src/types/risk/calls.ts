import { singletonOf } from "../../lifecycle/requests/singleton.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { own } from "../../schema/json.ts";
import { supplementalSignals } from "./definition.ts";

/** The signals of other services: `GET|PATCH /supplemental-signals`. A PATCH without the switch is refused. */
export const supplementalSignalsType: ResourceType = singletonOf(supplementalSignals, {
  adjust: (changes, inputs, live) => ({
    akamaiEnabled: own(live, "akamaiEnabled") ?? own(inputs, "akamaiEnabled") ?? null,
    ...changes,
  }),
});
