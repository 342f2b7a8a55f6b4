// Made of `types/user/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { userRoles } from "../../types/user/definition.ts";
import { TenantResource } from "../base.ts";

/** The arguments of {@link UserRoles}. */
export interface UserRolesArgs {
  /** The id of the user: `auth0|…`. A change replaces the resource. */
  userId: pulumi.Input<string>;
  /** The ids of the roles, `rol_…`: at most 50, in any order. An empty set means no roles. */
  roles: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Whether all undeclared roles of the user are removed. With false, only the declared roles are managed, so several stacks can assign roles
   * to one user. A change of this option alone removes nothing. Default: true.
   */
  exclusive?: pulumi.Input<boolean | undefined>;
}

/**
 * The roles that are assigned directly to a user. The user has them in all organizations, and without one.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const support = new tenant.Role("support", { name: "Support" });
 * new tenant.UserRoles("alice", { userId: "auth0|0123456789abcdef01234567", roles: [support.id] });
 * ```
 *
 * **In an organization**: `OrganizationMemberRoles` assigns roles that a user has only as a member of one organization.
 *
 * **Exclusive** by default: the declared roles are the only roles of the user. An undeclared role is drift, and the next `pulumi up --refresh`
 * removes it. The creation removes existing undeclared roles. Declare the roles of a user in only one resource. Roles that are not assigned
 * directly (from a group, for example) are neither shown nor changed.
 *
 * **Shared** with `exclusive: false`: a declared role is assigned, is drift if it is missing, and is removed when you remove it from the
 * program. Undeclared roles are neither drift nor changed.
 *
 * **Updates** first add roles, then remove roles, so the user does not lose access meanwhile.
 *
 * **Destroy** removes only the declared roles. The user stays. If the user or a role was deleted, nothing is left to remove.
 *
 * **Events**: the service sends no events about these roles. Only a refresh finds changes made outside Pulumi.
 *
 * The id is that of the user. Routes: `GET|POST|DELETE /users/{id}/roles`; scopes: `read:users`, `read:roles`, `update:users`.
 */
export class UserRoles extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(userRoles.type);

  declare readonly userId: pulumi.Output<string>;
  declare readonly roles: pulumi.Output<string[]>;

  /** Manages the roles of a user. */
  constructor(name: string, args: UserRolesArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(userRoles, name, args, opts);
  }
}
