import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import type { Exception } from "./exception.ts";
import { kinds } from "./kinds.ts";
import { isSegment, objectsOf } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

const { fields } = kinds.action.schema;
const supportedTriggers = [{ id: "post-login", version: "v3" }];
const code = "exports.onExecutePostLogin = async () => {};";
const byHand = (name: string) => ({ name, supported_triggers: supportedTriggers, code: "// by hand", deploy: true });

const objects = objectsOf("action", byHand);

type Row = WireObject & { readonly secrets: readonly WireObject[] };

/** An action as it is stored, with the values of its secrets. */
function rowOf(tenant: Emulator, key: string): Row | undefined {
  const id = objects.answered(tenant, key)?.id;
  return (tenant.export("actions").actions as readonly Row[]).find((row) => row.id === id);
}

function held(tenant: Emulator, key: string) {
  const row = rowOf(tenant, key);
  if (!row) return undefined;
  // A row has parts that no response shows.
  const shown = Object.entries(row).filter(([name]) => Object.hasOwn(objects.answered(tenant, key) ?? {}, name));
  const { secrets: _, ...live } = fromWire(fields, Object.fromEntries(shown) as JsonObject);
  const values = Object.fromEntries(row.secrets.map(({ name, value }) => [String(name), value as string]));
  const deploy = objects.answered(tenant, key)?.all_changes_deployed === true;
  return { id: String(row.id), live: { ...live, secrets: values, deploy } };
}

/** A user at the dashboard saves, and deploys. */
function edit(tenant: Emulator, key: string, name: string, value: Json): void {
  const row = rowOf(tenant, key);
  if (!row) throw new RangeError(`there is no action ${key}`);
  const id = String(row.id);
  if (name === "secrets") {
    const before = row.secrets.map(({ name: secret, value: known }) => [String(secret), known as Json] as const);
    const secrets = Object.entries({ ...Object.fromEntries(before), ...(value as JsonObject) });
    tenant.actions.update(id, { secrets: secrets.map(([secret, text]) => ({ name: secret, value: text })) });
  } else {
    tenant.actions.update(id, toWire(fields, { [name]: value }));
  }
  tenant.actions.deploy(id);
}

const theirs = {
  id: "11111111-1111-4111-8111-111111111111",
  name: "Foreign",
  supported_triggers: supportedTriggers,
  code,
};
const keys = (slot: string) => [slot, `${slot} ü?x=%2F#1`];
const codes = fc.constantFrom("// a", "// b\n// c\n", "const text = 'ü𝒳';", "");
const runtimes = fc.constantFrom("node22", "node18-actions");
const dependencies = fc.uniqueArray(
  fc.record(
    {
      name: fc.constantFrom("undici", "lodash", "@example/one"),
      version: fc.constantFrom("1.0.0", "2.0.0"),
      registryUrl: fc.constant("https://npm.example.com"),
    },
    { requiredKeys: ["name", "version"] },
  ),
  { maxLength: 3, selector: ({ name }) => name },
);
const modules = fc.uniqueArray(
  fc.record({ moduleId: fc.constantFrom("module-a", "module-b"), moduleVersionId: fc.constantFrom("v1", "v2") }),
  { maxLength: 2, selector: ({ moduleId }) => moduleId },
);
const secretValues = fc.constantFrom("one", "two", "x".repeat(300));
const secrets = fc.record({ KEY: secretValues, "other key": secretValues }, { requiredKeys: [] });
/** Always the same ones: of others that a killed run has left, the next one does not know whose they are, and refuses. */
const sameSecrets = fc.record({ KEY: secretValues, "other key": secretValues });
const properties = fc.record(
  {
    code: codes,
    runtime: runtimes,
    dependencies: fc.option(dependencies, { freq: 12 }),
    modules: fc.option(modules, { freq: 12 }),
  },
  { requiredKeys: [] },
);
const edits = fc.record(
  { code: codes, runtime: runtimes, dependencies: fc.constantFrom([{ name: "lodash", version: "4.17.21" }], []) },
  { requiredKeys: [] },
);
const withSecrets = fc.record({ code: codes, secrets }, { requiredKeys: [] });
const secretEdits = fc.record({ secrets: fc.record({ KEY: fc.constant("theirs") }, { requiredKeys: [] }) });

const exceptions: readonly Exception[] = [
  {
    law: "convergence",
    how: "undeclared",
    paths: ["/runtime"],
    why: "the service cannot forget it",
    documented: "keep their value and are no longer managed",
    examples: [[{ program: { runtime: "node18-actions" } }, { program: {} }]],
  },
  {
    law: "preservation",
    how: "shown",
    paths: ["/secrets"],
    why: "whoever sends one secret sends all, and the service shows when they were sent",
    documented: "a change of one secret through the API shows as drift of all of them",
    examples: [
      [
        { program: { secrets: { KEY: "one" } } },
        { edit: { secrets: { other: "theirs" } }, program: { secrets: { KEY: "one" } } },
      ],
    ],
  },
  {
    law: "preservation",
    how: "refused",
    paths: ["/secrets"],
    why: "the service takes secrets only all together, and shows no values",
    documented: "refuses an update of secrets while the action or module has undeclared secrets",
    examples: [
      [{ program: { secrets: { KEY: "one" } } }, { edit: { secrets: { other: "theirs" } }, program: { secrets: {} } }],
    ],
  },
];

const enrich = { name: "Enrich", supportedTriggers, code };
const changed = { ...enrich, code: "// new" };
const draft = { ...enrich, deploy: false };
const [create, read, update, remove] = ["create", "read", "update", "delete"].map((verb) => `${verb}:actions`) as [
  string,
  string,
  string,
  string,
];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [create, read], run: enrich },
  { operation: "create with `deploy: false`", scopes: [create], run: draft },
  { operation: "refresh, drift", scopes: [read], before: enrich, run: "refresh" },
  { operation: "update", scopes: [read, update, create], before: enrich, run: changed },
  { operation: "delete", scopes: [remove], before: enrich, run: undefined },
  { operation: "create with `adopt`", scopes: [create, read], run: { ...enrich, adopt: true } },
  {
    operation: "adopt",
    scopes: [read, update, create],
    before: enrich,
    run: { ...changed, adopt: true },
    adopted: true,
  },
];

export const action: Subject<"action"> = {
  name: "action",
  resource: "Action",
  path: "/api/v2/actions/actions",
  keyOf: ({ name }) => String(name),

  prepare: (tenant) => void (tenant.actions.get(theirs.id) ?? tenant.actions.create(theirs)),
  foreign: (tenant) => tenant.actions.get(theirs.id),
  identity: (_, n) => ({ name: `action-${n}`, supportedTriggers, code }),
  ...objects,
  held,
  edit,

  exceptions,
  laws: [
    { root: {}, steps: sequencesOf({ program: properties, edit: edits, unseen: fc.constant(false) }), share: 0.2 },
    {
      root: {},
      steps: sequencesOf({ program: withSecrets, edit: secretEdits, unseen: fc.constant(false) }),
      share: 0.1,
    },
    {
      root: { exclusiveSecrets: true },
      steps: sequencesOf({ program: withSecrets, edit: secretEdits, unseen: fc.constant(false) }),
      share: 0.1,
    },
  ],
  // The action, and its deployment.
  writes: 2,

  slots: ["action-a", "action-b"],
  keys,
  programs: (slot) =>
    fc.constant(
      fc
        .tuple(properties, fc.option(sameSecrets, { freq: 2 }), mostly(keys(slot)), fc.boolean())
        .map(([rest, given, name, isExclusive]) => ({
          ...{ code, ...rest, name, supportedTriggers, adopt: true },
          ...(given && { secrets: given }),
          ...(isExclusive && { exclusiveSecrets: true }),
        })),
    ),
  edits: () => [
    { weight: 2, values: fc.record({ code: fc.constantFrom("// foreign-1", "// foreign-2") }) },
    { weight: 1, values: fc.record({ dependencies: fc.constantFrom([{ name: "foreign", version: "1.0.0" }], []) }) },
  ],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/actions\/actions(\/[^/?]+(\/deploy)?)?(\?.*)?$/,
    versions(_, n) {
      const first = { name: `action-${n}`, supportedTriggers, code, secrets: { KEY: "s3cr3t-of-an-action" } };
      return [first, { ...first, code: "// new" }];
    },
    secrets: ["s3cr3t-of-an-action"],
    misshapen: ["[]", '{"id":"another","name":7}', '{"id":"another","name":"another","status":"built"}'].map(
      (body) => ({
        path: /actions\/actions.[^/]+$/,
        body,
      }),
    ),
    ids: (text) => text,
    asked: (id) => (isSegment(id) ? ["actions", "actions", id] : undefined),
    programs: (text) =>
      text.map((end) => ({ args: { ...draft, name: `action ${end}` }, mayAsk: [["actions", "actions"]] })),
    loud: { ...enrich, name: "\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [enrich, changed],
};
