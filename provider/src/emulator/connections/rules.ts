import { byCursor } from "../shared/query.ts";
import { type ArraySchema, bodyOf, type ObjectSchema, type Properties, type Schema } from "../shared/validation.ts";
import { strategies } from "./strategies.ts";

/**
 * What the service admits in a connection. These rules come from the service's documentation only and share nothing with the
 * provider's tables, so that tests find a wrong bound in either. The rules for `options` are in `options.ts`.
 */
const name: Schema = {
  type: "string",
  max: 128,
  pattern: /^[a-zA-Z0-9](-[a-zA-Z0-9]|[a-zA-Z0-9])*$/,
  about: "Name of the connection",
};

const strategy: Schema = { type: "string", oneOf: strategies, about: "Identity provider type" };

const clientId: Schema = { type: "string", min: 1, about: "Id of a client" };

const enabledClients = {
  type: "array",
  items: clientId,
  about: "Clients that the connection is enabled for",
} as const satisfies Schema;

/** Maximum number of properties of `metadata`. */
export const metadataLimit = 10;

function metadata(value: Schema): Schema {
  return { ...bodyOf({}), max: metadataLimit, open: value, about: "Metadata" };
}

const metadataValue = { type: "string", max: 255, about: "Value" } as const satisfies Schema;

const options: ObjectSchema = { ...bodyOf({}), open: true, about: "Settings of the strategy" };

/** A use of the connection that can be switched on and off. */
function use(about: string, further: Properties = {}): Schema {
  return { ...bodyOf({ active: { type: "boolean", about: "Whether it is in use" }, ...further }, ["active"]), about };
}

const shared: Properties = {
  display_name: { type: "string", max: 128, about: "Name on the login page" },
  is_domain_connection: { type: "boolean", about: "Whether third-party applications can use the connection" },
  show_as_button: { type: "boolean", about: "Whether the login page shows a button" },
  realms: {
    type: "array",
    items: { type: "string", min: 1, about: "Realm" },
    about: "Realms that the connection is used for",
  },
  authentication: use("Use for authentication"),
  connected_accounts: use("Use for connected accounts", {
    cross_app_access: { type: "boolean", about: "Whether cross-app access is used" },
  }),
  cross_app_access_requesting_app: use("Use as a requesting application for cross-app access"),
  cross_app_access_resource_app: {
    ...bodyOf({ status: { type: "string", oneOf: ["enabled", "disabled"], about: "Status" } }, ["status"]),
    nullable: true,
    about: "Use as a resource application for cross-app access",
  },
};

/** The body of `POST /connections`. */
export const created = bodyOf(
  { name, strategy, ...shared, options, enabled_clients: enabledClients, metadata: metadata(metadataValue) },
  ["name", "strategy"],
);

/** The body of `PATCH /connections/{id}`. */
export const changed = {
  ...bodyOf({
    ...shared,
    options: { ...options, nullable: true },
    enabled_clients: { ...enabledClients, nullable: true },
    metadata: metadata({ ...metadataValue, nullable: true }),
  }),
  min: 1,
} satisfies ObjectSchema;

/** Further properties of a connection of a seed. */
export const seeded: Properties = {
  id: { type: "string", pattern: /^con_[A-Za-z0-9]{16}$/, about: "Id of the connection" },
  provisioning_ticket_url: { type: "string", about: "Where the connection is set up at the identity provider" },
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

/** The parameters of `GET /connections/{id}/clients`. */
export const clientsParameters: Properties = {
  ...byCursor,
  take: { ...byCursor.take, max: 1000 },
};

/** The filters of `GET /connections`. */
export const connectionFilters: Properties = {
  strategy: { type: "array", items: strategy, about: "Strategies to look for" },
  name: { type: "string", min: 1, about: "Name to look for" },
};
