// Made of `definitions/organization-member-roles.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { organizationMemberRoles } from "../../definitions/organization-member-roles.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";

/** The arguments of {@link OrganizationMemberRoles}. */
export interface OrganizationMemberRolesArgs {
  /** The organization, at most 50 characters: `org_…`. A change replaces. */
  organizationId: pulumi.Input<string>;
  /** The user, who must be a member of the organization: `auth0|…`. A change replaces. */
  userId: pulumi.Input<string>;
  /** The ids of the roles, `rol_…`: at most 50, in any order. The empty set means "no roles". */
  roles: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Whether the declared roles are all that the member may have. With false only they are managed, and several stacks can
   * give roles to one member. A switch takes nothing away by itself. Default: true.
   */
  exclusive?: pulumi.Input<boolean | undefined>;
}

/**
 * The roles that are assigned directly to a member of an organization.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * new tenant.OrganizationMemberRoles("alice", {
 *   organizationId: "org_0123456789abcdef",
 *   userId: "auth0|0123456789abcdef01234567",
 *   roles: ["rol_0123456789abcdef", "rol_fedcba9876543210"],
 * });
 * ```
 *
 * **Members only**: the service gives roles to nobody else. Where the program makes the user a member as well, the roles depend on that,
 * which nothing in their arguments tells Pulumi:
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const north = new tenant.Organization("north", { name: "north" }, { protect: true });
 * const userId = "auth0|0123456789abcdef01234567";
 * const members = new tenant.OrganizationMembers("north", { organizationId: north.id, members: [userId] });
 * new tenant.OrganizationMemberRoles(
 *   "alice",
 *   { organizationId: north.id, userId, roles: ["rol_0123456789abcdef"] },
 *   { dependsOn: [members] },
 * );
 * ```
 *
 * **Exclusive** by default: the declared roles are all that the member has. A role that somebody else assigns is drift, and the
 * next `pulumi up --refresh` takes it away. The creation takes away what was assigned before. Declare one member's roles
 * of an organization in one place only. Roles from elsewhere (from a group, for example) are not assigned directly: they
 * are neither shown nor touched.
 *
 * **Shared** with `exclusive: false`: each declared role is given, shown as drift where it is missing, and taken back when
 * it leaves the program. All other roles are neither drift nor touched. A stack that switches to `exclusive: true` shows
 * the other roles at its next refresh, and takes them away with the update after that.
 *
 * **A member who has left** the organization, or an organization that is gone, ends no run: the roles stay in the state, each refresh shows
 * them as drift, and an update warns and names the member. They are given by the first run after the member is back. A new resource for
 * somebody who is no member fails.
 *
 * **Destroy** takes back the declared roles and no others. The member stays.
 *
 * The id is `organizationId::userId`. Routes: `GET|POST|DELETE /organizations/{id}/members/{user_id}/roles`; scopes
 * `read|create|delete:organization_member_roles`.
 */
export class OrganizationMemberRoles extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(organizationMemberRoles.type);

  declare readonly organizationId: pulumi.Output<string>;
  declare readonly userId: pulumi.Output<string>;
  declare readonly roles: pulumi.Output<string[]>;

  /** Manages the roles of one member of one organization. */
  constructor(name: string, args: OrganizationMemberRolesArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(organizationMemberRoles, name, args, opts);
  }
}
