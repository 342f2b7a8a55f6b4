import type { Definition } from "../schema/definition.ts";
import type { Fields, Schema } from "../schema/schema.ts";
import { client } from "./client.ts";

/** The methods by which an application authenticates without a secret, each with its type of credential. */
export const typeOfMethod = {
  private_key_jwt: "public_key",
  tls_client_auth: "cert_subject_dn",
  self_signed_tls_client_auth: "x509_cert",
} as const;

/** The name of a method. */
export type Method = keyof typeof typeOfMethod;

/** Maximum number of credentials of an application, and of one method. */
export const maxCredentials = 4;
export const maxPerMethod = 2;

const plain = { notSecret: true } as const;

/** A credential, as a program declares it. It contains no secrets: all keys are public keys. */
export const credentialFields = {
  name: { kind: "string", max: 128, ...plain },
  credentialType: { kind: "string", oneOf: ["public_key", "cert_subject_dn", "x509_cert"], ...plain },
  pem: { kind: "string", min: 1, ...plain },
  algorithm: { kind: "string", wire: "alg", oneOf: ["RS256", "RS384", "PS256"], ...plain },
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
    clientId: { kind: "string", forceNew: true, required: true, idOf: "client", min: 1 },
    method: {
      kind: "string",
      required: true,
      oneOf: ["private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth"],
      ...plain,
    },
    credentials: {
      kind: "list",
      required: true,
      max: maxPerMethod,
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
  calls: [
    "GET|PATCH /clients/{id}",
    "GET|POST /clients/{id}/credentials",
    "PATCH|DELETE /clients/{id}/credentials/{credential_id}",
  ],
  scopes: {
    create: ["read:clients", read, "create:client_credentials", "update:clients", update],
    read: [read],
    update: [read, "create:client_credentials", "update:clients", update, "delete:client_credentials"],
    delete: [read, "update:clients", update, "delete:client_credentials"],
  },
  uniqueBy: ["clientId"],
  rateGroups: [{ route: "clients", calls: "reads", isOptional: true }],
  // The listing tells which applications have credentials. An import reads only their credentials, with one call per application.
  listing: { paging: "both", names: ["name", "client_id"] },
  imported: { noun: "authentication", file: "client-authentications", module: "authentications" },
  events: undefined,
  excludes: {
    whole: client,
    property: "tokenEndpointAuthMethod",
    by: { argument: "clientId", property: "clientId" },
  },
  effects: (action) =>
    action === "create"
      ? ["the application's secret becomes invalid: programs that have only the secret get no more tokens"]
      : action === "delete"
        ? ["the credentials become invalid, and the application authenticates by its previous method again"]
        : [],
  foreignTypes: { auth0_client_credentials: { id: ["client_id"] } },
} as const satisfies Definition;
