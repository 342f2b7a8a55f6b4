/** Letters, digits and the marks on them, but for the latest ones: not every compiler knows these. */
const word = /(?:(?=\p{ID_Continue})(?=[\0-\u1c7f\u1cd0-\ua6ff\uac00-\ud7a3])[\p{L}\p{M}\p{Nd}])+/gu;

/** The words of a text in any script. */
export function wordsOf(text: string): readonly string[] {
  return text.normalize("NFC").match(word) ?? [];
}

/** Words as a name: `readOrders`. */
export function camelCase(words: readonly string[]): string {
  return words.map((word, index) => (index === 0 ? lowered(word) : raised(word))).join("");
}

function lowered(word: string): string {
  // An abbreviation is one word: "API" becomes "api".
  return word === word.toUpperCase() ? word.toLowerCase() : firstAs(word, (letter) => letter.toLowerCase());
}

function raised(word: string): string {
  return firstAs(word === word.toUpperCase() ? word.toLowerCase() : word, (letter) => letter.toUpperCase());
}

function firstAs(word: string, change: (letter: string) => string): string {
  const [first = "", ...rest] = word;
  // Some old small letters got a capital one only lately.
  const changed = wordsOf(change(first)).join("") || first;
  return changed + rest.join("");
}
