import { equal, isObject, type JsonObject } from "../schema/json.ts";
import type { Fields, Schema } from "../schema/schema.ts";
import { canonical } from "../state/canonical.ts";
import { type Plan, planChange } from "../state/plan.ts";
import type { ManagedRecord } from "../state/record.ts";
import { type Claiming, naturalKeyOf } from "./claims.ts";
import type { ResourceType } from "./resource-type.ts";

/** Most objects that a record remembers as replaced. Each costs a call in the next replacement. */
const maxReplaced = 3;

/** A resource that the engine replaces if it calls create with these inputs. */
export interface Replacement {
  readonly inputs: JsonObject;
  /** The tenant's id of the object that the state has. Undefined while a lost creation is unconfirmed, and once the object is deleted. */
  readonly id: string | undefined;
  /** Whether the tenant has made up that id. */
  readonly isOwn: boolean;
  /** The objects that the one in the state has replaced, last first. */
  readonly replaced: readonly string[];
  /** The identity properties that make it a replacement. Empty where a resource option does, such as `replaceOnChanges`. */
  readonly changed: readonly string[];
  /** How many declared values the object in the state lacks. */
  readonly differences: number;
  /** What the tenant showed beside values of that object that never come back. By JSON pointer. */
  readonly hints: JsonObject;
}

/**
 * The replacements that a run may carry out. The engine calls create with inputs only, so the object that a creation
 * replaces is known by the inputs of the comparison before it.
 */
export class Replacements {
  /** By what makes resources unique: most resources of a type differ in it, so that few have to be compared. */
  readonly #expected = new Map<string, Replacement[]>();
  readonly #deleted = new Set<string>();

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
    const { schema } = kind;
    const expected = this.#expected.get(naturalKeyOf(kind, inputs)) ?? [];
    const [found, ...others] = expected.filter((one) => isSameProgram(schema, one.inputs, inputs));
    if (!found || others.length > 0) return undefined;
    const isThere = (id: string) => !this.#deleted.has(JSON.stringify([schema.noun, id]));
    const { id, ...rest } = found;
    return { ...rest, id: id !== undefined && isThere(id) ? id : undefined };
  }
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
  const { standing, replaced = [], hints } = record;
  const id = standing.at === "tenant" ? standing.id : undefined;
  // An id that is made of inputs may by then be the object of another team.
  const isOwn = id !== undefined && id !== type.provisionalId(outputs);
  // What was sent counts, also where nobody knows whether it arrived.
  const isSure = replaced.length === 0 || record.unsure.length === 0;
  const sent = isSure ? plan : planChange(type.schema, outputs, { ...record, unsure: [] }, inputs);
  const differences = plan.replaces.length > 0 ? Number.POSITIVE_INFINITY : differencesIn(sent);
  return { inputs, id, isOwn, replaced, changed: plan.replaces, differences, hints };
}

/** How many values a plan sends or clears. */
export function differencesIn({ changed, removed }: Plan): number {
  return changed.length + removed.length;
}

/** What the record of a new object remembers of those before it. */
export function replacedBy({ id, isOwn, replaced }: Replacement): Pick<ManagedRecord, "replaced"> {
  const all = [...(id !== undefined && isOwn ? [id] : []), ...replaced].slice(0, maxReplaced);
  return all.length > 0 ? { replaced: all } : {};
}

/** The second check of a replacement knows no old inputs, so the elements of sets can be in another order. */
function isSameProgram({ fields }: Schema, some: JsonObject, others: JsonObject): boolean {
  const declared = (inputs: JsonObject) => Object.entries(inputs).filter(([name]) => Object.hasOwn(fields, name));
  const inTheirOrder = canonical(fields, Object.fromEntries(declared(some)), others);
  return equal(unsealed(fields, inTheirOrder), unsealed(fields, Object.fromEntries(declared(others))));
}

/** Without the hashes of values: without the old inputs, the second check of a replacement can make other ones. */
function unsealed(fields: Fields, inputs: JsonObject): JsonObject {
  const sealed = Object.entries(inputs).filter(([name]) => {
    const field = fields[name];
    return field?.kind === "map" && field.sealed === true;
  });
  const names = sealed.map(([name, values]) => [name, Object.keys(isObject(values) ? values : {}).toSorted()] as const);
  return { ...inputs, ...Object.fromEntries(names) };
}
