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

/** The objects and properties that may differ. Each method returns the entries that permit a difference. */
export class Permissions {
  readonly #entries: readonly Entry[];

  constructor(all: readonly Permitted[]) {
    this.#entries = all.map((entry) => ({
      entry,
      isObject: entry.object === undefined ? () => true : matcherOf(entry.object),
      isProperty: entry.property === undefined ? undefined : matcherFor(entry.property),
    }));
  }

  /** The entries that permit one side to lack an object. */
  ofMissing(object: NamedObject): readonly Permitted[] {
    return this.#find(object, ({ isProperty }) => isProperty === undefined);
  }

  /** The entries that permit a type to be left out of the comparison: those that name the whole type. */
  ofType(type: TypeName): readonly Permitted[] {
    return this.#find({ type, names: [""] }, ({ entry, isProperty }) => {
      return entry.object === undefined && isProperty === undefined;
    });
  }

  /** The entries that permit a property to differ. A pattern does not permit one that decides about security. */
  ofProperty(object: NamedObject, path: string, isSafeguard: boolean): readonly Permitted[] {
    return this.#find(object, ({ entry: { property }, isProperty }) =>
      isSafeguard ? property === path : isProperty === undefined || isProperty(path),
    );
  }

  #find({ type, names }: NamedObject, applies: (one: Entry) => boolean): readonly Permitted[] {
    const found = this.#entries.filter((one) => one.entry.type === type && names.some(one.isObject) && applies(one));
    return found.map(({ entry }) => entry);
  }
}

/** Matches the path of a property, and the paths of its members and elements. */
function matcherFor(property: string): (path: string) => boolean {
  const matches = matcherOf(property);
  return (path) => matches(path) || path.startsWith(`${property}.`) || path.startsWith(`${property}[`);
}
