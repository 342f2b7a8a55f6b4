import { distance } from "fastest-levenshtein";
import { compose } from "../model/compose.ts";
import { optionsOf, connectionTable as table, withDefaultRealms } from "../model/connection.ts";
import { isObject, type Json, type JsonObject, type MutableJsonObject, own, put, unknownValue } from "../model/json.ts";
import { mergeOptions, touchesOptions } from "../model/merge.ts";
import { type Plan, touched } from "../model/plan.ts";
import type { Seen } from "../model/project.ts";
import { declaredPaths } from "../model/record.ts";
import { type SetChange, setChange } from "../model/set-change.ts";
import { knownStrategies } from "../model/strategies.ts";
import { withUnknownMembers } from "../model/unknown-members.ts";
import { toWire } from "../model/wire.ts";
import { legible, type Service, type TenantClient, TenantError } from "../tenant/index.ts";
import { clientStake, clientsIn, readClients, writeClients } from "./client-calls.ts";
import { untilNameIsFree } from "./connection-name.ts";
import { UserError } from "./errors.ts";
import { type Change, type Found, Incomplete, type Kind } from "./kind.ts";
import { didYouMean, doubtsOfOptions, suspectOptions } from "./option-doubts.ts";
import { restOf } from "./rest.ts";

const clientsPointer = "/enabledClients";

/** The properties that every update sends, as the service resets those that are missing. */
const kept = ["displayName", "realms", "isDomainConnection", "showAsButton"] as const;

const rest = restOf({ table, root: "connections", uniqueBy: ["name"], paging: "both", normalize: withDefaultRealms });
const { label } = rest;
const { listable } = rest.kind;

/** Connections: `POST /connections`, `GET|PATCH|DELETE /connections/{id}`, `GET|PATCH /connections/{id}/clients`. */
export const connectionKind: Kind = {
  ...rest.kind,
  // A connection that looks untouched may have users already.
  isDisposable: false,

  listable: {
    ...listable,
    placeOf(call, known) {
      const [root = "", id = "", below, ...more] = call.path;
      if (below !== "clients" || more.length > 0) return listable.placeOf(call, known);
      return { listing: [root], key: id, answer: clientsIn };
    },
  },

  // Its id is part of what the clients are known by, and only what exists has one.
  stake: (args, id) =>
    id === undefined ? undefined : clientStake(id, own(args, "enabledClients") === undefined ? "none" : "all"),

  doubts: (args) => [...doubtsOfStrategy(own(args, "strategy")), ...doubtsOfOptions(args)],
  suspects: suspectOptions,

  async create(service, args) {
    const found = await untilNameIsFree(label(args), () => rest.post(service, args));
    const clients = own(args, "enabledClients");
    return Array.isArray(clients)
      ? withClients(service, found, { add: textsIn(clients), remove: [] }, label(args))
      : found;
  },

  async find(service, args) {
    const found = await rest.search(service, args, { name: String(own(args, "name")) });
    return found && withReadClients(service, found, label(args));
  },

  async read(service, id, outputs) {
    const live = await rest.kind.read(service, id, outputs);
    if (!live) return undefined;
    const subject = own(outputs, "name") === undefined ? `connection ${legible(id)}` : label(outputs);
    if (own(outputs, "options") !== undefined && optionsOf(live) === undefined) warnWithheld(subject);
    if (!declaredPaths(outputs).includes(clientsPointer)) return live;
    return { ...live, enabledClients: await readClients(service, id, subject) };
  },

  async update(service, change) {
    const wanted = own(change.inputs, "enabledClients");
    const isTouched = touched(change.plan).includes("enabledClients");
    const known = own(change.outputs, "enabledClients");
    const lastKnown = Array.isArray(known) && !change.unsure.includes(clientsPointer) ? known : undefined;
    // All reads come before any write, so a read that fails has changed nothing.
    const before = lastKnown ?? (isTouched ? await readClients(service, change.id, label(change.inputs)) : []);
    const seen = await updateConnection(service, change);
    if (!isTouched) return known === undefined ? seen : { live: { ...seen.live, enabledClients: known } };
    const changes = setChange(textsIn(before), textsIn(wanted));
    const found = { ...seen, id: change.id, live: { ...seen.live, enabledClients: before } };
    return withClients(service, found, changes, label(change.inputs));
  },
};

function doubtsOfStrategy(strategy: Json | undefined): readonly string[] {
  if (typeof strategy !== "string" || strategy === unknownValue) return [];
  const known: readonly string[] = knownStrategies;
  if (known.includes(strategy)) return [];
  const near = known.find((one) => distance(one, strategy.toLowerCase()) <= 2);
  return near === undefined ? [] : [`strategy: "${legible(strategy)}" ${didYouMean(near)}`];
}

/** The part of an update that concerns the connection itself: read, merge, write. */
async function updateConnection(service: TenantClient, { id, plan, inputs, outputs }: Change): Promise<Seen> {
  const isOfBody = (name: string) => name !== "enabledClients";
  if (!touched(plan).some(isOfBody)) return { live: outputs, unseen: Object.keys(table.fields).filter(isOfBody) };
  const { live, body } = await rest.get(service, id, inputs);
  const patch = withUnknownMembers(table, plan, patchOf(plan, inputs, live), body);
  return rest.patch(service, id, patch, inputs, true);
}

/** The body of an update: the changes, and all that the service would reset without it. */
function patchOf(plan: Plan, inputs: JsonObject, live: JsonObject): JsonObject {
  const body: MutableJsonObject = {};
  for (const name of kept) {
    // Most strategies do not answer the button, so only the program knows it.
    const value = own(live, name) ?? own(inputs, name);
    if (value !== undefined) body[name] = value;
  }
  const { options: _options, enabledClients: _clients, ...changes } = compose(table, plan, inputs, live);
  Object.assign(body, changes);
  if (touched(plan).includes("metadata")) body.metadata = metadataOf(plan, live);
  if (touchesOptions(plan)) body.options = optionsFor(plan, inputs, live);
  return toWire(table.fields, body);
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
        `${label(inputs)} was not changed: somebody has set ${legible(merged.names.map((name) => `options.${name}`).join(", "))}, ` +
          "which the tenant never shows in a form that could be sent back, and an update of any option would destroy it. " +
          "Declare it in the program with its value.",
      );
  }
}

/** All metadata, with null for keys to delete. That is right whether the service merges or replaces it. */
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

/** Changes the clients of a connection. Where a call fails, {@link Incomplete} says how far it came. */
async function withClients(service: TenantClient, found: Found, changes: SetChange, subject: string): Promise<Found> {
  const before = own(found.live, "enabledClients");
  const clients = new Set<Json>(Array.isArray(before) ? before : []);
  const now = (): Found => ({ ...found, live: { ...found.live, enabledClients: [...clients] } });
  try {
    // The connection itself was written just before, or its clients were read.
    await writeClients(service, found.id, changes, subject, true, ({ add, remove }) => {
      for (const client of add) clients.add(client);
      for (const client of remove) clients.delete(client);
    });
  } catch (error) {
    if (!(error instanceof TenantError)) throw error;
    throw new Incomplete(now(), [clientsPointer], error);
  }
  return now();
}

async function withReadClients(service: Service, found: Found, subject: string): Promise<Found> {
  return { ...found, live: { ...found.live, enabledClients: await readClients(service, found.id, subject) } };
}

function textsIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

function warnWithheld(subject: string): void {
  console.warn(
    `warning: the options of ${subject} cannot be read with this token (scope read:connections_options), so nothing is ` +
      "known of their drift",
  );
}
