import { afterEach, expect, test, vi } from "vitest";
import { TenantClient } from "../../provider/src/client/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { recordKey, tenantKey } from "../../provider/src/schema/provider-code.ts";
import { revealed } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { startWorld, type World } from "./world.ts";

/**
 * The provider uses a custom domain. An output that the provider makes of the tenant's host has the tenant's own domain: other systems store it, and two
 * programs for one tenant must not differ in it.
 */

let world: World | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await world?.close();
});

test.each(subjects.map((one) => [one.name, one] as const))(
  "no output of %s contains the host of the provider",
  async (_, one) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.spyOn(TenantClient.prototype, "ownDomain", "get").mockReturnValue("own.example.com");
    world = await startWorld({}, kinds[one.name]);
    one.prepare(world.tenant);
    const { engine } = world;
    const args = { ...one.bench[0], ...one.identity(world.tenant, 1) };
    expect((await engine.up({ it: args })).flatMap(({ failure }) => failure?.message ?? [])).toEqual([]);
    for (const isRefreshed of [false, true]) {
      if (isRefreshed) await engine.refresh();
      const outputs: JsonObject = revealed(engine.state.get("it")?.outputs ?? {});
      const { [tenantKey]: host, [recordKey]: _record, ...rest } = outputs;
      expect(host).toBe(world.tenant.domain.replace(/^https?:\/\//, ""));
      expect(JSON.stringify(rest)).not.toContain(String(host));
      if (one.name === "connectionScim")
        expect(rest.endpoint).toMatch(/^https:\/\/own\.example\.com\/scim\/v2\/connections\/con_/);
    }
  },
);
