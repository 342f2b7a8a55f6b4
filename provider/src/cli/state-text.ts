import { isObject } from "../model/json.ts";

/** A value in the text of a state. */
interface StateValue {
  /** From 1. */
  readonly line: number;
  /** Undefined where it is not a plain text, as an encrypted one. */
  readonly text: string | undefined;
}

/**
 * Finds the values of a key, wherever they stand in what `pulumi stack export` printed.
 *
 * The text is read word by word. A parser would keep only one of two equal keys, and not see one that is spelled `Inputs`: the
 * engine, which is written in Go, puts the former together and takes the latter for `inputs`.
 *
 * @throws SyntaxError for a text that is not the export of a stack
 */
export function valuesOf(text: string, key: string): StateValue[] {
  if (!isExport(text)) throw new SyntaxError("not what `pulumi stack export` prints");
  const found: StateValue[] = [];
  let line = 1;
  let counted = 0;
  for (const { start, end, content } of strings(text)) {
    const after = skip(text, end);
    if (content !== key || text[after] !== ":") continue;
    line += text.slice(counted, start).split("\n").length - 1;
    counted = start;
    const value = skip(text, after + 1);
    // Not the value, but the list of resources that it depends on.
    if (text[value] === "[" && isListOfUrns(text, skip(text, value + 1))) continue;
    found.push({ line, text: stringAt(text, value)?.content });
  }
  return found;
}

/** Whether a list is empty or begins with a URN. */
function isListOfUrns(text: string, start: number): boolean {
  return text[start] === "]" || stringAt(text, start)?.content.startsWith("urn:") === true;
}

function isExport(text: string): boolean {
  try {
    const state: unknown = JSON.parse(text);
    return isObject(state) && "deployment" in state;
  } catch {
    return false;
  }
}

interface Quoted {
  readonly start: number;
  /** After the closing quote. */
  readonly end: number;
  readonly content: string;
}

/** All strings of a JSON text, keys included, in their order. */
function* strings(text: string): Generator<Quoted> {
  let start = text.indexOf('"');
  while (start !== -1) {
    const found = stringAt(text, start);
    if (found === undefined) return;
    yield found;
    start = text.indexOf('"', found.end);
  }
}

function stringAt(text: string, start: number): Quoted | undefined {
  if (text[start] !== '"') return undefined;
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  end += 1;
  return { start, end, content: JSON.parse(text.slice(start, end)) as string };
}

function skip(text: string, from: number): number {
  let at = from;
  while (" \t\r\n".includes(text[at] ?? "x")) at += 1;
  return at;
}
