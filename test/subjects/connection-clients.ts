import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { isSegment } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

/** More than one request can change. */
const clientIds = Array.from({ length: 70 }, (_, n) => `client-${String(n).padStart(2, "0")}`);
const [web = "", app = "", third = ""] = clientIds;
const foreigner = "foreign-client";

const slots = ["clients-a"];
const connectionsOf = (slot: string) => [1, 2].map((n) => `con_${slot.replace("-", "0")}${n}`.padEnd(20, "0"));
const corporate = "con_corporate0000000";
const foreign = "con_foreign000000000";

/** Makes a connection whose id is known beforehand, with a client of another team. */
function made({ connections }: Emulator, connectionId: string): JsonObject {
  const seeded = connections as unknown as { load(wire: JsonObject): unknown };
  seeded.load({
    id: connectionId,
    name: connectionId.replace("_", "-"),
    strategy: "oidc",
    options: { client_id: "x" },
  });
  connections.setClients(connectionId, [foreigner]);
  return { connectionId };
}

const pathOf = (connectionId: string) => ["connections", connectionId, "clients"];
const upTo = (maxLength: number) => fc.uniqueArray(fc.constantFrom(...clientIds), { maxLength });
const clientsUpTo = (maxLength: number) => upTo(maxLength).map((clients) => ({ clients }));

const one = { connectionId: corporate, clients: [web] };
const other = { connectionId: corporate, clients: [app] };
const [read, update] = ["read:connections", "update:connections"];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [read, update], run: one },
  { operation: "refresh, drift", scopes: [read], before: one, run: "refresh" },
  { operation: "update", scopes: [update], before: one, run: other },
  { operation: "delete", scopes: [update], before: one, run: undefined },
];

/** Applications on a connection of another team: the connection is always there, and others enable theirs, too. */

export const connectionClients: Subject<"connectionClients"> = {
  name: "connectionClients",
  resource: "ConnectionClients",
  path: "/api/v2/connections",
  keyOf: ({ connectionId }) => String(connectionId),

  prepare(tenant) {
    for (const id of [...slots.flatMap(connectionsOf), corporate, foreign]) made(tenant, id);
  },
  foreign: ({ connections }) => [
    connections.clientsOf(foreign),
    slots.flatMap(connectionsOf).map((id) => connections.clientsOf(id).filter((client) => client === foreigner)),
  ],
  identity: (tenant, n) => made(tenant, `con_${String(n).padStart(16, "0")}`),
  held({ connections }, id) {
    return connections.get(id) && { id, live: { connectionId: id, clients: connections.clientsOf(id) } };
  },
  answered({ connections }, id) {
    return connections.get(id) && { clients: connections.clientsOf(id) };
  },
  edit: ({ connections }, id, _, clients) => connections.setClients(id, [...(clients as string[]), foreigner]),
  remove: ({ connections }, id) => connections.delete(id),
  isEmpty: ({ clients }) => Array.isArray(clients) && clients.every((client) => client === foreigner),

  exceptions: [],
  laws: [
    {
      root: {},
      steps: fc.oneof(
        sequencesOf({ program: clientsUpTo(70), edit: clientsUpTo(70), unseen: fc.boolean() }),
        sequencesOf({ program: clientsUpTo(4), edit: clientsUpTo(4), unseen: fc.boolean() }),
      ),
      share: 1,
    },
  ],
  shared: {
    property: "clients",
    max: clientIds.length + 1,
    given: upTo(10),
    bystanders(tenant, id, values) {
      const key = `${id.slice(0, 12)}bystandr`;
      made(tenant, key);
      tenant.connections.setClients(key, values);
      return [key];
    },
  },
  // Fifty clients by request.
  writes: 3,

  slots,
  keys: connectionsOf,
  programs: (slot) =>
    fc.constant(
      fc
        .tuple(mostly(connectionsOf(slot)), fc.uniqueArray(fc.constantFrom(...clientIds.slice(0, 8)), { maxLength: 5 }))
        .map(([connectionId, clients]): JsonObject => ({ connectionId, clients })),
    ),
  edits: () => [
    { weight: 1, values: fc.record({ clients: fc.tuple(fc.constantFrom(...clientIds.slice(0, 8)), fc.boolean()) }) },
  ],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/connections\/[^/?]+\/clients(\?.*)?$/,
    versions(tenant, n) {
      const identity = made(tenant, `con_${String(n).padStart(16, "0")}`);
      return [
        { ...identity, clients: [web, app] },
        { ...identity, clients: [app, third] },
      ];
    },
    misshapen: ['{"clients":[null]}', '{"clients":[{"name":"no id"}]}'].map((body) => ({ path: /clients/, body })),
    ids: (text) => text,
    asked: (id) => (isSegment(id) ? pathOf(id) : undefined),
    programs: (text) =>
      text.map((connectionId) => ({
        args: { connectionId, clients: [web] },
        mayAsk: isSegment(connectionId) ? [pathOf(connectionId)] : [],
      })),
  },
  bench: [one, other],
  sample: {
    identity: "connectionId",
    owner: "connection",
    needs: {
      ...{ connection: { type: "connection" }, other: { type: "connection" } },
      ...{ first: { type: "client" }, second: { type: "client" } },
    },
    program: ({ needed: { connection = "", other = "", first = "", second = "" } }) => ({
      args: { connectionId: connection, clients: [first] },
      values: { connectionId: [other], clients: [[first, second], [second]] },
    }),
  },
  elsewhere: [
    ["auth0_connection_clients", "all", { id: at.logins, connection_id: at.logins, enabled_clients: [at.portal] }],
    [
      "auth0_connection_client",
      "portal_of_partner",
      { id: `${at.partner}::${at.portal}`, connection_id: at.partner, client_id: at.portal },
    ],
  ],
  namesElsewhere: ["portal_of_partner"],
};
