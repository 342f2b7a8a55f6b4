import { saved } from "../lifecycle/attempt.ts";
import { creationOf } from "../lifecycle/create.ts";
import type { Kind, Target } from "../lifecycle/kind.ts";
import { Lifecycle } from "../lifecycle/lifecycle.ts";
import { inputsOf } from "../lifecycle/outputs.ts";
import { EngineRun } from "../lifecycle/program.ts";
import { problemsOf } from "../lifecycle/validate.ts";
import { equal, isObject, type Json, type JsonObject } from "../model/json.ts";
import { providerKey, secretsKey } from "../model/keys.ts";
import { planChange } from "../model/plan.ts";
import { type Path, toPointer, valueAt } from "../model/pointer.ts";
import { providerCode } from "../model/provider-code.ts";
import { readRecord } from "../model/record.ts";
import { inPlain, secretPaths } from "../model/secrets.ts";
import { typeToken } from "../model/type-token.ts";
import { descriptors, type KindName } from "../objects/descriptors.ts";
import { kinds } from "../objects/kinds.ts";
import { legible, type TenantClient } from "../tenant/index.ts";
import { declarationOf, type Note } from "./declare.ts";
import { byText, type InventoryItem } from "./inventory.ts";

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

/** A kind whose objects were all read before, and what checks them. */
interface ImportedKind {
  readonly kind: Kind;
  readonly lifecycle: Lifecycle;
  /** The objects as they were read, by id. */
  readonly objects: Map<string, JsonObject>;
}

/** Makes resources of objects. */
export class Importer {
  readonly #importing: Importing;
  /** What one import declares, and no other one of this process. */
  readonly #run = new EngineRun();
  readonly #kinds = new Map<KindName, ImportedKind>();

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
    const imported = this.#importedKind(item.kind);
    const { fields } = imported.kind.table;
    imported.objects.set(item.id, item.live);
    const refused = new Map<string, string>();
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const made = await make(item, imported, this.#importing, refused);
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

  #importedKind(name: KindName): ImportedKind {
    const found = this.#kinds.get(name);
    if (found) return found;
    const { client, config } = this.#importing;
    const objects = new Map<string, JsonObject>();
    const original: Kind = kinds[name];
    const kind: Kind = {
      ...original,
      doubts: () => [],
      needs: () => undefined,
      // What the tenant has is there already.
      rules: (args, of) => original.rules(args, of, args),
      read: (_, id) => Promise.resolve(objects.get(id)),
    };
    const lifecycle = new Lifecycle(kind, () => client, this.#run);
    const get = (key: string) => config(key.replace("tenant:", ""));
    void lifecycle.configure({ config: { get, require: (key) => get(key) ?? "" } });
    const imported = { kind, lifecycle, objects };
    this.#kinds.set(name, imported);
    return imported;
  }
}

/** The resource, or why these properties stand in its way. */
type Made = { readonly resource: ImportedResource } | { readonly refused: ReadonlyMap<string, string> };

async function make(
  item: InventoryItem,
  { kind, lifecycle }: ImportedKind,
  { client, target, all }: Importing,
  refused: ReadonlyMap<string, string>,
): Promise<Made> {
  const { table } = kind;
  const { args, notes } = declarationOf(table, kind.importRules ?? {}, item.live, {
    all,
    refused,
    members: item.members,
    isTransient: descriptors[item.kind].listing?.isTransient,
  });
  const problems = [...problemsOf(kind.table, args), ...kind.rules(args, target, {})];
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
    type: typeToken(descriptors[item.kind].type),
    args,
    secrets,
    notes,
    inputs: { ...(inputs as JsonObject), ...code },
    outputs: { ...outs, ...code },
    isProtected: descriptors[item.kind].isProtected?.(args) ?? false,
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

/** The values that a program takes from its configuration: those that are documented as secret, and those that look so. */
function secretsOf(kind: Kind, args: JsonObject): readonly SecretValue[] {
  return secretPaths(kind.table.fields, args)
    .flatMap((path) => leavesBelow(path, valueAt(args, path) ?? null))
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => byText(a.pointer, b.pointer));
}

/** The values below a place. An array is one of them, as the engine makes the whole of it secret where one element is. */
function leavesBelow(path: Path, value: Json): readonly SecretValue[] {
  if (!isObject(value)) return [{ pointer: toPointer(path), value }];
  return Object.entries(value).flatMap(([key, item]) => leavesBelow([...path, key], item));
}
