import { type Definition, scopesFor } from "../schema/definition.ts";
import type { Schema } from "../schema/schema.ts";
import type { Documented } from "../schema/secrecy/by-path.ts";
import { applicationFields, organizationFields, sessionFields, tokenFields } from "./client-fields.ts";

/** The documented secrets in addons. Undocumented ones are recognized by their names. */
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

/** An application (client). */
export const clientSchema = {
  noun: "application",
  fields: {
    ...applicationFields,
    ...tokenFields,
    ...sessionFields,
    ...organizationFields,
    /** The addons, under the service's own names. Only declared keys are managed, at any depth. Cleared by null. */
    // The service merges addons by their names, and replaces the contents of each.
    addons: { kind: "document", documented: () => secretsOfAddons, clear: { how: "null" } },
    /** Custom keys and values: at most 10 keys, values of at most 255 characters. Undeclared keys stay. Cleared by null. */
    clientMetadata: {
      kind: "document",
      merges: true,
      absent: {},
      values: { kind: "string", max: 255 },
      max: 10,
      clear: { how: "null" },
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
      orNumber: true,
      reads: { how: "never" },
      clear: { how: "release" },
    },
    /** With `secretRotation`: a keyed hash of the last secret, encrypted. */
    secretFingerprint: { kind: "string", computed: true, secret: true },
    /** The id by which connections and grants refer to the application. */
    clientId: { kind: "string", required: true, computed: true },
    /** Whether the application is the tenant's global application. */
    isGlobal: { kind: "boolean", computed: true, wire: "global", absent: false },
    /** How the application was registered: `cimd` by a metadata document, `dcr` by itself (dynamic client registration). */
    // The service returns this property and the next one only for clients that registered themselves or were registered by a metadata document.
    externalMetadataType: { kind: "string", computed: true },
    /** The URL of the metadata document. */
    externalClientId: { kind: "string", computed: true },
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
 * secret. If the secret was changed outside Pulumi, a refresh records it, and the next rotation replaces it. Private keys in responses are
 * dropped.
 *
 * **Updates** send the changed properties. The service merges `jwtConfiguration`, `sessionTransfer`, `mobile`, `nativeSocialLogin`,
 * metadata (by key) and addons (by name), so undeclared members stay. The API can only remove all addons together. If you remove one of
 * several addons, the update takes two calls; it is refused while the tenant has undeclared addons.
 *
 * **Replacement**: `resourceServerIdentifier`, `thirdPartySecurityMode` and `jwtConfiguration.secretEncoded` cannot be changed. If the program
 * changes one of them, a new application with another client id is created, and a warning says so.
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
 *
 * @arguments Declare the values that must differ from the service's defaults, which the page of this resource lists.
 * @adopt Whether the existing application with this `name` is adopted instead of creating another one. If several applications have the name, the creation
 * fails. Only used at creation.
 */
export const client = {
  type: "Client",
  schema: clientSchema,
  plural: "applications",
  route: "clients",
  idName: "client_id",
  calls: ["POST /clients", "GET|PATCH|DELETE /clients/{id}", "POST /clients/{id}/rotate-secret"],
  scopes: {
    ...scopes,
    // A rotation reads the secret, to compare it with the previous one.
    update: [
      ...scopes.update,
      ...["read:client_keys", "update:client_keys"],
      ...["read:client_credentials", "create:client_credentials", "delete:client_credentials"],
      "update:client_token_vault_privileged_access",
    ],
  },
  // ClientAuthentication manages `client_authentication_methods`. `oidc_backchannel_logout` and `cross_origin_auth` are older forms of
  // `oidcLogout` and `crossOriginAuthentication`.
  setByService: [
    ...["client_authentication_methods", "oidc_backchannel_logout", "cross_origin_auth", "signing_keys", "jwks_uri"],
    ...["external_metadata_created_by", "callback_url_template", "encrypted", "owners", "config_route"],
  ],
  // Several applications can have the same name, so the name only helps to find them.
  uniqueBy: ["name"],
  sharesNames: true,
  rateGroups: [{ route: "clients", calls: "reads", isOptional: true }],
  listing: { paging: "both", names: ["name", "client_id"], isNamed: true },
  events: undefined,
  impactGroup: "applications",
  // The first declaration of `secretRotation` is only recorded, and rotates nothing.
  effects: (_, changes) =>
    changes.some(({ path, was }) => path === "secretRotation" && was !== undefined)
      ? ["the service generates a new secret: programs that still use the old secret get no more tokens"]
      : [],
  imported: { noun: "application", file: "clients", module: "clients" },
  foreignTypes: { auth0_client: { id: ["client_id"] } },
} as const satisfies Definition;
