import { randomBytes } from "node:crypto";
import { byCursor, readListQuery } from "../shared/query.ts";
import type { Route } from "../shared/router.ts";
import { newPrefixedId, type WireObject } from "../shared/store.ts";
import { bodyOf, checkBody, type Schema } from "../shared/validation.ts";
import type { Connections } from "./connections.ts";
import { Provisionings } from "./provisioning.ts";
import { directoryMapping, scimMapping } from "./provisioning-mappings.ts";

const text = (about: string): Schema => ({ type: "string", about });
const mapping = (source: string): Schema => ({
  type: "array",
  items: { ...bodyOf({ auth0: text("Attribute here"), [source]: text("Attribute there") }), about: "Attribute" },
  about: "Attributes",
});

const tokenBody = bodyOf({
  scopes: { type: "array", items: text("Scope"), about: "Scopes of the token" },
  token_lifetime: {
    type: "integer",
    min: 900,
    max: Number.MAX_SAFE_INTEGER,
    nullable: true,
    about: "Lifetime in seconds",
  },
});
const groupsBody = bodyOf({
  groups: {
    type: "array",
    items: { ...bodyOf({ id: text("Id of a group") }, ["id"]), about: "Group" },
    about: "Groups",
  },
});

/**
 * The operations on what fills a connection with users: SCIM (`/connections/{id}/scim-configuration`, with `/tokens`) and the
 * directory of google-apps (`/connections/{id}/directory-provisioning`, with `/synchronized-groups`).
 * @param tenant the tenant's name
 * @param now the clock, in milliseconds since the epoch
 */
export function provisioningRoutes(connections: Connections, tenant: string, now: () => number): Route[] {
  const scim = new Provisionings(
    {
      name: "scim-configuration",
      resource: "scim_config",
      strategies: ["oidc", "okta", "samlp", "waad"],
      body: bodyOf({ mapping: mapping("scim"), user_id_attribute: text("Attribute of the id") }),
      mapping: scimMapping,
      defaults: { tenant_name: tenant, user_id_attribute: "externalId" },
      unsupported: "This connection type does not support SCIM.",
      changedAt: "updated_on",
    },
    connections,
    now,
  );
  const directory = new Provisionings(
    {
      name: "directory-provisioning",
      resource: "directory_provisionings",
      strategies: ["google-apps"],
      body: bodyOf({
        mapping: mapping("idp"),
        synchronize_automatically: { type: "boolean", about: "Whether the directory is read by itself" },
        synchronize_groups: { type: "string", oneOf: ["off", "all", "selected"], about: "Groups that are read" },
      }),
      mapping: () => directoryMapping,
      defaults: { synchronize_automatically: false, synchronize_groups: "off" },
      changedAt: "updated_at",
    },
    connections,
    now,
  );
  return [
    ...scim.routes(),
    ...tokenRoutes(scim, now),
    ...directory.routes(),
    ...groupRoutes(directory),
    {
      method: "GET",
      path: "/connections-directory-provisionings",
      operation: "connections.directory-provisioning.list",
      scope: "read:directory_provisionings",
      handle: ({ query }) => {
        const { take } = readListQuery(query, byCursor);
        return { status: 200, body: { directory_provisionings: directory.all.slice(0, take) } };
      },
    },
  ];
}

function tokenRoutes(scim: Provisionings, now: () => number): Route[] {
  const path = "/connections/:id/scim-configuration/tokens";
  const operation = (what: string) => `connections.scim-configuration.tokens.${what}`;
  return [
    {
      method: "GET",
      path,
      operation: operation("list"),
      scope: "read:scim_token",
      handle: (request) => ({ status: 200, body: scim.require(request).below }),
    },
    {
      method: "POST",
      path,
      operation: operation("create"),
      scope: "create:scim_token",
      bodyIsOptional: true,
      handle: (request) => {
        const { body = {} } = request;
        checkBody(tokenBody, body);
        const configuration = scim.require(request);
        const { scopes = ["get:users", "post:users", "put:users", "patch:users", "delete:users"] } = body;
        const token = { token_id: newPrefixedId("tok_"), scopes, created_at: new Date(now()).toISOString() };
        configuration.below = [...configuration.below, token];
        return { status: 201, body: { ...token, token: `${token.token_id}.${randomBytes(32).toString("hex")}` } };
      },
    },
    {
      method: "DELETE",
      path: `${path}/:token_id`,
      operation: operation("delete"),
      scope: "delete:scim_token",
      handle: (request) => {
        const configuration = scim.require(request);
        configuration.below = configuration.below.filter(({ token_id }) => token_id !== request.param("token_id"));
        return { status: 204 };
      },
    },
  ];
}

function groupRoutes(directory: Provisionings): Route[] {
  const path = "/connections/:id/directory-provisioning/synchronized-groups";
  return [
    {
      method: "GET",
      path,
      operation: "connections.directory-provisioning.groups.list",
      scope: "read:directory_provisionings",
      handle: (request) => ({ status: 200, body: { groups: directory.require(request).below } }),
    },
    {
      method: "PUT",
      path,
      operation: "connections.directory-provisioning.groups.replace",
      scope: "update:directory_provisionings",
      handle: (request) => {
        checkBody(groupsBody, request.body);
        directory.require(request).below = request.body.groups as WireObject[];
        return { status: 204 };
      },
    },
  ];
}
