import fc from "fast-check";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { mappings, provisioningSubject } from "./connection-provisioning.ts";
import type { Subject } from "./subject.ts";

const mapping = mappings(["emails[primary eq true].value", "displayName", "userName"]);
const userIdAttribute = fc.constantFrom("externalId", "userName", "x".repeat(100));

/** SCIM configurations. The service wants both properties in each update. */

export const connectionScim: Subject<"connectionScim"> = {
  ...provisioningSubject({
    name: "connectionScim",
    resource: "ConnectionScim",
    path: "scim-configuration",
    listing: "connections-scim-configurations",
    strategy: "oidc",
    scope: "scim_config",
    updates: ["read:scim_config", "update:scim_config"],
    byHand: { userIdAttribute: "id", mapping: { email: "theirs" } },
    properties: fc.record({ userIdAttribute, mapping }, { requiredKeys: [] }).map((all): JsonObject => all),
    edits: fc.record({ userIdAttribute }),
    two: [{ userIdAttribute: "externalId" }, { userIdAttribute: "userName" }],
    kept: [
      ["/userIdAttribute", { userIdAttribute: "id" }],
      ["/mapping", { mapping: { email: "userName" } }],
    ],
    documented:
      "The mapping and the user id attribute of a SCIM configuration, and the mapping of a directory configuration, stay as they are",
  }),
  unlikeTable: [["* connection_id: only the definition has it", "It is in the path of the request."]],
  sample: "not every plan has enterprise connections",
  elsewhere: [
    [
      "auth0_connection_scim_configuration",
      "users_of_north",
      { id: at.logins, connection_id: at.logins, user_id_attribute: "externalId", mapping: [] },
    ],
  ],
  namesElsewhere: ["users_of_north"],
};
