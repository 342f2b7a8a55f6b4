// Made of `definitions/role-permissions.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { rolePermissions } from "../../definitions/role-permissions.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";

/** The arguments of {@link RolePermissions}. */
export interface RolePermissionsArgs {
  /** The role: `rol_…`. A change replaces. */
  roleId: pulumi.Input<string>;
  /** The API's identifier (its audience), not its id. A change replaces. */
  resourceServerIdentifier: pulumi.Input<string>;
  /**
   * The names of scopes of that API, 1 to 280 characters each: at most 1000, in any order. The empty set means "no
   * permissions".
   */
  permissions: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Whether the declared permissions are all that the role may have on this API. With false only they are managed, and several stacks can
   * give permissions to one role. A switch takes nothing away by itself. Default: true.
   */
  exclusive?: pulumi.Input<boolean | undefined>;
}

/**
 * The permissions that a role gives on one API.
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
 * **Order**: refer to the role and the API by their resources, as above. Then the API's scopes are there before the permissions, and
 * permissions go before their scope. A permission whose scope is deleted vanishes from the role by itself: the next refresh shows it.
 *
 * **Exclusive** by default: the declared permissions are all that the role has on this API. Those on other APIs are not touched. The
 * creation takes away what was there before. Declare the permissions of a role on one API in one place only.
 *
 * **Shared** with `exclusive: false`: each declared permission is given, shown as drift where it is missing, and taken back when it leaves
 * the program. All others are neither drift nor touched.
 *
 * **Updates** add first and remove then, 100 permissions with a call, so that nobody loses access in between.
 *
 * **Destroy** takes back the declared permissions and no others. The role stays.
 *
 * **Events**: the service sends none about permissions. Only a refresh finds somebody else's change.
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
