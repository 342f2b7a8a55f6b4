// Made of `types/organization/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { organizationMemberRoles } from "../../types/organization/definition.ts";
import { TenantResource } from "../base.ts";

/** The arguments of {@link OrganizationMemberRoles}. */
export interface OrganizationMemberRolesArgs {
  /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
  organizationId: pulumi.Input<string>;
  /** The id of the user, who must be a member of the organization: `auth0|…`. A change replaces the resource. */
  userId: pulumi.Input<string>;
  /** The ids of the roles, `rol_…`: at most 50, in any order. An empty set means no roles. */
  roles: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Whether all undeclared roles of the member are removed. With false, only the declared roles are managed, so several stacks can assign
   * roles to one member. A change of this option alone removes nothing. Default: true.
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
 * **Members only**: only members can have roles. If the program also declares the membership, list it in the `dependsOn` option, because Pulumi
 * cannot infer the dependency from the arguments:
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
 * **Exclusive** by default: the declared roles are the only roles of the member. An undeclared role is drift, and the next `pulumi up --refresh`
 * removes it. The creation removes existing undeclared roles. Declare the roles of a member in only one resource. Roles that are not
 * assigned directly (from a group, for example) are neither shown nor changed.
 *
 * **Shared** with `exclusive: false`: a declared role is assigned, is drift if it is missing, and is removed when you remove it from the
 * program. Undeclared roles are neither drift nor changed. After a change to `exclusive: true`, the next refresh shows the undeclared roles, and
 * the update after it removes them.
 *
 * **Former members**: if the user is no longer a member, or the organization was deleted, the run continues: the roles stay in the state, each
 * refresh shows them as drift, and an update prints a warning. The first run after the member's return assigns the roles. The creation of a new
 * resource for a user who is not a member fails.
 *
 * **Destroy** removes only the declared roles. The member stays.
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

  /** Manages the roles of a member of an organization. */
  constructor(name: string, args: OrganizationMemberRolesArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(organizationMemberRoles, name, args, opts);
  }
}
