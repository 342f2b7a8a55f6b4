import { equal, type JsonObject } from "../schema/json.ts";
import { providerKey } from "../schema/keys.ts";
import { covers } from "../schema/pointer.ts";
import { pathRulesOf, type Schema } from "../schema/schema.ts";
import { leafAt, objectOf } from "../state/leaves.ts";
import { type Plan, planChange } from "../state/plan.ts";
import type { ManagedRecord, Replaced } from "../state/record.ts";
import { markedSecrets, secretPaths } from "../state/secrets.ts";
import { type Claiming, naturalKeyOf } from "./claims.ts";
import type { ResourceType } from "./resource-type.ts";

/** Most objects that a record remembers as replaced. Each costs a call in the next replacement. */
const maxReplaced = 3;

/** Most characters of a value that a record remembers of a replaced object. */
const maxValueLength = 500;

/** A resource that the engine replaces if it calls create with these inputs. */
export interface Replacement {
  readonly inputs: JsonObject;
  /** The tenant's id of the object that the state has. Undefined while a lost creation is unconfirmed, and once the object is deleted. */
  readonly id: string | undefined;
  /** What the next record remembers of that object. Undefined where the tenant has not made up its id. */
  readonly memory: Replaced | undefined;
  /** The objects that the one in the state has replaced, last first. */
  readonly replaced: readonly Replaced[];
  /** The identity properties that make it a replacement. Empty where a resource option does, such as `replaceOnChanges`. */
  readonly changed: readonly string[];
  /** How many declared values the object in the state lacks. */
  readonly differences: number;
  /** What the tenant showed beside values of that object that never come back. By JSON pointer. */
  readonly hints: JsonObject;
}

/** The inputs of a creation, as the check before it has answered them. */
interface Creation {
  readonly inputs: JsonObject;
  /** What the check with the old inputs has answered, where the resource is replaced. */
  readonly compared: JsonObject | undefined;
}

/**
 * The replacements that a run may carry out. The engine calls create with inputs only. Before a replacement it checks a resource twice: with
 * the old inputs, then without them. Only so a creation is known as a replacement, and not as a new resource with the same inputs.
 */
export class Replacements {
  /** By what makes resources unique: most resources of a type differ in it, so that few have to be compared. */
  readonly #expected = new Map<string, Replacement[]>();
  readonly #deleted = new Set<string>();
  /** The answers of the checks with old inputs, by the resource's name. */
  readonly #compared = new Map<string, JsonObject>();
  readonly #creations = new Map<string, Creation[]>();

  /**
   * Notes what a check has answered.
   *
   * @param name the resource, and no other one of the program. Undefined where nothing tells
   * @param isNew the engine has shown no old inputs
   */
  noteChecked(kind: Claiming, name: string | undefined, inputs: JsonObject, isNew: boolean): void {
    if (!isNew) {
      if (name !== undefined) this.#compared.set(name, inputs);
      return;
    }
    const key = naturalKeyOf(kind, inputs);
    const compared = name === undefined ? undefined : this.#compared.get(name);
    this.#creations.set(key, [...(this.#creations.get(key) ?? []), { inputs, compared }]);
  }

  expect(kind: Claiming, replacement: Replacement): void {
    const key = naturalKeyOf(kind, replacement.inputs);
    const expected = this.#expected.get(key) ?? [];
    expected.push(replacement);
    this.#expected.set(key, expected);
  }

  /** Notes that an object was deleted before the one that replaces it is created: nothing is left to take back. */
  noteDeleted({ schema }: Claiming, id: string): void {
    this.#deleted.add(JSON.stringify([schema.noun, id]));
  }

  /** The replacement that takes an object out of the state, if it is one that the program has. */
  ofObject({ schema }: Claiming, id: string): Replacement | undefined {
    const all = [...this.#expected].filter(([key]) => key.startsWith(`[${JSON.stringify(schema.noun)}`));
    return all.flatMap(([, expected]) => expected).find((one) => one.id === id);
  }

  /** The replacement that a creation belongs to. Undefined for a new resource, and where two resources have the same inputs. */
  find(kind: Claiming, inputs: JsonObject): Replacement | undefined {
    const created = this.#creations.get(naturalKeyOf(kind, inputs)) ?? [];
    const [creation, ...twins] = created.filter((one) => areSame(one.inputs, inputs));
    const compared = creation?.compared;
    if (compared === undefined || twins.length > 0) return undefined;
    const expected = this.#expected.get(naturalKeyOf(kind, compared)) ?? [];
    const [found, ...others] = expected.filter((one) => areSame(one.inputs, compared));
    if (!found || others.length > 0) return undefined;
    const isDeleted = this.#deleted.has(JSON.stringify([kind.schema.noun, found.id]));
    return isDeleted ? { ...found, id: undefined, memory: undefined } : found;
  }
}

/** Whether two inputs are of the same resource of the program. The SDK's host adds the provider's code to what a check answers. */
function areSame(
  { [providerKey]: _code, ...some }: JsonObject,
  { [providerKey]: _other, ...others }: JsonObject,
): boolean {
  return equal(some, others);
}

/**
 * The replacement that follows if the engine answers a comparison with a creation.
 *
 * @param outputs those of the object in the state
 */
export function replacementOf(
  type: Pick<ResourceType, "provisionalId" | "schema">,
  outputs: JsonObject,
  record: ManagedRecord,
  plan: Plan,
  inputs: JsonObject,
): Replacement {
  const { standing, replaced = [], hints, isLikely } = record;
  const id = standing.at === "tenant" ? standing.id : undefined;
  // An id that is made of inputs may by then be the object of another team.
  const isOwn = id !== undefined && id !== type.provisionalId(outputs);
  const memory = isOwn
    ? { id, ...(isLikely && { isLikely }), values: valuesIn(type.schema, record, outputs) }
    : undefined;
  // What was sent counts, also where nobody knows whether it arrived.
  const isSure = replaced.length === 0 || record.unsure.length === 0;
  const sent = isSure ? plan : planChange(type.schema, outputs, { ...record, unsure: [] }, inputs);
  const differences = plan.replaces.length > 0 ? Number.POSITIVE_INFINITY : differencesIn(sent);
  return { inputs, id, memory, replaced, changed: plan.replaces, differences, hints };
}

/** The declared values by which an object is known to be as this stack has left it. Nothing secret, as they stand in the state. */
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

/** How many values a plan sends or clears. */
export function differencesIn({ changed, removed }: Plan): number {
  return changed.length + removed.length;
}

/** What the record of a new object remembers of those before it: always the first one, which a rollback means most often. */
export function replacedBy({ memory, replaced }: Replacement): Pick<ManagedRecord, "replaced"> {
  const all = [...(memory ? [memory] : []), ...replaced];
  const kept = all.length > maxReplaced ? [...all.slice(0, maxReplaced - 1), ...all.slice(-1)] : all;
  return kept.length > 0 ? { replaced: kept } : {};
}
