import { inRun, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const flowRefusals: readonly Refusal[] = [
  inRun("a flow that is not there", ["DELETE", "/flows/a"], [404, "Flow not found"]),
];
