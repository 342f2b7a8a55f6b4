import { isObject, type Json, type JsonObject, own } from "../../schema/json.ts";
import type { Word } from "../words.ts";

/** A place in a text that has the value of a keyword. */
export interface KeywordPlace extends Word {
  readonly name: string;
}

/** A keyword in a file of auth0-deploy-cli: `##NAME##` for a text, `@@NAME@@` for JSON, which can stand in quotes. */
const keyword = /##(\w+)##|(["']?)@@(\w+)@@\2/g;

/** A file with the values of its keywords. Keywords without a mapping stay, as texts. */
export function withMappings(text: string, mappings: JsonObject): string {
  return text.replace(keyword, (whole: string, name: string | undefined, _, jsonName: string | undefined) => {
    const value = own(mappings, name ?? jsonName ?? "");
    if (jsonName !== undefined) return JSON.stringify(value ?? `@@${jsonName}@@`);
    if (value === undefined) return whole;
    return typeof value === "string" ? JSON.stringify(value).slice(1, -1) : String(value);
  });
}

/** The texts of a tool's files with keywords, by the text that the tenant has in their place. */
export class Keywords {
  readonly #places = new Map<string, readonly KeywordPlace[]>();
  /** The names of all keywords in the files. */
  readonly names = new Set<string>();

  /** @param mappings the values of the keywords. Only texts can be configuration values of a program */
  constructor(texts: Iterable<string>, mappings: JsonObject) {
    for (const text of texts) this.#add(text, mappings);
  }

  /** The values of keywords in a text of the tenant, if a file of the tool has this text as a whole. */
  in(text: string): readonly KeywordPlace[] {
    return this.#places.get(text) ?? [];
  }

  #add(text: string, mappings: JsonObject): void {
    const places: KeywordPlace[] = [];
    let whole = "";
    let rest = 0;
    for (const { 0: match, 1: name, 3: jsonName, index } of text.matchAll(keyword)) {
      const found = name ?? jsonName ?? "";
      this.names.add(found);
      const value = own(mappings, found);
      if (typeof value !== "string" || value === "") continue;
      // In code, JSON has quotes around the value. A text that is the keyword alone is JSON of the file itself.
      const isInCode = jsonName !== undefined && text !== match;
      const written = isInCode ? JSON.stringify(value).slice(1, -1) : value;
      whole += text.slice(rest, index) + (isInCode ? '"' : "");
      if (written === value) places.push({ from: whole.length, to: whole.length + value.length, value, name: found });
      whole += written + (isInCode ? '"' : "");
      rest = index + match.length;
    }
    if (places.length > 0) this.#places.set(whole + text.slice(rest), places);
  }
}

/** The texts in a document, at any depth. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((item: Json) => textsIn(item));
  return isObject(value) ? Object.values(value).flatMap((item) => textsIn(item)) : [];
}

/** A file whose keywords stay as texts, so that it can be parsed. */
export function withKeywords(text: string): string {
  return text.replace(keyword, (whole: string, _name, _quote, jsonName: string | undefined) =>
    jsonName === undefined ? whole : JSON.stringify(`@@${jsonName}@@`),
  );
}
