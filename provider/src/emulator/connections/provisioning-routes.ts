import { randomBytes } from "node:crypto";
import { byCursor, readListQuery } from "../shared/query.ts";
import type { Tenant } from "../shared/room.ts";
import { type Route, type RouteRequest, route } from "../shared/router.ts";
import { newPrefixedId, type WireObject } from "../shared/store.ts";
import { bodyOf, checkBody, flag, integer, list, object, type Schema, text } from "../shared/validation.ts";
import type { Connections } from "./connections.ts";
import { type Provisionings, provisioningOf } from "./provisioning.ts";
import { directoryMapping, scimMapping } from "./provisioning-mappings.ts";

function mappingBy(source: string): Schema {
  return list("Attributes", object("Attribute", { auth0: text("Attribute here"), [source]: text("Attribute there") }));
}

const tokenBody = bodyOf({
  scopes: list("Scopes of the token", text("Scope")),
  token_lifetime: integer("Lifetime in seconds", { min: 900, nullable: true }),
});
const groupsBody = bodyOf({ groups: list("Groups", object("Group", { id: text("Id of a group") }, ["id"])) });

/**
 * The operations on what fills a connection with users: SCIM (`/connections/{id}/scim-configuration`, with `/tokens`) and the
 * directory of google-apps (`/connections/{id}/directory-provisioning`, with `/synchronized-groups`).
 */
export function provisioningRoutes(connections: Connections, { name, now }: Tenant): Route[] {
  const scim = provisioningOf(connections, now, {
    name: "scim-configuration",
    resource: "scim_config",
    strategies: ["oidc", "okta", "samlp", "waad"],
    body: bodyOf({ mapping: mappingBy("scim"), user_id_attribute: text("Attribute of the id") }),
    mapping: scimMapping,
    defaults: { tenant_name: name, user_id_attribute: "externalId" },
    unsupported: "This connection type does not support SCIM.",
    changedAt: "updated_on",
  });
  const directory = provisioningOf(connections, now, {
    name: "directory-provisioning",
    resource: "directory_provisionings",
    strategies: ["google-apps"],
    body: bodyOf({
      mapping: mappingBy("idp"),
      synchronize_automatically: flag("Whether the directory is read by itself"),
      synchronize_groups: text("Groups that are read", { oneOf: ["off", "all", "selected"] }),
    }),
    mapping: () => directoryMapping,
    defaults: { synchronize_automatically: false, synchronize_groups: "off" },
    changedAt: "updated_at",
  });
  return [
    ...scim.routes,
    ...tokenRoutes(scim, now),
    ...directory.routes,
    ...groupRoutes(directory),
    route(
      "connections.directory-provisioning.list",
      "GET /connections-directory-provisionings",
      "read:directory_provisionings",
      ({ query }) => {
        const { take } = readListQuery(query, byCursor);
        const all = [...directory.all.values()].map(({ configuration }) => configuration);
        return { directory_provisionings: all.slice(0, take) };
      },
    ),
  ];
}

function tokenRoutes(scim: Provisionings, now: () => number): Route[] {
  const path = "/connections/:id/scim-configuration/tokens";
  const operation = (what: string) => `connections.scim-configuration.tokens.${what}`;
  const create = (request: RouteRequest) => {
    const { body = {} } = request;
    checkBody(tokenBody, body);
    const configuration = scim.find(request);
    const { scopes = ["get:users", "post:users", "put:users", "patch:users", "delete:users"] } = body;
    const token = { token_id: newPrefixedId("tok_"), scopes, created_at: new Date(now()).toISOString() };
    configuration.below = [...configuration.below, token];
    return { ...token, token: `${token.token_id}.${randomBytes(32).toString("hex")}` };
  };
  return [
    route(operation("list"), `GET ${path}`, "read:scim_token", (request) => scim.find(request).below),
    { ...route(operation("create"), `POST ${path}`, "create:scim_token", create), bodyIsOptional: true },
    route(operation("delete"), `DELETE ${path}/:token_id`, "delete:scim_token", (request) => {
      const configuration = scim.find(request);
      configuration.below = configuration.below.filter(({ token_id }) => token_id !== request.param("token_id"));
    }),
  ];
}

function groupRoutes(directory: Provisionings): Route[] {
  const path = "/connections/:id/directory-provisioning/synchronized-groups";
  const operation = (what: string) => `connections.directory-provisioning.groups.${what}`;
  return [
    route(operation("list"), `GET ${path}`, "read:directory_provisionings", (request) => {
      return { groups: directory.find(request).below };
    }),
    route(operation("replace"), `PUT ${path}`, "update:directory_provisionings", (request) => {
      checkBody(groupsBody, request.body);
      directory.find(request).below = request.body.groups as WireObject[];
    }),
  ];
}
