import { same } from "../model/canonical.ts";
import { Draft } from "../model/draft.ts";
import {
  isEmptyObject,
  isObject,
  isPortable,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  put,
} from "../model/json.ts";
import { isCollection, type Leaf, leavesOf } from "../model/leaves.ts";
import { describePath, type Path } from "../model/pointer.ts";
import { notShown } from "../model/secrecy/masks.ts";
import { type Clear, type Field, type Fields, hintsOf, pathRulesOf, type Table } from "../model/table.ts";
import type { ImportRules } from "../objects/import-rules.ts";

/** A property that a program does not declare, though the object has it. */
export interface Note {
  /** Where it stands. Foreign text may be in it. */
  readonly place: string;
  /** Why, and what to do. A sentence without a full stop. */
  readonly why: string;
}

/** What a program declares of an object. */
export interface Declaration {
  readonly args: JsonObject;
  readonly notes: readonly Note[];
}

/** How to choose what is declared. */
export interface Choice {
  /** Also what a new object would have by itself. */
  readonly all: boolean;
  /** Properties that cannot be declared, with the reason. */
  readonly refused: ReadonlyMap<string, string>;
  /** The members of a set or a map that are declared where others may have some as well. Absent: all, and nobody else may. */
  readonly members?: readonly string[] | undefined;
  /** Whether members come and go by themselves, so that no list is all of them. Default: false. */
  readonly isTransient?: boolean | undefined;
}

const [never, foreign, masked] = [
  "the tenant never shows it; to manage it, declare it with its value",
  "Pulumi cannot hold its text as it is",
  "the tenant shows this token only a mask in its place; to manage it, declare it with its value",
];

/** What a program declares of an object: what differs from a new one, what makes it this one, and what decides about security. */
export function declarationOf(table: Table, rules: ImportRules, live: JsonObject, choice: Choice): Declaration {
  return new Declaring(table, rules, live, choice).declaration();
}

class Declaring {
  readonly #table: Table;
  readonly #rules: ImportRules;
  readonly #live: JsonObject;
  readonly #choice: Choice;
  readonly #notes: Note[] = [];

  constructor(table: Table, rules: ImportRules, live: JsonObject, choice: Choice) {
    this.#table = table;
    this.#rules = rules;
    this.#live = live;
    this.#choice = choice;
  }

  declaration(): Declaration {
    const args = this.#members(this.#table.fields, { ...this.#rules.implied, ...this.#live }, []);
    for (const { path, why = never } of this.#rules.unseen?.(this.#live, args) ?? []) this.#note(path, why);
    return { args: { ...args, ...this.#exclusiveness(args) }, notes: this.#notes };
  }

  /** Whether others may have members as well, where a declaration has to say so. */
  #exclusiveness(args: JsonObject): JsonObject {
    const said: MutableJsonObject = {};
    const isExclusive = this.#choice.members === undefined && this.#choice.isTransient !== true;
    for (const [name, field] of Object.entries(this.#table.fields)) {
      if (!isCollection(field) || !field.exclusive || own(args, name) === undefined) continue;
      if (field.exclusive.default !== isExclusive) put(said, field.exclusive.argument, isExclusive);
    }
    return said;
  }

  #members(fields: Fields, live: JsonObject, above: Path): JsonObject {
    const kept: MutableJsonObject = {};
    for (const [name, field] of Object.entries(fields)) {
      const value = own(live, name);
      if (value === undefined || value === null || field.computed) continue;
      const path = [...above, name];
      const form = this.#chosen(field, this.#taken(field, value), path);
      if (form !== undefined) put(kept, name, form);
    }
    return kept;
  }

  /** A collection without the members of others. */
  #taken(field: Field, value: Json): Json {
    const { members } = this.#choice;
    if (!members || !isCollection(field) || field.exclusive === undefined) return value;
    const isTaken = (member: Json) => members.some((one) => one === member);
    if (Array.isArray(value)) return value.filter(isTaken);
    return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => isTaken(key))) : value;
  }

  #chosen(field: Field, value: Json, path: Path): Json | undefined {
    const refusal = path.length === 1 ? this.#choice.refused.get(path[0] ?? "") : undefined;
    if (refusal !== undefined) return this.#note(path, refusal);
    if (field.kind === "object" && isObject(value)) return this.#object(field.fields, value, path);
    if (field.kind === "document" && isObject(value)) return this.#document(field, value, path);
    if (value === notShown) return this.#note(path, masked);
    if (!isHeld(value)) return this.#note(path, foreign);
    if (field.kind === "map" && field.sealed) return isEmptyObject(value) ? undefined : this.#noteUnread(path);
    if (field.identity || field.required || this.#isDeclared(field, path)) return value;
    const isFresh = this.#isFresh(field, value) || this.#rules.isFresh?.(path, value, this.#live) === true;
    return isFresh ? undefined : value;
  }

  /** An object, with the members that its form requires beside those that are declared. */
  #object(fields: Fields, value: JsonObject, path: Path): Json | undefined {
    if (holdsUnread(fields)) return this.#noteUnread(path);
    const optional = Object.fromEntries(
      Object.entries(fields).map(([name, { required: _, ...field }]) => [name, field as Field]),
    );
    const declared = this.#members(optional, value, path);
    if (Object.keys(declared).length === 0) return undefined;
    const required = Object.entries(value).filter(([name]) => Object.hasOwn(fields, name) && fields[name]?.required);
    return { ...Object.fromEntries(required), ...declared };
  }

  #document(field: Field, value: JsonObject, path: Path): Json | undefined {
    const kept = new Draft();
    const [name = ""] = path;
    for (const leaf of leavesOf({ [name]: field }, { [name]: value })) {
      const inside = leaf.path.slice(1);
      if (inside.length === 0) continue;
      if (pathRulesOf(field, leaf.path, this.#live).reads?.how === "never") {
        this.#noteUnread(leaf.path);
      } else if (leaf.value === notShown) this.#note(leaf.path, masked);
      else if (!isHeld(leaf.value) || !inside.every(isHeldKey)) this.#note(leaf.path, foreign);
      else if (this.#isWritten(field, leaf)) kept.put(inside, leaf.value);
    }
    return Object.keys(kept.root).length > 0 ? kept.root : undefined;
  }

  /** Whether a value in a document is declared. */
  #isWritten(field: Field, { path, value }: Pick<Leaf, "path" | "value">): boolean {
    if (this.#decidesAboutSecurity(field, path)) return true;
    if (this.#rules.isDerived?.(path, value, this.#live)) return false;
    return this.#choice.all || !this.#rules.isFresh?.(path, value, this.#live);
  }

  /** Whether a property is declared also where a new object has the same. */
  #isDeclared(field: Field, path: Path): boolean {
    return this.#choice.all || this.#decidesAboutSecurity(field, path);
  }

  #decidesAboutSecurity(field: Field, path: Path): boolean {
    return hintsOf(field, path, this.#live).safeguard !== undefined;
  }

  #noteUnread(path: Path): undefined {
    return this.#note(path, this.#rules.whyUnread?.(path, this.#live) ?? never);
  }

  #isFresh(field: Field, value: Json): boolean {
    const defaults = [field.absent, defaultOf(field.clear, this.#live)];
    return defaults.some((fresh) => fresh !== undefined && same(field, value, fresh));
  }

  #note(path: Path, why: string): undefined {
    this.#notes.push({ place: describePath(path), why });
  }
}

function defaultOf(clear: Clear | undefined, live: JsonObject): Json | undefined {
  if (clear?.how === "default") return clear.value;
  if (clear?.how !== "like") return undefined;
  const value = own(live, clear.property) ?? null;
  return clear.as === "list" ? [value] : value;
}

/** Whether an object cannot be declared without something that never comes back. */
function holdsUnread(fields: Fields): boolean {
  return Object.values(fields).some(
    (field) =>
      field.required && (field.reads?.how === "never" || (field.kind === "object" && holdsUnread(field.fields))),
  );
}

/** Whether the engine holds a value as it is. */
function isHeld(value: Json): boolean {
  if (typeof value === "string") return value.isWellFormed() && isPortable(value);
  if (typeof value !== "object" || value === null) return true;
  return isPortable(value) && Object.entries(value).every(([key, item]) => isHeldKey(key) && isHeld(item));
}

function isHeldKey(key: string): boolean {
  return key !== "__proto__" && key.isWellFormed();
}
