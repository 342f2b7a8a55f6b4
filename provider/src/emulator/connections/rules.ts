import { byCursor } from "../shared/query.ts";
import { anyObject, bodyOf, flag, list, object, type Properties, type Schema, text } from "../shared/validation.ts";
import { strategies } from "./strategies.ts";

/**
 * The rules of the service for connections. They come only from the service's documentation and share nothing with the provider's schemas,
 * so that tests find a wrong bound on either side. The rules for `options` are in `options.ts`.
 */
const name = text("Name of the connection", { max: 128, pattern: /^[a-zA-Z0-9](-[a-zA-Z0-9]|[a-zA-Z0-9])*$/ });
const strategy = text("Identity provider type", { oneOf: strategies });
const clientId = text("Id of a client", { min: 1 });
const enabledClients = list("Clients that the connection is enabled for", clientId);

function metadata(value: Schema | true): Schema {
  return object("Metadata", {}, [], { max: 10, open: value });
}

/** The schema of `metadata` after a PATCH was merged into it. */
export const mergedMetadata = metadata(true);

const metadataValue = text("Value", { max: 255 });

const options = anyObject("Settings of the strategy");

/** The schema of a purpose that a connection can be used for, and that can be switched on and off. */
function use(about: string, further: Properties = {}): Schema {
  return object(about, { active: flag("Whether the connection is used for it"), ...further }, ["active"]);
}

const shared: Properties = {
  display_name: text("Name on the login page", { max: 128 }),
  is_domain_connection: flag("Whether third-party applications can use the connection"),
  show_as_button: flag("Whether the login page shows a button"),
  realms: list("Realms that the connection is used for", text("Realm", { min: 1 })),
  authentication: use("Use for authentication"),
  connected_accounts: use("Use for connected accounts", {
    cross_app_access: flag("Whether cross-app access is used"),
    allow_missing_user_id: flag("Whether an account without a user id can be connected"),
  }),
  cross_app_access_requesting_app: use("Use as a requesting application for cross-app access"),
  cross_app_access_resource_app: object(
    "Use as a resource application for cross-app access",
    { status: text("Status", { oneOf: ["enabled", "disabled"] }) },
    ["status"],
    { nullable: true },
  ),
};

/** The body of `POST /connections`. */
export const created = bodyOf(
  { name, strategy, ...shared, options, enabled_clients: enabledClients, metadata: metadata(metadataValue) },
  ["name", "strategy"],
);

/** The body of `PATCH /connections/{id}`. */
export const changed = bodyOf(
  {
    ...shared,
    options: { ...options, nullable: true },
    enabled_clients: { ...enabledClients, nullable: true },
    metadata: metadata({ ...metadataValue, nullable: true }),
  },
  [],
  { min: 1 },
);

/** Properties of a connection that only a seed can contain. */
export const seeded: Properties = {
  id: text("Id of the connection", { pattern: /^con_[A-Za-z0-9]{16}$/ }),
  provisioning_ticket_url: text("URL of the page for setting up the connection at the identity provider"),
};

const clientSwitch = { client_id: clientId, status: flag("Whether the connection is enabled for it") };

/** The body of `PATCH /connections/{id}/clients`. */
export const clientsSchema = list("", object("Client", clientSwitch, ["client_id", "status"]), {
  min: 1,
  max: 50,
  uniqueBy: "client_id",
});

/** The parameters of `GET /connections/{id}/clients`. */
export const clientsParameters: Properties = {
  ...byCursor,
  take: { ...byCursor.take, max: 1000 },
};

/** The filters of `GET /connections`. */
export const connectionFilters: Properties = {
  strategy: list("Strategies to look for", strategy),
  name: text("Name to look for", { min: 1 }),
};
