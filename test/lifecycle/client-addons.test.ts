import { expect, test } from "vitest";
import type { FaultKind } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { clientType } from "../../provider/src/types/client/calls.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { few, longest, spread } from "../harness/scale.ts";
import { worldOfAllTests } from "./world.ts";

const world = worldOfAllTests(clientType);

const samlp = { audience: "urn:a", mappings: { email: "mail" } };
const rms = { url: "https://example.com" };

/** Versions of the addons of a program. One without any is among them. */
const versions: readonly JsonObject[] = [
  { samlp, wsfed: {}, rms },
  { samlp, wsfed: {} },
  { wsfed: {}, box: {} },
  { samlp: { audience: "urn:b" }, rms },
  {},
];
const kinds = ["reset-before", "reset-after", "status-after"] as const satisfies readonly FaultKind[];

let number = 0;

/** An application of its own, with its addons at the tenant and whatever a run makes of them. */
function application() {
  const name = `application-${++number}`;
  const engine = new MiniEngine(world.port);
  const found = () => world.tenant.clients.list().find((client) => client.name === name);
  return {
    engine,
    addons: () => (found()?.addons ?? {}) as JsonObject,
    edit: (addons: JsonObject) => {
      for (const one of [null, addons]) world.tenant.clients.update(String(found()?.client_id), { addons: one });
    },
    up: async (addons: JsonObject, description: string) => {
      // Without any addon, the program has no such property.
      const declared = Object.keys(addons).length > 0 ? { addons } : {};
      for (const { failure } of await engine.up({ it: { name, description, ...declared } })) if (failure) throw failure;
    },
  };
}

test(
  "after a lost request of an update, the run of any version of the program leaves exactly its addons",
  async () => {
    const all = versions.flatMap((first) =>
      versions.flatMap((second) =>
        versions.flatMap((third) =>
          kinds.flatMap((kind) =>
            [0, 1].flatMap((skip) =>
              [false, true].map((isRefreshed) => ({ first, second, third, kind, skip, isRefreshed })),
            ),
          ),
        ),
      ),
    );
    for (const { first, second, third, kind, skip, isRefreshed } of spread(all, 4 * few)) {
      const { engine, addons, up } = application();
      await up(first, "first");
      world.tenant.inject({ kind, method: "PATCH", path: /clients/, skip });
      await up(second, "second").catch(() => undefined);
      world.tenant.clearFaults();
      if (isRefreshed) await engine.refresh();
      const story = JSON.stringify({ first, second, third, kind, skip, isRefreshed });
      await up(third, "first").catch((error: unknown) => expect.fail(`${story}: ${String(error)}`));
      expect(addons(), story).toEqual(third);
      expect(await engine.refresh(), story).toEqual([{ name: "it", op: "same" }]);
      world.tenant.clearRequests();
    }
  },
  longest,
);

test("an addon without settings that another client has removed is drift, and the next run restores it", async () => {
  for (const left of [{ samlp, rms }, {}]) {
    const { engine, addons, edit, up } = application();
    await up({ samlp, wsfed: {}, rms }, "first");
    edit(left);
    expect(await engine.refresh()).toEqual([{ name: "it", op: "update" }]);
    await up({ samlp, wsfed: {}, rms }, "first");
    expect(addons()).toEqual({ samlp, wsfed: {}, rms });
    expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  }
});

test("an update of one addon restores missing ones, even without a refresh", async () => {
  const { addons, edit, up } = application();
  await up({ samlp, wsfed: {} }, "first");
  edit({});
  await up({ samlp: { ...samlp, audience: "urn:b" }, wsfed: {} }, "first");
  expect(addons()).toEqual({ samlp: { ...samlp, audience: "urn:b" }, wsfed: {} });
});
