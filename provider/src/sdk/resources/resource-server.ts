import { resourceServer } from "../../definitions/resource-server.ts";
import { key, text, textsOf } from "../arguments.ts";
import type { OutputArgs, Plain } from "../data-source.ts";
import { lookUps } from "../look-ups.ts";
import type { ResourceServerArgs } from "./resource-server.made.ts";

const { filter } = resourceServer.listing;

/** Which API to look for: exactly one of both. */
export type GetResourceServerArgs =
  /** Its identifier, the audience of its tokens. */
  | { identifier: string; id?: undefined }
  /** Its id. */
  | { id: string; identifier?: undefined };

/** {@link GetResourceServerArgs} with values that may be outputs. */
export type GetResourceServerOutputArgs = OutputArgs<GetResourceServerArgs>;

/** An API as look-ups answer it: the outputs of a `ResourceServer`, but never its signing secret. */
export interface GetResourceServerResult
  extends Plain<Omit<ResourceServerArgs, "adopt" | "exclusiveScopes" | "scopes" | "signingSecret">> {
  /** The API's id. */
  readonly id: string;
  /** All its permissions: descriptions by name. */
  readonly scopes: Readonly<Record<string, string>>;
  /** True for an API of the service itself. */
  readonly isSystem: boolean;
  /** The client that is linked to the API, if there is one. */
  readonly clientId?: string;
}

/** Which APIs to look for. What is given must be equal, letter case included. Default: all APIs. */
export interface GetResourceServersArgs {
  /** Identifiers, one of which the API has. Any number; the service is asked for 10 at a time. */
  identifiers?: readonly string[] | undefined;
  /** The name for people. */
  name?: string | undefined;
}

/** {@link GetResourceServersArgs} with values that may be outputs. */
export type GetResourceServersOutputArgs = OutputArgs<GetResourceServersArgs>;

/** The answer of {@link getResourceServers}. */
export interface GetResourceServersResult {
  /** In the service's order. An identifier that no API has is not in it. */
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
 * One API, whoever manages it; the system APIs are among them. Route: `GET /resource-servers/{id}`, which takes the
 * identifier as well, or `GET /resource-servers?identifiers=…` for up to 10 that are asked for at the same time; scope: `read:resource_servers`. {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const orders = await tenant.getResourceServer({ identifier: "https://orders.example.com" });
 * export const scopes = Object.keys(orders.scopes);
 * ```
 *
 * @throws RunError also if there is none
 */
export const getResourceServer = one.plain;

/** {@link getResourceServer} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getResourceServerOutput = one.output;

/**
 * The tenant's APIs, the system APIs among them. Route: `GET /resource-servers`; scope: `read:resource_servers`.
 * {@link LookUp} says what look-ups have in common.
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
