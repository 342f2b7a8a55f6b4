import { equal, holdsUnknown, isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import type { InventoryItem } from "./inventory.ts";

/** A resource of a program, as a preview shows it. */
export interface Referring {
  readonly urn: string;
  readonly type: TypeName;
  /** The inputs. Those that come from a resource without an object yet are unknown. */
  readonly inputs: JsonObject;
  /** By input: the URNs of the resources from which the input gets its value. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
}

/** A resource whose natural key several objects have. */
export interface Ambiguous<One extends Referring = Referring> {
  readonly one: One;
  readonly candidates: readonly InventoryItem[];
}

/**
 * Tells objects of one name apart by references: an object is that of a resource if it alone has the references that the program declares from other
 * resources to this one, and from this one to others; or if it is the last object left for the last resource of the name.
 *
 * @param open the ambiguous resources
 * @param declared all resources of the program
 * @param items the tenant's objects
 * @param known the objects of resources that are matched already, by URN
 * @returns the objects of the resources that references decide, by URN
 */
export function matchedByReferences(
  open: readonly Ambiguous[],
  declared: readonly Referring[],
  items: readonly InventoryItem[],
  known: ReadonlyMap<string, InventoryItem>,
): ReadonlyMap<string, InventoryItem> {
  const matched = new Map(known);
  const found = new Map<string, InventoryItem>();
  const evidence = new Evidence(declared, items, matched);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    const used = new Set(matched.values());
    const left = open
      .filter(({ one }) => !matched.has(one.urn))
      .map(({ one, candidates }) => ({ one, candidates: candidates.filter((item) => !used.has(item)) }));
    const decided = left.flatMap(({ one, candidates }) => {
      const isLast = candidates.length === 1 && !left.some((other) => other.one !== one && shares(other, candidates));
      const [item, second] = evidence.narrowed(one, candidates);
      return item && !second && (isLast || candidates.length > 1) ? [{ urn: one.urn, item }] : [];
    });
    // Two resources whose references lead to one object are a contradiction, so neither is decided.
    for (const { urn, item } of decided)
      if (decided.every((other) => other.urn === urn || other.item !== item)) {
        matched.set(urn, item);
        found.set(urn, item);
      }
  }
  return found;
}

function shares({ candidates }: Ambiguous, items: readonly InventoryItem[]): boolean {
  return candidates.some((item) => items.includes(item));
}

/** What references say about the objects of resources. */
class Evidence {
  readonly #items: ReadonlyMap<TypeName, readonly InventoryItem[]>;
  readonly #matched: ReadonlyMap<string, InventoryItem>;
  /** The references to each resource, by its URN. */
  readonly #to: ReadonlyMap<string, readonly (readonly [from: Referring, property: string])[]>;

  constructor(
    declared: readonly Referring[],
    items: readonly InventoryItem[],
    matched: ReadonlyMap<string, InventoryItem>,
  ) {
    this.#items = Map.groupBy(items, ({ type }) => type);
    this.#matched = matched;
    const all = declared.flatMap((from) =>
      Object.entries(from.sources).flatMap(([property, urns]) => urns.map((urn) => ({ urn, from, property }))),
    );
    this.#to = new Map(
      [...Map.groupBy(all, ({ urn }) => urn)].map(([urn, some]) => [
        urn,
        some.map(({ from, property }) => [from, property] as const),
      ]),
    );
  }

  /** The candidates that have all declared references of a resource. All candidates, if none has them or nothing is known. */
  narrowed(one: Referring, candidates: readonly InventoryItem[]): readonly InventoryItem[] {
    const fits = [
      ...(this.#to.get(one.urn) ?? []).map(([from, property]) => this.#referredBy(from, property, one.urn)),
      ...Object.keys(one.sources)
        .filter((property) => holdsUnknown(own(one.inputs, property)))
        .map((property) => (item: InventoryItem) => this.#has(one, property, item)),
    ];
    return fits.reduce((some, isFit) => {
      const fitting = candidates.filter(isFit);
      // A reference that no candidate has says nothing: the next update writes it.
      return fitting.length === 0 ? some : some.filter((item) => fitting.includes(item));
    }, candidates);
  }

  /** Whether an object that can be the one of `from` refers by a property to a candidate. */
  #referredBy(from: Referring, property: string, to: string): (candidate: InventoryItem) => boolean {
    const matched = this.#matched.get(from.urn);
    const objects = (matched ? [matched] : (this.#items.get(from.type) ?? [])).filter((item) =>
      definitions[from.type].uniqueBy.every(
        (key) => (from.sources[key] ?? []).includes(to) || this.#has(from, key, item),
      ),
    );
    return (candidate) => objects.some(({ properties }) => refers(own(properties, property), candidate));
  }

  /** Whether an object has the declared value of a property, or of an unknown value the references. True if nothing is known. */
  #has({ inputs, sources }: Referring, property: string, { properties }: InventoryItem): boolean {
    const value = own(inputs, property);
    const there = own(properties, property);
    if (value === undefined || there === undefined) return true;
    if (!holdsUnknown(value)) return equal(value, there);
    return (sources[property] ?? []).every((urn) => {
      const target = this.#matched.get(urn);
      return !target || refers(there, target);
    });
  }
}

/** Whether a value contains the id of an object. */
function refers(value: Json | undefined, item: InventoryItem): boolean {
  if (typeof value === "string") return value === item.id;
  if (Array.isArray(value)) return value.some((one) => refers(one, item));
  return isObject(value) && Object.values(value).some((one) => refers(one, item));
}
