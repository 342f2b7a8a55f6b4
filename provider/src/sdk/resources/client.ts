import type * as pulumi from "@pulumi/pulumi";
import { client } from "../../definitions/client.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { key, text } from "../arguments.ts";
import { TenantResource } from "../base.ts";
import type { OutputArgs, Plain } from "../data-source.ts";
import { lookUps } from "../look-ups.ts";
import type {
  ClientAnonymousSessions,
  ClientAppType,
  ClientArgs,
  ClientB2bIntegrationConfiguration,
  ClientDefaultOrganization,
  ClientEncryptionKey,
  ClientExpressConfiguration,
  ClientFedcmLogin,
  ClientIdentityAssertionAuthorizationGrant,
  ClientJwtConfiguration,
  ClientMobile,
  ClientMyOrganizationConfiguration,
  ClientNativeSocialLogin,
  ClientOidcLogout,
  ClientRefreshToken,
  ClientSessionTransfer,
  ClientSignedRequestObject,
  ClientTokenExchange,
  ClientTokenQuota,
  ClientTokenVaultPrivilegedAccess,
} from "./client-args.ts";

/**
 * An application (client): it logs users in, or gets tokens for itself.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const shop = new tenant.Client("shop", {
 *   name: "Shop",
 *   appType: "spa",
 *   tokenEndpointAuthMethod: "none",
 *   grantTypes: ["authorization_code", "refresh_token"],
 *   callbacks: ["https://shop.example.com/callback"],
 *   allowedLogoutUrls: ["https://shop.example.com"],
 *   oidcConformant: true,
 * });
 * export const clientId = shop.clientId;
 * ```
 *
 * **Names are not unique.** A creation makes a new application even if the name is in use. `adopt: true` adopts the application with the
 * name, and fails if several have it. Only the id identifies an application. So if a run was killed during the creation, run with
 * `TENANT_ADOPT=true` to adopt the application; without it, the next run creates another one. If you remove a resource while the program
 * declares a newer application with the same name, the old application is not deleted, because the resource may only have been renamed.
 * `adopt: false` in the newer resource declares that a new application is intended.
 *
 * **Secrets**: no output contains the application's secret unless `readClientSecret` is true; the output is then encrypted. The argument
 * `clientSecret` sets a secret of your choice. `secretRotation` makes the service rotate the secret, as the last step of the run. The state
 * has an encrypted, keyed hash of the last secret (`secretFingerprint`), so a lost response causes neither a second rotation nor a lost
 * secret. If the secret was changed outside Pulumi, a refresh records it, and the next rotation replaces it. Private keys in responses are
 * dropped.
 *
 * **Updates** send the changed properties. The service merges `jwtConfiguration`, `sessionTransfer`, `mobile`, `nativeSocialLogin`,
 * metadata (by key) and addons (by name), so undeclared members stay. The API can only remove all addons together. If you remove one of
 * several addons, the update takes two calls; it is refused while the tenant has undeclared addons.
 *
 * **Replacement**: `resourceServerIdentifier`, `thirdPartySecurityMode` and `jwtConfiguration.secretEncoded` cannot be changed. Their
 * change creates a new application with another client id, with a warning.
 *
 * **Deletion** also deletes the application's grants and credentials, and disables it for all connections.
 *
 * **Own access**: the application whose credentials the run uses is neither changed nor deleted, unless `TENANT_ALLOW_OWN_CLIENT=true` is
 * set for the run. The tenant's global application and self-registered applications are refused.
 *
 * **Events**: the service sends no events about applications. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /clients`, `GET|PATCH|DELETE /clients/{id}`; to find one by its name, `GET /clients`; with `secretRotation` `POST
 * /clients/{id}/rotate-secret`. Scopes: `create|read|update|delete:clients`; for secrets `read|update:client_keys`; for a change of
 * `tokenVaultPrivilegedAccess` `create|read|delete:client_credentials` and `update:client_token_vault_privileged_access`.
 */
export class Client extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(client.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly description: pulumi.Output<string | undefined>;
  declare readonly logoUri: pulumi.Output<string | undefined>;
  declare readonly appType: pulumi.Output<ClientAppType | undefined>;
  declare readonly isFirstParty: pulumi.Output<boolean | undefined>;
  declare readonly callbacks: pulumi.Output<string[] | undefined>;
  declare readonly allowedLogoutUrls: pulumi.Output<string[] | undefined>;
  declare readonly allowedOrigins: pulumi.Output<string[] | undefined>;
  declare readonly webOrigins: pulumi.Output<string[] | undefined>;
  declare readonly allowedClients: pulumi.Output<string[] | undefined>;
  declare readonly clientAliases: pulumi.Output<string[] | undefined>;
  declare readonly initiateLoginUri: pulumi.Output<string | undefined>;
  declare readonly redirectionPolicy: pulumi.Output<"allow_always" | "open_redirect_protection" | undefined>;
  declare readonly skipNonVerifiableCallbackUriConfirmationPrompt: pulumi.Output<boolean | undefined>;
  declare readonly crossOriginAuthentication: pulumi.Output<boolean | undefined>;
  declare readonly crossOriginLoc: pulumi.Output<string | undefined>;
  declare readonly customLoginPageOn: pulumi.Output<boolean | undefined>;
  declare readonly customLoginPage: pulumi.Output<string | undefined>;
  declare readonly customLoginPagePreview: pulumi.Output<string | undefined>;
  declare readonly formTemplate: pulumi.Output<string | undefined>;
  declare readonly sso: pulumi.Output<boolean | undefined>;
  declare readonly ssoDisabled: pulumi.Output<boolean | undefined>;
  declare readonly grantTypes: pulumi.Output<string[] | undefined>;
  declare readonly tokenEndpointAuthMethod: pulumi.Output<
    "none" | "client_secret_post" | "client_secret_basic" | undefined
  >;
  declare readonly isTokenEndpointIpHeaderTrusted: pulumi.Output<boolean | undefined>;
  declare readonly oidcConformant: pulumi.Output<boolean | undefined>;
  declare readonly requirePushedAuthorizationRequests: pulumi.Output<boolean | undefined>;
  declare readonly requireProofOfPossession: pulumi.Output<boolean | undefined>;
  declare readonly parRequestExpiry: pulumi.Output<number | undefined>;
  declare readonly complianceLevel: pulumi.Output<
    "none" | "fapi1_adv_pkj_par" | "fapi1_adv_mtls_par" | "fapi2_sp_pkj_mtls" | "fapi2_sp_mtls_mtls" | undefined
  >;
  declare readonly jwtConfiguration: pulumi.Output<ClientJwtConfigurationValues | undefined>;
  declare readonly refreshToken: pulumi.Output<pulumi.Unwrap<ClientRefreshToken> | undefined>;
  declare readonly tokenExchange: pulumi.Output<pulumi.Unwrap<ClientTokenExchange> | undefined>;
  declare readonly tokenQuota: pulumi.Output<pulumi.Unwrap<ClientTokenQuota> | undefined>;
  declare readonly signedRequestObject: pulumi.Output<pulumi.Unwrap<ClientSignedRequestObject> | undefined>;
  declare readonly encryptionKey: pulumi.Output<pulumi.Unwrap<ClientEncryptionKey> | undefined>;
  declare readonly tokenVaultPrivilegedAccess: pulumi.Output<
    pulumi.Unwrap<ClientTokenVaultPrivilegedAccess> | undefined
  >;
  declare readonly identityAssertionAuthorizationGrant: pulumi.Output<
    pulumi.Unwrap<ClientIdentityAssertionAuthorizationGrant> | undefined
  >;
  declare readonly oidcLogout: pulumi.Output<pulumi.Unwrap<ClientOidcLogout> | undefined>;
  declare readonly sessionTransfer: pulumi.Output<pulumi.Unwrap<ClientSessionTransfer> | undefined>;
  declare readonly anonymousSessions: pulumi.Output<pulumi.Unwrap<ClientAnonymousSessions> | undefined>;
  declare readonly nativeSocialLogin: pulumi.Output<pulumi.Unwrap<ClientNativeSocialLogin> | undefined>;
  declare readonly fedcmLogin: pulumi.Output<pulumi.Unwrap<ClientFedcmLogin> | undefined>;
  declare readonly mobile: pulumi.Output<pulumi.Unwrap<ClientMobile> | undefined>;
  declare readonly asyncApprovalNotificationChannels: pulumi.Output<("guardian-push" | "email")[] | undefined>;
  declare readonly organizationUsage: pulumi.Output<"deny" | "allow" | "require" | undefined>;
  declare readonly organizationRequireBehavior: pulumi.Output<
    "no_prompt" | "pre_login_prompt" | "post_login_prompt" | undefined
  >;
  declare readonly organizationDiscoveryMethods: pulumi.Output<string[] | undefined>;
  declare readonly defaultOrganization: pulumi.Output<pulumi.Unwrap<ClientDefaultOrganization> | undefined>;
  declare readonly myOrganizationConfiguration: pulumi.Output<
    pulumi.Unwrap<ClientMyOrganizationConfiguration> | undefined
  >;
  declare readonly b2bIntegrationConfiguration: pulumi.Output<
    pulumi.Unwrap<ClientB2bIntegrationConfiguration> | undefined
  >;
  declare readonly expressConfiguration: pulumi.Output<pulumi.Unwrap<ClientExpressConfiguration> | undefined>;
  declare readonly addons: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  declare readonly clientMetadata: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  declare readonly resourceServerIdentifier: pulumi.Output<string | undefined>;
  declare readonly thirdPartySecurityMode: pulumi.Output<"strict" | "permissive" | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  /** With `readClientSecret`: the application's secret, encrypted. Otherwise absent. */
  declare readonly clientSecret: pulumi.Output<string | undefined>;
  declare readonly secretRotation: pulumi.Output<string | undefined>;
  /** With `secretRotation`: a keyed hash of the last secret, encrypted. */
  declare readonly secretFingerprint: pulumi.Output<string | undefined>;
  /** The id by which connections and grants refer to the application. */
  declare readonly clientId: pulumi.Output<string>;
  /** Whether the application is the tenant's global application. */
  declare readonly isGlobal: pulumi.Output<boolean | undefined>;
  /** How the application was registered: `cimd` by a metadata document, `dcr` by itself (dynamic client registration). */
  declare readonly externalMetadataType: pulumi.Output<string | undefined>;
  /** The URL of the metadata document. */
  declare readonly externalClientId: pulumi.Output<string | undefined>;

  /**
   * Manages an application.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: ClientArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(client, name, args, opts);
  }
}

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

/** The filter for applications. Texts must be equal, including letter case. Default: all applications. */
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
