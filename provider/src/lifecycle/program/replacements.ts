import { covers, equal, type JsonObject } from "../../schema/json.ts";
import { providerKey } from "../../schema/provider-code.ts";
import { isShownOnce, pathRulesOf, type Schema } from "../../schema/schema.ts";
import { leafAt, objectOf } from "../../state/leaves.ts";
import { type Plan, planUpdate } from "../../state/plan.ts";
import type { ManagedRecord, Replaced } from "../../state/record.ts";
import { markedSecrets, secretPaths } from "../../state/secrets.ts";
import type { Entry, ResourceType } from "../resource-type.ts";
import { type Claiming, idKey, naturalKeyOf } from "./claims.ts";

/** Maximum number of replaced objects in a record. Each costs a request in the next replacement. */
const maxReplaced = 3;

/** Maximum length of a value of a replaced object in a record, in characters. */
const maxValueLength = 500;

/** A replacement that the engine may carry out. It does so if it later calls create for the resource with these inputs. */
export interface Replacement {
  readonly inputs: JsonObject;
  /** The tenant's id of the object in the state. Undefined while a lost creation is unconfirmed, and after the object is deleted. */
  readonly id: string | undefined;
  /** The data about the replaced object for the new object's record. Undefined if the tenant did not generate the id, and after a deletion. */
  readonly memory: Replaced | undefined;
  /** The objects that the object in the state has replaced, the latest first. */
  readonly replaced: readonly Replaced[];
  /** The identity properties whose change causes the replacement. Empty if a resource option, such as `replaceOnChanges`, causes it. */
  readonly changed: readonly string[];
  /** Number of declared values that the object in the state lacks. */
  readonly differences: number;
  /** The hints in the record of the object in the state, see {@link ManagedRecord.hints}. */
  readonly hints: JsonObject;
  /** The entry of the state that the replacement updates, because the object stays the same one. Undefined if the replacement creates an object. */
  readonly updates: Entry | undefined;
}

/** A creation that follows in this run, because the engine has checked the resource without old inputs. */
interface Creation {
  readonly inputs: JsonObject;
  /** The resource, for messages. Undefined if it is not known. */
  readonly name: string | undefined;
  /** The result of the check with the old inputs. Undefined for a new resource, which has none. */
  readonly compared: JsonObject | undefined;
  /** Whether the program has the old object deleted first (`deleteBeforeReplace`): this run has done so, or an earlier one that could not create. */
  readonly isDeletedFirst: boolean;
}

/**
 * Determines which object a creation replaces. The engine does not pass this: it calls create with the inputs alone, for a new resource and for a
 * replacement. But before a replacement it has called, in this order:
 *
 * 1. check with the old inputs: {@link noteChecked} stores the result by the name of the resource.
 * 2. diff with the outputs of the object in the state: {@link expect} stores the object that a replacement would replace, by the result of 1.
 * 3. check without old inputs, only if the resource is replaced: {@link noteChecked} connects this result with that of 1.
 * 4. delete, only if the object is deleted first: {@link noteDeleted}.
 *
 * Create receives the result of 3, so {@link ofCreation} goes back from 3 to 1 and 2. A new resource has only 3. The results of 2 and 3 are stored
 * by natural key: most resources of a type differ in it, so that few have to be compared.
 */
export class Replacements {
  /** The replacements that may follow, from the diffs of all resources in the state: by natural key. */
  readonly #expected = new Map<string, Replacement[]>();
  readonly #deleted = new Set<string>();
  /** The results of the checks with old inputs, by the resource's name. */
  readonly #compared = new Map<string, JsonObject>();
  readonly #creations = new Map<string, Creation[]>();
  /** The entries whose objects a deletion has left as they were, because this run creates them again: by natural key. */
  readonly #kept = new Map<string, Entry>();
  /** The resources whose creation was to replace an object and failed, by the key of the object: their entries still have it. */
  readonly failed = new Map<string, string>();

  /**
   * Records the result of a check.
   *
   * @param name the name of the resource, which is unique in the program. Undefined if the name is not known
   * @param isNew whether the engine has passed no old inputs
   * @param isDeletedFirst whether the program has the old object deleted first
   */
  noteChecked(
    type: Claiming,
    name: string | undefined,
    inputs: JsonObject,
    { isNew, isDeletedFirst }: { readonly isNew: boolean; readonly isDeletedFirst: boolean },
  ): void {
    if (!isNew) {
      if (name !== undefined) this.#compared.set(name, inputs);
      return;
    }
    const key = naturalKeyOf(type, inputs);
    const compared = name === undefined ? undefined : this.#compared.get(name);
    this.#creations.set(key, [...(this.#creations.get(key) ?? []), { inputs, name, compared, isDeletedFirst }]);
  }

  /**
   * Records the object that a creation would replace, if the engine calls create after this diff. The entry of an earlier diff of the same object is
   * removed, because a watch requests such diffs for months.
   */
  expect(type: Claiming, replacement: Replacement): void {
    const key = naturalKeyOf(type, replacement.inputs);
    const isEarlier = ({ id, inputs }: Replacement) =>
      id !== undefined && id === replacement.id && areSame(inputs, replacement.inputs);
    const expected = (this.#expected.get(key) ?? []).filter((one) => !isEarlier(one));
    expected.push(replacement);
    this.#expected.set(key, expected);
  }

  /** Records that an object was deleted before its replacement is created: a rollback can no longer return to it. */
  noteDeleted({ schema }: Claiming, id: string): void {
    this.#deleted.add(idKey(schema.noun, id));
  }

  /** Records that the deletion of an entry has sent nothing, because the run declares the same object again: the creation updates the entry. */
  noteKept(type: Claiming, entry: Entry): void {
    this.#kept.set(naturalKeyOf(type, entry.outputs), entry);
  }

  /** The entry that a creation updates, although the engine has removed it from the state. Undefined if there is none. */
  keptFor(type: Claiming, inputs: JsonObject): Entry | undefined {
    return this.#kept.get(naturalKeyOf(type, inputs));
  }

  /** The noted replacement of the object with this id; undefined if there is none. */
  ofObject({ schema }: Claiming, id: string): Replacement | undefined {
    const all = [...this.#expected].filter(([key]) => key.startsWith(`[${JSON.stringify(schema.noun)}`));
    return all.flatMap(([, expected]) => expected).find((one) => one.id === id);
  }

  /** The resource that a creation is about, for messages. Undefined if its check did not name it, and if two resources have the same inputs. */
  nameOfCreation(type: Claiming, inputs: JsonObject): string | undefined {
    const created = this.#creations.get(naturalKeyOf(type, inputs)) ?? [];
    const names = created.filter((one) => areSame(one.inputs, inputs)).map(({ name }) => name);
    return new Set(names).size === 1 ? names[0] : undefined;
  }

  /** The replacement that a creation carries out. Undefined for a new resource, and if two resources have the same inputs. */
  ofCreation(type: Claiming, inputs: JsonObject): Replacement | undefined {
    const { replacement, isDeletedFirst = false } = this.#carriedOutBy(type, inputs) ?? {};
    const isDeleted = isDeletedFirst || this.#deleted.has(idKey(type.schema.noun, replacement?.id ?? ""));
    return replacement && isDeleted
      ? { ...replacement, id: undefined, memory: undefined, updates: undefined }
      : replacement;
  }

  /** The id of the object that the program has deleted before a creation replaces it (`deleteBeforeReplace`); undefined if there is none. */
  deletedFirst(type: Claiming, inputs: JsonObject): string | undefined {
    const { replacement, isDeletedFirst } = this.#carriedOutBy(type, inputs) ?? {};
    return isDeletedFirst ? replacement?.id : undefined;
  }

  #carriedOutBy(
    type: Claiming,
    inputs: JsonObject,
  ): (Pick<Creation, "isDeletedFirst"> & { readonly replacement: Replacement }) | undefined {
    const created = this.#creations.get(naturalKeyOf(type, inputs)) ?? [];
    const [creation, ...twins] = created.filter((one) => areSame(one.inputs, inputs));
    const compared = creation?.compared;
    if (!creation || compared === undefined || twins.length > 0) return undefined;
    const expected = this.#expected.get(naturalKeyOf(type, compared)) ?? [];
    const [replacement, ...others] = expected.filter((one) => areSame(one.inputs, compared));
    return replacement && others.length === 0 ? { replacement, isDeletedFirst: creation.isDeletedFirst } : undefined;
  }
}

/**
 * Whether two sets of inputs are equal, and therefore come from the same resource of the program. The provider's code is not compared, because the
 * SDK's host adds it only to the result of a check.
 */
export function areSame(
  { [providerKey]: _code, ...some }: JsonObject,
  { [providerKey]: _other, ...others }: JsonObject,
): boolean {
  return equal(some, others);
}

/**
 * The replacement that follows if the engine calls create after a diff.
 *
 * @param entry the entry of the object in the state
 */
export function replacementOf(
  type: Pick<ResourceType, "provisionalId" | "schema" | "replacedInPlace">,
  entry: Entry,
  record: ManagedRecord,
  plan: Plan,
  inputs: JsonObject,
): Replacement {
  const { outputs } = entry;
  const { standing, replaced, hints, isLikely } = record;
  const id = standing.at === "tenant" ? standing.id : undefined;
  // If the id is derived from inputs, an object of another team may have the same id by the time of a rollback. So such an id is not recorded. An object
  // cannot be managed again without a value that only its creation has shown.
  const isOwn = id !== undefined && id !== type.provisionalId(outputs) && !isShownOnce(type.schema);
  const memory = isOwn
    ? { id, ...(isLikely && { isLikely }), values: valuesIn(type.schema, record, outputs) }
    : undefined;
  // Here, a value counts as written even if the response to its write was lost.
  const isSure = replaced.length === 0 || record.unsure.length === 0;
  const sent = isSure ? plan : planUpdate(type.schema, outputs, { ...record, unsure: [] }, inputs);
  const differences = plan.replaces.length > 0 ? Number.POSITIVE_INFINITY : differencesIn(sent);
  const updates = type.replacedInPlace && plan.replaces.length === 0 && id !== undefined ? entry : undefined;
  return { inputs, id, memory, replaced, changed: plan.replaces, differences, hints, updates };
}

/**
 * The declared values that show whether an object is still as this stack left it. They contain no secrets, because the state stores them
 * unencrypted.
 */
function valuesIn(schema: Schema, { paths, unsure }: ManagedRecord, outputs: JsonObject): JsonObject {
  const secrets = secretPaths(schema.fields, outputs, markedSecrets(outputs));
  const sure = paths.filter((pointer) => !unsure.includes(pointer));
  return objectOf(
    schema,
    sure,
    (field, path) => {
      const value = leafAt(field, outputs, path);
      const { reads } = pathRulesOf(field, path, outputs);
      const isSecret = secrets.some((secret) => covers(secret, path) || covers(path, secret));
      const isKept = !isSecret && (reads === undefined || reads.how === "verbatim");
      return isKept && JSON.stringify(value ?? null).length <= maxValueLength ? value : undefined;
    },
    {},
  );
}

/** Number of values that a plan sends or clears. */
export function differencesIn({ changed, removed }: Plan): number {
  return changed.length + removed.length;
}

/** The replaced objects in the record of a new object. The oldest one is always included, because a rollback most often returns to it. */
export function replacedBy({ memory, replaced }: Replacement): Pick<ManagedRecord, "replaced"> {
  const all = [...(memory ? [memory] : []), ...replaced];
  const kept = all.length > maxReplaced ? [...all.slice(0, maxReplaced - 1), ...all.slice(-1)] : all;
  return { replaced: kept };
}
