/**
 * Reads the only JSON document of a text, with members that are nowhere repeated.
 *
 * @param unexpected makes the error from a description of the problem, which contains no value of the document
 */
export function readJson(text: string, unexpected: (what: string) => Error): unknown {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // The parser's message is not passed on: it would quote the text, which can contain secrets.
    throw unexpected(text.trim() === "" ? "it is empty" : "it is not one JSON document");
  }
  const repeated = mayRepeat(text, content) ? repeatedMember(text) : undefined;
  if (repeated === undefined) return content;
  const line = text.slice(0, repeated).split("\n").length;
  throw unexpected(
    `line ${line} repeats a member of its object, which no CLI writes. Find out who has changed the document`,
  );
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [objectStart, listStart, objectEnd, listEnd] = [0x7b, 0x5b, 0x7d, 0x5d];

/**
 * Whether a JSON text can repeat a member: it has more members than its content, or texts that are no Unicode, which Go replaces. States are large,
 * and this takes a fraction of the time of {@link repeatedMember}.
 */
function mayRepeat(text: string, content: unknown): boolean {
  return /\\ud|\uFFFD/i.test(text) || membersInText(text) !== membersIn(content);
}

function membersInText(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = endOfString(text, start);
    if (text.charCodeAt(skipSpace(text, end)) === colon) count += 1;
    start = text.indexOf('"', end);
  }
  return count;
}

function membersIn(content: unknown): number {
  let count = 0;
  const open: unknown[] = [content];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    const members = Object.values(value);
    if (!Array.isArray(value)) count += members.length;
    for (const member of members) if (typeof member === "object") open.push(member);
  }
  return count;
}

/**
 * The index at which an object of a JSON text repeats a member; undefined if none does. `JSON.parse` keeps only the last one of the two.
 *
 * @param text valid JSON
 */
function repeatedMember(text: string): number | undefined {
  /** The names in each open object; undefined for a list. */
  const around: (Set<string> | undefined)[] = [];
  let names: Set<string> | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      if (names && text.charCodeAt(skipSpace(text, end)) === colon) {
        const name = nameIn(text, at, end);
        if (names.has(name)) return at;
        names.add(name);
      }
      at = end - 1;
    } else if (code === objectStart || code === listStart) {
      around.push(names);
      names = code === objectStart ? new Set() : undefined;
    } else if (code === objectEnd || code === listEnd) {
      names = around.pop();
    }
  }
  return undefined;
}

/** The index after the closing quote of the string that starts at an index. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

/** A name as Go reads it: with U+FFFD in place of what is no Unicode. Go and Node do not always use the same number of them. */
function nameIn(text: string, start: number, end: number): string {
  const quoted = text.slice(start, end);
  const name = quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  return name.toWellFormed().replace(/\uFFFD+/g, "\uFFFD");
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}
