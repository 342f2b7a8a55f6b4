import { canonical } from "../model/canonical.ts";
import { equal, type JsonObject } from "../model/json.ts";
import type { Plan } from "../model/plan.ts";
import type { ManagedRecord } from "../model/record.ts";
import type { Table } from "../model/table.ts";

/** A resource that the engine replaces if it calls create with these inputs. */
interface Replacement {
  readonly inputs: JsonObject;
  /** The tenant's id of the object that the state has. Undefined while a lost creation is unconfirmed. */
  readonly id: string | undefined;
  /** The object that the one in the state has replaced. */
  readonly replaced: string | undefined;
  /** The identity properties that make it a replacement. Empty where a resource option does, such as `replaceOnChanges`. */
  readonly changed: readonly string[];
}

/**
 * The replacements that a run may carry out. The engine calls create with inputs only, so the object that a creation
 * replaces is known by the inputs of the comparison before it.
 */
export class Replacements {
  readonly #expected = new Map<Table, Replacement[]>();

  expect(table: Table, inputs: JsonObject, { standing, replaced }: ManagedRecord, { replaces }: Plan): void {
    const expected = this.#expected.get(table) ?? [];
    this.#expected.set(table, expected);
    const id = standing.at === "tenant" ? standing.id : undefined;
    expected.push({ inputs, id, replaced, changed: replaces });
  }

  /** Notes that an object was deleted before the one that replaces it is created: nothing is left to take back. */
  noteDeleted(table: Table, deleted: string): void {
    const expected = this.#expected.get(table) ?? [];
    this.#expected.set(
      table,
      expected.map((one) => (one.id === deleted ? { ...one, id: undefined } : one)),
    );
  }

  /** The replacement that a creation belongs to. Undefined for a new resource, and where two resources have the same inputs. */
  find(table: Table, inputs: JsonObject): Replacement | undefined {
    const found = (this.#expected.get(table) ?? []).filter((one) => isSameProgram(table, one.inputs, inputs));
    return found.length === 1 ? found[0] : undefined;
  }
}

/** The second check of a replacement knows no old inputs, so the elements of sets can be in another order. */
function isSameProgram({ fields }: Table, some: JsonObject, others: JsonObject): boolean {
  const declared = (inputs: JsonObject) => Object.entries(inputs).filter(([name]) => Object.hasOwn(fields, name));
  const inTheirOrder = canonical(fields, Object.fromEntries(declared(some)), others);
  return equal(inTheirOrder, Object.fromEntries(declared(others)));
}
