import { saved } from "../lifecycle/attempt.ts";
import { creationOf } from "../lifecycle/create.ts";
import type { Kind, Target } from "../lifecycle/kind.ts";
import { Lifecycle } from "../lifecycle/lifecycle.ts";
import { inputsOf, steeringOf } from "../lifecycle/outputs.ts";
import { kinds } from "../lifecycle/registry.ts";
import { type Validator, validatorOf } from "../lifecycle/validate.ts";
import { equal, type Json, type JsonObject, own } from "../model/json.ts";
import { providerKey, secretsKey } from "../model/keys.ts";
import { planChange } from "../model/plan.ts";
import { fromPointer, toPointer, valueAt } from "../model/pointer.ts";
import { providerCode } from "../model/provider-code.ts";
import { readRecord } from "../model/record.ts";
import { secretPaths } from "../model/secrets.ts";
import { strategiesWithUsers } from "../model/strategies.ts";
import type { Table } from "../model/table.ts";
import { classOf, typeToken } from "../model/type-token.ts";
import { legible, type TenantClient } from "../tenant/index.ts";
import { declarationOf, type Note } from "./declare.ts";
import type { InventoryItem, KindName } from "./inventory.ts";
import { inPlain } from "./secret-values.ts";

/** One secret value of a program. */
export interface SecretValue {
  /** Its place in the arguments, as a JSON pointer. */
  readonly pointer: string;
  readonly value: Json;
}

/** An object as a resource: what a program declares of it, and what a state holds of it. */
export interface ImportedResource {
  readonly item: InventoryItem;
  /** The type token. */
  readonly type: string;
  /** What the program declares, secrets in plain. */
  readonly args: JsonObject;
  /** The values that are no part of the program. */
  readonly secrets: readonly SecretValue[];
  readonly notes: readonly Note[];
  /** Inputs and outputs as the state has them, secrets in their envelopes. */
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
  /** Whether the program creates it with Pulumi's own protection, as it holds users. */
  readonly isProtected: boolean;
}

/** What turns objects into resources. */
export interface Importing {
  readonly client: TenantClient;
  readonly target: Target;
  /** Reads a setting of the tenant, as the resources' own provider would. */
  readonly config: (key: string) => string | undefined;
  /** Declare also what a new object would have by itself. */
  readonly all: boolean;
}

/** An object cannot be imported. The message says why, for people. */
export class NotImportable extends Error {
  override readonly name = "NotImportable";
}

const mostAttempts = 20;

/** What the objects of one kind share. */
interface Workshop {
  readonly kind: Kind;
  readonly validate: Validator;
  readonly lifecycle: Lifecycle;
  /** The objects as they were read, by id. */
  readonly objects: Map<string, JsonObject>;
}

/** Makes resources of objects. */
export class Importer {
  readonly #importing: Importing;
  readonly #workshops = new Map<KindName, Workshop>();

  constructor(importing: Importing) {
    this.#importing = importing;
  }

  /**
   * Makes a resource of an object, by the same functions by which a creation makes one: check, and what is saved of a creation that was
   * answered with this object. Then it asks diff and read whether the next preview has anything to do. A property that stands in the way
   * of that is not declared, and noted.
   *
   * @throws NotImportable
   */
  async import(item: InventoryItem): Promise<ImportedResource> {
    const workshop = this.#workshopOf(item.kind);
    const { fields }: Table = workshop.kind.table;
    workshop.objects.set(item.id, item.live);
    const refused = new Map<string, string>();
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const made = await make(item, workshop, this.#importing, refused);
      if ("resource" in made) return made.resource;
      for (const [name, why] of made.refused) {
        if (!Object.hasOwn(fields, name) || fields[name]?.identity || fields[name]?.required || refused.has(name)) {
          throw new NotImportable(`${name}: ${why}`);
        }
        refused.set(name, why);
      }
    }
    throw new NotImportable("its properties contradict each other");
  }

  #workshopOf(name: KindName): Workshop {
    const found = this.#workshops.get(name);
    if (found) return found;
    const { client, config } = this.#importing;
    const objects = new Map<string, JsonObject>();
    const kind: Kind = { ...kinds[name], doubts: () => [], read: (_, id) => Promise.resolve(objects.get(id)) };
    const lifecycle = new Lifecycle(kind, () => client);
    const get = (key: string) => config(key.replace("tenant:", ""));
    void lifecycle.configure({ config: { get, require: (key) => get(key) ?? "" } });
    const workshop = { kind, validate: validatorOf(kind.table, steeringOf(kind.table)), lifecycle, objects };
    this.#workshops.set(name, workshop);
    return workshop;
  }
}

/** The resource, or why these properties stand in its way. */
type Made = { readonly resource: ImportedResource } | { readonly refused: ReadonlyMap<string, string> };

async function make(
  item: InventoryItem,
  { kind, validate, lifecycle }: Workshop,
  { client, target, all }: Importing,
  refused: ReadonlyMap<string, string>,
): Promise<Made> {
  const { table } = kind;
  const { args, notes } = declarationOf(table, item.live, { all, refused, members: item.members });
  const problems = [...validate(args), ...kind.rules(args, target)];
  if (problems.length > 0) {
    const why = (says: string) => `what the tenant has is not accepted any more: it ${says}`;
    return { refused: new Map(problems.map(({ path, says }) => [String(path[0]), why(says)])) };
  }
  const secrets = secretsOf(kind, args);
  const marked = secrets.length > 0 && { [secretsKey]: secrets.map(({ pointer }) => pointer) };
  const { inputs, failures } = await lifecycle.check({}, { ...args, ...marked });
  const [failure] = failures ?? [];
  if (failure) throw new NotImportable(legible(failure.reason));

  const plainInputs = inPlain(inputs as JsonObject);
  const { outs } = saved({ kind, service: client }, creationOf({ kind }, plainInputs), {
    how: "done",
    id: item.id,
    seen: { live: item.live },
  });
  const plainOutputs = inPlain(outs);
  const { changes } = await lifecycle.diff(item.id, plainOutputs, plainInputs);
  if (changes !== false) return { refused: different(kind, item.id, plainOutputs, plainInputs) };
  const read = await lifecycle.read(item.id, plainOutputs);
  const isStable =
    equal(inPlain(read.props as JsonObject), plainOutputs) && equal(inputsOf(table, plainOutputs), plainInputs);
  if (!isStable) throw new NotImportable("a refresh would find it changed at once");

  // The program imports the package, so its project has it; but where Plug'n'Play is in force, only the longer text finds it.
  const code = { [providerKey]: providerCode(item.kind, process.versions.pnp === undefined) };
  const resource: ImportedResource = {
    item,
    type: typeToken(classOf(item.kind)),
    args,
    secrets,
    notes,
    inputs: { ...(inputs as JsonObject), ...code },
    outputs: { ...outs, ...code },
    isProtected: item.kind === "connection" && strategiesWithUsers.some((name) => name === own(args, "strategy")),
  };
  return { resource };
}

/** The properties in which an object differs from its own declaration. */
function different(kind: Kind, id: string, outputs: JsonObject, inputs: JsonObject): ReadonlyMap<string, string> {
  const record = readRecord(kind.table, id, outputs) ?? { paths: [], unsure: [] };
  const { replaces, changed, removed } = planChange(kind.table, outputs, record, inputs);
  const names = [...replaces, ...[...changed, ...removed].map(({ path }) => path[0] ?? "")];
  if (names.length === 0) throw new NotImportable("its record would have to be renewed at once");
  return new Map(names.map((name) => [name, "the tenant's form of it does not compare as equal to what was read"]));
}

/** The values that a program takes from its configuration: those that the table knows, and those that look secret. */
function secretsOf(kind: Kind, args: JsonObject): readonly SecretValue[] {
  const paths = secretPaths(kind.table.fields, args, kind.suspects(args));
  const leaves = paths.flatMap((path) => leavesBelow(valueAt(args, path) ?? null, toPointer(path)));
  return leaves
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => (a.pointer < b.pointer ? -1 : Number(a.pointer > b.pointer)));
}

/** The values below a place. An array is one of them, as the engine makes the whole of it secret where one element is. */
function leavesBelow(value: Json, pointer: string): readonly SecretValue[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [{ pointer, value }];
  return Object.entries(value).flatMap(([key, item]) => leavesBelow(item, toPointer([...fromPointer(pointer), key])));
}
