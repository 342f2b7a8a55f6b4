import { distance } from "fastest-levenshtein";
import { compose, touched } from "../model/compose.ts";
import { optionsOf, connectionTable as table, withDefaultRealms } from "../model/connection.ts";
import { isObject, type Json, type JsonObject, type MutableJsonObject, own, put, UNKNOWN } from "../model/json.ts";
import { mergeOptions, touchesOptions } from "../model/merge.ts";
import type { Plan } from "../model/plan.ts";
import { readRecord } from "../model/record.ts";
import { knownStrategies } from "../model/strategies.ts";
import { fromWire, toWire } from "../model/wire.ts";
import { checkpointPages, type TenantClient, TenantError } from "../tenant/index.ts";
import { foundIn, getObject, orAbsent, theSame } from "./calls.ts";
import { clientChanges, readClients, writeClients } from "./connection-clients.ts";
import { untilNameIsFree } from "./connection-name.ts";
import { gone, reading, UserError } from "./errors.ts";
import { type Change, type Found, Incomplete, type Kind, type Seen } from "./kind.ts";

const ROOT = "connections";
const CLIENTS = "/enabledClients";

/** What an update resets unless it is sent (specification 4.2, rule 3 and the defaults of the body). */
const KEPT = ["display_name", "realms", "is_domain_connection", "show_as_button"] as const;

/** Connections: specification 2.2 and 4.2. */
export const connectionKind: Kind = {
  table,
  uniqueBy: ["name"],
  label,
  provisionalId: (args) => `unconfirmed:${own(args, "name")}`,
  normalize: withDefaultRealms,
  rules: () => [],
  untouchable: () => undefined,

  doubts(args) {
    const strategy = own(args, "strategy");
    if (typeof strategy !== "string" || strategy === UNKNOWN) return [];
    const known: readonly string[] = knownStrategies;
    if (known.includes(strategy)) return [];
    const near = known.find((one) => distance(one, strategy.toLowerCase()) <= 2);
    return near === undefined ? [] : [`strategy: "${strategy}" is not one that is known here; did you mean "${near}"?`];
  },

  isTaken: (error) => error.status === 409,
  remember: () => ({}),
  sentFirst: ({ enabledClients: _, ...rest }) => rest,
  // A connection that looks untouched may have users already.
  isDisposable: false,

  async create(service, args) {
    const { enabledClients, ...rest } = args;
    const post = () =>
      service.request({
        method: "POST",
        path: [ROOT],
        body: toWire(table.fields, rest),
        subject: label(args),
        action: "create",
      });
    const { body } = await untilNameIsFree(label(args), post);
    const found = foundIn(body, label(args), liveOf, identityOf(args));
    if (!Array.isArray(enabledClients)) return found;
    return withClients(service, found, clientChanges([], enabledClients), label(args));
  },

  async find(service, args) {
    const name = own(args, "name");
    if (typeof name !== "string") return undefined;
    const listing = { path: [ROOT], query: { name }, collection: "connections", subject: label(args) };
    for await (const body of checkpointPages<JsonObject>(service, listing)) {
      if (own(body, "name") !== name) continue;
      const found = foundIn(body, label(args), liveOf, identityOf(args));
      return withReadClients(service, found, label(args));
    }
    return undefined;
  },

  async read(service, id, outputs) {
    const subject = own(outputs, "name") === undefined ? `connection ${id}` : label(outputs);
    const body = await getObject(service, [ROOT, id], subject);
    if (!body) return undefined;
    const live = theSame(liveOf(body), subject, identityOf(outputs));
    if (own(outputs, "options") !== undefined && optionsOf(live) === undefined) warnWithheld(subject);
    if (!(readRecord(outputs)?.paths ?? []).includes(CLIENTS)) return live;
    return { ...live, enabledClients: await readClients(service, id, subject) };
  },

  async update(service, change) {
    const wanted = own(change.inputs, "enabledClients");
    const isTouched = touched(change.plan).includes("enabledClients");
    const known = own(change.outputs, "enabledClients");
    const lastKnown = Array.isArray(known) && !change.unsure.includes(CLIENTS) ? known : undefined;
    // All reading comes before any writing: what fails then has changed nothing.
    const before = lastKnown ?? (isTouched ? await readClients(service, change.id, label(change.inputs)) : []);
    const seen = await updateConnection(service, change);
    if (!isTouched) return known === undefined ? seen : { live: { ...seen.live, enabledClients: known } };
    const changes = clientChanges(before, Array.isArray(wanted) ? wanted : []);
    const found = { ...seen, id: change.id, live: { ...seen.live, enabledClients: before } };
    return withClients(service, found, changes, label(change.inputs));
  },

  async delete(service, id, outputs) {
    await orAbsent(service.request({ method: "DELETE", path: [ROOT, id], subject: label(outputs), action: "delete" }));
  },
};

function label(args: JsonObject): string {
  const name = own(args, "name");
  return name === UNKNOWN ? "connection" : `connection "${name}"`;
}

/** What makes a connection this one: no other has its name. */
function identityOf({ name }: JsonObject): JsonObject {
  return name === undefined ? {} : { name };
}

/** Clients have an endpoint of their own. */
function isNotClients(name: string): boolean {
  return name !== "enabledClients";
}

/** The part of an update that concerns the connection itself: read, merge, write. */
async function updateConnection(service: TenantClient, change: Change): Promise<Seen> {
  const { id, plan, inputs, outputs } = change;
  const names = touched(plan).filter(isNotClients);
  if (names.length === 0) return { live: outputs, unseen: Object.keys(table.fields).filter(isNotClients) };
  const { before, live } = await reading(async () => {
    const wire = await getObject(service, [ROOT, id], label(inputs));
    if (!wire) throw gone(label(inputs));
    // What is read here is written back: it must not be another connection's.
    return { before: wire, live: theSame(liveOf(wire), label(inputs), identityOf(inputs)) };
  });
  const { body } = await service.request({
    method: "PATCH",
    path: [ROOT, id],
    body: patchOf(plan, inputs, before, live),
    subject: label(inputs),
    action: "update",
  });
  return foundIn(body, label(inputs), liveOf, identityOf(inputs));
}

/** What an update sends: the changes, and all that the service would reset without them. */
function patchOf(plan: Plan, inputs: JsonObject, before: JsonObject, live: JsonObject): JsonObject {
  const patch: MutableJsonObject = {};
  const declared = toWire(table.fields, inputs);
  for (const key of KEPT) {
    // What is not answered (a button, by most strategies) is known from the program alone.
    const value = own(before, key) ?? own(declared, key);
    if (value !== undefined && value !== null) patch[key] = value;
  }
  const {
    options: _options,
    metadata: _metadata,
    enabledClients: _clients,
    ...rest
  } = compose(table, plan, inputs, live);
  Object.assign(patch, toWire(table.fields, rest));
  if (touched(plan).includes("metadata")) patch.metadata = metadataOf(plan, live);
  if (touchesOptions(plan)) patch.options = optionsFor(plan, inputs, live);
  return patch;
}

function optionsFor(plan: Plan, inputs: JsonObject, live: JsonObject): JsonObject {
  const merged = mergeOptions(plan, inputs, live);
  switch (merged.refused) {
    case undefined:
      return merged.options;
    case "withheld":
      throw new UserError(
        `${label(inputs)} was not changed: its options cannot be read with this token, and an update replaces all of them, ` +
          "so those that the program does not declare would be wiped. Give the client the scope read:connections_options.",
      );
    case "opaque":
      throw new UserError(
        `${label(inputs)} was not changed: somebody has set ${merged.names.map((name) => `options.${name}`).join(", ")}, ` +
          "which the tenant never shows in a form that could be sent back, and an update of any option would destroy it. " +
          "Declare it in the program with its value.",
      );
  }
}

/** All metadata, with null for what is to be deleted: right whether the service merges or replaces it. */
function metadataOf(plan: Plan, live: JsonObject): JsonObject {
  const now = own(live, "metadata");
  const metadata: MutableJsonObject = isObject(now) ? { ...now } : {};
  for (const { path } of plan.removed)
    if (path[0] === "metadata" && path[1] !== undefined) put(metadata, path[1], null);
  for (const { path, value } of plan.changed) {
    if (path[0] === "metadata" && path[1] !== undefined) put(metadata, path[1], value);
  }
  return metadata;
}

/** Changes the clients of a connection; what has been done is not forgotten where something goes wrong. */
async function withClients(
  service: TenantClient,
  found: Found,
  changes: ReadonlyMap<string, boolean>,
  subject: string,
): Promise<Found> {
  const before = own(found.live, "enabledClients");
  const clients = new Set<Json>(Array.isArray(before) ? before : []);
  const now = (): Found => ({ ...found, live: { ...found.live, enabledClients: [...clients] } });
  try {
    await writeClients(service, found.id, changes, subject, (client, isEnabled) => {
      if (isEnabled) clients.add(client);
      else clients.delete(client);
    });
  } catch (error) {
    if (!(error instanceof TenantError)) throw error;
    throw new Incomplete(now(), [CLIENTS], error);
  }
  return now();
}

async function withReadClients(service: TenantClient, found: Found, subject: string): Promise<Found> {
  return { ...found, live: { ...found.live, enabledClients: await readClients(service, found.id, subject) } };
}

/** A connection under the names that programs use. Its clients come from a place of their own, never from this answer. */
function liveOf(body: JsonObject): JsonObject {
  const { enabledClients: _, ...live } = fromWire(table.fields, body);
  return withDefaultRealms(live);
}

function warnWithheld(subject: string): void {
  console.warn(
    `warning: the options of ${subject} cannot be read with this token (scope read:connections_options), so nothing is ` +
      "known of their drift",
  );
}
