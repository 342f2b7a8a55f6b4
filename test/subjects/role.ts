import fc from "fast-check";
import { at } from "../harness/whole-tenant-ids.ts";
import { texts } from "../model/arbitraries.ts";
import { objectsOf, readById } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

/** Two texts that can change are through their combinations in a few cases. */
const share = 0.3;

const objects = objectsOf("role", (name) => ({ name, description: "By hand" }));

const theirs = { name: "Foreign", description: "Somebody else's" };

const keys = (slot: string) => [slot, `${slot} ü?x=%2F#1`];
const descriptions = texts(500);
/** No two objects with one of these are there at the same time, so any of them may get any. */
const names = fc.constantFrom("a", "editor", "x".repeat(200), "a/ü %2F#?", "__proto__");
const properties = fc.record({ name: names, description: fc.option(descriptions, { freq: 12 }) }, { requiredKeys: [] });

const editor = { name: "Editor", description: "Writes" };
const changed = { ...editor, description: "Writes and changes" };
const [create, read, update, remove] = ["create", "read", "update", "delete"].map((verb) => `${verb}:roles`) as [
  string,
  string,
  string,
  string,
];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [create], run: editor },
  { operation: "refresh, drift", scopes: [read], before: editor, run: "refresh" },
  { operation: "update", scopes: [update], before: editor, run: changed },
  { operation: "delete", scopes: [remove], before: editor, run: undefined },
  { operation: "create with `adopt`", scopes: [create, read], run: { ...editor, adopt: true } },
  { operation: "adopt", scopes: [read, update], before: editor, run: { ...changed, adopt: true }, adopted: true },
];

export const role: Subject<"role"> = {
  name: "role",
  resource: "Role",
  path: "/api/v2/roles",
  keyOf: ({ name }) => String(name),

  prepare: (tenant) => void tenant.roles.create(theirs),
  foreign: (tenant) => tenant.roles.get(theirs.name),
  identity: (_, n) => ({ name: `role-${n}` }),
  ...objects,

  exceptions: [],
  share,
  laws: [
    { root: {}, steps: sequencesOf({ program: properties, edit: properties, unseen: fc.constant(false) }), share },
  ],
  writes: 1,

  slots: ["role-a", "role-b"],
  keys,
  programs: (slot) =>
    fc.constant(
      fc
        .tuple(fc.record({ description: descriptions }, { requiredKeys: [] }), mostly(keys(slot)))
        .map(([rest, name]) => ({ ...rest, name })),
    ),
  edits: (slot) => [
    { weight: 1, values: fc.record({ description: fc.constantFrom("foreign-1", "foreign-2") }) },
    { weight: 1, values: fc.record({ name: fc.constantFrom(...keys(slot)) }) },
  ],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/roles(\/[^/?]+)?(\?.*)?$/,
    versions(_, n) {
      const first = { name: `role-${n}`, description: "Writes" };
      return [first, { ...first, name: `role-${n}-new` }];
    },
    misshapen: ["[]", '{"id":"another","name":"another","description":""}'].map((body) => ({
      path: /roles.[^/]+$/,
      body,
    })),
    ...readById("roles"),
    programs: (text) => text.map((end) => ({ args: { ...editor, name: `role ${end}` }, mayAsk: [["roles"]] })),
    loud: { ...editor, name: "\u001b]0;owned\u0007\u009b2J\u202e" },
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
