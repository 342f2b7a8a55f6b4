import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { needsOther } from "../acceptance/sample.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { codes, exceptionsOfSecrets, lawsOfCode, sameSecrets, secretsAfter } from "./code.ts";
import type { Exception } from "./exception.ts";
import { kinds } from "./kinds.ts";
import { isSegment, namesOf, objectsOf, scopesOfObjects } from "./objects.ts";
import { mostly, type Subject } from "./subject.ts";

const { fields } = kinds.action.schema;
const supportedTriggers = [{ id: "post-login", version: "v3" }];
const code = "exports.onExecutePostLogin = async () => {};";
const byHand = (name: string) => ({ name, supported_triggers: supportedTriggers, code: "// by hand", deploy: true });

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
    tenant.actions.update(id, { secrets: secretsAfter(row.secrets as readonly JsonObject[], value) });
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
const objects = objectsOf("action", { byHand, theirs });

const keys = namesOf;
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

const exceptions: readonly Exception[] = [
  {
    law: "convergence",
    how: "undeclared",
    paths: ["/runtime"],
    why: "the service cannot forget it",
    documented: "keep their value and are no longer managed",
    examples: [[{ program: { runtime: "node18-actions" } }, { program: {} }]],
  },
  ...exceptionsOfSecrets,
];

const enrich = { name: "Enrich", supportedTriggers, code };
const changed = { ...enrich, code: "// new" };
const draft = { ...enrich, deploy: false };

const denies = (comment: string) =>
  `exports.onExecuteCustomTokenExchange = async (event, api) => {\n  // ${comment}\n  api.access.deny("not_used", "verify");\n};\n`;

export const action: Subject<"action"> = {
  ...objects,
  identity: (_, n) => ({ name: `action-${n}`, supportedTriggers, code }),
  held,
  edit,

  exceptions,
  laws: lawsOfCode(properties, edits),
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

  scopes: scopesOfObjects("actions", enrich, changed, {
    create: ["create", "read"],
    update: ["read", "update", "create"],
    further: [{ operation: "create with `deploy: false`", scopes: ["create:actions"], run: draft }],
  }),
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
  answeredOnly: [
    ...["all_changes_deployed", "built_at", "current_version", "deployed_version", "installed_integration_id"],
    ...["integration", "status"],
  ],
  noReferences: {
    "/deployedVersionId": "the service gives it: a version of the action itself",
    "/modules/0/moduleVersionId": "a version of the module, which an output of the module's resource names",
    "/supportedTriggers/0/id": "triggers are the service's",
  },
  inCases: (name) => ({
    args: {
      name,
      code: "exports.onExecutePostLogin = async () => {};",
      supportedTriggers: [
        name.includes("tokenExchangeProfile") || name.startsWith("cte-")
          ? { id: "custom-token-exchange", version: "v1" }
          : { id: "post-login", version: "v3" },
      ],
    },
  }),
  sample: {
    key: "name",
    program: ({ key }) => ({
      args: {
        name: key,
        supportedTriggers: [{ id: "custom-token-exchange", version: "v1" }],
        code: denies("one"),
        deploy: false,
      },
      values: {
        code: [denies("two"), denies("three")],
        runtime: ["node22", "node18"],
        dependencies: ["4.17.21", "4.17.20"].map((version) => [{ name: "lodash", version }]),
        secrets: ["one", "two"].map((value) => ({ EXAMPLE: `not a secret: ${value}` })),
        modules: needsOther,
        supportedTriggers: "a change replaces the action",
      },
    }),
  },
  elsewhere: [
    ["auth0_action", "claims", { id: at.enrich, name: "Enrich login" }],
    ["auth0_action", "swap", { id: at.exchange, name: "Exchange sessions" }],
  ],
  namesElsewhere: ["claims", "swap"],
};
