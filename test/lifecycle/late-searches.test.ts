import { describe, expect, test } from "vitest";
import { resolveSettings, type Service, type TenantCall, TenantClient } from "../../provider/src/client/index.ts";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { ShapeError } from "../../provider/src/state/wire.ts";
import { subjects } from "../subjects/index.ts";
import { canBeTheirs, kinds } from "../subjects/kinds.ts";

/*
 * The law: a search can show an object under a key that the object no longer has, because listings show changes late. A run adopts what the search finds,
 * and gives it the declared key and the declared secrets. So where the run reads the object besides, the object decides.
 */

const replaced = <T>(value: T, one: string, other: string): T =>
  JSON.parse(
    JSON.stringify(value).replaceAll(JSON.stringify(one).slice(1, -1), JSON.stringify(other).slice(1, -1)),
  ) as T;

/** A tenant whose searches take the one key for the other; an object that is read by its id has its own. */
function late(client: TenantClient, id: string, searched: string, actual: string): Service {
  return {
    host: client.host,
    ownDomain: client.ownDomain,
    request: async <T>(call: TenantCall) => {
      if (call.path.includes(id)) return client.request<T>(call);
      return replaced(await client.request<T>(replaced(call, searched, actual)), actual, searched);
    },
  };
}

function clientOf({ domain, clientId, clientSecret }: Emulator): TenantClient {
  const config: Readonly<Record<string, string>> = { domain, clientId, clientSecret };
  return new TenantClient(resolveSettings({ config: (key) => config[key], env: {} }));
}

/** A key that no update changes never differs, so a run that reads another one refuses the response. */
function ofAnother(error: unknown): undefined {
  if (!(error instanceof ShapeError)) throw error;
}

const searched = subjects.filter(({ name, make }) => canBeTheirs(name) && make !== undefined);

describe("a search on outdated data finds no object under its former key:", () => {
  test.each(searched.map((subject) => [subject.name, subject] as const))("%s", async (name, subject) => {
    const tenant = await startEmulator({ lenientPatch: false });
    const client = clientOf(tenant);
    try {
      subject.prepare(tenant);
      const [args, theirs] = [1, 2].map((n) => subject.identity(tenant, n)) as [JsonObject, JsonObject];
      const [wanted, actual] = [args, theirs].map((one) => subject.keyOf(one)) as [string, string];
      subject.make?.(tenant, actual);
      const held = subject.held(tenant, actual);
      if (!held) return;
      const found = await kinds[name].find(late(client, held.id, wanted, actual), args).catch(ofAnother);
      expect(found && subject.keyOf({ ...args, ...found.live })).toBe(found && wanted);
    } finally {
      await client.close();
      await tenant.close();
    }
  });
});
