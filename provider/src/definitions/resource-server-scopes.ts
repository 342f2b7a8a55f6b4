import type { Definition } from "../schema/definition.ts";
import type { Schema } from "../schema/schema.ts";
import { resourceServer, resourceServerSchema } from "./resource-server.ts";

const { identifier, scopes: apiScopes } = resourceServerSchema.fields;

/** Scopes of an API that another team manages. */
export const resourceServerScopesSchema = {
  noun: "resource server",
  fields: {
    identifier: { ...identifier, refersTo: { type: "resourceServer", property: "identifier" }, affectsTarget: true },
    scopes: { ...apiScopes, required: true, exclusive: false },
  },
} as const satisfies Schema;

const { route, listing, scopes } = resourceServer;

/** Scopes of an API that another team manages. The route accepts the identifier in place of the id. */
export const resourceServerScopes = {
  type: "ResourceServerScopes",
  schema: resourceServerScopesSchema,
  plural: "scopes of resource servers",
  route,
  calls: ["GET|PATCH /resource-servers/{id}"],
  scopes: { create: scopes.update, read: scopes.read, update: scopes.update, delete: scopes.update },
  uniqueBy: ["identifier"],
  listing: undefined,
  events: undefined,
  imported: { noun: "scopes", file: "resource-server-scopes", module: "apiScopes" },
  elementsOf: {
    whole: resourceServer,
    property: "scopes",
    by: { argument: "identifier", property: listing.filter.property },
  },
  foreignTypes: {
    auth0_resource_server_scopes: { id: ["resource_server_identifier"], members: "all" },
    auth0_resource_server_scope: { id: ["resource_server_identifier"], members: { only: "scope" } },
  },
} as const satisfies Definition;
