import { ServiceError } from "../shared/errors.ts";
import { Objects } from "../shared/objects.ts";
import { type Collection, newPrefixedId, type Stored, type WireObject } from "../shared/store.ts";
import { checkBody, isObject, payloadError } from "../shared/validation.ts";
import {
  answeredOptions,
  hiddenOptions,
  keepOptions,
  mergeInto,
  refuseExclusive,
  type StoredOptions,
  withPassingNulls,
  writeOptions,
} from "./options.ts";
import { changed, clientsSchema, created, metadataLimit, seeded } from "./rules.ts";
import {
  type ConnectionTenant,
  enterpriseStrategies,
  namedStrategies,
  requestingStrategies,
  ticketFor,
} from "./strategies.ts";

/** Direct access to the tenant's connections, by id or name. All results contain the options. */
export interface ConnectionCollection extends Collection {
  /**
   * Sets properties and keeps all others. The service's PATCH ({@link Collection.update}) resets some of them.
   * @throws ServiceError where the service answers with an error
   */
  edit(key: string, changes: WireObject): WireObject;
  /**
   * Sets keys of `options`, at any depth, and keeps all others. Objects are merged, other values replaced; null and undefined
   * delete. Values of `configuration` are given in plain text.
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
  /** Whether a PATCH keeps display_name, realms, is_domain_connection and show_as_button if it does not contain them. */
  readonly lenientPatch: boolean;
  /** Milliseconds for which a deleted connection's name stays taken. */
  readonly deletionMs: number;
}

/** A stored connection. */
export interface StoredConnection extends Stored {
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

const defaults = { is_domain_connection: false, show_as_button: false };
const purposes = { authentication: { active: true }, connected_accounts: { active: false } };

/** The tenant's connections. */
export class Connections extends Objects<StoredConnection> implements ConnectionCollection {
  #deletions: Deletion[] = [];
  #sorted: readonly StoredConnection[] | undefined;
  readonly #behaviour: ConnectionBehaviour;
  readonly #now: () => number;

  /** @param now the clock, in milliseconds since the epoch */
  constructor(tenant: ConnectionTenant, behaviour: ConnectionBehaviour, now: () => number) {
    super({
      key: "name",
      created,
      changed,
      seeded,
      whole: { has: ["id", "name", "strategy", "options", "is_domain_connection", "realms"], row: keptRow },
      newId: () => newPrefixedId("con_"),
      notFound: () => new ServiceError(404, "The connection does not exist", "inexistent_connection"),
      taken: () => conflict("A connection with the same name already exists"),
      settle: (given, id, before) => {
        if (before) return changedRow(before, given, tenant);
        if (this.#running().some(({ name }) => name === given.name)) {
          throw conflict("A connection with the same name is being deleted, try again later");
        }
        return createdRow(given, id, tenant);
      },
      view,
    });
    this.#behaviour = behaviour;
    this.#now = now;
    this.changed.listen(() => {
      this.#sorted = undefined;
    });
  }

  /** By name, without regard to case and punctuation. */
  override listed(): readonly StoredConnection[] {
    this.#sorted ??= this.rows().sort((a, b) => (this.placeOf(a) < this.placeOf(b) ? -1 : 1));
    return this.#sorted;
  }

  override placeOf({ name }: StoredConnection): string {
    return `${name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")} ${name}`;
  }

  override create(wire: WireObject): WireObject {
    checkBody(created, wire);
    if (wire.strategy === "auth0") refuseExclusive(wire.options);
    return answerOf(this.add(wire), wire);
  }

  override update(key: string, patch: WireObject): WireObject {
    const { name, strategy, options } = this.row(key);
    checkBody(changed, patch);
    if (strategy === "auth0") refuseExclusive(patch.options, options.plain);
    const documented = { display_name: name, realms: [], is_domain_connection: false, show_as_button: false };
    const reset = this.#behaviour.lenientPatch ? {} : documented;
    return answerOf(this.change(key, { ...reset, ...patch }), patch);
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
    return [...this.row(key).clients].sort((a, b) => (clientPlace(a) < clientPlace(b) ? -1 : 1));
  }

  /** Disables all connections for a client. */
  forgetClient(clientId: string): void {
    for (const { id, clients } of this.rows()) {
      if (clients.includes(clientId))
        this.setClients(
          id,
          clients.filter((other) => other !== clientId),
        );
    }
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

function createdRow(wire: WireObject, id: string, tenant: ConnectionTenant): StoredConnection {
  const { name, strategy, options, enabled_clients, ...given } = wire;
  const identity = { id, name: String(name), strategy: String(strategy) };
  const ticket = ticketFor(identity.strategy, tenant);
  const named = tenant.traits.displayNames && namedStrategies.includes(identity.strategy);
  const fields = {
    ...(ticket !== undefined && { provisioning_ticket_url: ticket }),
    ...defaults,
    ...(named && { display_name: name }),
    ...(tenant.traits.purposes && purposes),
    ...given,
  };
  return {
    ...identity,
    fields: settled(fields, identity),
    options: writeOptions(identity.strategy, isObject(options) ? options : undefined, tenant),
    clients: clientSet(enabled_clients),
  };
}

function changedRow(row: StoredConnection, changes: WireObject, tenant: ConnectionTenant): StoredConnection {
  const { options, enabled_clients, metadata, ...given } = changes;
  const fields = { ...row.fields, ...given };
  if (isObject(metadata)) fields.metadata = mergeInto(row.fields.metadata, metadata);
  const sent = isObject(options) ? options : {};
  return {
    ...row,
    fields: settled(fields, row),
    options: options === undefined ? row.options : writeOptions(row.strategy, sent, tenant, row.options),
    clients: enabled_clients === undefined ? row.clients : clientSet(enabled_clients),
  };
}

/** The row of a connection that a seed gives whole. */
function keptRow({ id, name, strategy, options, enabled_clients, ...fields }: WireObject): StoredConnection {
  const identity = { id: String(id), name: String(name), strategy: String(strategy) };
  const plain = isObject(options) ? options : {};
  return { ...identity, fields, options: keepOptions(identity.strategy, plain), clients: clientSet(enabled_clients) };
}

/** The fields that the service stores. @throws ServiceError for refused fields */
function settled(draft: WireObject, { name, strategy }: { name: string; strategy: string }): WireObject {
  const fields = { ...draft };
  const { cross_app_access_requesting_app: requesting } = fields;
  if (isObject(requesting) && requesting.active === true && !requestingStrategies.includes(strategy)) {
    const message = "Cross App Access Requesting App is not supported for this connection.";
    throw new ServiceError(400, message, "operation_not_supported");
  }
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

/** The place of a client in the list of a connection's clients: by id, without regard to case. */
export function clientPlace(clientId: string): string {
  return `${clientId.toLowerCase()} ${clientId}`;
}

/** The answer to a write. */
function answerOf(connection: WireObject, { options }: WireObject): WireObject {
  return { ...connection, options: withPassingNulls(String(connection.strategy), connection.options, options) };
}

function clientSet(given: unknown): string[] {
  return Array.isArray(given) ? [...new Set(given.map(String))] : [];
}

function view({ id, name, strategy, fields, options, clients }: StoredConnection): WireObject {
  const { show_as_button, realms, ...shown } = structuredClone(fields);
  return {
    id,
    options: answeredOptions(strategy, options),
    strategy,
    name,
    ...shown,
    ...(enterpriseStrategies.includes(strategy) && show_as_button !== undefined && { show_as_button }),
    enabled_clients: [...clients],
    realms,
  };
}
