import type { MappedObject, MapSource } from "../../provider/src/map/map.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import type { TypeName } from "../../provider/src/types/registry.ts";
import { objectOf } from "../unit/graph/objects.ts";

const managed = (kind: TypeName, id: string, properties: JsonObject): MappedObject => {
  return { ...objectOf(kind, id, properties), stack: "prod" };
};

const orders = "https://orders.example.com";
const customers = ["north", "south", "east", "west"];

/** A product as in examples/customers: an API, its applications and roles, and customers with a login of their own. */
export const mapScene: MapSource = {
  stacks: ["prod"],
  objects: [
    managed("resourceServer", "api_1", { identifier: orders, name: "Orders" }),
    managed("client", "app_1", { name: "Portal" }),
    managed("client", "app_2", { name: "Warehouse" }),
    managed("clientGrant", "cgr_1", { clientId: "app_1", audience: orders }),
    managed("clientGrant", "cgr_2", { clientId: "app_2", audience: orders }),
    ...["buyer", "admin"].flatMap((name) => [
      managed("role", `rol_${name}`, { name: `Orders ${name}` }),
      managed("rolePermissions", `rol_${name}::${orders}`, { roleId: `rol_${name}`, resourceServerIdentifier: orders }),
    ]),
    ...customers.flatMap((name, at) => [
      managed("organization", `org_${name}`, { name }),
      managed("connection", `con_${name}`, { name: `${name}-login`, enabledClients: ["app_1"] }),
      managed("organizationConnection", `org_${name}::con_${name}`, {
        ...{ organizationId: `org_${name}`, connectionId: `con_${name}` },
      }),
      managed("organizationMemberRoles", `org_${name}::auth0|${name}`, {
        ...{ organizationId: `org_${name}`, userId: `auth0|${name}`, roles: [at % 2 ? "rol_buyer" : "rol_admin"] },
      }),
    ]),
    objectOf("connection", "con_old", { name: "old-login", enabledClients: ["app_2"] }),
    objectOf("client", "app_3", { name: "Old reports" }),
    objectOf("clientGrant", "cgr_3", { clientId: "app_3", audience: orders }),
  ],
};
