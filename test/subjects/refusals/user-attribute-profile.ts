import { byProgram, inRun, payload, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const userAttributeProfileRefusals: readonly Refusal[] = [
  byProgram(
    "userAttributeProfile",
    "no attributes of users",
    { name: "Empty", userAttributes: {} },
    payload("Too few properties defined (0), minimum 1", "user_attributes"),
    /^userAttributes: must have at least 1 key/,
  ),
  inRun(
    "a user attribute profile that is not there",
    ["GET", "/user-attribute-profiles/a"],
    [404, "User attribute profile not found."],
  ),
];
