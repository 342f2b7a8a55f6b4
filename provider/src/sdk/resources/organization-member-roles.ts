import { compositeId } from "../../state/references.ts";
import { organizationMemberRoles } from "../../types/organization/definition.ts";
import { place } from "../arguments.ts";
import { lookUp, type OutputArgs, sourceOf } from "../look-ups.ts";

/** The member whose roles are requested. */
export interface GetOrganizationMemberRolesArgs {
  /** The id of the organization: `org_…`. */
  organizationId: string;
  /** The id of the user, a member of the organization: `auth0|…`. */
  userId: string;
}

/** {@link GetOrganizationMemberRolesArgs} with values that may be outputs. */
export type GetOrganizationMemberRolesOutputArgs = OutputArgs<GetOrganizationMemberRolesArgs>;

/** The result of {@link getOrganizationMemberRoles}: the outputs of an `OrganizationMemberRoles`. */
export interface GetOrganizationMemberRolesResult {
  /** `organizationId::userId`, the id of a resource that manages these roles. */
  readonly id: string;
  /** The organization. */
  readonly organizationId: string;
  /** The user. */
  readonly userId: string;
  /** The ids of the roles that are assigned directly to the member, in the service's order. */
  readonly roles: string[];
}

const forms = lookUp<GetOrganizationMemberRolesArgs, GetOrganizationMemberRolesResult>({
  name: "getOrganizationMemberRoles",
  source: {
    ...sourceOf(organizationMemberRoles, { describe: ({ id }) => id }),
    noun: "organization member role",
    fields: {},
  },
  args: { organizationId: place, userId: place },
  required: [["organizationId"], ["userId"]],
  answer({ values: { organizationId, userId }, rows }) {
    // A role can occur twice if the list changes while its pages are read.
    const roles = [...new Set(rows.map(({ id }) => id))];
    return { id: compositeId([organizationId, userId].map(String)), organizationId, userId, roles };
  },
});

/**
 * The roles that are assigned directly to a member of an organization, managed or not. Roles from other sources (from a group, for example)
 * are not included. Route: `GET /organizations/{id}/members/{user_id}/roles`; scope: `read:organization_member_roles`. {@link LookUp}
 * describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const member = { organizationId: "org_0123456789abcdef", userId: "auth0|0123456789abcdef01234567" };
 * const { roles } = await tenant.getOrganizationMemberRoles(member);
 * export const isAdministrator = roles.includes("rol_0123456789abcdef");
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if there is no such organization or no such user
 */
export const getOrganizationMemberRoles = forms.plain;

/** {@link getOrganizationMemberRoles} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getOrganizationMemberRolesOutput = forms.output;
