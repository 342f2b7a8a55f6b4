// Made of `types/forms/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { vaultConnection } from "../../types/forms/definition.ts";
import { TenantResource } from "../base.ts";
import { commonLookUps, type OutputArgs } from "../look-ups.ts";

/**
 * The arguments of a {@link VaultConnection}.
 *
 * Only declared properties are managed. The setup cannot be cleared: it stays at the tenant.
 */
export interface VaultConnectionArgs {
  /** The display name: 1 to 150 characters. Several vault connections can have the same name. */
  name: pulumi.Input<string>;
  /** The application or service that flows call. A change replaces the connection. */
  appId: pulumi.Input<
    | "ACTIVECAMPAIGN"
    | "AIRTABLE"
    | "AUTH0"
    | "BIGQUERY"
    | "CLEARBIT"
    | "DOCUSIGN"
    | "GOOGLE_SHEETS"
    | "HTTP"
    | "HUBSPOT"
    | "JWT"
    | "MAILCHIMP"
    | "MAILJET"
    | "PIPEDRIVE"
    | "SALESFORCE"
    | "SENDGRID"
    | "SLACK"
    | "STRIPE"
    | "TELEGRAM"
    | "TWILIO"
    | "WHATSAPP"
    | "ZAPIER"
  >;
  /** The credentials, under the service's own names. */
  setup?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether the existing connection with this `name` is adopted instead of creating another one. Only used at creation.
   * With false, a new connection is intended, and an older one with the same name can be deleted when it is removed
   * from the program.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A vault connection: the credentials with which flows call another service, such as an HTTP API, Twilio or the Management API.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const orders = new tenant.VaultConnection("orders", {
 *   name: "Order service",
 *   appId: "HTTP",
 *   setup: { type: "BEARER", token: config.requireSecret("ordersToken") },
 * });
 * export const ordersVaultId = orders.id;
 * ```
 *
 * **Setup**: declare all of it, under the service's own names, because an update replaces it as a whole. Its `type` says how flows authenticate.
 * By `appId`; members with a question mark are optional:
 * - `HTTP`: `BEARER` with `token`; `BASIC_AUTH` with `username`, `password`?; `API_KEY` with `in`, `name`, `value`; `OAUTH_CLIENT_CREDENTIALS` with
 *   `client_id`, `client_secret`, `token_endpoint`, `audience`?, `resource`?, `scope`?
 * - `AUTH0`: `OAUTH_APP` with `client_id`, `client_secret`, `domain`, `audience`?
 * - `ACTIVECAMPAIGN`: `API_KEY` with `api_key`, `base_url`
 * - `AIRTABLE`, `SENDGRID`, `HUBSPOT`: `API_KEY` with `api_key`
 * - `CLEARBIT`, `MAILCHIMP`: `API_KEY` with `secret_key`
 * - `MAILJET`: `API_KEY` with `api_key`, `secret_key`
 * - `TWILIO`: `API_KEY` with `account_id`, `api_key`
 * - `PIPEDRIVE`, `TELEGRAM`, `WHATSAPP`: `TOKEN` with `token`
 * - `SLACK`, `ZAPIER`: `WEBHOOK` with `url`
 * - `STRIPE`: `KEY_PAIR` with `private_key`, `public_key`
 * - `BIGQUERY`: `OAUTH_JWT` with `project_id`?, `client_email`?, `private_key`?
 * - `JWT`: `JWT` with `algorithm` and the key
 *
 * **Secret**: the setup is write-only as a whole. The API never returns it, and the state has a keyed hash of it. After a change outside Pulumi, also
 * after a rename, the tenant has another `fingerprint`: a refresh then shows the setup as changed, and `pulumi up` sends the declared one again.
 *
 * **Authorization in a browser**: setups of the type `OAUTH_CODE` need a browser. Declare the connection without a setup, and authorize it in the
 * dashboard. Until then, `ready` is false, and flows cannot use it.
 *
 * **Order**: pass the `id` to the actions of a `Flow`. A connection for `AUTH0` logs in when it is created, so its client grant must exist before:
 * name the grant in `dependsOn`.
 *
 * **Updates** send only the changed properties. A change of `appId` replaces the connection, and is refused if the tenant has a setup that the program
 * does not declare: it would be lost.
 *
 * **Destroy** deletes the connection. Flows that still use it fail when they run.
 *
 * **Events**: the service sends no events about connections. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /flows/vault/connections`, `GET|PATCH|DELETE /flows/vault/connections/{id}`; to find a connection by
 * its `name`, `GET /flows/vault/connections`.
 * Scopes: `create|read|update|delete:flows_vault_connections`.
 */
export class VaultConnection extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(vaultConnection.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly appId: pulumi.Output<
    | "ACTIVECAMPAIGN"
    | "AIRTABLE"
    | "AUTH0"
    | "BIGQUERY"
    | "CLEARBIT"
    | "DOCUSIGN"
    | "GOOGLE_SHEETS"
    | "HTTP"
    | "HUBSPOT"
    | "JWT"
    | "MAILCHIMP"
    | "MAILJET"
    | "PIPEDRIVE"
    | "SALESFORCE"
    | "SENDGRID"
    | "SLACK"
    | "STRIPE"
    | "TELEGRAM"
    | "TWILIO"
    | "WHATSAPP"
    | "ZAPIER"
  >;
  declare readonly setup: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  /** The service's mask of the credentials, such as `Bearer my-***ken`. */
  declare readonly accountName: pulumi.Output<string | undefined>;
  /** A text that changes with every change of the connection. */
  declare readonly fingerprint: pulumi.Output<string | undefined>;
  /** Whether the connection has a setup, so that flows can use it. */
  declare readonly ready: pulumi.Output<boolean | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a vault connection.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: VaultConnectionArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(vaultConnection, name, args, opts);
  }
}

/**
 * A vault connection as look-ups return it, without `setup`, which can contain secrets. A property that the service
 * omits is absent.
 */
export interface GetVaultConnectionResult {
  /** The connection's id: `ac_…`. */
  readonly id: string;
  /** The display name. */
  readonly name: string;
  /** The application or service that flows call. */
  readonly appId: string;
  /** The service's mask of the credentials, such as `Bearer my-***ken`. */
  readonly accountName?: string | undefined;
  /** A text that changes with every change of the connection. */
  readonly fingerprint?: string | undefined;
  /** Whether the connection has a setup, so that flows can use it. */
  readonly ready?: boolean | undefined;
}

/** The requested vault connection: exactly one of name and id. It is an error if several have the name. */
export type GetVaultConnectionArgs = { name: string; id?: undefined } | { id: string; name?: undefined };

/** {@link GetVaultConnectionArgs} with values that may be outputs. */
export type GetVaultConnectionOutputArgs = OutputArgs<GetVaultConnectionArgs>;

/**
 * The filter for vault connections. Texts are compared exactly, including letter case. Default: all vault connections.
 */
export interface GetVaultConnectionsArgs {
  /** The name. Several vault connections can have it. */
  name?: string | undefined;
  /** The application or service that flows call. */
  appId?: string | undefined;
}

/** {@link GetVaultConnectionsArgs} with values that may be outputs. */
export type GetVaultConnectionsOutputArgs = OutputArgs<GetVaultConnectionsArgs>;

/** The result of {@link getVaultConnections}. */
export interface GetVaultConnectionsResult {
  /** The objects, in the service's order. */
  readonly vaultConnections: GetVaultConnectionResult[];
}

const { one, all } = commonLookUps<
  GetVaultConnectionArgs,
  GetVaultConnectionResult,
  GetVaultConnectionsArgs,
  GetVaultConnectionsResult
>(vaultConnection);

/**
 * The vault connection that matches. Routes: `GET /flows/vault/connections`, `GET /flows/vault/connections/{id}`;
 * scope: `read:flows_vault_connections`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const connection = await tenant.getVaultConnection({ name: "Order service" });
 * export const connectionId = connection.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if none or several match; the error lists the objects found (name, id)
 */
export const getVaultConnection = one.plain;

/** {@link getVaultConnection} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getVaultConnectionOutput = one.output;

/**
 * The tenant's vault connections. Route: `GET /flows/vault/connections`; scope: `read:flows_vault_connections`. The
 * function reads all vault connections and then applies the filters. {@link LookUp} describes the common properties of
 * look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { vaultConnections } = await tenant.getVaultConnections();
 * export const vaultConnectionNames = vaultConnections.map(({ name }) => name);
 * ```
 */
export const getVaultConnections = all.plain;

/** {@link getVaultConnections} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getVaultConnectionsOutput = all.output;
