import { changesOf } from "../../lifecycle/changes.ts";
import { claimOnSet } from "../../lifecycle/claims.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { type Found, Incomplete, type Kind, type UpdateRequest } from "../../lifecycle/kind.ts";
import { changeMembers } from "../../lifecycle/member-calls.ts";
import { restOf } from "../../lifecycle/rest.ts";
import { type JsonObject, type MutableJsonObject, own, stringsIn } from "../../model/json.ts";
import type { Now } from "../../model/object-update.ts";
import { type Plan, touched } from "../../model/plan.ts";
import type { Seen } from "../../model/project.ts";
import { declaredPaths } from "../../model/record.ts";
import { type SetChange, setChange } from "../../model/set-change.ts";
import { withUnknownMembers } from "../../model/unknown-members.ts";
import { toWire } from "../../model/wire.ts";
import { legible, type Service, type TenantClient } from "../../tenant/index.ts";
import { clientCalls, clientsIn, clientsOf, clientsPath, readClients } from "./calls/clients.ts";
import { importRules } from "./calls/import-rules.ts";
import { mergeOptions, touchesOptions } from "./calls/merge-options.ts";
import { doubtsOfOptions } from "./calls/option-doubts.ts";
import { doubtsOfStrategy, problemsOfStrategy } from "./calls/strategy-doubts.ts";
import { untilNameIsFree } from "./calls/wait-for-name.ts";
import { connection } from "./descriptor.ts";
import { connectionTable as table, withDefaultRealms } from "./table.ts";

const clientsPointer = "/enabledClients";

/** The properties that every update sends, as the service resets those that are missing. */
const kept = ["displayName", "realms", "isDomainConnection", "showAsButton"] as const;

const rest = restOf(connection, { normalize: withDefaultRealms });
const { label, listable } = rest.kind;

/** Connections: `POST /connections`, `GET|PATCH|DELETE /connections/{id}`, `GET|PATCH /connections/{id}/clients`. */
export const connectionKind: Kind = {
  ...rest.kind,
  // A connection that looks untouched may have users already.
  isDisposable: false,

  importRules,

  listable: {
    ...listable,
    shows: (row) => (clientsIn(row) === undefined ? [] : ["enabledClients"]),
    entryFor(call, known) {
      const [root = "", id = "", below, ...more] = call.path;
      if (below !== "clients" || more.length > 0) return listable.entryFor(call, known);
      return { listing: [root], key: id, answer: clientsIn };
    },
  },

  // Its id is part of what the clients are known by, and only what exists has one.
  claim: (args, id) => (id === undefined ? undefined : claimOnSet(table, "enabledClients", args, clientsOf(id))),

  rules: (args, _, before) => problemsOfStrategy(args, before),
  doubts: (args) => [...doubtsOfStrategy(args), ...doubtsOfOptions(args)],

  async create(service, args) {
    const found = await untilNameIsFree(label(args), () => rest.kind.create(service, args));
    const clients = own(args, "enabledClients");
    return Array.isArray(clients)
      ? withClients(service, found, { add: stringsIn(clients), remove: [] }, label(args))
      : found;
  },

  async find(service, args) {
    const found = await rest.kind.find(service, args, { name: String(own(args, "name")) });
    return found && withReadClients(service, found, label(args));
  },

  async read(service, id, outputs) {
    const live = await rest.kind.read(service, id, outputs);
    if (!live) return undefined;
    const subject = own(outputs, "name") === undefined ? `connection ${legible(id)}` : label(outputs);
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
    // Where others of the program enable clients, a list that is given up loses only some of its own.
    const leaving = change.plan.removed.flatMap(({ path: [name, client] }) =>
      name === "enabledClients" && client !== undefined ? [client] : [],
    );
    const changes = leaving.length > 0 ? { add: [], remove: leaving } : setChange(stringsIn(before), stringsIn(wanted));
    const found = { ...seen, id: change.id, live: { ...seen.live, enabledClients: before } };
    return withClients(service, found, changes, label(change.inputs));
  },
};

/** The part of an update that concerns the connection itself: read, merge, write. */
async function updateConnection(service: TenantClient, { id, plan, inputs, outputs }: UpdateRequest): Promise<Seen> {
  const isOfBody = (name: string) => name !== "enabledClients";
  if (!touched(plan).some(isOfBody)) return { live: outputs, unseen: Object.keys(table.fields).filter(isOfBody) };
  const now = await rest.get(service, id, inputs);
  const patch = withUnknownMembers(table, plan, patchOf(plan, inputs, now), now.body);
  return rest.patch(service, id, patch, inputs, true);
}

/** The body of an update: the changes, and all that the service would reset without it. */
function patchOf(plan: Plan, inputs: JsonObject, now: Now): JsonObject {
  const body: MutableJsonObject = {};
  const { live } = now;
  for (const name of kept) {
    // Most strategies do not answer the button, so only the program knows it.
    const value = own(live, name) ?? own(inputs, name);
    if (value !== undefined) body[name] = value;
  }
  const all = changesOf(table, { plan, inputs, now, label: label(inputs) });
  const { options: _options, enabledClients: _clients, ...changes } = all;
  Object.assign(body, changes);
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

/** Changes the clients of a connection. Where a call fails, {@link Incomplete} says how far it came. */
async function withClients(service: TenantClient, found: Found, changes: SetChange, subject: string): Promise<Found> {
  const before = stringsIn(own(found.live, "enabledClients"));
  const where = { path: clientsPath(found.id), subject: `the clients of ${subject}` };
  // The connection itself was written just before, or its clients were read.
  const { members, error } = await changeMembers(service, where, clientCalls(changes), before, true);
  const now = { ...found, live: { ...found.live, enabledClients: members } };
  if (error) throw new Incomplete(now, [clientsPointer], error);
  return now;
}

async function withReadClients(service: Service, found: Found, subject: string): Promise<Found> {
  return { ...found, live: { ...found.live, enabledClients: await readClients(service, found.id, subject) } };
}
