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
    // The service merges addons by their names, and replaces the contents of each.
    addons: { kind: "document", documented: () => secretsOfAddons, clear: { how: "null" } },
    clientMetadata: {
      kind: "document",
      merges: true,
      absent: {},
      values: { kind: "string", max: 255 },
      max: 10,
      clear: { how: "null" },
    },
    // An update can change neither resourceServerIdentifier nor thirdPartySecurityMode.
    resourceServerIdentifier: {
      kind: "string",
      forceNewIfDeclared: true,
      min: 1,
      max: 600,
      clear: { how: "release" },
      refersTo: { type: "resourceServer", property: "identifier" },
    },
    thirdPartySecurityMode: {
      kind: "string",
      forceNewIfDeclared: true,
      oneOf: ["strict", "permissive"],
      clear: { how: "release" },
    },
    clientSecret: {
      kind: "string",
      secret: true,
      subresource: true,
      min: 1,
      reads: { how: "never" },
      clear: { how: "release" },
      shownBy: "readClientSecret",
    },
    secretRotation: {
      kind: "string",
      notSecret: true,
      subresource: true,
      orNumber: true,
      reads: { how: "never" },
      clear: { how: "release" },
    },
    secretFingerprint: { kind: "string", computed: true, secret: true },
    clientId: { kind: "string", required: true, computed: true },
    isGlobal: { kind: "boolean", computed: true, wire: "global", absent: false },
    // The service returns these two properties for clients that registered themselves or were registered by a metadata document.
    externalMetadataType: { kind: "string", computed: true },
    externalClientId: { kind: "string", computed: true },
  },
  metaArguments: { readClientSecret: { kind: "boolean" } },
} as const satisfies Schema;

const scopes = scopesFor("clients");

/** Applications (clients). */
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
