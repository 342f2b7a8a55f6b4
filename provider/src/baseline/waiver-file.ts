import { isAlias, isMap, isNode, isSeq, LineCounter, type ParsedNode, parseDocument } from "yaml";
import { parseDomain } from "../client/configuration.ts";
import { sanitize } from "../client/index.ts";
import { nearest } from "../schema/names.ts";
import { daysAfter, today } from "./days.ts";

/** The file is invalid. The message has a line for each error, with the file, the line and the remedy. */
export class WaiverError extends Error {
  override readonly name = "WaiverError";
}

/** Returns what is wrong with the value of a key, as a sentence with the remedy; undefined if it is right. */
export type Check = (value: string) => string | undefined;

/** The form of the entries of a file: a list of entries whose values are texts. */
export interface EntryForm<R extends string, O extends string> {
  /** The keys that each entry has. */
  readonly required: readonly R[];
  readonly optional: readonly O[];
  readonly checks: Readonly<Partial<Record<R | O, Check>>>;
}

/** An entry of a file, with the texts of its keys. */
export type Entry<R extends string, O extends string> = Readonly<Record<R, string>> &
  Readonly<Partial<Record<O, string>>>;

/** The key of the list in a file of waivers. */
const listKey = "waivers";

const unquoted = "a pattern that begins with * must be in quotes";

/**
 * Parses a file that permits exceptions for some time, each by an entry of the list `waivers`.
 *
 * @param file the file name to show in error messages
 * @throws WaiverError
 */
export function parseEntries<R extends string, O extends string>(
  text: string,
  file: string,
  form: EntryForm<R, O>,
): readonly Entry<R, O>[] {
  return new EntryParser(text, file, form).entries();
}

class EntryParser<R extends string, O extends string> {
  readonly #file: string;
  readonly #form: EntryForm<R, O>;
  readonly #keys: readonly (R | O)[];
  readonly #text: string;
  readonly #lines = new LineCounter();
  readonly #errors: { readonly line: number; readonly says: string }[] = [];

  constructor(text: string, file: string, form: EntryForm<R, O>) {
    this.#text = text;
    this.#file = file;
    this.#form = form;
    this.#keys = [...form.required, ...form.optional];
  }

  entries(): readonly Entry<R, O>[] {
    const found = this.#items().flatMap((item) => this.#entry(item) ?? []);
    if (this.#errors.length === 0) return found;
    const inOrder = this.#errors.toSorted((a, b) => a.line - b.line);
    throw new WaiverError(inOrder.map(({ line, says }) => `${this.#file}, line ${line}: ${says}`).join("\n"));
  }

  #items(): readonly ParsedNode[] {
    const { contents: root, errors } = parseDocument(this.#text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      stringKeys: true,
    });
    for (const { pos, message } of errors) {
      this.#refuse(pos[0], `this is not YAML: ${/alias/i.test(message) ? unquoted : message}`);
    }
    if (errors.length > 0 || root === null || (isNode(root) && !isMap(root) && root.toJSON() === null)) return [];
    if (!isMap(root)) {
      this.#refuse(0, `expected a list under the key "${listKey}"`);
      return [];
    }
    this.#refuseOtherKeys(root, [listKey]);
    const list = root.get(listKey, true) as ParsedNode | undefined;
    if (isSeq(list)) return list.items as ParsedNode[];
    if (list !== undefined && list.toJSON() !== null) {
      this.#refuse(list, `${listKey}: expected a list of entries with ${this.#form.required.join(", ")}`);
    }
    return [];
  }

  /** The entry of an item; undefined if the item has an error. */
  #entry(item: ParsedNode): Entry<R, O> | undefined {
    if (!isMap(item)) {
      this.#refuse(item, `expected an entry with ${this.#form.required.join(", ")}`);
      return undefined;
    }
    this.#refuseOtherKeys(item, this.#keys);
    const { required, optional, checks } = this.#form;
    const given = optional.filter((key) => item.has(key));
    const found = [...required, ...given].map((key) => [key, this.#textAt(item, key)] as const);
    for (const [key, value] of found) {
      const problem = value === undefined ? undefined : checks[key]?.(value);
      if (problem !== undefined) this.#refuse(item, `${key}: ${problem}`);
    }
    if (found.some(([, value]) => value === undefined)) return undefined;
    return Object.fromEntries(found) as Entry<R, O>;
  }

  #textAt(item: ParsedNode, key: R | O): string | undefined {
    const node = isMap(item) ? (item.get(key, true) as ParsedNode | undefined) : undefined;
    // YAML reads an unquoted `*-demo` as an alias, so the error asks for quotes.
    if (isAlias(node)) return this.#refuse(node, `${key}: ${unquoted}`);
    const value = node?.toJSON() as unknown;
    if (value === undefined || value === null || (typeof value === "string" && value.trim() === "")) {
      const says = (this.#form.optional as readonly string[]).includes(key)
        ? `${key} is empty. Give it a value, or leave it out.`
        : `${key} is missing. A waiver needs ${this.#form.required.join(", ")}.`;
      return this.#refuse(item, says);
    }
    if (typeof value !== "string") return this.#refuse(node, `${key}: expected text; put the value in quotes`);
    // Only the line break at the end of a YAML block is removed: a resource's name, and therefore its URN, can end in a space.
    return key === "resource" ? value.replace(/\n$/, "") : value.trim();
  }

  #refuseOtherKeys(map: ParsedNode, known: readonly string[]): void {
    if (!isMap(map)) return;
    for (const { key } of map.items) {
      const name = String(isNode(key) ? key.toJSON() : key);
      if (known.includes(name)) continue;
      const near = nearest(name, known);
      const hint = near === undefined ? `Use ${known.join(", ")}.` : `Did you mean "${near}"?`;
      this.#refuse(key as ParsedNode, `unknown key ${quoted(name)}. ${hint}`);
    }
  }

  /** Adds an error: the user gets all errors of the file at once. */
  #refuse(at: ParsedNode | number | undefined, says: string): undefined {
    const offset = typeof at === "number" ? at : (at?.range[0] ?? 0);
    this.#errors.push({ line: Math.max(1, this.#lines.linePos(offset).line), says: sanitize(says) });
  }
}

/**
 * Returns the check of `resource`.
 *
 * @param instead what to do instead of naming all resources
 */
export function checkOfResource(instead: string): Check {
  return (value) => (/^[*?]*\*[*?]*$/.test(value) ? `${quoted(value)} matches every resource. ${instead}` : undefined);
}

/** The number of days within which an entry ends: a permission without an end in sight is a rule that nobody decides any more. */
const maxDays = 366;

/** The check of `until`. */
export const checkOfEnd: Check = (value) => {
  if (!isDay(value)) return `${quoted(value)} is no date. Use the form 2026-12-31.`;
  const last = daysAfter(today(), maxDays);
  if (value <= last) return undefined;
  return `${quoted(value)} is more than a year away. Use ${last} or an earlier day, and look at the entry again before it ends.`;
};

/** The check of `stack`. */
export const checkOfStack: Check = (value) =>
  /[/*?]/.test(value)
    ? `${quoted(value)} is no name of a stack. Use the name as in URNs, without organization and project, such as dev.`
    : undefined;

/** The check of `tenant`. */
export const checkOfTenant: Check = (value) => {
  try {
    return parseDomain(value).host === value ? undefined : `use the form ${quoted(parseDomain(value).host)}.`;
  } catch (error) {
    return `${(error as Error).message}.`;
  }
};

/** A text in quotes, for a message. */
export function quoted(text: string): string {
  return JSON.stringify(sanitize(text, 100));
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
