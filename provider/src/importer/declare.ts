import { same } from "../model/canonical.ts";
import { opaqueOptions, optionsOf, unreadOptions } from "../model/connection.ts";
import { Draft } from "../model/draft.ts";
import { isObject, isPortable, type Json, type JsonObject, type MutableJsonObject, own, put } from "../model/json.ts";
import { leavesOf } from "../model/leaves.ts";
import { isCollection } from "../model/members.ts";
import { describePath, type Path } from "../model/pointer.ts";
import { type Clear, type Field, type Fields, placeOf, type Table } from "../model/table.ts";
import { isFreshOption } from "./fresh.ts";

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
}

const unreadable = {
  encryptionKey: "the tenant does not show the public key; to manage it, declare it whole, with `pem`",
  ciphertext: "the tenant shows it only encrypted; to manage it, declare it with its value",
  never: "the tenant never shows it; to manage it, declare it with its value",
  withheld: "the token lacks the scope read:connections_options; import again with it",
  foreign: "Pulumi cannot hold its text as it is",
};

/** What a program declares of an object: what differs from a new one, and what makes it this one. */
export function declarationOf(table: Table, live: JsonObject, choice: Choice): Declaration {
  return new Declaring(table, live, choice).declaration();
}

class Declaring {
  readonly #table: Table;
  readonly #live: JsonObject;
  readonly #choice: Choice;
  readonly #notes: Note[] = [];

  constructor(table: Table, live: JsonObject, choice: Choice) {
    this.#table = table;
    this.#live = live;
    this.#choice = choice;
  }

  declaration(): Declaration {
    const args = this.#members(this.#table.fields, this.#live, []);
    this.#noteUnseen(args);
    return { args: { ...args, ...this.#exclusiveness(args) }, notes: this.#notes };
  }

  /** Whether others may have members as well, where a declaration has to say so. */
  #exclusiveness(args: JsonObject): JsonObject {
    const said: MutableJsonObject = {};
    const isExclusive = this.#choice.members === undefined;
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
    if (!isHeld(value)) return this.#note(path, unreadable.foreign);
    if (field.identity || field.required || this.#choice.all) return value;
    return this.#isFresh(field, value) ? undefined : value;
  }

  /** An object, with the members that its form requires beside those that tell something. */
  #object(fields: Fields, value: JsonObject, path: Path): Json | undefined {
    if (holdsUnread(fields)) return this.#note(path, unreadable.encryptionKey);
    const optional = Object.fromEntries(
      Object.entries(fields).map(([name, { required: _, ...field }]) => [name, field as Field]),
    );
    const telling = this.#members(optional, value, path);
    if (Object.keys(telling).length === 0) return undefined;
    const required = Object.entries(value).filter(([name]) => Object.hasOwn(fields, name) && fields[name]?.required);
    return { ...Object.fromEntries(required), ...telling };
  }

  #document(field: Field, value: JsonObject, path: Path): Json | undefined {
    const kept = new Draft();
    const [name = ""] = path;
    for (const leaf of leavesOf({ [name]: field }, { [name]: value })) {
      const inside = leaf.path.slice(1);
      if (inside.length === 0) continue;
      if (placeOf(field, leaf.path, this.#live).reads?.how === "never") {
        this.#note(leaf.path, this.#unreadBecause(inside));
      } else if (!isHeld(leaf.value) || !inside.every(isHeldKey)) this.#note(leaf.path, unreadable.foreign);
      else if (name !== "options" || this.#choice.all || !isFreshOption(inside, leaf.value, this.#live)) {
        kept.put(inside, leaf.value);
      }
    }
    return Object.keys(kept.root).length > 0 ? kept.root : undefined;
  }

  #unreadBecause(path: Path): string {
    const { ciphertext } = opaqueOptions(this.#live);
    return ciphertext.some(([name]) => name === path[0]) ? unreadable.ciphertext : unreadable.never;
  }

  #isFresh(field: Field, value: Json): boolean {
    // The service chooses it, and today it chooses this one.
    if (field.chosen && value === "RS256") return true;
    const defaults = [field.absent, defaultOf(field.clear, this.#live)];
    return defaults.some((fresh) => fresh !== undefined && same(field, value, fresh));
  }

  /** What the answer does not even hint at. */
  #noteUnseen(args: JsonObject): void {
    if (!Object.hasOwn(this.#table.fields, "options")) return;
    const options = optionsOf(this.#live);
    if (!options) this.#note(["options"], unreadable.withheld);
    const known = new Set(Object.keys(optionsOf(args) ?? {}));
    for (const name of unreadOptions(this.#live, options ?? {}, known)) {
      this.#note(["options", name], unreadable.never);
    }
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
  if (typeof value === "string") return isWellFormed(value) && isPortable(value);
  if (Array.isArray(value)) return value.every(isHeld);
  if (!isObject(value)) return true;
  return isPortable(value) && Object.entries(value).every(([key, item]) => isHeldKey(key) && isHeld(item));
}

function isHeldKey(key: string): boolean {
  return key !== "__proto__" && isWellFormed(key);
}

/** Whether a text is Unicode: without halves of characters. */
function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
