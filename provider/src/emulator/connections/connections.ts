import { randomBytes } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import { Objects } from "../shared/objects.ts";
import { type Collection, newPrefixedId, type Stored, type WireObject } from "../shared/store.ts";
import { checkBody, isObject, payloadError } from "../shared/validation.ts";
import { answeredOptions, hiddenOptions, mergeInto, type StoredOptions, writeOptions } from "./options.ts";
import { changed, clientsSchema, created, enterpriseStrategies, metadataLimit, seeded } from "./rules.ts";

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
export class Connections extends Objects<StoredConnection> implements ConnectionCollection {
  #deletions: Deletion[] = [];
  readonly #behaviour: ConnectionBehaviour;
  readonly #now: () => number;

  /**
   * @param origin where the tenant is reached
   * @param now the clock, in milliseconds since the epoch
   */
  constructor(origin: string, behaviour: ConnectionBehaviour, now: () => number) {
    super({
      key: "name",
      created,
      changed,
      seeded,
      newId: () => newPrefixedId("con_"),
      notFound: () => new ServiceError(404, "The connection does not exist", "inexistent_connection"),
      taken: () => conflict("A connection with the same name already exists"),
      settle: (given, id, before) => {
        if (before) return changedRow(before, given);
        if (this.#running().some(({ name }) => name === given.name)) {
          throw conflict("A connection with the same name is being deleted, try again later");
        }
        return createdRow(given, id, origin);
      },
      view,
    });
    this.#behaviour = behaviour;
    this.#now = now;
  }

  override update(key: string, patch: WireObject): WireObject {
    checkBody(changed, patch);
    const reset = this.#behaviour.lenientPatch
      ? {}
      : { realms: [], is_domain_connection: false, show_as_button: false };
    return this.change(key, { display_name: this.row(key).name, ...reset, ...patch });
  }

  edit(key: string, changes: WireObject): WireObject {
    return super.update(key, changes);
  }

  editOptions(key: string, patch: WireObject): WireObject {
    return this.change(key, { options: mergeInto(this.row(key).options.plain, patch) });
  }

  configurationPlain(key: string): WireObject {
    const { configuration } = this.row(key).options.plain;
    return isObject(configuration) ? structuredClone(configuration) : {};
  }

  hiddenOptions(key: string): WireObject {
    const { strategy, options } = this.row(key);
    return hiddenOptions(strategy, options);
  }

  clientsOf(key: string): string[] {
    return [...this.row(key).clients];
  }

  setClients(key: string, clientIds: readonly string[]): void {
    this.change(key, { enabled_clients: clientIds });
  }

  /** Carries out the body of `PATCH /connections/{id}/clients`, a delta. */
  switchClients(id: string, body: unknown): void {
    checkBody(clientsSchema, body);
    const clients = new Set(this.clientsOf(id));
    for (const { client_id, status } of body as { client_id: string; status: boolean }[]) {
      if (status) clients.add(client_id);
      else clients.delete(client_id);
    }
    this.setClients(id, [...clients]);
  }

  override delete(key: string): void {
    const found = this.get(key);
    if (found) this.remove(String(found.id));
  }

  /** Deletes a connection, or answers the deletion that already runs; nothing when there is neither. */
  remove(id: string): Deletion | undefined {
    const found = this.at(id);
    if (!found) return this.#running().find((deletion) => deletion.id === id);
    const now = this.#now();
    const until = now + this.#behaviour.deletionMs;
    const deletion = { id, name: String(found.name), deletedAt: new Date(now).toISOString(), until };
    this.#deletions.push(deletion);
    super.delete(id);
    return deletion;
  }

  finishDeletions(): void {
    this.#deletions = [];
  }

  /** A harvested connection is sown as an equal one, but for the ciphertext. */
  override harvest(): WireObject[] {
    const all = this.rows().map(({ id, name, strategy, fields, options, clients }) => {
      return { id, name, strategy, ...fields, options: options.plain, enabled_clients: clients };
    });
    return structuredClone(all) as WireObject[];
  }

  #running(): Deletion[] {
    const now = this.#now();
    this.#deletions = this.#deletions.filter(({ until }) => until > now);
    return this.#deletions;
  }
}

function conflict(message: string): ServiceError {
  return new ServiceError(409, message, "connection_conflict");
}

function createdRow(wire: WireObject, id: string, origin: string): StoredConnection {
  const { name, strategy, options, enabled_clients, ...given } = wire;
  const identity = { id, name: String(name), strategy: String(strategy) };
  const ticket = `${origin}/p/ad/${randomBytes(6).toString("base64url")}`;
  const fields = { ...defaults, ...(strategy === "ad" && { provisioning_ticket_url: ticket }), ...given };
  return {
    ...identity,
    fields: settled(fields, identity.name),
    options: writeOptions(identity.strategy, isObject(options) ? options : {}),
    clients: clientSet(enabled_clients),
  };
}

function changedRow(row: StoredConnection, changes: WireObject): StoredConnection {
  const { options, enabled_clients, metadata, ...given } = changes;
  const fields = { ...row.fields, ...given };
  if (isObject(metadata)) fields.metadata = mergeInto(row.fields.metadata, metadata);
  const plain = isObject(options) ? options : {};
  return {
    ...row,
    fields: settled(fields, row.name),
    options: options === undefined ? row.options : writeOptions(row.strategy, plain, row.options),
    clients: enabled_clients === undefined ? row.clients : clientSet(enabled_clients),
  };
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
