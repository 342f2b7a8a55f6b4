// Made of `types/role/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { rolePermissions } from "../../types/role/definition.ts";
import { TenantResource } from "../base.ts";

/** The arguments of {@link RolePermissions}. */
export interface RolePermissionsArgs {
  /** The id of the role, `rol_…`. A change replaces the resource. */
  roleId: pulumi.Input<string>;
  /** The API's identifier (its audience), not its id. A change replaces the resource. */
  resourceServerIdentifier: pulumi.Input<string>;
  /**
   * The names of scopes of the API, 1 to 280 characters each: at most 1000, in any order. An empty set means no
   * permissions.
   */
  permissions: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Whether all undeclared permissions of the role on this API are removed. With false, only the declared permissions are managed, so several
   * stacks can assign permissions to one role. A change of this option alone removes nothing. Default: true.
   */
  exclusive?: pulumi.Input<boolean | undefined>;
}

/**
 * The permissions of a role on one API.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const orders = new tenant.ResourceServer("orders", {
 *   identifier: "https://orders.example.com",
 *   scopes: { "read:orders": "Read orders", "write:orders": "Write orders" },
 * });
 * const editor = new tenant.Role("editor", { name: "Editor" });
 * new tenant.RolePermissions(
 *   "editor-orders",
 *   {
 *     roleId: editor.id,
 *     resourceServerIdentifier: orders.identifier,
 *     permissions: ["read:orders", "write:orders"],
 *   },
 *   { deletedWith: editor },
 * );
 * ```
 *
 * **Order**: refer to the role and the API by their resources, as above. Then the API's scopes are created before the permissions, and
 * deleted after them. If a scope is deleted, the service also deletes the permissions for it; the next refresh shows this.
 *
 * **Exclusive** by default: the declared permissions are the only permissions of the role on this API, and the creation removes others.
 * Permissions on other APIs do not change. Declare the permissions of a role on one API in only one resource.
 *
 * **Shared** with `exclusive: false`: a declared permission is assigned, is drift if it is missing, and is removed when you remove it from
 * the program. Other permissions are neither drift nor changed.
 *
 * **Updates** first add permissions, then remove permissions, 100 in a call, so no user loses access meanwhile.
 *
 * **Destroy** removes only the declared permissions. The role stays.
 *
 * **Events**: the service sends no events about permissions. Only a refresh finds changes made outside Pulumi.
 *
 * The id is `roleId::resourceServerIdentifier`. Routes: `GET|POST|DELETE /roles/{id}/permissions`; scopes: `read:roles`, `update:roles`.
 */
export class RolePermissions extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(rolePermissions.type);

  declare readonly roleId: pulumi.Output<string>;
  declare readonly resourceServerIdentifier: pulumi.Output<string>;
  declare readonly permissions: pulumi.Output<string[]>;

  /** Manages the permissions of one role on one API. */
  constructor(name: string, args: RolePermissionsArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(rolePermissions, name, args, opts);
  }
}
