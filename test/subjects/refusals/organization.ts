import { acme, byProgram, inRun, named, ofReferred, payload, type Refusal, renamed, taken, x } from "./refusal.ts";

/** Refusals of the service. */
export const organizationRefusals: readonly Refusal[] = [
  byProgram(
    "organization",
    "a name in capitals",
    { name: "Acme" },
    payload("String does not match pattern: ^(?!org_)[a-z0-9]([a-z0-9_-]*[a-z0-9])?$", "name"),
    /^name: must/,
  ),
  byProgram(
    "organization",
    "a name of 51 characters",
    { name: x(51) },
    payload("String is too long (51 chars), maximum 50", "name"),
    /^name: must be 1 to 50/,
  ),
  renamed(
    "organization",
    { name: "acme" },
    { name: "north" },
    ["/organizations", { name: "north" }],
    "An organization with this name already exists.",
  ),
  taken(
    "organization",
    { name: "acme" },
    named({ name: "acme" }, "/organizations"),
    "An organization with this name already exists.",
    "organization_conflict",
  ),
  inRun(
    "an organization that is gone",
    ["GET", "/organizations/org_0000000000000000"],
    [404, "No organization found by that id or name"],
  ),
  inRun(
    "the deletion of an organization that is gone",
    ["DELETE", "/organizations/org_0000000000000000"],
    [404, "No organization found by that id or name"],
  ),
  ofReferred(
    inRun(
      "an organization with a connection that is not there",
      ["POST", "/organizations", { name: "acme", enabled_connections: [{ connection_id: "con_0000000000000000" }] }],
      [400, "Connections: con_0000000000000000 not found."],
    ),
  ),
  inRun(
    "an invitation that is not there",
    ["GET", "/organizations/{last}/invitations/uinv_0000000000000000"],
    [404, "The invitation does not exist.", "inexistent_invitation"],
    [acme],
  ),
];
