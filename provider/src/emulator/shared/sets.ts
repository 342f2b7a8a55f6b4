import type { ServiceError } from "./errors.ts";
import type { Owners } from "./objects.ts";
import { Rows } from "./rows.ts";
import { keyed, pick, type WireObject } from "./store.ts";
import { check, list, object, refusal, type Schema, text, type Violation } from "./validation.ts";

/** The rules of sets that belong to holders, such as the roles of users. */
export interface SetRules<Item> {
  /** The holders, by the properties that name a holder. Each set belongs to all of them. Without objects, any text is a holder. */
  readonly holders: Readonly<Record<string, Owners | undefined>>;
  /** The property of a seed that contains the items. */
  readonly name: string;
  /** The schema of an item in a seed. */
  readonly schema: Schema;
  /** The maximum number of items of a set. */
  readonly most: number;
  /** The error for too many items. */
  readonly full: (organization: string | undefined) => ServiceError;
  /** The properties of a row that are those of an item. @throws ServiceError for an item that does not exist */
  readonly rowOf: (item: Item) => WireObject;
  /** The item of a row. */
  readonly itemOf: (row: WireObject) => Item;
}

/** Sets of items, of which each row is one. A set belongs to its holder, and some sets to an organization, too. */
export class Sets<Item extends string | WireObject> extends Rows {
  readonly #rules: SetRules<Item>;

  constructor(rules: SetRules<Item>) {
    super();
    this.#rules = rules;
    for (const [property, owners] of Object.entries(rules.holders)) if (owners) this.belong(property, owners);
  }

  /** The items of a holder, oldest first. */
  list(holder: string, organization?: string): Item[] {
    return this.where(this.#holder(holder, organization)).map(this.#rules.itemOf);
  }

  /** Adds items to a holder's set, and keeps those that it has. */
  add(holder: string, given: readonly Item[], organization?: string): void {
    const own = this.#holder(holder, organization);
    const rows = new Map(given.map((item) => this.#rowOf(own, item)).map((row) => [row.id, row]));
    const fresh = [...rows.values()].filter(({ id }) => !this.find(id));
    const { most, full } = this.#rules;
    if (this.where(own).length + fresh.length > most) throw full(organization);
    for (const row of fresh) this.put(row);
  }

  /** Replaces a holder's set. */
  set(holder: string, given: readonly Item[], organization?: string): void {
    const own = this.#holder(holder, organization);
    const ids = given.map((item) => this.#rowOf(own, item).id);
    if (new Set(ids).size > this.#rules.most) throw this.#rules.full(organization);
    for (const { id } of this.where(own)) if (!ids.includes(id)) this.drop(id);
    this.add(holder, given, organization);
  }

  /** Removes items from a holder's set. Items that it does not have are ignored. */
  remove(holder: string, given: readonly Item[], organization?: string): void {
    const own = this.#holder(holder, organization);
    for (const { id } of given.map((item) => this.#rowOf(own, item))) this.drop(id);
  }

  override dump(): WireObject[] {
    const { holders, name, itemOf } = this.#rules;
    const sets = Map.groupBy(this.all(), (row) => JSON.stringify(pick(row, Object.keys(holders))));
    return [...sets].map(([holder, rows]) => ({ ...JSON.parse(holder), [name]: rows.map(itemOf) }));
  }

  override load(wire: unknown): Violation | undefined {
    const { holders, name, schema } = this.#rules;
    const names = Object.keys(holders);
    const properties = keyed(names, () => text({ min: 1 }));
    const [first = "", second = ""] = names;
    return (
      check(object({ ...properties, [name]: list(schema) }, [first, name]), wire) ??
      refusal(() => {
        const { [first]: holder, [second]: organization, [name]: items } = wire as Record<string, unknown>;
        this.add(String(holder), items as Item[], organization as string | undefined);
      })
    );
  }

  /** The properties of a row that name the holder. @throws ServiceError 404 */
  #holder(...keys: readonly [holder: string, organization: string | undefined]): WireObject {
    return keyed(Object.keys(this.#rules.holders), (property, at) => {
      const key = keys[at];
      return key === undefined ? undefined : (this.#rules.holders[property]?.row(key).id ?? key);
    });
  }

  #rowOf(holder: WireObject, item: Item) {
    const row = { ...holder, ...this.#rules.rowOf(item) };
    return { ...row, id: JSON.stringify(row) };
  }
}
