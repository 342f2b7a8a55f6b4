import fc from "fast-check";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { mappings, provisioningSubject } from "./connection-provisioning.ts";

const mapping = mappings(["primaryEmail", "name.fullName", "orgUnitPath"]);
const synchronizeGroups = fc.constantFrom("off", "all", "selected");
const properties = fc
  .record({ mapping, synchronizeAutomatically: fc.boolean(), synchronizeGroups }, { requiredKeys: [] })
  .map((all): JsonObject => all);

/** Directory configurations. */
export const connectionDirectory = provisioningSubject({
  name: "connectionDirectory",
  resource: "ConnectionDirectory",
  path: "directory-provisioning",
  listing: "connections-directory-provisionings",
  strategy: "google-apps",
  scope: "directory_provisionings",
  updates: ["update:directory_provisionings"],
  byHand: { mapping: { email: "theirs" }, synchronizeAutomatically: true, synchronizeGroups: "selected" },
  properties,
  edits: fc.record({ synchronizeGroups, synchronizeAutomatically: fc.boolean() }),
  two: [{ synchronizeAutomatically: true }, { synchronizeAutomatically: false }],
  kept: [["/mapping", { mapping: { email: "primaryEmail" } }]],
  documented:
    "The mapping and the user id attribute of a SCIM configuration, and the mapping of a directory configuration, stay as they are",
});
