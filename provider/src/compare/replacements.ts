/** A replacement of texts: it leads from the texts of one side to those of the other. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** Replacements that cannot be carried out. The message names them, and the remedy. */
export class ReplacementError extends Error {
  override readonly name = "ReplacementError";
}

/**
 * Replacements of texts, carried out together: at each position the longest `from` wins. They nest: the text that one inserts is subject to
 * the others, but never to itself, so `example.com` → `prod.example.com` is possible.
 */
export class Replacements {
  readonly #all: readonly Replacement[];
  readonly #pattern: RegExp | undefined;
  readonly #expanded = new Map<string, string>();
  /** The indexes of the replacements that have changed a text since the last {@link takeUsed}. */
  #used = new Set<number>();
  readonly #indexes: ReadonlyMap<string, number>;

  /** @throws ReplacementError if two have the same `from`, one has none, or they lead in a circle */
  constructor(all: readonly Replacement[]) {
    this.#all = all;
    this.#indexes = new Map(all.map(({ from }, index) => [from, index]));
    for (const [index, { from }] of all.entries()) {
      if (from === "") throw new ReplacementError("a replacement of the empty text would match everywhere");
      if (this.#indexes.get(from) !== index) throw new ReplacementError(`${quoted(from)} is replaced twice`);
    }
    this.#pattern = patternOf(all);
    for (const { from } of all) this.#expanded.set(from, this.#expand(from, []));
  }

  /** A text with everything replaced. */
  apply(text: string): string {
    if (!this.#pattern) return text;
    return text.replace(this.#pattern, (from) => {
      this.#used.add(this.#indexes.get(from) ?? -1);
      return this.#expanded.get(from) ?? from;
    });
  }

  /** The indexes of the replacements that have changed a text since the last call. */
  takeUsed(): ReadonlySet<number> {
    const used = this.#used;
    if (used.size > 0) this.#used = new Set();
    return used;
  }

  /** What replaces a text, with the replacements of the text that it inserts. */
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
