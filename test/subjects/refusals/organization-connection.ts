import { acme, bad, byProgram, inRun, type Refusal, users } from "./refusal.ts";

/** Refusals of the service. */
export const organizationConnectionRefusals: readonly Refusal[] = [
  byProgram(
    "organizationConnection",
    "sign-up without membership",
    { organizationId: "org_1234567890123456", connectionId: "con_1234567890123456", isSignupEnabled: true },
    bad("Only database connections with assign_membership_on_login = true support is_signup_enabled = true."),
    /^isSignupEnabled: needs assignMembershipOnLogin/,
    [
      "POST",
      "/organizations/{last}/enabled_connections",
      { connection_id: "{first}", is_signup_enabled: true, assign_membership_on_login: false },
    ],
    [users, acme],
  ),
  inRun(
    "the link of a connection that is not enabled",
    ["GET", "/organizations/{last}/enabled_connections/con_0000000000000000"],
    [404, "No connection found by that id"],
    [acme],
  ),
  inRun(
    "a connection that an organization has",
    ["POST", "/organizations/{last}/enabled_connections", { connection_id: "{first}" }],
    [409, "The organization connection already exists."],
    [users, acme, ["POST", "/organizations/{last}/enabled_connections", { connection_id: "{first}" }]],
  ),
];
