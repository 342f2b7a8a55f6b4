import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { resourceServer, resourceServerScopes } from "../../types/resource-server/definition.ts";
import { key, text, textsOf } from "../arguments.ts";
import { TenantResource } from "../base.ts";
import { lookUps, type OutputArgs, type Plain } from "../look-ups.ts";
import type { ResourceServerArgs, ResourceServerScope } from "./resource-server.made.ts";

const { filter } = resourceServer.listing;

/** The requested API: exactly one of identifier and id. */
export type GetResourceServerArgs =
  /** The identifier, which is the audience of access tokens. */
  | { identifier: string; id?: undefined }
  /** The id. */
  | { id: string; identifier?: undefined };

/** {@link GetResourceServerArgs} with values that may be outputs. */
export type GetResourceServerOutputArgs = OutputArgs<GetResourceServerArgs>;

/** An API, as look-ups return it: the outputs of a `ResourceServer`, without the signing secret. */
export interface GetResourceServerResult
  extends Plain<Omit<ResourceServerArgs, "adopt" | "undocumented" | "exclusiveScopes" | "scopes" | "signingSecret">> {
  /** The id of the API. */
  readonly id: string;
  /** All scopes of the API: descriptions by name. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Whether the API is a system API, such as the management API. */
  readonly isSystem: boolean;
  /** The id of the client that is linked to the API, if there is one. */
  readonly clientId?: string;
}

/** The filter for APIs. Values are compared exactly, including letter case. Default: all APIs. */
export interface GetResourceServersArgs {
  /** Identifiers of the requested APIs, in any number. One request to the service contains at most 10. */
  identifiers?: readonly string[] | undefined;
  /** The display name. */
  name?: string | undefined;
}

/** {@link GetResourceServersArgs} with values that may be outputs. */
export type GetResourceServersOutputArgs = OutputArgs<GetResourceServersArgs>;

/** The result of {@link getResourceServers}. */
export interface GetResourceServersResult {
  /** The APIs, in the service's order. Identifiers without an API are left out. */
  readonly resourceServers: GetResourceServerResult[];
}

const { one, all } = lookUps<
  GetResourceServerArgs,
  GetResourceServerResult,
  GetResourceServersArgs,
  GetResourceServersResult
>(
  resourceServer,
  { describe: ({ id, identifier }) => `${identifier} (${id})` },
  {
    one: {
      args: { identifier: key, id: key },
      required: [["identifier", "id"]],
      reads: ({ identifier, id }) => [{ key: identifier ?? id, among: identifier !== undefined && filter }],
    },
    all: {
      args: { identifiers: textsOf("identifier"), name: text },
      reads({ identifiers }) {
        if (identifiers === undefined) return [{}];
        const rest = [...new Set(identifiers)];
        const calls = Array.from({ length: Math.ceil(rest.length / filter.most) }, () => rest.splice(0, filter.most));
        return calls.map((group) => ({ query: { [filter.parameter]: group } }));
      },
    },
  },
);

/**
 * One API, managed or not, including system APIs. Route: `GET /resource-servers/{id}`, which also accepts the identifier, or `GET
 * /resource-servers?identifiers=…` for up to 10 simultaneous look-ups; scope: `read:resource_servers`. {@link LookUp} describes the common
 * properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const orders = await tenant.getResourceServer({ identifier: "https://orders.example.com" });
 * export const scopes = Object.keys(orders.scopes);
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if there is no such object
 */
export const getResourceServer = one.plain;

/** {@link getResourceServer} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getResourceServerOutput = one.output;

/**
 * The tenant's APIs, including system APIs. Route: `GET /resource-servers`; scope: `read:resource_servers`. {@link LookUp} describes the
 * common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { resourceServers } = await tenant.getResourceServers();
 * export const identifiers = resourceServers.filter(({ isSystem }) => !isSystem).map(({ identifier }) => identifier);
 * ```
 */
export const getResourceServers = all.plain;

/** {@link getResourceServers} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getResourceServersOutput = all.output;

/** The arguments of {@link ResourceServerScopes}. */
export interface ResourceServerScopesArgs {
  /** The identifier of the API, which must exist. A change replaces the resource. */
  identifier: pulumi.Input<string>;
  /** The scopes: at most 1,000, as a map of names and descriptions or as the API's array. */
  scopes: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | pulumi.Input<ResourceServerScope>[]>;
}

/**
 * Scopes that this stack adds to an API. Another stack or tool manages the API.
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
 * **Concurrent writes**: the service replaces the list of scopes as a whole. So an update reads the list, merges its changes into the list, writes
 * it, and checks after a moment whether another client has overwritten it. If so, the update merges and writes again, at most five times.
 *
 * **Permissions**: when a scope is removed, the service also deletes the permissions of roles with this scope. If a scope moves to another
 * resource of the program, the provider restores these permissions, provided that the token has `read:roles` and `update:roles`.
 *
 * System APIs are refused, because the service decides about their scopes. The id is the identifier. Routes: `GET|PATCH /resource-servers/{id}`; scopes `read|update:resource_servers`.
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
