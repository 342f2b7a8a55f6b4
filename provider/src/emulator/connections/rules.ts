import type { ArraySchema, ObjectSchema, Schema } from "../shared/validation.ts";

/**
 * What the service admits in a connection: specification, sections 2.2, 4.2 and 8, and the facts page, "Connections".
 * Written from those pages and from nothing else, so that it can prove other code wrong. What is inside `options` is free,
 * but for the few rules in `connection-options.ts`.
 */
const name: Schema = {
  type: "string",
  max: 128,
  pattern: /^[a-zA-Z0-9](-[a-zA-Z0-9]|[a-zA-Z0-9])*$/,
  about: "Name of the connection",
};

const strategy: Schema = { type: "string", pattern: /^[a-z0-9-]+$/, about: "Identity provider type" };

const clientId: Schema = { type: "string", min: 1, about: "Id of a client" };

const active: Schema = { type: "boolean", about: "Whether it is in use" };

const enabledClients = {
  type: "array",
  items: clientId,
  about: "Clients that the connection is enabled for",
} as const satisfies Schema;

/** Most properties that `metadata` may have. */
export const metadataLimit = 10;

function metadata(value: Schema): Schema {
  return { type: "object", max: metadataLimit, open: value, properties: {}, about: "Metadata" };
}

const metadataValue = { type: "string", max: 255, about: "Value" } as const satisfies Schema;

const options = {
  type: "object",
  open: true,
  properties: {},
  about: "Settings of the strategy",
} as const satisfies Schema;

const shared = {
  display_name: { type: "string", max: 128, about: "Name on the login page" },
  is_domain_connection: { type: "boolean", about: "Whether third-party applications can use the connection" },
  show_as_button: { type: "boolean", about: "Whether the login page shows a button" },
  realms: {
    type: "array",
    items: { type: "string", min: 1, about: "Realm" },
    about: "Realms that the connection is used for",
  },
  authentication: {
    type: "object",
    required: ["active"],
    properties: { active },
    about: "Use for authentication",
  },
  connected_accounts: {
    type: "object",
    required: ["active"],
    properties: { active, cross_app_access: { type: "boolean", about: "Whether cross-app access is used" } },
    about: "Use for connected accounts",
  },
  cross_app_access_requesting_app: {
    type: "object",
    required: ["active"],
    properties: { active },
    about: "Use as a requesting application for cross-app access",
  },
  cross_app_access_resource_app: {
    type: "object",
    nullable: true,
    required: ["status"],
    properties: { status: { type: "string", oneOf: ["enabled", "disabled"], about: "Status" } },
    about: "Use as a resource application for cross-app access",
  },
} as const satisfies Record<string, Schema>;

const created = {
  name,
  strategy,
  ...shared,
  options,
  enabled_clients: enabledClients,
  metadata: metadata(metadataValue),
} as const satisfies Record<string, Schema>;

/** The body of `POST /connections`. */
export const createSchema: ObjectSchema = {
  type: "object",
  about: "",
  required: ["name", "strategy"],
  properties: created,
};

/** The body of `PATCH /connections/{id}`. */
export const updateSchema: ObjectSchema = {
  type: "object",
  about: "",
  properties: {
    ...shared,
    options: { ...options, nullable: true },
    enabled_clients: { ...enabledClients, nullable: true },
    metadata: metadata({ ...metadataValue, nullable: true }),
  },
};

/** A connection of a seed: what a create admits, and what an export holds besides. */
export const seedSchema: ObjectSchema = {
  type: "object",
  about: "Connection",
  required: ["name", "strategy"],
  properties: {
    ...created,
    id: { type: "string", pattern: /^con_[A-Za-z0-9]{16}$/, about: "Id of the connection" },
    provisioning_ticket_url: { type: "string", about: "Where the directory connector is provisioned" },
  },
};

/** The body of `PATCH /connections/{id}/clients`. */
export const clientsSchema: ArraySchema = {
  type: "array",
  min: 1,
  max: 50,
  uniqueBy: "client_id",
  about: "",
  items: {
    type: "object",
    required: ["client_id", "status"],
    properties: { client_id: clientId, status: { type: "boolean", about: "Whether the connection is enabled for it" } },
    about: "Client",
  },
};

/** The filters of `GET /connections`. */
export const connectionFilters: Readonly<Record<string, Schema>> = {
  strategy: { type: "array", items: strategy, about: "Strategies to look for" },
  name: { type: "string", min: 1, about: "Name to look for" },
};

/** The strategies for which `show_as_button` is answered. */
export const enterpriseStrategies: readonly string[] = [
  "oidc",
  "okta",
  "samlp",
  "pingfederate",
  "adfs",
  "ad",
  "google-apps",
  "waad",
];
