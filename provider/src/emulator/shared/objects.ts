import { ServiceError } from "./errors.ts";
import { Notifier } from "./notifier.ts";
import { type Collection, newPrefixedId, type Stored, Table, type WireObject } from "./store.ts";
import { check, checkBody, type ObjectSchema, refusal, type Violation } from "./validation.ts";

interface StoredNamed extends Stored {
  readonly name: string;
}

/** What differs between one kind of named object and another. */
export interface NamedKind {
  /** For people: "organization". */
  readonly noun: string;
  /** What its ids begin with. */
  readonly prefix: string;
  /** Of the whole object, its id included. */
  readonly seedSchema: ObjectSchema;
  /** Of what can be changed. */
  readonly updateSchema: ObjectSchema;
  readonly notFound: () => ServiceError;
}

/** What has happened to a named object. */
export interface NamedChange {
  readonly what: "created" | "updated" | "deleted";
  readonly object: WireObject;
}

/** Objects by id or name. They come from the seed or the dashboard: the API given here only reads them. */
export class NamedObjects implements Collection {
  /** Tells of every change after it was made. */
  readonly changed = new Notifier<NamedChange>();
  readonly #table = new Table<StoredNamed>((row) => row.name);
  readonly #deleted: ((id: string) => void)[] = [];
  readonly #kind: NamedKind;

  constructor(kind: NamedKind) {
    this.#kind = kind;
  }

  list(): WireObject[] {
    return structuredClone(this.#table.all());
  }

  get(key: string): WireObject | undefined {
    return structuredClone(this.#table.find(key));
  }

  /** As {@link get}, by id only. */
  byId(id: string): WireObject | undefined {
    const found = this.get(id);
    return found?.id === id ? found : undefined;
  }

  /**
   * The object with an id, as a path names it.
   * @throws ServiceError 404
   */
  require(id: string): WireObject {
    const found = this.byId(id);
    if (!found) throw this.#kind.notFound();
    return found;
  }

  /** Besides the writable properties, the id may be given. */
  create(wire: WireObject): WireObject {
    const { noun, prefix, seedSchema } = this.#kind;
    checkBody(seedSchema, wire);
    const row = { ...structuredClone(wire), id: String(wire.id ?? newPrefixedId(prefix)), name: String(wire.name) };
    if (this.#table.find(row.id) || this.#table.findByKey(row.name)) {
      throw new ServiceError(409, `The id or name is taken by another ${noun}.`);
    }
    this.#table.put(row);
    this.changed.tell({ what: "created", object: row });
    return structuredClone(row);
  }

  update(key: string, patch: WireObject): WireObject {
    checkBody(this.#kind.updateSchema, patch);
    const row = this.#table.find(key);
    if (!row) throw this.#kind.notFound();
    const changed = { ...row, ...structuredClone(patch) };
    this.#table.put(changed);
    this.changed.tell({ what: "updated", object: changed });
    return structuredClone(changed);
  }

  /** What belongs to it is gone with it: see {@link onDelete}. */
  delete(key: string): void {
    const row = this.#table.find(key);
    if (!row) return;
    this.#table.remove(row.id);
    for (const listener of this.#deleted) listener(row.id);
    this.changed.tell({ what: "deleted", object: row });
  }

  /** Calls the listener with the id of each object that is deleted from now on, before anybody is told of it. */
  onDelete(listener: (id: string) => void): void {
    this.#deleted.push(listener);
  }

  /** All, in the form of a seed. */
  harvest(): WireObject[] {
    return this.list();
  }

  /** Adds an object of a seed, or says what is wrong with it. */
  sow(wire: unknown): Violation | undefined {
    return check(this.#kind.seedSchema, wire) ?? refusal(() => this.create(wire as WireObject));
  }
}
