import { key, text } from "../../functions/arguments.ts";
import type { OutputArgs, Plain } from "../../functions/data-source.ts";
import { lookUps } from "../../functions/look-ups.ts";
import type { ClientArgs } from "./args.ts";
import { client } from "./descriptor.ts";

/** What look-ups never answer: secrets, documents that may hold some, and what only says how an application is managed. */
type Hidden = "adopt" | "addons" | "clientMetadata" | "clientSecret" | "secretRotation" | "readClientSecret";

/** Which application to look for: exactly one of both. */
export type GetClientArgs =
  /** Its name. An error if several have it. */
  | { name: string; clientId?: undefined }
  /** Its id. */
  | { clientId: string; name?: undefined };

/** {@link GetClientArgs} with values that may be outputs. */
export type GetClientOutputArgs = OutputArgs<GetClientArgs>;

/** An application as look-ups answer it: never a secret. A property that the service leaves out is absent. */
export interface GetClientResult extends Plain<Omit<ClientArgs, Hidden>> {
  /** The application's id. */
  readonly id: string;
  /** The same. */
  readonly clientId: string;
  /** Whether it is the tenant's global application. */
  readonly isGlobal: boolean;
  /** How it was registered: `cimd` by a metadata document, `dcr` by itself. */
  readonly externalMetadataType?: string;
  /** The URL of its metadata document. */
  readonly externalClientId?: string;
}

/** Which applications to look for. Texts must be equal, letter case included. Default: all applications. */
export interface GetClientsArgs {
  /** The name, which several can share. */
  name?: string | undefined;
}

/** {@link GetClientsArgs} with values that may be outputs. */
export type GetClientsOutputArgs = OutputArgs<GetClientsArgs>;

/** The answer of {@link getClients}. */
export interface GetClientsResult {
  /** Oldest first. */
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
 * The one application that matches. Route and scope are those of {@link getClients}, and {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const shop = await tenant.getClient({ name: "Shop" });
 * export const shopId = shop.clientId;
 * ```
 *
 * @throws RunError also if none or several match; it lists what was found (name, id)
 */
export const getClient = one.plain;

/** {@link getClient} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getClientOutput = one.output;

/**
 * The tenant's applications, without their secrets. Route: `GET /clients`; scope: `read:clients`. One call reads 100 applications, all of
 * them are read, and the filter is applied to what was read. {@link LookUp} says what look-ups have in common.
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
