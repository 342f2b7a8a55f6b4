/** A replacement of texts: it turns texts of the side `from` into texts of the side `to`. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** Replacements that cannot be carried out. The message names them, and the remedy. */
export class ReplacementError extends Error {
  override readonly name = "ReplacementError";
}

/**
 * Replacements of texts, applied in one pass: at each position, the longest matching `from` wins. In a text that a replacement has inserted, all
 * other replacements are applied, but not the same one again. So `example.com` → `prod.example.com` is possible.
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
      if (from === "") throw new ReplacementError("a replacement of the empty text would match everywhere");
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

  /** The result of a function, and the indexes of the replacements that have changed a text in it. */
  recording<T>(run: () => T): readonly [result: T, used: ReadonlySet<number>] {
    this.#used.clear();
    return [run(), new Set(this.#used)];
  }

  /** The text that replaces a `from`: its `to`, to which the other replacements were applied. @param above the `from` texts that led here */
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

/** The text as a part of a regular expression. `RegExp.escape` needs a newer Node. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
