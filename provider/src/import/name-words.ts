import { widest } from "./literal.ts";

/** Letters, digits and combining marks, without recent Unicode additions that some compilers do not know. */
const word = /(?:(?=\p{ID_Continue})(?=[\0-\u1c7f\u1cd0-\ua6ff\uac00-\ud7a3])[\p{L}\p{M}\p{Nd}])+/gu;

/** The words of a text in any script. */
export function wordsOf(text: string): readonly string[] {
  return text.normalize("NFC").match(word) ?? [];
}

/**
 * Writes as many words as fit into a width; no word is cut. If the first word alone is too wide, its parts count as words: camel-case
 * humps, and words that its script writes without spaces. Empty if none fits.
 *
 * @param written makes a name of words
 * @param most the maximum width, in columns
 */
export function fitting(words: readonly string[], written: (words: readonly string[]) => string, most: number): string {
  const longest = (parts: readonly string[], name: (some: readonly string[]) => string) => {
    let fit = "";
    for (let count = 1; count <= parts.length; count++) {
      const longer = name(parts.slice(0, count));
      if (widest(longer) > most) break;
      fit = longer;
    }
    return fit;
  };
  return longest(words, written) || longest(partsOf(words[0] ?? ""), (parts) => written([parts.join("")]));
}

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

function partsOf(word: string): readonly string[] {
  return humpsOf(word).flatMap((hump) => [...segmenter.segment(hump)].map(({ segment }) => segment));
}

/** The words of a camel-case name: `request` and `Template` for `requestTemplate`. */
export function humpsOf(name: string): readonly string[] {
  return name.split(/(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})/u);
}

/** Words as a camel-case name: `readOrders`. */
export function camelCase(words: readonly string[]): string {
  return words.map((word, index) => (index === 0 ? lowered(word) : raised(word))).join("");
}

/** Words as a kebab-case name: `read-orders`. */
export function kebabCase(words: readonly string[]): string {
  return words.join("-").toLowerCase();
}

function lowered(word: string): string {
  // An abbreviation becomes lowercase as a whole: "API" becomes "api".
  return word === word.toUpperCase() ? word.toLowerCase() : firstAs(word, (letter) => letter.toLowerCase());
}

function raised(word: string): string {
  return firstAs(word === word.toUpperCase() ? word.toLowerCase() : word, (letter) => letter.toUpperCase());
}

function firstAs(word: string, change: (letter: string) => string): string {
  const [first = "", ...rest] = word;
  // For some old lowercase letters, Unicode added the uppercase letter only recently.
  const changed = wordsOf(change(first)).join("") || first;
  return changed + rest.join("");
}
