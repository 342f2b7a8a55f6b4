import { type Json, type JsonObject, own } from "../model/json.ts";
import type { SetChange } from "../model/set-change.ts";
import { checkpointPages, legible, type Service, type TenantClient } from "../tenant/index.ts";
import { nameIn } from "./calls.ts";
import { reading } from "./errors.ts";
import type { Stake } from "./stakes.ts";

/** How many clients one request may change. */
const chunkSize = 50;

/** What a resource declares of the clients of a connection. */
export function clientStake(id: string, part: Stake["part"]): Stake {
  return { of: `the clients of connection "${legible(id)}"`, part };
}

/** The ids of the clients that may use a connection. */
export function readClients(service: Service, id: string, subject: string): Promise<readonly string[]> {
  const listing = { path: ["connections", id, "clients"], collection: "clients", subject: `the clients of ${subject}` };
  return reading(async () => {
    const clients: string[] = [];
    for await (const entry of checkpointPages<Json>(service, listing)) {
      clients.push(nameIn(entry, "client_id", listing.subject));
    }
    return clients;
  });
}

/** The same, as far as an entry of the listing of connections shows it: newer tenants leave it out. */
export function clientsIn(row: JsonObject): Json | undefined {
  const clients = own(row, "enabled_clients");
  return Array.isArray(clients) ? { clients: clients.map((client_id) => ({ client_id })) } : undefined;
}

/**
 * Enables and disables clients, as many per request as the service takes.
 *
 * @param continues another call came before
 * @param onDone is called after each request that succeeded, with what it was about
 */
export async function writeClients(
  service: TenantClient,
  id: string,
  { add, remove }: SetChange,
  subject: string,
  continues: boolean,
  onDone: (done: SetChange) => void,
): Promise<void> {
  const entries = [
    ...add.map((client) => [client, true] as const),
    ...remove.map((client) => [client, false] as const),
  ];
  for (let start = 0; start < entries.length; start += chunkSize) {
    const chunk = entries.slice(start, start + chunkSize);
    await service.request({
      method: "PATCH",
      path: ["connections", id, "clients"],
      body: chunk.map(([client_id, status]) => ({ client_id, status })),
      subject: `the clients of ${subject}`,
      action: "update",
      expected: "nothing",
      continues: continues || start > 0,
    });
    const ids = (enabled: boolean) => chunk.flatMap(([client, isEnabled]) => (isEnabled === enabled ? [client] : []));
    onDone({ add: ids(true), remove: ids(false) });
  }
}
