import type * as pulumi from "@pulumi/pulumi";
import { resourceServerScopes } from "../../definitions/resource-server-scopes.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";
import type { ResourceServerScope } from "./resource-server.made.ts";

/** The arguments of {@link ResourceServerScopes}. */
export interface ResourceServerScopesArgs {
  /** The identifier of the API, which must be there. A change replaces. */
  identifier: pulumi.Input<string>;
  /** The scopes, as a map of value and description, or as the wire's array. At most 1,000. */
  scopes: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | pulumi.Input<ResourceServerScope>[]>;
}

/**
 * One's own scopes of an API that somebody else manages.
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
 * Each declared scope is added, shown as drift where it is missing or has another description, and taken away when it leaves
 * the program or is destroyed. All other scopes are neither drift nor touched. The stack that manages the API declares it with
 * `exclusiveScopes: false`, or without `scopes`. Each scope should be declared in one place only.
 *
 * **Writes at the same time**: the service replaces the list of scopes whole. So an update reads the list, merges, writes it,
 * and looks after a moment whether somebody else's write has undone it. If so, it writes again, five times at most.
 *
 * **Permissions** of roles go with a scope. A scope that moves to another resource of the program has them again, where the token has
 * `read:roles` and `update:roles`.
 *
 * APIs of the system are refused. The id is the identifier. Routes: `GET|PATCH /resource-servers/{id}`; scopes
 * `read|update:resource_servers`.
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
