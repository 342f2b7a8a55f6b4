// Made of `types/client/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { clientGrant } from "../../types/client/definition.ts";
import { TenantResource } from "../base.ts";
import { commonLookUps, type OutputArgs } from "../look-ups.ts";

/**
 * The arguments of a {@link ClientGrant}.
 *
 * Only declared properties are managed. Removing a property from the program clears it at the tenant.
 */
export interface ClientGrantArgs {
  /** The id of the application. Declare either this or `defaultFor`. A change replaces the resource. */
  clientId?: pulumi.Input<string | undefined>;
  /**
   * The applications for which the grant is the default: `third_party_clients`. Declare either this or `clientId`. A change replaces the
   * resource.
   */
  defaultFor?: pulumi.Input<"third_party_clients" | undefined>;
  /** The identifier of the API, which must exist: at least 1 character. A change replaces the resource. */
  audience: pulumi.Input<string>;
  /**
   * The subject of the tokens: the application itself (`client`), its users (`user`) or anonymous sessions (`anonymous_user`, early access).
   * Default: `client`. An application has at most one grant of each subject type for an API. A change replaces the resource.
   */
  subjectType?: pulumi.Input<"client" | "user" | "anonymous_user" | undefined>;
  /**
   * The granted scopes, in any order: 1 to 280 characters each. The API need not define these scopes. Not with `allowAllScopes: true`. Default:
   * none. When cleared: none.
   */
  scope?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Whether the client credentials flow can be used with organizations. Cleared by null. */
  organizationUsage?: pulumi.Input<"deny" | "allow" | "require" | undefined>;
  /**
   * Whether the grant applies to every organization, without a grant for each one. Not for third-party applications.
   * Cleared by null.
   */
  allowAnyOrganization?: pulumi.Input<boolean | undefined>;
  /**
   * Whether all scopes of the API are granted, including scopes that are added later. Not for the service's own APIs.
   * When cleared: false.
   */
  allowAllScopes?: pulumi.Input<boolean | undefined>;
  /**
   * The types of rich authorization requests: 1 to 255 characters each. Only with `subjectType: "user"`. When cleared:
   * none.
   */
  authorizationDetailsTypes?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether an existing grant with this application (or `defaultFor`), `audience` and `subjectType` is adopted instead of causing an
   * error. Only used at creation.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/** One of clientId and defaultFor, which is required. */
type ClientGrantChoice = Required<Pick<ClientGrantArgs, "clientId">> | Required<Pick<ClientGrantArgs, "defaultFor">>;

/**
 * The scopes of an API that an application can get in its tokens.
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
 * **Updates** send the changed properties in one call. A change from `allowAllScopes` to single scopes takes two calls, because the service
 * accepts no scopes in the call that sets `allowAllScopes` to false. If the second call fails, the application has no scopes until the next
 * `pulumi up`.
 *
 * **Deletion** of the application or the API also deletes the grant. System grants, which belong to the service, are never changed.
 *
 * **Own access**: grants of the application whose credentials the run uses are neither changed nor deleted, unless
 * `TENANT_ALLOW_OWN_CLIENT=true` is set for the run.
 *
 * **Events**: the service sends no events about grants. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /client-grants`, `GET|PATCH|DELETE /client-grants/{id}`; to find an existing grant, `GET /client-grants`. Scopes:
 * `create|read|update|delete:client_grants`.
 */
export class ClientGrant extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(clientGrant.type);

  declare readonly clientId: pulumi.Output<string | undefined>;
  declare readonly defaultFor: pulumi.Output<"third_party_clients" | undefined>;
  declare readonly audience: pulumi.Output<string>;
  declare readonly subjectType: pulumi.Output<"client" | "user" | "anonymous_user" | undefined>;
  declare readonly scope: pulumi.Output<string[] | undefined>;
  declare readonly organizationUsage: pulumi.Output<"deny" | "allow" | "require" | undefined>;
  declare readonly allowAnyOrganization: pulumi.Output<boolean | undefined>;
  declare readonly allowAllScopes: pulumi.Output<boolean | undefined>;
  declare readonly authorizationDetailsTypes: pulumi.Output<string[] | undefined>;
  /** Whether the grant is a system grant, which belongs to the service. */
  declare readonly isSystem: pulumi.Output<boolean | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a client grant.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, an existing grant is an error.
   */
  constructor(name: string, args: ClientGrantArgs & ClientGrantChoice, opts: pulumi.CustomResourceOptions = {}) {
    super(clientGrant, name, args, opts);
  }
}

/** A client grant as look-ups return it. A property that the service omits is absent. */
export interface GetClientGrantResult {
  /** The id of the grant. */
  readonly id: string;
  /** The id of the application. Declare either this or `defaultFor`. A change replaces the resource. */
  readonly clientId?: string | undefined;
  /**
   * The applications for which the grant is the default: `third_party_clients`. Declare either this or `clientId`. A change replaces the
   * resource.
   */
  readonly defaultFor?: "third_party_clients" | undefined;
  /** The identifier of the API, which must exist: at least 1 character. A change replaces the resource. */
  readonly audience: string;
  /**
   * The subject of the tokens: the application itself (`client`), its users (`user`) or anonymous sessions (`anonymous_user`, early access).
   * Default: `client`. An application has at most one grant of each subject type for an API. A change replaces the resource.
   */
  readonly subjectType: "client" | "user" | "anonymous_user";
  /**
   * The granted scopes, in any order: 1 to 280 characters each. The API need not define these scopes. Not with `allowAllScopes: true`. Default:
   * none.
   */
  readonly scope: string[];
  /** Whether the client credentials flow can be used with organizations. */
  readonly organizationUsage?: "deny" | "allow" | "require" | undefined;
  /**
   * Whether the grant applies to every organization, without a grant for each one. Not for third-party applications.
   */
  readonly allowAnyOrganization?: boolean | undefined;
  /**
   * Whether all scopes of the API are granted, including scopes that are added later. Not for the service's own APIs.
   */
  readonly allowAllScopes: boolean;
  /** The types of rich authorization requests: 1 to 255 characters each. Only with `subjectType: "user"`. */
  readonly authorizationDetailsTypes: string[];
  /** Whether the grant is a system grant, which belongs to the service. */
  readonly isSystem: boolean;
}

/** The filter for client grants. Texts are compared exactly, including letter case. Default: all client grants. */
export interface GetClientGrantsArgs {
  /** The identifier of the API, which must exist: at least 1 character. A change replaces the resource. */
  audience?: string | undefined;
  /** The id of the application. Declare either this or `defaultFor`. A change replaces the resource. */
  clientId?: string | undefined;
  /**
   * The subject of the tokens: the application itself (`client`), its users (`user`) or anonymous sessions (`anonymous_user`, early access).
   * Default: `client`. An application has at most one grant of each subject type for an API. A change replaces the resource.
   */
  subjectType?: string | undefined;
}

/** {@link GetClientGrantsArgs} with values that may be outputs. */
export type GetClientGrantsOutputArgs = OutputArgs<GetClientGrantsArgs>;

/** The result of {@link getClientGrants}. */
export interface GetClientGrantsResult {
  /** The objects, in the service's order. */
  readonly clientGrants: GetClientGrantResult[];
}

const { one, all } = commonLookUps<
  GetClientGrantsArgs,
  GetClientGrantResult,
  GetClientGrantsArgs,
  GetClientGrantsResult
>(clientGrant);

/**
 * The client grant that matches. Route: `GET /client-grants`; scope: `read:client_grants`. {@link LookUp} describes the
 * common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const grant = await tenant.getClientGrant({ audience: "https://orders.example.com" });
 * export const grantId = grant.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if none or several match; the error lists the objects found (audience, id)
 */
export const getClientGrant = one.plain;

/** {@link getClientGrant} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getClientGrantOutput = one.output;

/**
 * The tenant's client grants. Route: `GET /client-grants`; scope: `read:client_grants`. The function reads all client
 * grants and then applies the filters. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { clientGrants } = await tenant.getClientGrants();
 * export const clientGrantNames = clientGrants.map(({ audience }) => audience);
 * ```
 */
export const getClientGrants = all.plain;

/** {@link getClientGrants} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getClientGrantsOutput = all.output;
