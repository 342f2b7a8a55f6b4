import { ServiceError } from "../shared/errors.ts";
import type { Tenant } from "../shared/module.ts";
import { Objects, type Write } from "../shared/objects.ts";
import { sorted } from "../shared/query.ts";
import { type Collection, copyOf, newPrefixedId, type Stored, type WireObject } from "../shared/store.ts";
import { anyObject, check, isObject, payloadError, text } from "../shared/validation.ts";
import {
  answeredOptions,
  ciphertextOf,
  hiddenOptions,
  mergeInto,
  refuseExclusive,
  withPassingNulls,
  writeOptions,
} from "./options.ts";
import { enterpriseStrategies, namedStrategies, openIdStrategies, ticketFor } from "./strategies.ts";

/** Enables a connection for a client, or disables it. */
export interface ClientSwitch {
  readonly client_id: string;
  readonly status: boolean;
}

/** Direct access to the tenant's connections, by id or name. All results contain the options. */
export type ConnectionCollection = Collection &
  Pick<
    Connections,
    | "edit"
    | "editOptions"
    | "configurationPlain"
    | "hiddenOptions"
    | "clientsOf"
    | "setClients"
    | "finishDeletions"
    | "provisioningOf"
    | "setProvisioning"
  >;

/** The types of provisioning of a connection's users, by their names in paths. */
export type ProvisioningName = "scim-configuration" | "directory-provisioning";

/** The configuration of a connection's provisioning, and the tokens (SCIM) or groups (directory) that belong to it. */
export interface Provisioning {
  readonly configuration: WireObject;
  readonly below: readonly WireObject[];
}

/** The parts of the service's behavior that the emulator's options control. */
export interface ConnectionBehaviour {
  /** Whether a PATCH keeps display_name, realms, is_domain_connection and show_as_button if the body does not contain them. */
  readonly lenientPatch: boolean;
  /** The time for which a deleted connection's name stays reserved, in milliseconds. */
  readonly deletionMs: number;
}

/** The deletion of a connection. While it is pending, the connection's name stays reserved. */
export interface Deletion {
  readonly id: string;
  readonly name: string;
  /** The start, in milliseconds since the epoch. */
  readonly since: number;
}

/** A stored connection. */
export interface StoredConnection extends Stored {
  readonly name: string;
  readonly strategy: string;
  /** All given and derived options, in plain text. If a caller sends a ciphertext back, it is stored in place of the plain text, which is lost. */
  readonly options: WireObject;
  /** The encrypted `options.configuration` of a database connection, in the form of responses. */
  readonly ciphertext?: WireObject;
  readonly enabled_clients: readonly string[];
  /** The provisioning of users, which has routes of its own. */
  readonly provisioning?: { readonly [K in ProvisioningName]?: Provisioning | undefined } | undefined;
}

/** The tenant's connections. */
export class Connections extends Objects<StoredConnection> {
  #deletions: Deletion[] = [];
  readonly #behaviour: ConnectionBehaviour;
  readonly #now: () => number;

  constructor(tenant: Tenant, behaviour: ConnectionBehaviour) {
    super({
      path: "/connections",
      key: "name",
      seeded: {
        id: text({ pattern: /^con_[A-Za-z0-9]{16}$/ }),
        provisioning_ticket_url: text(),
        provisioning: anyObject,
      },
      whole: ["id", "name", "strategy", "options", "is_domain_connection", "realms"],
      wholeRow: (given) => {
        const { strategy, options: sent, enabled_clients } = given;
        const options = isObject(sent) ? sent : {};
        const ciphertext = ciphertextOf(String(strategy), options, true);
        return {
          ...given,
          options,
          ciphertext,
          enabled_clients: clientSet(enabled_clients),
        } as WireObject as StoredConnection;
      },
      newId: () => newPrefixedId("con_"),
      missing: ["The connection does not exist", "inexistent_connection"],
      taken: ["A connection with the same name already exists", conflict],
      fresh: { is_domain_connection: false, show_as_button: false, ...(tenant.traits.purposes && purposes) },
      settle: (row, write) => {
        if (!write.before && this.#running().some(({ name }) => name === row.name)) {
          throw new ServiceError(409, "A connection with the same name is being deleted, try again later", conflict);
        }
        return settled(row, write, tenant);
      },
      // A seed has the options in plain text, and its connection gets new ciphertexts.
      inner: ["ciphertext"],
      view,
      // Lists are in the order of names, ignoring case and punctuation.
      sortKey: ({ name }) => `${name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")} ${name}`,
    });
    this.#behaviour = behaviour;
    this.#now = tenant.now;
  }

  override create(wire: WireObject): WireObject {
    this.check(this.created, wire);
    if (wire.strategy === "auth0") refuseExclusive(wire.options);
    return withPassingNulls(this.add(wire), wire);
  }

  override update(key: string, patch: WireObject): WireObject {
    const { name, strategy, options } = this.row(key);
    this.check(this.changeable, patch);
    if (strategy === "auth0") refuseExclusive(patch.options, options);
    const documented = { display_name: name, realms: [], is_domain_connection: false, show_as_button: false };
    const reset = this.#behaviour.lenientPatch ? {} : documented;
    return withPassingNulls(this.change(key, { ...reset, ...patch }), patch);
  }

  /**
   * Sets properties and keeps all other properties. {@link Collection.update}, like the service's PATCH, can reset properties that the
   * patch lacks: see {@link ConnectionBehaviour.lenientPatch}.
   *
   * @throws ServiceError if the service would respond with an error
   */
  edit(key: string, changes: WireObject): WireObject {
    return super.update(key, changes);
  }

  /**
   * Sets keys of `options`, at any depth, and keeps all other keys. Objects are merged, other values are replaced; null and undefined delete the key.
   * Values of `configuration` are given in plain text.
   *
   * @throws ServiceError if the service would respond with an error
   */
  editOptions(key: string, patch: WireObject): WireObject {
    return this.change(key, { options: mergeInto(this.row(key).options, patch) });
  }

  /**
   * The decrypted `options.configuration` of a database connection. If a caller has sent a ciphertext back, it is stored as the value, and the plain
   * text is lost.
   */
  configurationPlain(key: string): WireObject {
    const { configuration } = this.row(key).options;
    return isObject(configuration) ? copyOf(configuration) : {};
  }

  /** The options that are stored and never returned: `metadataXml` (samlp) and `signingCert` (pingfederate). */
  hiddenOptions(key: string): WireObject {
    return hiddenOptions(this.row(key));
  }

  /** The ids of the clients for which the connection is enabled, sorted. */
  clientsOf(key: string): string[] {
    return sorted(this.row(key).enabled_clients, clientSortKey);
  }

  /** Disables all connections for a deleted client. */
  forgetClient(clientId: string): void {
    for (const { id, enabled_clients: clients } of this.all()) {
      const left = clients.filter((other) => other !== clientId);
      if (left.length < clients.length) this.setClients(id, left);
    }
  }

  /** Enables the connection for exactly these clients. */
  setClients(key: string, clientIds: readonly string[]): void {
    this.change(key, { enabled_clients: clientIds });
  }

  /** Enables and disables the connection for the clients in the body of `PATCH /connections/{id}/clients`. */
  switchClients(id: string, switches: readonly ClientSwitch[]): void {
    const clients = new Set(this.clientsOf(id));
    for (const { client_id, status } of switches) {
      if (status) clients.add(client_id);
      else clients.delete(client_id);
    }
    this.setClients(id, [...clients]);
  }

  /** The provisioning of a connection's users, with its tokens or groups; undefined if the connection has none of this type. */
  provisioningOf(key: string, name: ProvisioningName): Provisioning | undefined {
    return copyOf(this.find(key)?.provisioning?.[name]);
  }

  /** Sets the provisioning of a connection's users, without a check. Undefined deletes it. */
  setProvisioning(key: string, name: ProvisioningName, provisioning: Provisioning | undefined): void {
    const row = this.row(key);
    const all = { ...row.provisioning, [name]: copyOf(provisioning) };
    const isEmpty = Object.values(all).every((one) => one === undefined);
    this.put({ ...row, provisioning: isEmpty ? undefined : all }, true);
  }

  /** The configurations of one type of provisioning of all connections, oldest first. */
  provisioningsOf(name: ProvisioningName): readonly WireObject[] {
    return this.all().flatMap(({ provisioning: { [name]: one } = {} }) => (one ? [one.configuration] : []));
  }

  override delete(key: string): void {
    const found = this.find(key);
    if (found) this.remove(found.id);
  }

  /** Deletes a connection. Returns the deletion, also if an earlier call started it and it is pending; undefined if no connection has this id. */
  remove(id: string): Deletion | undefined {
    const found = this.at(id);
    if (!found) return this.#running().find((deletion) => deletion.id === id);
    const deletion = { id, name: found.name, since: this.#now() };
    this.#deletions.push(deletion);
    super.delete(id);
    return deletion;
  }

  /** Finishes all pending deletions, which releases the names. */
  finishDeletions(): void {
    this.#deletions = [];
  }

  #running(): Deletion[] {
    const now = this.#now();
    this.#deletions = this.#deletions.filter(({ since }) => since + this.#behaviour.deletionMs > now);
    return this.#deletions;
  }
}

const conflict = "connection_conflict";

/** The sort key of a client in the list of a connection's clients: the client's id, ignoring case. */
export function clientSortKey(clientId: string): string {
  return `${clientId.toLowerCase()} ${clientId}`;
}

const purposes = { authentication: { active: true }, connected_accounts: { active: false } };

/**
 * The row of a connection after a write.
 *
 * @throws ServiceError if the service would refuse it
 */
function settled(row: WireObject, { given, before }: Write<StoredConnection>, tenant: Tenant): WireObject {
  const strategy = String(row.strategy);
  const isNamed = tenant.traits.displayNames && namedStrategies.includes(strategy);
  const draft: WireObject = before ? row : { display_name: isNamed ? row.name : undefined, ...row };
  if (!before) draft.provisioning_ticket_url ??= ticketFor(strategy, tenant);
  if (before && isObject(given.metadata)) draft.metadata = mergeInto(before.metadata, given.metadata);
  const { cross_app_access_requesting_app: requesting } = draft;
  if (isObject(requesting) && requesting.active === true && !openIdStrategies.includes(strategy)) {
    const message = "Cross App Access Requesting App is not supported for this connection.";
    throw new ServiceError(400, message, "operation_not_supported");
  }
  draft.cross_app_access_resource_app ??= undefined;
  if (!Array.isArray(draft.realms) || draft.realms.length === 0) draft.realms = [row.name];
  const metadata = draft.metadata ?? {};
  const violation = check({ ...anyObject, max: 10 }, metadata, "metadata");
  if (violation) throw payloadError(violation);
  if (Object.keys(metadata).length === 0) delete draft.metadata;
  const isKept = before !== undefined && given.options === undefined;
  const sent = before && !isObject(given.options) ? {} : given.options;
  const options = isKept ? before.options : writeOptions(strategy, sent, tenant, before?.options);
  const ciphertext = isKept ? before.ciphertext : ciphertextOf(strategy, options);
  return { ...draft, options, ciphertext, enabled_clients: clientSet(draft.enabled_clients) };
}

function clientSet(given: unknown): string[] {
  return Array.isArray(given) ? [...new Set(given.map(String))] : [];
}

/** The connection in the form of responses. */
function view({ options, ciphertext, provisioning: _, show_as_button, ...row }: StoredConnection): WireObject {
  const isShown = enterpriseStrategies.includes(row.strategy) && show_as_button !== undefined;
  return copyOf({
    options: answeredOptions(row.strategy, options, ciphertext),
    ...row,
    ...(isShown && { show_as_button }),
  });
}
