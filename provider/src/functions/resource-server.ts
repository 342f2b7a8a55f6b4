import type { ResourceServerArgs } from "../resources/resource-server.ts";
import { key } from "./arguments.ts";
import { lookUp, type OutputArgs, type Plain } from "./data-source.ts";
import { exactlyOne } from "./rows.ts";
import { identifiers, resourceServers } from "./sources.ts";

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

const forms = lookUp<GetResourceServerArgs, GetResourceServerResult>({
  name: "getResourceServer",
  source: resourceServers,
  args: { identifier: key, id: key },
  required: [["identifier", "id"]],
  reads: ({ identifier, id }) => [{ key: identifier ?? id, among: identifier !== undefined && identifiers }],
  answer: exactlyOne,
});

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
export const getResourceServer = forms.plain;

/** {@link getResourceServer} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getResourceServerOutput = forms.output;
