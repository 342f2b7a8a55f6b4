// Made of `definitions/client-grant.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { clientGrant } from "../../definitions/client-grant.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";

/**
 * The arguments of a {@link ClientGrant}.
 *
 * Only what is declared is managed. What the program no longer declares is taken back.
 */
export interface ClientGrantArgs {
  /** The id of the application. Either this or `defaultFor`. A change replaces. */
  clientId?: pulumi.Input<string | undefined>;
  /** Whose default it is: `third_party_clients`. Either this or `clientId`. A change replaces. */
  defaultFor?: pulumi.Input<"third_party_clients" | undefined>;
  /** The identifier of the API. At least 1 character. The API must be there. A change replaces. */
  audience: pulumi.Input<string>;
  /**
   * Whose tokens it is for: those of the application itself (`client`), or those of its users (`user`). No value is the same as `client`.
   * An application has at most one grant of each for an API. A change replaces.
   */
  subjectType?: pulumi.Input<"client" | "user" | undefined>;
  /**
   * The scopes, in any order, of 1 to 280 characters each. The API need not have them. Not beside `allowAllScopes: true`. No value is the
   * same as none. Cleared: none.
   */
  scope?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Whether organizations may be used with the client credentials flow. Cleared by null. */
  organizationUsage?: pulumi.Input<"deny" | "allow" | "require" | undefined>;
  /** Whether any organization will do, without a grant of its own. Third parties cannot have it. Cleared by null. */
  allowAnyOrganization?: pulumi.Input<boolean | undefined>;
  /** Whether all scopes of the API are granted, also those that it gets later. Cleared: false. */
  allowAllScopes?: pulumi.Input<boolean | undefined>;
  /**
   * The types of rich authorization requests, of 1 to 255 characters each. Only with `subjectType: "user"`. Cleared:
   * none.
   */
  authorizationDetailsTypes?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * Takes over a grant with this application (or `defaultFor`), `audience` and `subjectType` that exists already,
   * instead of failing. Counts at creation only.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/** What one of clientId and defaultFor says. */
type ClientGrantChoice = Required<Pick<ClientGrantArgs, "clientId">> | Required<Pick<ClientGrantArgs, "defaultFor">>;

/**
 * What an application may ask of an API.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const orders = new tenant.ResourceServer("orders", {
 *   identifier: "https://orders.example.com",
 *   scopes: { "read:orders": "Read orders" },
 * });
 * new tenant.ClientGrant("report-reads-orders", {
 *   clientId: "0123456789abcdefghijklmnopqrstuv",
 *   audience: orders.identifier,
 *   scope: ["read:orders"],
 * });
 * ```
 *
 * **Updates** send what has changed, in one call. The way back from `allowAllScopes` takes two, as the service takes no scopes in the call
 * that ends it: if the second one fails, the application has no scopes until the next `pulumi up`.
 *
 * **Deletion** of the application takes its grants with it, and so does deletion of the API. A grant of the service's own is never changed.
 *
 * **One's own access**: grants of the application that the credentials are of are neither changed nor deleted, unless
 * `TENANT_ALLOW_OWN_CLIENT=true` is set for the run.
 *
 * **Events**: the service sends none about grants. Only a refresh finds somebody else's change.
 *
 * Routes: `POST /client-grants`, `GET|PATCH|DELETE /client-grants/{id}`; to find a grant that exists, `GET /client-grants`.
 * Scopes: `create|read|update|delete:client_grants`.
 */
export class ClientGrant extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(clientGrant.type);

  declare readonly clientId: pulumi.Output<string | undefined>;
  declare readonly defaultFor: pulumi.Output<"third_party_clients" | undefined>;
  declare readonly audience: pulumi.Output<string>;
  declare readonly subjectType: pulumi.Output<"client" | "user" | undefined>;
  declare readonly scope: pulumi.Output<string[] | undefined>;
  declare readonly organizationUsage: pulumi.Output<"deny" | "allow" | "require" | undefined>;
  declare readonly allowAnyOrganization: pulumi.Output<boolean | undefined>;
  declare readonly allowAllScopes: pulumi.Output<boolean | undefined>;
  declare readonly authorizationDetailsTypes: pulumi.Output<string[] | undefined>;
  /** Whether it is a grant of the service's own. */
  declare readonly isSystem: pulumi.Output<boolean | undefined>;

  /**
   * Manages a client grant.
   *
   * All wrong arguments are reported at once, before anything is sent. A grant that exists already is an error without `adopt`.
   */
  constructor(name: string, args: ClientGrantArgs & ClientGrantChoice, opts: pulumi.CustomResourceOptions = {}) {
    super(clientGrant, name, args, opts);
  }
}
