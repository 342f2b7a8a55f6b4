import { type Service, sanitize } from "../../client/index.ts";
import { connectionClients } from "../../definitions/connection.ts";
import { type MemberCall, membersAt, readMembers } from "../../lifecycle/membership.ts";
import { type Json, type JsonObject, own } from "../../schema/json.ts";
import { collectionOf, pathOf } from "../../schema/route.ts";
import type { SetChange } from "../../state/plan.ts";

/** Maximum number of clients that one request can change. */
const chunkSize = 50;

/** The API path of a connection's clients. */
export function clientsPath(connectionId: string): readonly string[] {
  return pathOf(connectionClients.route, { connectionId });
}

/** Identifies the set of a connection's clients, for the claims of resources on it. */
export function clientsOf(connectionId: string): ReturnType<typeof membersAt> {
  return membersAt(clientsPath(connectionId), `the clients of connection "${sanitize(connectionId)}"`);
}

/** Reads the ids of the clients that may use a connection. */
export function readClients(service: Service, id: string, subject: string): Promise<readonly string[]> {
  const { route, members } = connectionClients;
  const listing = { path: clientsPath(id), collection: collectionOf(route), subject: `the clients of ${subject}` };
  return readMembers(service, members, listing);
}

/**
 * The clients in an entry of the listing of connections, in the form of a response with clients; undefined for newer tenants, whose entries lack
 * the clients.
 */
export function clientsIn(row: JsonObject): Json | undefined {
  const clients = own(row, "enabled_clients");
  return Array.isArray(clients) ? { clients: clients.map((client_id) => ({ client_id })) } : undefined;
}

/** Makes the requests that enable and disable clients, with at most {@link chunkSize} clients each. */
export function clientCalls({ add, remove }: SetChange): readonly MemberCall[] {
  const entries = [
    ...add.map((client_id) => ({ client_id, status: true })),
    ...remove.map((client_id) => ({ client_id, status: false })),
  ];
  const chunks = Array.from({ length: Math.ceil(entries.length / chunkSize) }, (_, at) =>
    entries.slice(at * chunkSize, (at + 1) * chunkSize),
  );
  return chunks.map((body) => {
    const ids = (status: boolean) => body.flatMap((entry) => (entry.status === status ? [entry.client_id] : []));
    const does = { add: ids(true), remove: ids(false) };
    return { method: "PATCH", action: "update", expected: "nothing", body, does };
  });
}
