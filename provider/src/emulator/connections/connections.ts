import { randomBytes } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import { Objects } from "../shared/objects.ts";
import { type Collection, newPrefixedId, type Stored, type WireObject } from "../shared/store.ts";
import { checkBody, isObject, payloadError } from "../shared/validation.ts";
import {
  answeredOptions,
  hiddenOptions,
  mergeInto,
  refuseExclusive,
  type StoredOptions,
  writeOptions,
} from "./options.ts";
import { changed, clientsSchema, created, enterpriseStrategies, metadataLimit, seeded } from "./rules.ts";

/** Direct access to the tenant's connections, by id or name. All results contain the options. */
export interface ConnectionCollection extends Collection {
  /**
   * Sets properties and keeps all others. The service's PATCH ({@link Collection.update}) resets some of them.
   * @throws ServiceError where the service answers with an error
   */
  edit(key: string, changes: WireObject): WireObject;
  /**
   * Sets keys of `options`, at any depth, and keeps all others. Objects are merged, other values replaced; null and undefined
   * delete. Values of `configuration` are given in plain text. Options that exclude each other can be set together, as in a
   * seed: the service holds such objects from earlier times.
   * @throws ServiceError where the service answers with an error
   */
  editOptions(key: string, patch: WireObject): WireObject;
  /**
   * The decrypted `options.configuration` of a database connection. If a client has sent a ciphertext back, the value is that
   * ciphertext: its plain text is lost.
   */
  configurationPlain(key: string): WireObject;
  /** The options that are stored and never answered: `metadataXml` (samlp) and `signingCert` (pingfederate). */
  hiddenOptions(key: string): WireObject;
  /** The ids of the clients for which the connection is enabled, sorted. */
  clientsOf(key: string): string[];
  /** Enables the connection for these clients only. */
  setClients(key: string, clientIds: readonly string[]): void;
  /** Finishes all running deletions, so that the names are free. */
  finishDeletions(): void;
}

/** Behaviour of the service that is not documented or takes time. */
export interface ConnectionBehaviour {
  /** Whether a PATCH keeps realms, is_domain_connection and show_as_button if it does not contain them. */
  readonly lenientPatch: boolean;
  /** Milliseconds for which a deleted connection's name stays taken. */
  readonly deletionMs: number;
}

interface StoredConnection extends Stored {
  readonly name: string;
  readonly strategy: string;
  /** All other properties, in the form in which they are answered. */
  readonly fields: WireObject;
  readonly options: StoredOptions;
  readonly clients: readonly string[];
}

/** A deletion. While it runs, the name stays taken. */
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
   * @param origin the origin of the tenant
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

  override create(wire: WireObject): WireObject {
    checkBody(created, wire);
    if (wire.strategy === "auth0") refuseExclusive(wire.options);
    return this.add(wire);
  }

  override update(key: string, patch: WireObject): WireObject {
    checkBody(changed, patch);
    const { strategy, options } = this.row(key);
    if (strategy === "auth0") refuseExclusive(patch.options, options.plain);
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

  /** Enables and disables the connection for the clients in the body of `PATCH /connections/{id}/clients`. */
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

  /** Deletes a connection. Returns the new or the running deletion, or nothing if there is neither. */
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

  /** With the plain texts of encrypted options: sowing encrypts again. */
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

/** The fields that the service stores. @throws ServiceError for refused fields */
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
