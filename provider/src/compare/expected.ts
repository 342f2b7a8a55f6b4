import type { TypeName } from "../definitions/registry.ts";
import { matcherOf } from "../schema/pattern.ts";
import type { Replacement } from "./replacements.ts";

/** Two objects that count as the same, although their names differ or are ambiguous. */
export interface Pair {
  readonly type: TypeName;
  /** The name or the id of the object on the side `from`. */
  readonly from: string;
  /** The name or the id of the object on the side `to`. */
  readonly to: string;
}

/** Objects or properties of a type that may differ. */
export interface Permitted {
  readonly type: TypeName;
  /** A name, an id, or a pattern of names with `*` and `?`. Default: all objects. */
  readonly object?: string | undefined;
  /**
   * A property, or a pattern of its path. Default: the whole object, which may also be missing. A property that decides about security has to
   * be named exactly.
   */
  readonly property?: string | undefined;
  readonly reason: string;
}

/** Differences that a team expects between two sides. */
export interface Expected {
  /** The names of the two sides. Replacements turn texts of the side `from` into texts of the side `to`. */
  readonly sides?: { readonly from: string; readonly to: string } | undefined;
  readonly replacements: readonly (Replacement & { readonly reason?: string | undefined })[];
  readonly pairs: readonly Pair[];
  readonly mayDiffer: readonly Permitted[];
}

export const nothingExpected: Expected = { replacements: [], pairs: [], mayDiffer: [] };

/** An object with all names by which the file can refer to it. */
export interface NamedObject {
  readonly type: TypeName;
  /** Its names and ids on both sides. */
  readonly names: readonly string[];
}

interface Entry {
  readonly entry: Permitted;
  readonly isObject: (name: string) => boolean;
  readonly isProperty: ((path: string) => boolean) | undefined;
}

/** The objects and properties that may differ, and which entries a comparison has needed. */
export class Permissions {
  readonly #entries: readonly Entry[];
  readonly #needed = new Set<Permitted>();

  constructor(all: readonly Permitted[]) {
    this.#entries = all.map((entry) => ({
      entry,
      isObject: entry.object === undefined ? () => true : matcherOf(entry.object),
      isProperty: entry.property === undefined ? undefined : matcherFor(entry.property),
    }));
  }

  /** Whether an object may be missing on one side. */
  permitsMissing(object: NamedObject): boolean {
    return this.#find(object, ({ isProperty }) => isProperty === undefined);
  }

  /** Whether a type may be left out of the comparison, because an entry names the whole type. */
  permitsType(type: TypeName): boolean {
    return this.#find({ type, names: [""] }, ({ entry, isProperty }) => {
      return entry.object === undefined && isProperty === undefined;
    });
  }

  /** Whether a property may differ. One that decides about security must be named exactly: a pattern may have been meant for other properties. */
  permits(object: NamedObject, path: string, isSafeguard: boolean): boolean {
    return this.#find(object, ({ entry: { property }, isProperty }) =>
      isSafeguard ? property === path : isProperty === undefined || isProperty(path),
    );
  }

  /** The entries that no difference has needed. */
  idle(): readonly Permitted[] {
    return this.#entries.map(({ entry }) => entry).filter((entry) => !this.#needed.has(entry));
  }

  #find({ type, names }: NamedObject, applies: (one: Entry) => boolean): boolean {
    const found = this.#entries.filter((one) => one.entry.type === type && names.some(one.isObject) && applies(one));
    for (const { entry } of found) this.#needed.add(entry);
    return found.length > 0;
  }
}

/** Matches the path of a property, and the paths of its members and elements. */
function matcherFor(property: string): (path: string) => boolean {
  const matches = matcherOf(property);
  return (path) => matches(path) || path.startsWith(`${property}.`) || path.startsWith(`${property}[`);
}
