/* How made files write doc comments. */

/** The most columns of a line. */
const width = 120;

/** A doc comment, on one line if it fits. */
export function comment(text: string, indent = ""): string {
  const line = `${indent}/** ${text} */\n`;
  if (!text.includes("\n") && line.length <= width) return line;
  const lines = (text.includes("\n") ? text : wrapped(text, indent)).split("\n");
  return `${indent}/**\n${lines.map((one) => `${indent} * ${one}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

/** A paragraph as lines of a doc comment. */
export function wrapped(text: string, indent: string): string {
  // Code has spaces between backquotes, and stays on one line.
  const parts = text.match(/(?:`[^`]*`|\{@[^}]*\}|[^\s`{]|\{)+/g) ?? [];
  const lines = [""];
  for (const part of parts) {
    const longer = `${lines.at(-1)} ${part}`.trim();
    if (`${indent} * ${longer}`.length <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.join("\n");
}

/** Something with its article, as the word sounds. */
export function a(what: string, sound = what): string {
  return `${/^[aeio]/i.test(sound) ? "an" : "a"} ${what}`;
}

/** The name of a property as words: `subject token type`. */
export function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
