import { resourceServer } from "../../definitions/resource-server.ts";
import { key, text, textsOf } from "../arguments.ts";
import type { OutputArgs, Plain } from "../data-source.ts";
import { lookUps } from "../look-ups.ts";
import type { ResourceServerArgs } from "./resource-server.made.ts";

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
 * @throws RunError also if there is no such object
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
