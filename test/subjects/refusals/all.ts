import { byTenants } from "./plans.ts";
import { ofPrograms } from "./programs.ts";
import type { Refusal } from "./refusal.ts";
import { inRuns } from "./runs.ts";
import { beforeRuns } from "./states.ts";

/** Every refusal of the service. */
export const refusals: readonly Refusal[] = [...ofPrograms, ...beforeRuns, ...byTenants, ...inRuns];
