import { type Definition, defaultsTo, scopesFor } from "../../schema/definition.ts";
import { type JsonObject, own, type Path } from "../../schema/json.ts";
import type { Fields, PathRules, Schema } from "../../schema/schema.ts";
import type { Documented } from "../../schema/secrecy/by-path.ts";
import { applicationFields, organizationFields, sessionFields, tokenFields } from "./definition-fields.ts";

/** The documented secrets in addons. Undocumented secrets are recognized by their names. */
const secretsOfAddons: Documented = {
  secret: [
    ["azure_blob", "storageAccessKey"],
    ["azure_sb", "sasKey"],
    ["firebase", "secret"],
    ["firebase", "private_key"],
    ["salesforce_api", "clientid"],
    ["salesforce_api", "principal"],
    ["salesforce_sandbox_api", "clientid"],
    ["salesforce_sandbox_api", "principal"],
    ["layer", "privateKey"],
    ["sap_api", "servicePassword"],
    ["wams", "masterkey"],
  ],
  plain: [
    ["azure_sb", "sasKeyName"],
    ["firebase", "private_key_id"],
    ["layer", "keyId"],
  ],
  names: new Set(["samlp", "wsfed", "box", "cloudbees", "concur", "dropbox", "slack", "sentry", "rms", "mscrm"]),
};

/** An addon is turned on by being there: some have no settings. */
function rulesOfAddon(path: Path): PathRules {
  return path.length === 1 ? { countsIfEmpty: true } : {};
}

/** An application (client). */
export const clientSchema = {
  noun: "application",
  destinations: [{ addresses: ["/addons/sap_api/tokenEndpointUrl"], secrets: ["/addons/sap_api"] }],
  secretsAtRest: [
    { secrets: ["/clientSecret"], why: "The service only compares it with the secret that an application sends." },
    {
      secrets: [
        ...["azure_blob", "azure_sb", "firebase", "layer", "wams", "salesforce_api", "salesforce_sandbox_api"],
        ...["samlp", "wsfed"],
      ].map((name) => `/addons/${name}`),
      why: "The service signs tokens with these keys and ids, or sends them to an address of the addon that no property changes.",
    },
    { secrets: ["/clientMetadata"], why: "The service sends metadata nowhere. An action can read it." },
  ],
  fields: {
    ...applicationFields,
    ...tokenFields,
    ...sessionFields,
    ...organizationFields,
    /** The addons, under the service's own names. Only declared keys are managed, at any depth. Cleared by null. */
    // The service merges addons by their names, and replaces the contents of each sent addon.
    addons: {
      kind: "document",
      documented: () => secretsOfAddons,
      clear: { how: "null" },
      rulesAt: rulesOfAddon,
      safeguard: "Addons send assertions and tokens of users to the addresses in them.",
    },
    /** Custom keys and values: at most 10 keys, values of at most 255 characters. Undeclared keys stay. Cleared by null. */
    clientMetadata: {
      kind: "document",
      merges: true,
      absent: {},
      values: { kind: "string", max: 255 },
      max: 10,
      clear: { how: "null" },
      safeguard: "Actions can decide by these values, and every action can read them.",
    },
    /**
     * The identifier of the API that the application represents: {@bounds}. Only with `appType: "resource_server"`. A change replaces the
     * resource.
     */
    // An update can change neither resourceServerIdentifier nor thirdPartySecurityMode.
    resourceServerIdentifier: {
      kind: "string",
      forceNewIfDeclared: true,
      min: 1,
      max: 600,
      clear: { how: "release" },
      refersTo: { type: "resourceServer", property: "identifier" },
      safeguard: "The application can act as this API, and exchange the tokens that the API gets.",
    },
    /**
     * The security mode of a third-party application. Default of new applications: `strict` since 23 October 2026, earlier `permissive`.
     * `permissive` needs a tenant that had third-party applications before that date. A change replaces the resource.
     */
    thirdPartySecurityMode: {
      kind: "string",
      forceNewIfDeclared: true,
      oneOf: ["strict", "permissive"],
      clear: { how: "release" },
      safeguard: "With `permissive`, the application may use grants, algorithms and APIs that `strict` refuses.",
    },
    /**
     * A secret of your choice: {@bounds}. Write-only: it is sent when it changes, and drift is not detected. Needs the scope
     * `update:client_keys`. Cannot be cleared.
     *
     * @output With `readClientSecret`: the application's secret, encrypted. Otherwise absent.
     */
    clientSecret: {
      kind: "string",
      secret: true,
      subresource: true,
      min: 1,
      reads: { how: "never" },
      clear: { how: "release" },
      shownBy: "readClientSecret",
    },
    /**
     * Any text or number: a change makes the service rotate the secret. A first declaration, an adoption and an import only record the value. Needs
     * the scopes `read:client_keys` and `update:client_keys`. Not together with `clientSecret`. Cannot be cleared.
     */
    secretRotation: {
      kind: "string",
      notSecret: true,
      subresource: true,
      startsAct: true,
      orNumber: true,
      reads: { how: "never" },
      clear: { how: "release" },
    },
    /** With `secretRotation`: a keyed hash of the last secret, encrypted. */
    secretFingerprint: { kind: "string", computed: true, secret: true },
    /** The id by which connections and grants refer to the application. */
    clientId: { kind: "string", required: true, computed: true },
    /**
     * The public part of the keys with which the service signs for the application, such as SAML responses. Only with the scope `read:client_keys`.
     *
     * @interface ClientSigningKey The public part of a key with which the service signs for an application.
     */
    // The response to a creation also has the private key. It is no field here, so the state never contains it.
    signingKeys: {
      kind: "list",
      computed: true,
      // The response to a creation has another subject than later ones.
      volatile: true,
      notSecret: true,
      item: {
        kind: "object",
        notSecret: true,
        fields: {
          /** The certificate in PEM form. */
          cert: { kind: "string", notSecret: true },
          /** The certificate as PKCS #7. */
          pkcs7: { kind: "string", notSecret: true },
          /** The subject of the certificate. The service answers `deprecated` instead after the creation. */
          subject: { kind: "string", notSecret: true },
        },
      },
    },
    /** Whether the application is the tenant's global application. */
    isGlobal: { kind: "boolean", computed: true, wire: "global", absent: false },
    /** How the application was registered: `cimd` by a metadata document, `dcr` by itself (dynamic client registration). */
    // The service returns this property only for clients that registered themselves or were registered by a metadata document.
    externalMetadataType: { kind: "string", computed: true },
    /**
     * The URL of the metadata document by which the service registers the application, instead of `name`: {@bounds}. No two applications have the
     * same. The document defines the name, the callbacks, the logo, the grant types and the keys: the program can declare none of them. A change
     * replaces the resource.
     *
     * **Security**: whoever can change the document at `externalClientId` decides where the service sends the users of the application.
     *
     * @example https://agent.example.com/metadata.json
     */
    externalClientId: {
      kind: "string",
      forceNew: true,
      min: 1,
      max: 120,
      safeguard: "Whoever can change the document decides where the service sends the users of the application.",
    },
  },
  metaArguments: {
    /**
     * Whether the output `clientSecret` contains the application's secret, read from the tenant. It is encrypted in the state. Needs the scope
     * `read:client_keys`. Default: false.
     */
    readClientSecret: { kind: "boolean" },
  },
} as const satisfies Schema;

const scopes = scopesFor("clients");

/**
 * An application (client): it logs users in, or gets tokens for itself.
 *
 * {@example}
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
 * secret. If a rotation fails, the state keeps the earlier value of `secretRotation`: the new value still rotates the secret, and a program with the
 * earlier value does not. If the secret was changed outside Pulumi, a refresh records it, and the next rotation replaces it. Private keys in responses
 * are dropped.
 *
 * **Updates** send the changed properties. The service merges `jwtConfiguration`, `sessionTransfer`, `mobile`, `nativeSocialLogin`,
 * metadata (by key) and addons (by name), so undeclared properties stay. The API can only remove all addons together. If you remove one of
 * several addons, the update removes all of them and adds the remaining ones again; it is refused while the remaining addons have undeclared values. An
 * addon without settings is declared as `{}`. If it is missing, that is drift.
 *
 * **Metadata documents**: `externalClientId` instead of `name` registers the application by its metadata document (CIMD). The creation first looks
 * whether the application exists, because a second registration would read the document again and change the application: without `adopt`, that is an error. After
 * that, only what the service lets a program set is sent: `description`, `appType`, `allowedOrigins`, `webOrigins`, `oidcConformant`,
 * `jwtConfiguration`, `refreshToken`, `clientMetadata`, `organizationUsage`, `organizationRequireBehavior`, `organizationDiscoveryMethods`,
 * `defaultOrganization`, `requireProofOfPossession`, `tokenQuota` and `skipNonVerifiableCallbackUriConfirmationPrompt`. Nothing registers a changed
 * document again.
 *
 * **Replacement**: `externalClientId`, `resourceServerIdentifier`, `thirdPartySecurityMode` and `jwtConfiguration.secretEncoded` cannot be changed. If
 * the program changes one of them, a new application with another client id is created, and a warning says so.
 *
 * **Deletion** also deletes the application's grants and credentials, and disables it for all connections.
 *
 * **Own access**: the application whose credentials the run uses is neither changed nor deleted, unless `TENANT_ALLOW_OWN_CLIENT=true` is
 * set for the run. The tenant's global application, self-registered applications, and those of a metadata document that no `externalClientId`
 * declares are refused.
 *
 * **Events**: the service sends no events about applications. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /clients`, `GET|PATCH|DELETE /clients/{id}`; with `externalClientId` `POST /clients/cimd/register`; to find one by its name or URL,
 * `GET /clients`; with `secretRotation` `POST /clients/{id}/rotate-secret`. Scopes: `create|read|update|delete:clients`; for secrets `read|update:client_keys`; for a change of
 * `tokenVaultPrivilegedAccess` `create|read|delete:client_credentials` and `update:client_token_vault_privileged_access`; for a change of
 * `signedRequestObject` `create|read|update|delete:client_credentials`.
 *
 * @arguments Declare the values that must differ from the service's defaults, which the page of this resource lists.
 * @either name externalClientId
 * @adopt Whether the existing application with this `name` or `externalClientId` is adopted instead of creating another one. If several applications have the name, the creation
 * fails. Only used at creation.
 */
export const client = {
  type: "Client",
  schema: clientSchema,
  plural: "applications",
  route: "clients",
  idName: "client_id",
  scopes: {
    ...scopes,
    // A rotation reads the secret, to compare it with the previous one.
    update: [
      ...scopes.update,
      ...["read:client_keys", "update:client_keys"],
      ...["read", "create", "update", "delete"].map((verb) => `${verb}:client_credentials`),
      "update:client_token_vault_privileged_access",
    ],
  },
  // ClientAuthentication manages `client_authentication_methods`. `oidc_backchannel_logout` and `cross_origin_auth` are older forms of
  // `oidcLogout` and `crossOriginAuthentication`.
  setByService: [
    ...["client_authentication_methods", "oidc_backchannel_logout", "cross_origin_auth", "jwks_uri"],
    ...["external_metadata_created_by", "callback_url_template", "encrypted", "owners", "config_route"],
  ],
  // Several applications can have the same name, so the name only helps to find them. The URL of a metadata document is unique.
  uniqueBy: ["name", "externalClientId"],
  sharesNames: { unless: "externalClientId" },
  rateGroups: [{ route: "clients", calls: "reads", isOptional: true }],
  listing: { paging: "both", names: ["name", "client_id"], isNamed: true },
} as const satisfies Definition;

/** The methods by which an application authenticates without a secret, each with its type of credential. */
export const typeOfMethod = {
  private_key_jwt: "public_key",
  tls_client_auth: "cert_subject_dn",
  self_signed_tls_client_auth: "x509_cert",
} as const;

/** The name of an authentication method without a secret. */
export type Method = keyof typeof typeOfMethod;

/** Maximum number of credentials of an application, in use or not. */
export const maxCredentials = 4;
/** Maximum number of credentials that its authentication method uses at the same time. */
export const maxPerMethod = 2;

const plain = { notSecret: true } as const;

/** A credential, as a program declares it. It contains no secrets: all keys are public keys. */
export const credentialFields = {
  name: { kind: "string", max: 128, createOnly: true, ...plain },
  credentialType: { kind: "string", oneOf: ["public_key", "cert_subject_dn", "x509_cert"], ...plain },
  pem: { kind: "string", min: 1, ...plain },
  algorithm: { kind: "string", wire: "alg", oneOf: ["RS256", "RS384", "PS256"], createOnly: true, ...plain },
  subjectDn: { kind: "string", min: 1, max: 256, ...plain },
  parseExpiryFromCert: { kind: "boolean", ...plain },
  expiresAt: {
    kind: "string",
    pattern: {
      source: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)$",
      says: "must be a time with a time zone, such as 2031-01-31T00:00:00Z",
    },
    ...plain,
  },
  kid: {
    kind: "string",
    pattern: { source: "^[0-9A-Za-z_-]{10,64}$", says: "must be 10 to 64 letters, digits, - and _" },
    ...plain,
  },
  thumbprint: {
    kind: "string",
    wire: "thumbprint_sha256",
    pattern: { source: "^[0-9A-Za-z_-]{43}$", says: "must be the SHA-256 thumbprint of a certificate as base64url" },
    ...plain,
  },
} as const satisfies Fields;

/** The credentials with which an application authenticates. */
const clientAuthenticationSchema = {
  noun: "authentication of an application",
  fields: {
    clientId: {
      kind: "string",
      forceNew: true,
      required: true,
      idOf: "client",
      min: 1,
      refusedTargets: {
        type: client.type,
        why: ({ jwtConfiguration }) =>
          own(jwtConfiguration, "alg") === "HS256"
            ? 'declares jwtConfiguration.alg "HS256", which the service refuses together with credentials'
            : undefined,
      },
    },
    method: {
      kind: "string",
      required: true,
      oneOf: ["private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth"],
      ...plain,
      safeguard: "The method determines how the application proves its identity.",
    },
    credentials: {
      kind: "list",
      required: true,
      max: maxPerMethod,
      safeguard: "Anyone with one of the private keys can act as the application.",
      item: { kind: "object", fields: credentialFields, ...plain },
      ...plain,
    },
    attachedCredentials: {
      kind: "list",
      computed: true,
      item: {
        kind: "object",
        fields: {
          id: { kind: "string", required: true, ...plain },
          kid: { kind: "string", ...plain },
          thumbprint: { kind: "string", ...plain },
          name: { kind: "string", ...plain },
        },
        ...plain,
      },
      ...plain,
    },
    // The token endpoint method that the application had before this resource was created. The deletion restores it.
    methodBefore: { kind: "string", computed: true, ...plain },
    // Credentials that an interrupted run may have left at the tenant, by id, or by type and key. The next run recognizes them by this list.
    unfinished: { kind: "list", computed: true, absent: [], item: { kind: "string" }, ...plain },
  },
} as const satisfies Schema;

const [read, update] = ["read:client_credentials", "update:client_credentials"];

/** The credentials with which applications authenticate. */
export const clientAuthentication = {
  type: "ClientAuthentication",
  schema: clientAuthenticationSchema,
  plural: "authentications of applications",
  route: "clients",
  idName: "client_id",
  scopes: {
    create: ["read:clients", read, "create:client_credentials", "update:clients", update],
    read: [read],
    update: [read, "create:client_credentials", "update:clients", update, "delete:client_credentials"],
    delete: [read, "update:clients", update, "delete:client_credentials"],
  },
  uniqueBy: ["clientId"],
  replacedInPlace: true,
  // The listing tells which applications have credentials. An import reads only their credentials, with one call per application.
  listing: { paging: "both", names: ["name", "client_id"] },
  excludes: {
    whole: client,
    property: "tokenEndpointAuthMethod",
    by: { argument: "clientId", property: "clientId" },
  },
} as const satisfies Definition;

/** A client grant: the scopes of an API that an application can get. */
export const clientGrantSchema = {
  noun: "client grant",
  fields: {
    /** The id of the application. Declare either this or `defaultFor`. A change replaces the resource. */
    // A grant is either for an application or the default for all applications of a kind.
    clientId: { kind: "string", forceNew: true, idOf: "client", min: 1 },
    /**
     * The applications for which the grant is the default: `third_party_clients`. Declare either this or `clientId`. A change replaces the
     * resource.
     */
    defaultFor: {
      kind: "string",
      forceNew: true,
      oneOf: ["third_party_clients"],
      safeguard: "A default grant is in force for every third-party application.",
    },
    /**
     * The identifier of the API, which must exist: at least 1 character. A change replaces the resource.
     *
     * @example https://orders.example.com
     */
    audience: {
      kind: "string",
      forceNew: true,
      required: true,
      min: 1,
      refersTo: { type: "resourceServer", property: "identifier" },
    },
    /**
     * The subject of the tokens: the application itself (`client`), its users (`user`) or anonymous sessions (`anonymous_user`, early access).
     * Default: `client`. An application has at most one grant of each subject type for an API. A change replaces the resource.
     */
    // Older tenants omit the value if it is "client".
    subjectType: {
      kind: "string",
      forceNew: true,
      oneOf: ["client", "user", "anonymous_user"],
      absent: "client",
      safeguard: "The value determines whether the scopes are for the application itself or for its users.",
    },
    /**
     * The granted scopes, in any order: 1 to 280 characters each. The API need not define these scopes. Not with `allowAllScopes: true`. Default:
     * none. When cleared: none.
     */
    // If `allowAllScopes` is true, the Management API returns no scopes.
    scope: {
      kind: "set",
      item: { kind: "string", min: 1, max: 280 },
      ...defaultsTo([]),
      safeguard: "The scopes are the application's permissions on the API.",
      weaker: "more",
      namedIn: { via: "audience", property: "scopes" },
      grantsTo: ["clientId", "defaultFor"],
    },
    /** Whether the client credentials flow can be used with organizations. Cleared by null. */
    organizationUsage: {
      kind: "string",
      oneOf: ["deny", "allow", "require"],
      clear: { how: "null" },
      safeguard: "The value determines whether the application can act for organizations.",
    },
    /**
     * Whether the grant applies to every organization, without a grant for each one. Not for third-party applications. Cleared by null.
     */
    allowAnyOrganization: {
      kind: "boolean",
      clear: { how: "null" },
      safeguard: "If true, the application can act for every organization.",
      weaker: true,
      grantsTo: ["clientId", "defaultFor"],
    },
    /** Whether all scopes of the API are granted, including scopes that are added later. Not for the service's own APIs. When cleared: false. */
    allowAllScopes: {
      kind: "boolean",
      ...defaultsTo(false),
      safeguard: "If true, the application gets all scopes of the API, including scopes that are added later.",
      weaker: true,
      grantsTo: ["clientId", "defaultFor"],
    },
    /** The types of rich authorization requests: 1 to 255 characters each. Only with `subjectType: "user"`. When cleared: none. */
    authorizationDetailsTypes: {
      kind: "set",
      item: { kind: "string", min: 1, max: 255 },
      ...defaultsTo([]),
      safeguard: "The application can ask users for these further permissions.",
      weaker: "more",
    },
    /** Whether the grant is a system grant, which belongs to the service. */
    // The service returns this property only for system grants.
    isSystem: { kind: "boolean", computed: true, absent: false },
  },
} as const satisfies Schema;

/**
 * The scopes of an API that an application can get in its tokens.
 *
 * {@example}
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
 *
 * @arguments Removing a property from the program clears it at the tenant.
 *
 * @either clientId defaultFor
 *
 * @adopt Whether an existing grant with this application (or `defaultFor`), `audience` and `subjectType` is adopted instead of causing an
 * error. Only used at creation.
 *
 * @constructor Manages a client grant.
 *
 * All invalid arguments are reported at once, before anything is sent. Without `adopt`, an existing grant is an error.
 */
export const clientGrant = {
  type: "ClientGrant",
  schema: clientGrantSchema,
  plural: "client grants",
  route: "client-grants",
  scopes: scopesFor("client_grants"),
  // For each API, an application can have a grant for its own tokens and one for its users' tokens.
  uniqueBy: ["audience", "clientId", "defaultFor", "subjectType"],
  replacedInPlace: true,
  listing: { paging: "checkpoint", names: ["audience", "id", "client_id"] },
  lookUps: { filters: ["audience", "clientId", "subjectType"] },
} as const satisfies Definition;

/** Whether an application of the tenant registered itself, or was registered by a metadata document. */
export function isRegistered(live: JsonObject): boolean {
  return Object.keys(registrationIn(live)).length > 0;
}

/** The values that tell how an application was registered. Responses to updates lack them. */
export function registrationIn(live: JsonObject): JsonObject {
  const names = ["externalMetadataType", "externalClientId"];
  return Object.fromEntries(Object.entries(live).filter(([name]) => names.includes(name)));
}

/** Why no program can manage an application that {@link isRegistered}. */
export const registered =
  "it registered itself or is registered by a metadata document, which defines its properties. Declare the document's URL as `externalClientId` instead " +
  "of a name, or change the document, or remove the application from the program";
