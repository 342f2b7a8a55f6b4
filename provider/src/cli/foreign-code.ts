import { createHash } from "node:crypto";
import { knownProviderCodes } from "../lifecycle/registry.ts";
import { isObject } from "../model/json.ts";
import { providerKey } from "../model/keys.ts";

/** A place in a state where code stands that no version of this package has put there. */
export interface ForeignCode {
  /** From 1, in the text of the export. */
  readonly line: number;
  /** The SHA-256 of the code in hexadecimal; undefined where the value is not a plain text, as an encrypted one. */
  readonly sha256: string | undefined;
}

/**
 * Finds all code in what `pulumi stack export` printed that is neither of this package nor allowed. The engine's host runs such code in
 * every operation on its resource, a deletion included.
 *
 * The text is read word by word. A parser would keep only one of two equal keys, and not see one that is spelled `Inputs`: the
 * engine, which is written in Go, puts the former together and takes the latter for `inputs`.
 *
 * @param allowed SHA-256 of other code, in hexadecimal
 * @throws SyntaxError for a text that is not the export of a stack
 */
export function foreignCode(text: string, allowed: ReadonlySet<string> = new Set()): ForeignCode[] {
  if (!isExport(text)) throw new SyntaxError("not what `pulumi stack export` prints");
  const found: ForeignCode[] = [];
  let line = 1;
  let counted = 0;
  for (const { start, end, content } of strings(text)) {
    const after = skip(text, end);
    if (content !== providerKey || text[after] !== ":") continue;
    line += text.slice(counted, start).split("\n").length - 1;
    counted = start;
    const value = skip(text, after + 1);
    // Not the code, but the list of resources that it depends on.
    if (text[value] === "[") continue;
    const code = stringAt(text, value);
    const sha256 = code && createHash("sha256").update(code.content).digest("hex");
    const isKnown = code !== undefined && (knownProviderCodes.has(code.content) || allowed.has(sha256 ?? ""));
    if (!isKnown) found.push({ line, sha256 });
  }
  return found;
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
