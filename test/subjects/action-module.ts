import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { codes, exceptionsOfSecrets, lawsOfCode, sameSecrets, secretsAfter } from "./code.ts";
import { kinds } from "./kinds.ts";
import { isSegment, namesOf, objectsOf, scopesOfObjects } from "./objects.ts";
import { mostly, type Subject } from "./subject.ts";

const { fields } = kinds.actionModule.schema;
const code = "module.exports = {};";

type Row = WireObject & { readonly id: string; readonly secrets: readonly WireObject[] };

/** A module as it is stored, with the values of its secrets. */
function rowOf(tenant: Emulator, key: string): Row | undefined {
  const id = objects.answered(tenant, key)?.id;
  return (tenant.export("actionModules").actionModules as readonly Row[]).find((row) => row.id === id);
}

function held(tenant: Emulator, key: string) {
  const row = rowOf(tenant, key);
  if (!row) return undefined;
  const { secrets, versions: _, ...shown } = row;
  const live = fromWire(fields, shown as JsonObject);
  const values = Object.fromEntries(secrets.map(({ name, value }) => [String(name), value as string]));
  return { id: row.id, live: { ...live, secrets: values, publish: shown.all_changes_published === true } };
}

/** A user at the dashboard saves, and publishes. */
function edit(tenant: Emulator, key: string, name: string, value: Json): void {
  const row = rowOf(tenant, key);
  if (!row) throw new RangeError(`there is no module ${key}`);
  if (name === "secrets") {
    tenant.actionModules.update(row.id, { secrets: secretsAfter(row.secrets as readonly JsonObject[], value) });
  } else {
    tenant.actionModules.update(row.id, toWire(fields, { [name]: value }));
  }
  if (rowOf(tenant, key)?.all_changes_published !== true) tenant.actionModules.publish(row.id);
}

const theirs = { id: "22222222-2222-4222-8222-222222222222", name: "foreign", code };
const objects = objectsOf("actionModule", { byHand: (name) => ({ name, code: "// by hand", publish: true }), theirs });

const keys = namesOf;
const dependencies = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom("undici", "lodash", "@example/one"),
    version: fc.constantFrom("1.0.0", "2.0.0"),
  }),
  { maxLength: 3, selector: ({ name }) => name },
);
const properties = fc.record({ code: codes, dependencies }, { requiredKeys: [] });
const edits = fc.record(
  { code: codes, dependencies: fc.constantFrom([{ name: "lodash", version: "4.17.21" }], []) },
  { requiredKeys: [] },
);

const plans = { name: "plans", code };
const changed = { ...plans, code: "// new" };
const draft = { ...plans, publish: false };

export const actionModule: Subject<"actionModule"> = {
  ...objects,
  identity: (_, n) => ({ name: `module-${n}`, code }),
  held,
  edit,

  exceptions: exceptionsOfSecrets,
  laws: lawsOfCode(properties, edits),
  // The module, and its publication.
  writes: 2,
  share: 0.5,

  slots: ["module-a", "module-b"],
  keys,
  programs: (slot) =>
    fc.constant(
      fc
        .tuple(properties, fc.option(sameSecrets, { freq: 2 }), mostly(keys(slot)), fc.boolean())
        .map(([rest, given, name, isExclusive]) => ({
          ...{ code, ...rest, name },
          ...(given && { secrets: given }),
          ...(isExclusive && { exclusiveSecrets: true }),
        })),
    ),
  edits: () => [
    { weight: 2, values: fc.record({ code: fc.constantFrom("// foreign-1", "// foreign-2") }) },
    { weight: 1, values: fc.record({ dependencies: fc.constantFrom([{ name: "foreign", version: "1.0.0" }], []) }) },
  ],

  scopes: scopesOfObjects("actions", plans, changed, {
    create: ["create", "read", "update"],
    update: ["read", "update"],
    further: [{ operation: "create with `publish: false`", scopes: ["create:actions"], run: draft }],
  }),
  hostile: {
    targets: /^\/api\/v2\/actions\/modules(\/[^/?]+(\/versions)?)?(\?.*)?$/,
    versions(_, n) {
      const first = { name: `module-${n}`, code, secrets: { KEY: "s3cr3t-of-a-module" } };
      return [first, { ...first, code: "// new" }];
    },
    secrets: ["s3cr3t-of-a-module"],
    misshapen: ["[]", '{"id":"another","name":7}', '{"id":"another","name":"another","code":""}'].map((body) => ({
      path: /actions\/modules.[^/]+$/,
      body,
    })),
    ids: (text) => text,
    asked: (id) => (isSegment(id) ? ["actions", "modules", id] : undefined),
    programs: (text) =>
      text.map((end) => ({ args: { ...draft, name: `module ${end}` }, mayAsk: [["actions", "modules"]] })),
    loud: { ...plans, name: "\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [plans, changed],
  noReferences: { "/versionId": "the service gives it: a version of the module itself" },
  unlikeTable: [["PATCH name: only the definition has it", "No update can change it."]],
  sample: "not every tenant has modules, which are in early access",
  elsewhere: [["auth0_action_module", "of_plans", { id: at.module, name: "plans" }]],
  namesElsewhere: ["of_plans"],
};
