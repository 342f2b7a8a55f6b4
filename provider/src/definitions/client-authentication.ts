import type { Definition } from "../schema/definition.ts";
import type { Fields, Schema } from "../schema/schema.ts";
import { client } from "./client.ts";

/** The ways in which an application proves who it is without a secret, and the type of credential that each of them takes. */
export const typeOfMethod = {
  private_key_jwt: "public_key",
  tls_client_auth: "cert_subject_dn",
  self_signed_tls_client_auth: "x509_cert",
} as const;

/** The name of a method. */
export type Method = keyof typeof typeOfMethod;

/** How many credentials an application can have, and how many of them for one method. */
export const maxCredentials = 4;
export const maxPerMethod = 2;

const plain = { notSecret: true } as const;

/** One credential, as a program declares it. It holds nothing that is secret: keys are public ones. */
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
      says: "must be a time with its zone, as 2031-01-31T00:00:00Z",
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

/** The credentials by which an application proves who it is. */
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
    // What is to be put back in the end.
    methodBefore: { kind: "string", computed: true, ...plain },
    // What an unfinished run may have left: the next one looks for it.
    unfinished: { kind: "list", computed: true, absent: [], item: { kind: "string" }, ...plain },
  },
} as const satisfies Schema;

const [read, update] = ["read:client_credentials", "update:client_credentials"];

/** The credentials by which applications prove who they are. */
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
  // An import asks for the credentials of those applications alone that the listing shows to have some: one call for each of them.
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
      ? ["the application's secret does not count any more, and whoever has only that gets no token"]
      : action === "delete"
        ? ["these credentials do not count any more: the application proves itself as it did before them"]
        : [],
  foreignTypes: { auth0_client_credentials: { id: ["client_id"] } },
} as const satisfies Definition;
