import { quoted } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { membershipType } from "../../lifecycle/members/membership.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { own } from "../../schema/json.ts";
import { tooManyRoles } from "../user/calls.ts";
import { groupRoles, maxGroupRoles } from "./definition.ts";

/** The roles of a group, in the tenant or in an organization. */
export const groupRolesType: ResourceType = membershipType(groupRoles, {
  label: (args) =>
    `the roles of group${quoted(args, "groupId")}` +
    (own(args, "organizationId") === undefined ? "" : ` in organization${quoted(args, "organizationId")}`),
  idIs: "a group's roles",
  explain(error, isExclusive) {
    if (error.status === 409) return tooManyRoles(error, isExclusive, "group", maxGroupRoles);
    if (!error.isAbsence) return error;
    return new UserError(
      `${error.summary} The group, the organization and all roles must exist first. getGroup finds a group by name: its directory makes it at the ` +
        "first synchronization. getRole finds a role by name.",
      { cause: error },
    );
  },
});
