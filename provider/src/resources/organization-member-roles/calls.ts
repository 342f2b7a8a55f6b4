import type { TenantError } from "../../client/index.ts";
import { maxRoles, organizationMemberRoles } from "../../definitions/organization-member-roles.ts";
import { organizationMembers } from "../../definitions/organization-members.ts";
import { quoted } from "../../lifecycle/calls.ts";
import { OwnerGone, UserError } from "../../lifecycle/errors.ts";
import { membersAt, membershipKind } from "../../lifecycle/membership.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { holdsUnknown, own } from "../../schema/json.ts";
import { pathOf } from "../../schema/route.ts";

/** The direct roles of a member. The listing of an organization's members shows them; it needs `read:organization_members`. */
export const organizationMemberRolesType: ResourceType = {
  ...membershipKind(organizationMemberRoles, {
    label: (args) => `the roles of member${quoted(args, "userId")} of organization${quoted(args, "organizationId")}`,
    idIs: "a member's roles",
    ownerGone: "the user is not a member of the organization any more, or the organization is gone",
    explain(error, isExclusive) {
      if (error.status === 409) return tooMany(error, isExclusive);
      return error.isAbsence ? notThere(error) : error;
    },
  }),

  needs(args) {
    const [organization, user] = [own(args, "organizationId"), own(args, "userId")];
    if (typeof user !== "string" || organization === undefined || holdsUnknown([organization, user])) return undefined;
    const { key } = membersAt(pathOf(organizationMembers.route, args), "");
    return { key, property: "userId", members: [user] };
  },
};

/** What the service says of an organization or a role that is not there is known, so that all else is about the user. */
function notThere(error: TenantError): Error {
  if (/No organization found/i.test(error.summary))
    return new OwnerGone(error.message, "organizationId", { cause: error });
  if (/role does not exist/i.test(error.summary)) {
    return new UserError(
      `${error.summary} Refer to the Role's resource (\`role.id\`) or find it with getRole, or take it out of the program.`,
      { cause: error },
    );
  }
  return new OwnerGone(
    `${error.summary} Only members have roles: make the user one first, with OrganizationMembers, ` +
      "and let the roles depend on it with dependsOn, as nothing in their arguments tells Pulumi which comes first.",
    "userId",
    { cause: error },
  );
}

function tooMany(error: TenantError, isExclusive: boolean): UserError {
  const advice = isExclusive
    ? "Run `pulumi refresh` to see them; the next `pulumi up` takes away what is not declared."
    : "Whoever gave them has to take some away first.";
  return new UserError(
    `${error.summary} A member can have at most ${maxRoles} roles, and there are others than this program knows of. ${advice}`,
    { cause: error },
  );
}
