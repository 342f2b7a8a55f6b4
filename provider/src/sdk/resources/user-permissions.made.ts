// Made of `types/user/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { userPermissions } from "../../types/user/definition.ts";
import { TenantResource } from "../base.ts";

/** The arguments of {@link UserPermissions}. */
export interface UserPermissionsArgs {
  /** The id of the user: `auth0|…`. A change replaces the resource. */
  userId: pulumi.Input<string>;
  /**
   * The names of scopes by API: `{ "https://orders.example.com": ["read:orders"] }`. The keys are the identifiers of APIs (their audiences), not
   * their ids. At most 1000 scopes of 1 to 280 characters, in any order. An empty map means no permissions.
   */
  permissions: pulumi.Input<Readonly<Record<string, pulumi.Input<pulumi.Input<string>[]>>>>;
  /**
   * Whether all undeclared permissions of the user are removed, on all APIs. With false, only the declared permissions are managed, so several
   * stacks can assign permissions to one user. A change of this option alone removes nothing. Default: true.
   */
  exclusive?: pulumi.Input<boolean | undefined>;
}

/**
 * The permissions that are assigned directly to a user, on all APIs.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const orders = new tenant.ResourceServer("orders", {
 *   identifier: "https://orders.example.com",
 *   scopes: { "read:orders": "Read orders", "write:orders": "Write orders" },
 * });
 * new tenant.UserPermissions(
 *   "alice",
 *   {
 *     userId: "auth0|0123456789abcdef01234567",
 *     permissions: { "https://orders.example.com": ["read:orders", "write:orders"] },
 *   },
 *   { dependsOn: [orders] },
 * );
 * ```
 *
 * **Order**: the keys of a map cannot be outputs. If the program also declares an API, list it in the `dependsOn` option: then its scopes are
 * created before the permissions, and deleted after them. If a scope is deleted, the service also deletes the permissions for it; the next
 * refresh shows this.
 *
 * **Exclusive** by default: the declared permissions are the only ones that are assigned directly to the user, and the creation removes others.
 * Declare the permissions of a user in only one resource. Permissions that the user has through a role are neither shown nor changed.
 *
 * **Shared** with `exclusive: false`: a declared permission is assigned, is drift if it is missing, and is removed when you remove it from the
 * program. Other permissions are neither drift nor changed.
 *
 * **Updates** first add permissions, then remove permissions, 100 in a call, so the user does not lose access meanwhile.
 *
 * **Destroy** removes only the declared permissions. The user stays.
 *
 * **Events**: the service sends no events about permissions. Only a refresh finds changes made outside Pulumi.
 *
 * In previews and in the state, each permission is one text: the identifier of the API, a space, and the scope.
 *
 * The id is that of the user. Routes: `GET|POST|DELETE /users/{id}/permissions`; scopes: `read:users`, `update:users`.
 */
export class UserPermissions extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(userPermissions.type);

  declare readonly userId: pulumi.Output<string>;
  declare readonly permissions: pulumi.Output<Readonly<Record<string, string[]>>>;

  /** Manages the permissions of a user. */
  constructor(name: string, args: UserPermissionsArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(userPermissions, name, args, opts);
  }
}
