import type * as pulumi from "@pulumi/pulumi";
import { client } from "../../definitions/client.ts";
import { key, text } from "../arguments.ts";
import type { OutputArgs, Plain } from "../data-source.ts";
import { lookUps } from "../look-ups.ts";
import type { ClientArgs, ClientJwtConfiguration } from "./client.made.ts";

/** {@link ClientJwtConfiguration} with plain values. */
type ClientJwtConfigurationValues = pulumi.Unwrap<Omit<ClientJwtConfiguration, "scopes">> & {
  scopes?: Readonly<Record<string, unknown>> | undefined;
};

/** Properties that look-ups never return: secrets, documents that can contain secrets, and arguments that only control the resource. */
type Hidden =
  | "adopt"
  | "undocumented"
  | "addons"
  | "clientMetadata"
  | "clientSecret"
  | "secretRotation"
  | "readClientSecret";

/** The requested application: exactly one of name and id. */
export type GetClientArgs =
  /** The name. If several applications have this name, the look-up fails. */
  | { name: string; clientId?: undefined }
  /** The id. */
  | { clientId: string; name?: undefined };

/** {@link GetClientArgs} with values that may be outputs. */
export type GetClientOutputArgs = OutputArgs<GetClientArgs>;

/** An application, as look-ups return it, without secrets. A property that the service omits is absent. */
export interface GetClientResult extends Plain<Omit<ClientArgs, Hidden | "jwtConfiguration">> {
  /** Settings of the ID tokens of an application. */
  readonly jwtConfiguration?: ClientJwtConfigurationValues;
  /** The id of the application. */
  readonly id: string;
  /** The id of the application, as in `id`. */
  readonly clientId: string;
  /** Whether the application is the tenant's global application. */
  readonly isGlobal: boolean;
  /** How the application was registered: `cimd` by a metadata document, `dcr` by itself (dynamic client registration). */
  readonly externalMetadataType?: string;
  /** The URL of the metadata document. */
  readonly externalClientId?: string;
}

/** The filter for applications. Texts are compared exactly, including letter case. Default: all applications. */
export interface GetClientsArgs {
  /** The name. Several applications can have the same name. */
  name?: string | undefined;
}

/** {@link GetClientsArgs} with values that may be outputs. */
export type GetClientsOutputArgs = OutputArgs<GetClientsArgs>;

/** The result of {@link getClients}. */
export interface GetClientsResult {
  /** The matching applications, oldest first. */
  readonly clients: GetClientResult[];
}

const { one, all } = lookUps<GetClientArgs, GetClientResult, GetClientsArgs, GetClientsResult>(
  client,
  { describe: ({ id, name }) => `"${name}" (${id})` },
  {
    one: { args: { name: key, clientId: key }, required: [["name", "clientId"]] },
    all: { args: { name: text } },
  },
);

/**
 * The one application that matches. Route and scope are those of {@link getClients}, and {@link LookUp} describes the common properties of
 * look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const shop = await tenant.getClient({ name: "Shop" });
 * export const shopId = shop.clientId;
 * ```
 *
 * @throws RunError also if none or several match; the error lists the objects found (name, id)
 */
export const getClient = one.plain;

/** {@link getClient} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getClientOutput = one.output;

/**
 * The tenant's applications, without their secrets. Route: `GET /clients`; scope: `read:clients`. The function reads all applications, 100
 * in a call, and then applies the filter. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { clients } = await tenant.getClients();
 * export const applicationNames = clients.map(({ name }) => name);
 * ```
 */
export const getClients = all.plain;

/** {@link getClients} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getClientsOutput = all.output;
