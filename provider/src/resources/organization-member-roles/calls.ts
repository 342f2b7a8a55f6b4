import type { TenantError } from "../../client/index.ts";
import { maxRoles, organizationMemberRoles, organizationMembers } from "../../definitions/organization.ts";
import { quoted } from "../../lifecycle/calls.ts";
import { OwnerGone, UserError } from "../../lifecycle/errors.ts";
import { membersAt, membershipType } from "../../lifecycle/membership.ts";
import type { Listable } from "../../lifecycle/reads/listable.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { holdsUnknown, own } from "../../schema/json.ts";
import { argumentsIn, collectionOf, pathOf } from "../../schema/route.ts";

/** The listing of an organization's members: each entry has the direct roles of a member. A request needs `read:organization_members`. */
export const membersWithRoles: Listable = {
  collection: collectionOf(organizationMembers.route),
  paging: "both",
  query: { fields: "user_id,roles", include_fields: true },
  entryFor({ path }) {
    const { organizationId, userId } = argumentsIn(organizationMemberRoles.route, path) ?? {};
    if (organizationId === undefined || userId === undefined) return undefined;
    return {
      listing: pathOf(organizationMembers.route, { organizationId }),
      key: userId,
      answer(row) {
        const roles = own(row, "roles");
        const page = { start: 0, limit: organizationMemberRoles.members.perPage };
        return Array.isArray(roles) ? { ...page, roles, total: roles.length } : undefined;
      },
    };
  },
  keysOf: (row) => [own(row, "user_id")],
};

/** The direct roles of an organization's member. */
export const organizationMemberRolesType: ResourceType = {
  ...membershipType(organizationMemberRoles, {
    label: (args) => `the roles of member${quoted(args, "userId")} of organization${quoted(args, "organizationId")}`,
    idIs: "a member's roles",
    ownerGone: "the user is no longer a member of the organization, or the organization was deleted",
    explain(error, isExclusive) {
      if (error.status === 409) return tooMany(error, isExclusive);
      return error.isAbsence ? notThere(error) : error;
    },
  }),
  listable: membersWithRoles,

  needs(args) {
    const [organization, user] = [own(args, "organizationId"), own(args, "userId")];
    if (typeof user !== "string" || organization === undefined || holdsUnknown([organization, user])) return undefined;
    const { key } = membersAt(pathOf(organizationMembers.route, args), "");
    return { key, property: "userId", members: [user] };
  },
};

/** Explains a 404: the API's messages identify a missing organization or role, so any other message is about the user. */
function notThere(error: TenantError): Error {
  if (/No organization found/i.test(error.summary))
    return new OwnerGone(error.message, "organizationId", { cause: error });
  if (/role does not exist/i.test(error.summary)) {
    return new UserError(
      `${error.summary} Refer to the Role resource (\`role.id\`), find the role with getRole, or remove it from the program.`,
      { cause: error },
    );
  }
  return new OwnerGone(
    `${error.summary} Only members can have roles. Make the user a member with OrganizationMembers first, and list that resource in the ` +
      "`dependsOn` option of this OrganizationMemberRoles: Pulumi cannot infer the dependency from the arguments.",
    "userId",
    { cause: error },
  );
}

function tooMany(error: TenantError, isExclusive: boolean): UserError {
  const advice = isExclusive
    ? "Run `pulumi refresh` to see the undeclared roles; the next `pulumi up` removes them."
    : "Remove some of the undeclared roles with the tool that assigned them, or in the dashboard.";
  return new UserError(
    `${error.summary} A member can have at most ${maxRoles} roles, and this member has further roles that the program does not declare. ${advice}`,
    { cause: error },
  );
}
