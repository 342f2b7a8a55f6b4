import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { mappings, provisioningSubject } from "./connection-provisioning.ts";
import { sequencesOf } from "./steps.ts";
import type { ScopeCase, Subject } from "./subject.ts";

const mapping = mappings(["primaryEmail", "name.fullName", "orgUnitPath"]);
const synchronizeGroups = fc.constantFrom("off", "all", "selected");
/** The ids of groups of the directory. */
const all = ["03x8t", "group1", "group2", "group3"];
const groups = fc.uniqueArray(fc.constantFrom(...all));
const properties = fc
  .record({ mapping, synchronizeAutomatically: fc.boolean(), synchronizeGroups, groups }, { requiredKeys: [] })
  .map((one): JsonObject => one);

const path = "directory-provisioning";
const ofDirectory = provisioningSubject({
  name: "connectionDirectory",
  resource: "ConnectionDirectory",
  path,
  listing: "connections-directory-provisionings",
  strategy: "google-apps",
  scope: "directory_provisionings",
  updates: ["update:directory_provisionings"],
  byHand: { mapping: { email: "theirs" }, synchronizeAutomatically: true, synchronizeGroups: "selected" },
  properties,
  edits: fc.oneof(
    fc.record({ synchronizeGroups, synchronizeAutomatically: fc.boolean() }).map((one): JsonObject => one),
    fc.record({ groups: fc.tuple(fc.constantFrom(...all), fc.boolean()) }).map((one): JsonObject => one),
  ),
  two: [{ synchronizeAutomatically: true }, { synchronizeAutomatically: false }],
  kept: [["/mapping", { mapping: { email: "primaryEmail" } }]],
  documented:
    "The mapping and the user id attribute of a SCIM configuration, and the mapping of a directory configuration, stay as they are",
});

function groupsOf({ connections }: Emulator, id: string): readonly string[] {
  return (connections.provisioningOf(id, path)?.below ?? []).map((group) => String(group.id)).sort();
}

function select({ connections }: Emulator, id: string, ids: readonly string[]): void {
  const found = connections.provisioningOf(id, path);
  if (!found) throw new Error(`there is no directory configuration of ${id}`);
  const below: readonly WireObject[] = ids.toSorted().map((group) => ({ id: group }));
  connections.setProvisioning(id, path, { ...found, below });
}

const [plain] = ofDirectory.bench;
const selected = { ...plain, groups: ["group1"] };
const [create, read, update] = ["create", "read", "update"].map((verb) => `${verb}:directory_provisionings`) as [
  string,
  string,
  string,
];
const scopes: readonly ScopeCase[] = [
  { operation: "create with `groups`", scopes: [create, update], run: selected },
  { operation: "update of `groups`", scopes: [update], before: selected, run: { ...plain, groups: ["group2"] } },
  { operation: "refresh with `groups`", scopes: [read], before: selected, run: "refresh" },
];

/** Directory configurations, with the groups that are synchronized. */

export const connectionDirectory: Subject<"connectionDirectory"> = {
  ...ofDirectory,
  foreign: (tenant) => [ofDirectory.foreign(tenant), groupsOf(tenant, "con_foreigngoog000000")],
  held(tenant, id) {
    const found = ofDirectory.held(tenant, id);
    return found && { ...found, live: { ...found.live, groups: groupsOf(tenant, id) } };
  },
  edit(tenant, id, name, value) {
    if (name === "groups") select(tenant, id, value as string[]);
    else ofDirectory.edit(tenant, id, name, value);
  },
  make(tenant, id) {
    ofDirectory.make?.(tenant, id);
    select(tenant, id, ["theirs"]);
  },
  laws: [
    ...ofDirectory.laws,
    {
      root: { exclusiveGroups: true },
      steps: sequencesOf({ program: properties, edit: properties, unseen: fc.constant(false) }),
      share: 0.5,
    },
  ],
  // The configuration, then groups to add and to remove.
  writes: 3,
  scopes: [...ofDirectory.scopes, ...scopes],
  unlikeTable: [["* connection_id: only the definition has it", "It is in the path of the request."]],
  sample: "it needs the consent of an administrator of a directory",
  elsewhere: [
    ["auth0_connection_directory", "directory_of_staff", { id: at.staff, connection_id: at.staff, mapping: [] }],
    [
      "auth0_connection_directory_synchronized_groups",
      "groups_of_staff",
      { id: at.staff, connection_id: at.staff, groups: [{ id: "03x8t1abc", name: "Support" }] },
    ],
  ],
  namesElsewhere: ["directory_of_staff"],
};
