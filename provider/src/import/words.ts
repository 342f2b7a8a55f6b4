import { escaped } from "../schema/names.ts";

/** The minimum length of an id that is replaced by a reference. A shorter text can be equal to an id by chance. */
export const minIdLength = 12;

/** A place in a text. */
export interface Word {
  readonly from: number;
  readonly to: number;
  readonly value: string;
}

/** A letter, a digit, or another character of a word; or such a character and a dot after it. */
const before = { ofId: /[\p{L}\p{M}\p{N}_-]$/u, ofHost: /[\p{L}\p{M}\p{N}_-]\.?$/u };
const after = { ofId: /^[\p{L}\p{M}\p{N}_-]/u, ofHost: /^\.?[\p{L}\p{M}\p{N}_-]/u };

/**
 * Finds ids and a host in texts, in one pass over each text. Only whole words count: an id within a longer word is none, and neither is a host within
 * a longer host name.
 */
export class Words {
  readonly #pattern: RegExp;
  readonly #host: string | undefined;
  readonly #isId: (word: string) => boolean;

  constructor(host: string | undefined, isId: (word: string) => boolean) {
    this.#host = host;
    this.#isId = isId;
    const id = `[\\w-]{${minIdLength},}`;
    this.#pattern = new RegExp(host === undefined ? id : `${escaped(host)}|${id}`, "g");
  }

  in(text: string): readonly Word[] {
    if (text.length < Math.min(minIdLength, this.#host?.length ?? minIdLength)) return [];
    const words: Word[] = [];
    for (const { 0: value, index } of text.matchAll(this.#pattern)) {
      const kind = value === this.#host ? "ofHost" : this.#isId(value) ? "ofId" : undefined;
      if (kind === undefined) continue;
      const to = index + value.length;
      // A character beside the word has at most two units, and a host can have a dot between.
      const isPart =
        before[kind].test(text.slice(Math.max(0, index - 3), index)) || after[kind].test(text.slice(to, to + 3));
      if (!isPart) words.push({ from: index, to, value });
    }
    return words;
  }
}
