import { inRun, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const selfServiceProfileRefusals: readonly Refusal[] = [
  inRun(
    "a self-service profile that is not there",
    ["GET", "/self-service-profiles/a"],
    [404, "Profile with ID: a not found"],
  ),
];
