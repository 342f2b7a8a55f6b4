import { ServiceError } from "../shared/errors.ts";
import type { Tenant } from "../shared/module.ts";
import type { Stored, WireObject } from "../shared/store.ts";
import { check, isObject, payloadError } from "../shared/validation.ts";
import { answeredOptions, mergeInto, type StoredOptions, withCiphertext, writeOptions } from "./options.ts";
import { mergedMetadata } from "./rules.ts";
import { enterpriseStrategies, namedStrategies, openIdStrategies, ticketFor } from "./strategies.ts";

/** A stored connection. */
export interface StoredConnection extends Stored {
  readonly name: string;
  readonly strategy: string;
  /** All other properties, in the form of responses. */
  readonly fields: WireObject;
  readonly options: StoredOptions;
  readonly clients: readonly string[];
}

const defaults = { is_domain_connection: false, show_as_button: false };
const purposes = { authentication: { active: true }, connected_accounts: { active: false } };

/**
 * The row of a new connection.
 *
 * @throws ServiceError if the service would refuse it
 */
export function createdRow(wire: WireObject, id: string, tenant: Tenant): StoredConnection {
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

/**
 * The row of a connection after changes.
 *
 * @throws ServiceError if the service would refuse them
 */
export function changedRow(row: StoredConnection, changes: WireObject, tenant: Tenant): StoredConnection {
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

/** The row of a complete connection in a seed. */
export function keptRow({ id, name, strategy, options, enabled_clients, ...fields }: WireObject): StoredConnection {
  const identity = { id: String(id), name: String(name), strategy: String(strategy) };
  const plain = isObject(options) ? options : {};
  return {
    ...identity,
    fields,
    options: withCiphertext(identity.strategy, plain, true),
    clients: clientSet(enabled_clients),
  };
}

/**
 * The stored fields.
 *
 * @throws ServiceError if the service would refuse the fields
 */
function settled(draft: WireObject, { name, strategy }: { name: string; strategy: string }): WireObject {
  const fields = { ...draft };
  const { cross_app_access_requesting_app: requesting } = fields;
  if (isObject(requesting) && requesting.active === true && !openIdStrategies.includes(strategy)) {
    const message = "Cross App Access Requesting App is not supported for this connection.";
    throw new ServiceError(400, message, "operation_not_supported");
  }
  if (fields.cross_app_access_resource_app === null) delete fields.cross_app_access_resource_app;
  if (!Array.isArray(fields.realms) || fields.realms.length === 0) fields.realms = [name];
  const merged = fields.metadata ?? {};
  const violation = check(mergedMetadata, merged, "metadata");
  if (violation) throw payloadError(violation);
  if (Object.keys(merged).length === 0) delete fields.metadata;
  return fields;
}

function clientSet(given: unknown): string[] {
  return Array.isArray(given) ? [...new Set(given.map(String))] : [];
}

/** The connection in the form of responses. */
export function view({ id, name, strategy, fields, options, clients }: StoredConnection): WireObject {
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
