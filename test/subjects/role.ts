import fc from "fast-check";
import { at } from "../harness/whole-tenant-ids.ts";
import { texts } from "../model/arbitraries.ts";
import { hostileTo, namesOf, objectsOf, scopesOfObjects, slotsOf } from "./objects.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

/** Two texts that can change are through their combinations in a few cases. */
const share = 0.3;

const theirs = { name: "Foreign", description: "Somebody else's" };
const objects = objectsOf("role", { byHand: (name) => ({ name, description: "By hand" }), theirs });

const descriptions = texts(500);
/** No two objects with one of these are there at the same time, so any of them may get any. */
const names = fc.constantFrom("a", "editor", "x".repeat(200), "a/ü %2F#?", "__proto__");
const properties = fc.record({ name: names, description: fc.option(descriptions, { freq: 12 }) }, { requiredKeys: [] });

const editor = { name: "Editor", description: "Writes" };
const changed = { ...editor, description: "Writes and changes" };

export const role: Subject<"role"> = {
  ...objects,
  identity: (_, n) => ({ name: `role-${n}` }),

  exceptions: [],
  share,
  laws: [casesOf(properties, properties, share)],
  writes: 1,

  ...slotsOf("role", fc.record({ description: descriptions }, { requiredKeys: [] })),
  edits: (slot) => [
    { weight: 1, values: fc.record({ description: fc.constantFrom("foreign-1", "foreign-2") }) },
    { weight: 1, values: fc.record({ name: fc.constantFrom(...namesOf(slot)) }) },
  ],

  scopes: scopesOfObjects("roles", editor, changed),
  hostile: {
    ...hostileTo("roles", editor, ['{"id":"another","name":"another","description":""}']),
    versions(_, n) {
      const first = { name: `role-${n}`, description: "Writes" };
      return [first, { ...first, name: `role-${n}-new` }];
    },
  },
  bench: [editor, changed],
  harmless: { "names and descriptions": "description" },
  answeredOnly: ["owner_id", "type"],
  unlikeTable: [
    [
      "POST owner_id: max 50 in the definition, undefined in the table",
      "The id of an organization is bounded by its own documentation.",
    ],
    ["PATCH owner_id: only the definition has it", "No update can change it."],
  ],
  inCases: (name) => ({ args: { name } }),
  sample: { key: "name", program: ({ key }) => ({ args: { name: key } }) },
  elsewhere: [
    ["auth0_role", "admins", { id: at.admin, name: "Orders admin" }],
    ["auth0_role", "readers", { id: at.reader, name: "Orders reader" }],
  ],
  namesElsewhere: ["admins", "readers"],
};
