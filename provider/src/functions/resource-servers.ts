import { text, textsOf } from "./arguments.ts";
import { lookUp, type OutputArgs } from "./data-source.ts";
import type { GetResourceServerResult } from "./resource-server.ts";
import { matching } from "./rows.ts";
import { identifiers as filter, resourceServers } from "./sources.ts";

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

const forms = lookUp<GetResourceServersArgs, GetResourceServersResult>({
  name: "getResourceServers",
  source: resourceServers,
  args: { identifiers: textsOf("identifier"), name: text },
  reads({ identifiers }) {
    if (identifiers === undefined) return [{}];
    const rest = [...new Set(identifiers)];
    const calls = Array.from({ length: Math.ceil(rest.length / filter.most) }, () => rest.splice(0, filter.most));
    return calls.map((group) => ({ query: { [filter.parameter]: group } }));
  },
  answer: (found) => ({ resourceServers: matching(found) }),
});

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
export const getResourceServers = forms.plain;

/** {@link getResourceServers} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getResourceServersOutput = forms.output;
