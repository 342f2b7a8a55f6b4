import { inRun, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const userRefusals: readonly Refusal[] = [
  inRun("a user who is gone", ["GET", "/users/auth0%7C1"], [404, "The user does not exist.", "inexistent_user"]),
];
