import type * as pulumi from "@pulumi/pulumi";
import { resourceServerScopes } from "../../definitions/resource-server.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";
import type { ResourceServerScope } from "./resource-server.made.ts";

/** The arguments of {@link ResourceServerScopes}. */
export interface ResourceServerScopesArgs {
  /** The identifier of the API, which must exist. A change replaces the resource. */
  identifier: pulumi.Input<string>;
  /** The scopes: at most 1,000, as a map of names and descriptions or as the API's array. */
  scopes: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | pulumi.Input<ResourceServerScope>[]>;
}

/**
 * Scopes of this stack on an API that another stack or tool manages.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * new tenant.ResourceServerScopes("refunds", {
 *   identifier: "https://orders.example.com",
 *   scopes: { "read:refunds": "Read refunds", "create:refunds": "" },
 * });
 * ```
 *
 * A declared scope is added, is drift if it is missing or has another description, and is removed when you remove it from the program or
 * destroy the resource. Other scopes are neither drift nor changed. The stack that manages the API must declare it with `exclusiveScopes:
 * false`, or without `scopes`. Declare each scope in only one resource.
 *
 * **Concurrent writes**: the service replaces the list of scopes as a whole. So an update reads the list, merges its changes into it, writes it, and
 * checks after a moment whether another client has overwritten the list. If so, the update writes again, at most five times.
 *
 * **Permissions**: when a scope is removed, the service also deletes the permissions of roles with this scope. If a scope moves to another
 * resource of the program, the provider restores these permissions, provided that the token has `read:roles` and `update:roles`.
 *
 * System APIs are refused. The id is the identifier. Routes: `GET|PATCH /resource-servers/{id}`; scopes `read|update:resource_servers`.
 */
export class ResourceServerScopes extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(resourceServerScopes.type);

  declare readonly identifier: pulumi.Output<string>;
  declare readonly scopes: pulumi.Output<Readonly<Record<string, string>>>;

  /** Adds scopes to an API. */
  constructor(name: string, args: ResourceServerScopesArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(resourceServerScopes, name, args, opts);
  }
}
