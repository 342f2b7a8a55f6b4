import { escaped, matcherOf } from "../schema/names.ts";
import type { TypeName } from "../types/registry.ts";

/** A replacement of texts: it turns texts of the side `from` into texts of the side `to`. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** Thrown for replacements that cannot be applied. The message names the replacements and the remedy. */
export class ReplacementError extends Error {
  override readonly name = "ReplacementError";
}

/** A whole host name after the scheme of a URL or the name in an e-mail address. A wildcard is none. */
const hostName = /(?<=:\/\/|\w@)(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z](?:[a-z\d-]*[a-z\d])?(?=[:/?#\s"'`<>,;)]|$)/i;

/**
 * Replacements of texts. At each position, the longest matching `from` wins. The other replacements are applied to the text that a replacement
 * inserts, but the same one is not applied again. So `example.com` → `prod.example.com` is possible.
 */
export class Replacements {
  readonly #all: readonly Replacement[];
  readonly #pattern: RegExp | undefined;
  readonly #expanded = new Map<string, string>();
  /** The indexes of the replacements that have changed a text since {@link recording} began. */
  readonly #used = new Set<number>();
  readonly #indexes: ReadonlyMap<string, number>;

  /** @throws ReplacementError if two have the same `from`, one has an empty `from`, or they lead in a circle */
  constructor(all: readonly Replacement[]) {
    this.#all = all;
    this.#indexes = new Map(all.map(({ from }, index) => [from, index]));
    for (const [index, { from }] of all.entries()) {
      if (from === "")
        throw new ReplacementError(
          'a replacement has an empty "from", which would match everywhere. Give it a text, or remove the replacement',
        );
      if (this.#indexes.get(from) !== index)
        throw new ReplacementError(`two replacements have the same "from": ${quoted(from)}. Remove one of them`);
    }
    this.#pattern = patternOf(all);
    for (const { from } of all) this.#expanded.set(from, this.#expand(from, []));
  }

  /** Applies all replacements to a text. */
  apply(text: string): string {
    if (!this.#pattern) return text;
    return text.replace(this.#pattern, (from) => {
      this.#used.add(this.#indexes.get(from) ?? -1);
      return this.#expanded.get(from) ?? from;
    });
  }

  /** Applies all replacements to a text if they only put host names of URLs and addresses in place of others. Otherwise the text stays as it is. */
  exchangeHosts(text: string): string {
    const renamed = this.apply(text);
    const [one, other] = [text, renamed].map((each) => JSON.stringify(each.split(hostName)));
    return one === other ? renamed : text;
  }

  /** Runs a function. Returns its result, and the indexes of the replacements that changed a text while it ran. */
  recording<T>(run: () => T): readonly [result: T, used: ReadonlySet<number>] {
    this.#used.clear();
    return [run(), new Set(this.#used)];
  }

  /**
   * The final replacement of a `from`: its `to`, after the other replacements were applied to it.
   *
   * @param above the `from` texts of the replacements that inserted this `from`. If one of them would be inserted again, there is a circle
   */
  #expand(from: string, above: readonly string[]): string {
    const { to = "" } = this.#all[this.#indexes.get(from) ?? -1] ?? {};
    const chain = [...above, from];
    const others = patternOf(this.#all.filter((one) => one.from !== from));
    if (!others) return to;
    return to.replace(others, (next) => {
      if (!chain.includes(next)) return this.#expand(next, chain);
      const circle = [...chain.slice(chain.indexOf(next)), next].map(quoted).join(" → ");
      throw new ReplacementError(`the replacements lead in a circle: ${circle}. Remove one of them`);
    });
  }
}

function patternOf(all: readonly Replacement[]): RegExp | undefined {
  if (all.length === 0) return undefined;
  const longestFirst = all.map(({ from }) => from).toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return new RegExp(longestFirst.map(escaped).join("|"), "g");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

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
   * A property, or a pattern of paths. Default: the whole object, which may also be missing. Patterns do not match properties that matter for
   * security: each of these must be named exactly.
   */
  readonly property?: string | undefined;
  readonly reason: string;
}

/** Differences that a team expects between two sides. */
export interface Expected {
  /** The names of the two sides. Replacements turn texts of the side `from` into texts of the side `to`. Default: `from` is the first side. */
  readonly sides?: { readonly from: string; readonly to: string } | undefined;
  readonly replacements: readonly (Replacement & { readonly reason?: string | undefined })[];
  readonly pairs: readonly Pair[];
  readonly mayDiffer: readonly Permitted[];
}

export const nothingExpected: Expected = { replacements: [], pairs: [], mayDiffer: [] };

/**
 * The entries of a changed file that expect differences which the earlier file does not expect. All are new if the sides are other ones: the names of an
 * entry then mean other objects.
 */
export function addedExpectations(before: Expected, after: Expected): Omit<Expected, "sides"> {
  const isOther = before.sides?.from !== after.sides?.from || before.sides?.to !== after.sides?.to;
  const added = <T>(was: readonly T[], is: readonly T[], covers: (one: T, other: T) => boolean) =>
    isOther ? is : is.filter((entry) => !was.some((one) => covers(one, entry)));
  const isSame = (one: Replacement, other: Replacement) => one.from === other.from && one.to === other.to;
  return {
    replacements: added(before.replacements, after.replacements, isSame),
    pairs: added(before.pairs, after.pairs, (one, other) => one.type === other.type && isSame(one, other)),
    // An entry without a property does not cover one that names a safeguard.
    mayDiffer: added(before.mayDiffer, after.mayDiffer, (one, other) => {
      const isWide = one.object === undefined || one.object === other.object;
      return one.type === other.type && isWide && one.property === other.property;
    }),
  };
}

/** An object with all names by which the file can refer to it. */
export interface NamedObject {
  readonly type: TypeName;
  /** The object's names and ids on both sides. */
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

  /** The entries that permit a type to be left out of the comparison: those without `object` and `property`. */
  ofType(type: TypeName): readonly Permitted[] {
    return this.#find({ type, names: [""] }, ({ entry, isProperty }) => {
      return entry.object === undefined && isProperty === undefined;
    });
  }

  /**
   * The entries that permit a property to differ.
   *
   * @param isSafeguard whether the property matters for security. Then only entries that name it exactly permit a difference
   */
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

/** Returns a function that matches the path of a property, and the paths of the property's members and elements. */
function matcherFor(property: string): (path: string) => boolean {
  const matches = matcherOf(property);
  return (path) => matches(path) || path.startsWith(`${property}.`) || path.startsWith(`${property}[`);
}
