// Made of `types/group/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { groupRoles } from "../../types/group/definition.ts";
import { TenantResource } from "../base.ts";

/** The arguments of {@link GroupRoles}. */
export interface GroupRolesArgs {
  /** The id of the group: `grp_…`. A change replaces the resource. */
  groupId: pulumi.Input<string>;
  /**
   * The id of the organization in which the members of the group have the roles, `org_…`: at most 50 characters. Without it, they have the roles in
   * the tenant. A change replaces the resource.
   */
  organizationId?: pulumi.Input<string | undefined>;
  /** The ids of the roles, `rol_…`: at most 10, in any order. An empty set means no roles. */
  roles: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Whether all undeclared roles of the group are removed. With false, only the declared roles are managed, so several stacks can assign roles
   * to one group. A change of this option alone removes nothing. Default: false.
   */
  exclusive?: pulumi.Input<boolean | undefined>;
}

/**
 * The roles of a group: all its members have them, in the tenant or in one organization.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const support = new tenant.Role("support", { name: "Support" });
 * const { id: groupId } = await tenant.getGroup({ name: "Support team" });
 * new tenant.GroupRoles("support", { groupId, roles: [support.id] });
 * ```
 *
 * **Groups** come from the directory of an identity provider, by SCIM or directory provisioning. No resource makes them; `getGroup` finds a group by
 * its name.
 *
 * **Shared** by default: a declared role is assigned, is drift if it is missing, and is removed when you remove it from the program. Undeclared roles
 * are neither drift nor changed.
 *
 * **Exclusive** with `exclusive: true`: the declared roles are the only roles of the group. An undeclared role is drift, and the next
 * `pulumi up --refresh` removes it. The creation removes existing undeclared roles. The roles in the tenant and the roles in each organization are
 * separate sets.
 *
 * **Updates** first add roles, then remove roles, so no member loses access meanwhile. At the limit of 10 roles, roles are removed first.
 *
 * **Destroy** removes only the declared roles. The group stays. If the group or a role was deleted, nothing is left to remove.
 *
 * **Import**: `npx pulumi-tenant import --kinds GroupRoles` imports the roles of groups in the tenant. Roles in an organization are not listed: use
 * `pulumi import` with the id.
 *
 * **Plans**: not every plan has groups.
 *
 * The id is that of the group, or `groupId::organizationId`. Routes: `GET|POST|DELETE /groups/{id}/roles`, `GET|POST|DELETE
 * /organizations/{organization_id}/groups/{group_id}/roles`; scopes: `read|create|delete:group_roles`, with an organization
 * `read|create|delete:organization_group_roles`.
 */
export class GroupRoles extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(groupRoles.type);

  declare readonly groupId: pulumi.Output<string>;
  declare readonly organizationId: pulumi.Output<string | undefined>;
  declare readonly roles: pulumi.Output<string[]>;

  /** Manages the roles of a group. */
  constructor(name: string, args: GroupRolesArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(groupRoles, name, args, opts);
  }
}
