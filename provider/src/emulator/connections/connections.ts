import { randomBytes } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import { Notifier } from "../shared/notifier.ts";
import { type Collection, newPrefixedId, type Stored, Table, type WireObject } from "../shared/store.ts";
import { check, checkBody, isObject, payloadError, refusal, type Violation } from "../shared/validation.ts";
import { answeredOptions, hiddenOptions, mergeInto, type StoredOptions, writeOptions } from "./options.ts";
import { clientsSchema, createSchema, enterpriseStrategies, metadataLimit, seedSchema, updateSchema } from "./rules.ts";

/** The tenant's connections, by id or name; what is answered here holds the options, as for a token with all scopes. */
export interface ConnectionCollection extends Collection {
  /**
   * Sets properties and leaves all others as they are, which the service's own PATCH ({@link Collection.update}) does not.
   * Throws where the service answers with an error.
   */
  edit(key: string, changes: WireObject): WireObject;
  /**
   * Sets keys of `options`, at any depth, and leaves all others as they are: objects are merged, anything else is replaced,
   * null and undefined delete. The values of `configuration` are the plain ones. Throws where the service answers with an error.
   */
  editOptions(key: string, patch: WireObject): WireObject;
  /**
   * What decrypting `options.configuration` of a database connection yields. Of a value that was sent back as the ciphertext
   * this is that ciphertext: the text itself is lost.
   */
  configurationPlain(key: string): WireObject;
  /** The options that were given and are never answered: a samlp connection's `metadataXml`, a pingfederate one's `signingCert`. */
  hiddenOptions(key: string): WireObject;
  /** The ids of the clients that the connection is enabled for, sorted. */
  clientsOf(key: string): string[];
  /** Enables the connection for these clients and no others. */
  setClients(key: string, clientIds: readonly string[]): void;
  /** Ends all deletions that still run: their names are free. */
  finishDeletions(): void;
}

/** How the service's connections behave where it is not known, or takes its time. */
export interface ConnectionBehaviour {
  /** Whether a PATCH leaves realms, is_domain_connection and show_as_button alone when they are not in it. */
  readonly lenientPatch: boolean;
  /** Milliseconds for which a deleted connection's name stays taken. */
  readonly deletionMs: number;
}

interface StoredConnection extends Stored {
  readonly name: string;
  readonly strategy: string;
  /** What is neither of the others, as it is answered. */
  readonly fields: WireObject;
  readonly options: StoredOptions;
  readonly clients: readonly string[];
}

/** A deletion that was asked for; while it runs, the name is taken. */
export interface Deletion {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly deletedAt: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

const defaults = {
  is_domain_connection: false,
  show_as_button: false,
  authentication: { active: true },
  connected_accounts: { active: false },
};

/** The tenant's connections. */
export class Connections implements ConnectionCollection {
  readonly changed = new Notifier<{ what: "created" | "updated" | "deleted"; connection: WireObject }>();
  readonly #table = new Table<StoredConnection>((row) => row.name);
  #deletions: Deletion[] = [];
  readonly #origin: string;
  readonly #behaviour: ConnectionBehaviour;
  readonly #now: () => number;

  /** `origin` is where the tenant is reached, `now` the clock in milliseconds since the epoch. */
  constructor(origin: string, behaviour: ConnectionBehaviour, now: () => number) {
    this.#origin = origin;
    this.#behaviour = behaviour;
    this.#now = now;
  }

  list(): WireObject[] {
    return this.#table.all().map(view);
  }

  get(key: string): WireObject | undefined {
    const row = this.#table.find(key);
    return row && view(row);
  }

  /** As {@link get}, by id only: the service does not look for names. */
  byId(id: string): WireObject | undefined {
    const found = this.get(id);
    return found?.id === id ? found : undefined;
  }

  create(wire: WireObject): WireObject {
    checkBody(createSchema, wire);
    return view(this.#add(wire, newPrefixedId("con_")));
  }

  update(key: string, patch: WireObject): WireObject {
    checkBody(updateSchema, patch);
    const row = this.#find(key);
    const reset = this.#behaviour.lenientPatch
      ? {}
      : { realms: [], is_domain_connection: false, show_as_button: false };
    return view(this.#change(row, { display_name: row.name, ...reset, ...patch }));
  }

  edit(key: string, changes: WireObject): WireObject {
    checkBody(updateSchema, changes);
    return view(this.#change(this.#find(key), changes));
  }

  editOptions(key: string, patch: WireObject): WireObject {
    const row = this.#find(key);
    return view(this.#change(row, { options: mergeInto(row.options.plain, patch) }));
  }

  configurationPlain(key: string): WireObject {
    const { configuration } = this.#find(key).options.plain;
    return isObject(configuration) ? structuredClone(configuration) : {};
  }

  hiddenOptions(key: string): WireObject {
    const { strategy, options } = this.#find(key);
    return hiddenOptions(strategy, options);
  }

  clientsOf(key: string): string[] {
    return [...this.#find(key).clients];
  }

  setClients(key: string, clientIds: readonly string[]): void {
    this.#change(this.#find(key), { enabled_clients: clientIds });
  }

  /** Carries out the body of `PATCH /connections/{id}/clients`, a delta. */
  switchClients(id: string, body: unknown): void {
    checkBody(clientsSchema, body);
    const row = this.#find(id);
    const clients = new Set(row.clients);
    for (const { client_id, status } of body as { client_id: string; status: boolean }[]) {
      if (status) clients.add(client_id);
      else clients.delete(client_id);
    }
    this.#change(row, { enabled_clients: [...clients] });
  }

  delete(key: string): void {
    const row = this.#table.find(key);
    if (row) this.remove(row.id);
  }

  /** Deletes a connection, or answers the deletion that already runs; nothing when there is neither. */
  remove(id: string): Deletion | undefined {
    const row = this.#table.find(id);
    const now = this.#now();
    if (row?.id !== id) return this.#running().find((deletion) => deletion.id === id);
    this.#table.remove(row.id);
    const until = now + this.#behaviour.deletionMs;
    const deletion = { id: row.id, name: row.name, deletedAt: new Date(now).toISOString(), until };
    this.#deletions.push(deletion);
    this.changed.tell({ what: "deleted", connection: view(row) });
    return deletion;
  }

  finishDeletions(): void {
    this.#deletions = [];
  }

  /** Where a connection stands in the listing. */
  placeOf({ id }: WireObject): number {
    return this.#table.placeOf({ id: String(id) });
  }

  /** All, with everything that is stored: `sow` of each makes an equal one, but for the ciphertext. */
  harvest(): WireObject[] {
    const all = this.#table.all().map(({ id, name, strategy, fields, options, clients }) => {
      return { id, name, strategy, ...fields, options: options.plain, enabled_clients: clients };
    });
    return structuredClone(all) as WireObject[];
  }

  /** Adds an object of a seed, or says what is wrong with it. */
  sow(wire: unknown): Violation | undefined {
    const violation = check(seedSchema, wire);
    if (violation || !isObject(wire)) return violation;
    const { id = newPrefixedId("con_"), ...rest } = wire;
    if (this.#table.find(String(id))) return { why: "Taken by another object", path: "id", about: "" };
    return refusal(() => this.#add(rest, String(id)));
  }

  #add(wire: WireObject, id: string): StoredConnection {
    const { name, strategy, options, enabled_clients, ...given } = structuredClone(wire);
    const identity = { id, name: String(name), strategy: String(strategy) };
    this.#refuseTaken(identity.name);
    const ticket = `${this.#origin}/p/ad/${randomBytes(6).toString("base64url")}`;
    const fields = { ...defaults, ...(strategy === "ad" && { provisioning_ticket_url: ticket }), ...given };
    const row = this.#save({
      ...identity,
      fields: settled(fields, identity.name),
      options: writeOptions(identity.strategy, isObject(options) ? options : {}),
      clients: clientSet(enabled_clients),
    });
    this.changed.tell({ what: "created", connection: view(row) });
    return row;
  }

  /** Sets what is in `changes`, at once or not at all. */
  #change(row: StoredConnection, changes: WireObject): StoredConnection {
    const { options, enabled_clients, metadata, ...given } = structuredClone(changes);
    const fields = { ...row.fields, ...given };
    if (isObject(metadata)) fields.metadata = mergeInto(row.fields.metadata, metadata);
    const changed = this.#save({
      ...row,
      fields: settled(fields, row.name),
      options:
        options === undefined ? row.options : writeOptions(row.strategy, isObject(options) ? options : {}, row.options),
      clients: enabled_clients === undefined ? row.clients : clientSet(enabled_clients),
    });
    this.changed.tell({ what: "updated", connection: view(changed) });
    return changed;
  }

  #find(key: string): StoredConnection {
    const row = this.#table.find(key);
    if (!row) throw connectionNotFound();
    return row;
  }

  #save(row: StoredConnection): StoredConnection {
    this.#table.put(row);
    return row;
  }

  #running(): Deletion[] {
    const now = this.#now();
    this.#deletions = this.#deletions.filter(({ until }) => until > now);
    return this.#deletions;
  }

  #refuseTaken(name: string): void {
    if (this.#table.findByKey(name)) {
      throw new ServiceError(409, "A connection with the same name already exists", "connection_conflict");
    }
    if (this.#running().some((deletion) => deletion.name === name)) {
      const message = "A connection with the same name is being deleted, try again later";
      throw new ServiceError(409, message, "connection_conflict");
    }
  }
}

/** The 404 for a connection that is not there. */
export function connectionNotFound(): ServiceError {
  return new ServiceError(404, "The connection does not exist", "inexistent_connection");
}

/** Brings fields into the form in which the service keeps them, or refuses them. */
function settled(draft: WireObject, name: string): WireObject {
  const fields = { ...draft };
  if (fields.cross_app_access_resource_app === null) delete fields.cross_app_access_resource_app;
  if (!Array.isArray(fields.realms) || fields.realms.length === 0) fields.realms = [name];
  const metadataSize = Object.keys(fields.metadata ?? {}).length;
  if (metadataSize > metadataLimit) {
    const why = `Too many properties (${metadataSize}), maximum ${metadataLimit}`;
    throw payloadError({ why, path: "metadata", about: "Metadata" });
  }
  if (metadataSize === 0) delete fields.metadata;
  return fields;
}

function clientSet(given: unknown): string[] {
  return Array.isArray(given) ? [...new Set(given.map(String))].sort() : [];
}

function view({ id, name, strategy, fields, options, clients }: StoredConnection): WireObject {
  const { show_as_button, ...shown } = structuredClone(fields);
  return {
    id,
    name,
    strategy,
    ...shown,
    ...(enterpriseStrategies.includes(strategy) && { show_as_button }),
    options: answeredOptions(strategy, options),
    enabled_clients: [...clients],
  };
}
