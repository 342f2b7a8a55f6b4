import { inRun, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const userAttributeProfileRefusals: readonly Refusal[] = [
  inRun(
    "a user attribute profile that is not there",
    ["GET", "/user-attribute-profiles/a"],
    [404, "User attribute profile not found."],
  ),
];
