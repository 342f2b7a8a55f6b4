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
 * An application: what logs in, and what gets tokens.
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
 * **Names are not unique.** A creation makes another application, whoever has the name. `adopt: true` takes over the one that has it, and
 * fails where several do. An application is known by its id. So after a run that was killed while it made one, `TENANT_ADOPT=true` takes
 * that over; without it, the next run makes another one. If the program has a later application of the same name, the old one is not
 * deleted: the resource may only have another name. `adopt: false` in the later one says that a new application is meant.
 *
 * **Secrets**: the tenant's secret enters no output, unless `readClientSecret` is true; then it is encrypted. `clientSecret` sets one of
 * your own. `secretRotation` makes the service rotate it, last of all. The state has an encrypted, keyed hash of the last secret
 * (`secretFingerprint`), so that an answer that was lost neither rotates it twice nor loses it. A refresh that sees another secret takes
 * note of it: the next rotation replaces that one. Private keys of an answer are dropped.
 *
 * **Updates** send what changes. The service merges `jwtConfiguration`, `sessionTransfer`, `mobile`, `nativeSocialLogin`, metadata (by key)
 * and addons (by name), and so what others have set there stays. It takes addons away only all at once: where one of several is declared
 * no more, an update takes two calls, and is refused while others are there that nobody declared.
 *
 * **Replacement**: `resourceServerIdentifier`, `thirdPartySecurityMode` and `jwtConfiguration.secretEncoded` cannot be changed. Another
 * application with another client id takes its place, and a warning says so.
 *
 * **Deletion** takes its grants and credentials with it, and it leaves all connections.
 *
 * **One's own access**: the application that the credentials are of is neither changed nor deleted, unless `TENANT_ALLOW_OWN_CLIENT=true`
 * is set for the run. The tenant's global application, and those that registered themselves, are refused.
 *
 * **Events**: the service sends none about applications. Only a refresh finds somebody else's change.
 *
 * Routes: `POST /clients`, `GET|PATCH|DELETE /clients/{id}`; to find one by its name, `GET /clients`; with `secretRotation`
 * `POST /clients/{id}/rotate-secret`. Scopes: `create|read|update|delete:clients`; for secrets `read|update:client_keys`; for a change of
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
  /** With `readClientSecret`: the secret that the tenant has, encrypted. Else nothing. */
  declare readonly clientSecret: pulumi.Output<string | undefined>;
  declare readonly secretRotation: pulumi.Output<string | undefined>;
  /** With `secretRotation`: a keyed hash of the last secret, encrypted. */
  declare readonly secretFingerprint: pulumi.Output<string | undefined>;
  /** Its id, by which connections and grants name it. */
  declare readonly clientId: pulumi.Output<string>;
  /** Whether it is the tenant's global application. */
  declare readonly isGlobal: pulumi.Output<boolean | undefined>;
  /** How it was registered: `cimd` by a metadata document, `dcr` by itself. */
  declare readonly externalMetadataType: pulumi.Output<string | undefined>;
  /** The URL of its metadata document. */
  declare readonly externalClientId: pulumi.Output<string | undefined>;

  /**
   * Manages an application.
   *
   * All wrong arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: ClientArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(client, name, args, opts);
  }
}

/** {@link ClientJwtConfiguration} with plain values. */
type ClientJwtConfigurationValues = pulumi.Unwrap<Omit<ClientJwtConfiguration, "scopes">> & {
  scopes?: Readonly<Record<string, unknown>> | undefined;
};

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
export interface GetClientResult extends Plain<Omit<ClientArgs, Hidden | "jwtConfiguration">> {
  /** What the service asks for and answers of the tokens that an application gets. */
  readonly jwtConfiguration?: ClientJwtConfigurationValues;
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
