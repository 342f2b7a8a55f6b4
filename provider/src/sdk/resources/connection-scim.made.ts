// Made of `types/connection-provisioning/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { connectionScim } from "../../types/connection-provisioning/definition.ts";
import { TenantResource } from "../base.ts";

/** An entry of the mapping of a SCIM configuration, in the service's own form. */
export interface ConnectionScimMapping {
  /** The attribute of the user: `email`, `app_metadata.department`. */
  auth0: pulumi.Input<string>;
  /** The SCIM attribute: `emails[primary eq true].value`. */
  scim?: pulumi.Input<string | undefined>;
}

/**
 * The arguments of a {@link ConnectionScim}.
 *
 * Only declared properties are managed. A property that you remove from the program stays as it is.
 */
export interface ConnectionScimArgs {
  /**
   * The id of the connection, `con_…`. Its strategy is `samlp`, `oidc`, `okta` or `waad`. A change replaces the
   * resource.
   */
  connectionId: pulumi.Input<string>;
  /**
   * The SCIM attribute that identifies a user of the connection. The default of a new configuration depends on the strategy: `userName` for `samlp`,
   * `externalId` for the others. Cannot be cleared.
   */
  userIdAttribute?: pulumi.Input<string | undefined>;
  /**
   * The mapping: a map of attributes of the user (`email`, `app_metadata.department`) to SCIM attributes. A declared mapping is the whole mapping: an
   * entry that is added at the tenant is drift. The service's own form, an array of `{ auth0, scim }`, is also accepted; the output is always the map.
   * A new configuration has the default mapping of its strategy. Cannot be cleared.
   */
  mapping?: pulumi.Input<
    Readonly<Record<string, pulumi.Input<string>>> | pulumi.Input<ConnectionScimMapping>[] | undefined
  >;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether the configuration that the connection already has is adopted instead of causing an error. Only used at
   * creation.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * The SCIM configuration of an enterprise connection: the identity provider creates, changes and deactivates the connection's users.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const north = new tenant.Connection("north", {
 *   name: "north",
 *   strategy: "samlp",
 *   options: { signInEndpoint: "https://login.north.example.com/saml", signingCert: "-----BEGIN CERTIFICATE-----…" },
 * });
 * const scim = new tenant.ConnectionScim("north", {
 *   connectionId: north.id,
 *   userIdAttribute: "externalId",
 *   mapping: { email: "emails[primary eq true].value", name: "displayName", blocked: "active" },
 * });
 * export const scimEndpoint = scim.endpoint;
 * ```
 *
 * A connection of the strategy `samlp`, `oidc`, `okta` or `waad` has at most one configuration. The identity provider needs `endpoint` and the value of
 * a `ConnectionScimToken`.
 *
 * **Updates** read the configuration, then send `userIdAttribute` and `mapping` in one call: the service requires both, so an undeclared one is sent
 * as it is.
 *
 * **Deletion** invalidates the tokens of the connection, so the identity provider can no longer provision users. The users stay. A change of
 * `connectionId` deletes the old configuration.
 *
 * **Events**: the service sends no events about SCIM configurations. Only a refresh finds changes made outside Pulumi.
 *
 * The id is that of the connection. Routes: `POST|GET|PATCH|DELETE /connections/{id}/scim-configuration`; to read many, `GET
 * /connections-scim-configurations`. Scopes: `create|read|update|delete:scim_config`.
 */
export class ConnectionScim extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(connectionScim.type);

  declare readonly connectionId: pulumi.Output<string>;
  declare readonly userIdAttribute: pulumi.Output<string | undefined>;
  /** The map, in whichever form the program declares the mapping. */
  declare readonly mapping: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  /**
   * The URL of the SCIM server, which the identity provider needs beside a token: `https://…/scim/v2/connections/con_…`. With a custom domain, the
   * host is the tenant's own domain, if `TENANT_AUDIENCE` or the token names it.
   */
  declare readonly endpoint: pulumi.Output<string>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /** Manages the SCIM configuration of a connection. */
  constructor(name: string, args: ConnectionScimArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(connectionScim, name, args, opts);
  }
}
