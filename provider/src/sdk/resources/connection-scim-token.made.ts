// Made of `types/connection-provisioning/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { connectionScimToken } from "../../types/connection-provisioning/definition.ts";
import { TenantResource } from "../base.ts";

/**
 * The arguments of a {@link ConnectionScimToken}.
 *
 * Only declared properties are managed. A change of any argument replaces the token.
 */
export interface ConnectionScimTokenArgs {
  /**
   * The id of the connection, `con_…`, which must have a SCIM configuration: `scim.connectionId`. A change replaces the
   * token.
   */
  connectionId: pulumi.Input<string>;
  /** The requests that the token allows, in any order: at least 1 element. A change replaces the token. */
  scopes: pulumi.Input<
    pulumi.Input<
      | "get:users"
      | "post:users"
      | "put:users"
      | "patch:users"
      | "delete:users"
      | "get:groups"
      | "post:groups"
      | "put:groups"
      | "patch:groups"
      | "delete:groups"
    >[]
  >;
  /** The lifetime in seconds: 900 to 2,147,483,647. Default: the token never expires. A change replaces the token. */
  tokenLifetime?: pulumi.Input<number | undefined>;
  /**
   * Whether the only token that a creation with a lost response may have left is deleted before another one is created.
   * No existing token is adopted.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A token with which an identity provider provisions the users of an enterprise connection.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const scim = new tenant.ConnectionScim("north", { connectionId: "con_0123456789abcdef" });
 * const token = new tenant.ConnectionScimToken("north", {
 *   connectionId: scim.connectionId,
 *   scopes: ["get:users", "post:users", "put:users", "patch:users", "delete:users"],
 *   tokenLifetime: 15_552_000,
 * });
 * export const scimToken = token.token;
 * ```
 *
 * A connection has at most two tokens. The service shows `token` only in the response to the creation; the state keeps it encrypted.
 *
 * **Replacement**: no property of a token can be changed, so each change creates another token and deletes this one. With one token at the connection,
 * the new one is created first, so there is no gap. With two, the service would refuse a third: this token is then deleted first, and provisioning
 * stops until the identity provider has the new one. `pulumi up --replace` always creates first: with two tokens, the service refuses the new one.
 *
 * **Rotation** without a gap: declare a second token, give its value to the identity provider, then remove the first one from the program.
 *
 * **Lost response**: if the response to the creation is lost, so is the value. The next run creates another token, and names the ones that the lost
 * request may have left: another team may have created them, so they stay, and count among the two. With `adopt: true`, or TENANT_ADOPT=true for one
 * run, the only such token is deleted first.
 *
 * **Deletion** invalidates the token: the identity provider can no longer provision users with it. The users stay.
 *
 * **Events**: the service sends no events about tokens. Only a refresh finds a token that was deleted outside Pulumi.
 *
 * The id is `connectionId::tok_…`. Routes: `GET|POST /connections/{id}/scim-configuration/tokens`, `DELETE
 * /connections/{id}/scim-configuration/tokens/{token_id}`; scopes `create|read|delete:scim_token`.
 */
export class ConnectionScimToken extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(connectionScimToken.type);

  declare readonly connectionId: pulumi.Output<string>;
  declare readonly scopes: pulumi.Output<
    (
      | "get:users"
      | "post:users"
      | "put:users"
      | "patch:users"
      | "delete:users"
      | "get:groups"
      | "post:groups"
      | "put:groups"
      | "patch:groups"
      | "delete:groups"
    )[]
  >;
  declare readonly tokenLifetime: pulumi.Output<number | undefined>;
  /**
   * The token: secret, encrypted in the state. Only its creation shows it, so the output of an imported token is
   * undefined.
   */
  declare readonly token: pulumi.Output<string | undefined>;
  /** The time at which the token expires, such as `2031-01-31T00:00:00.000Z`. Undefined if it never expires. */
  declare readonly validUntil: pulumi.Output<string | undefined>;

  /** Manages a token for the SCIM server of a connection. */
  constructor(name: string, args: ConnectionScimTokenArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(connectionScimToken, name, args, opts);
  }
}
