import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { connectionType } from "../../provider/src/types/connection/calls.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { cases, few, longest } from "../harness/scale.ts";
import { optionStrategies } from "../model/connection-arbitraries.ts";
import { withNeeded } from "../subjects/needed-options.ts";
import { patientWorld, type World } from "./world.ts";

/* Programs that declare both flags and a scope, of all strategies: the check refuses them by name, or they are what the tenant has then. */

/** The flags of strategies, each with its word. */
const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  apple: { name: "name", email: "email" },
  facebook: { email: "email", public_profile: "public_profile", user_birthday: "user_birthday" },
  github: { email: "user:email", repo: "repo", read_user: "read:user" },
  line: { email: "email" },
  linkedin: { email: "r_emailaddress", profile: "r_liteprofile", basic_profile: "r_basicprofile" },
  windowslive: { graph_user: "https://graph.microsoft.com/User.Read" },
};
const others = { email: "email", profile: "profile" };
/** Words of scopes whatever the flags are. */
const fixed: Readonly<Record<string, readonly string[]>> = { line: ["openid", "profile"], wordpress: ["profile"] };

/** What a strategy's options have as `scope`. */
const formOf = (strategy: string, some: readonly string[]) =>
  strategy === "facebook" ? some.join(",") : ["apple", "oidc", "okta"].includes(strategy) ? some.join(" ") : some;

/** Flags, and a scope that mostly has some of their words. */
function optionsOf(strategy: string): fc.Arbitrary<JsonObject> {
  const flags = known[strategy] ?? others;
  const words = fc.oneof(
    { weight: 4, arbitrary: fc.subarray(Object.values(flags)).map((some) => [...(fixed[strategy] ?? []), ...some]) },
    { weight: 1, arbitrary: fc.subarray(["openid", "profile", "wl.signin", "r_basicprofile"]) },
  );
  const values = fc.record(
    { ...Object.fromEntries(Object.keys(flags).map((flag) => [flag, fc.boolean()])), strategy_version: fc.constant(2) },
    { requiredKeys: [] },
  );
  return fc.tuple(values, words).map(([rest, some]): JsonObject => ({ ...rest, scope: formOf(strategy, some) }));
}

let world: World;
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  world = await patientWorld(connectionType);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await world.close();
});

/** Options that are of another type, or that only the service sets, in these strategies. */
const isOther = (strategy: string, name: string) =>
  (strategy === "email" && ["email", "name"].includes(name)) || (strategy === "sms" && name === "name");

let number = 0;
describe.each(optionStrategies)("%s", (strategy) => {
  test("a scope that contradicts flags is refused by name; any other scope is kept", { timeout: longest }, async () => {
    await fc.assert(
      fc.asyncProperty(optionsOf(strategy), async (options) => {
        const own = Object.entries(options).filter(([name]) => !isOther(strategy, name));
        const name = `scoped-${++number}`;
        const args = { name, strategy, options: withNeeded(strategy, Object.fromEntries(own) as JsonObject) };
        const engine = new MiniEngine(world.port);
        world.tenant.clearRequests();
        const [step] = await engine.up({ it: args });
        if (step?.failure) {
          expect(step.failure.message).toContain("options.scope: contradicts the flags");
          expect(world.calls()).toEqual([]);
          return;
        }
        expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
        expect(await engine.changes({ it: args })).toEqual([]);
        await engine.up({});
      }),
      cases(0.5, few),
    );
  });

  test("the scope that the service derives from flags is accepted beside these flags", {
    timeout: longest,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(optionsOf(strategy), async ({ scope: _, ...options }) => {
        const own = Object.entries(options).filter(([name]) => !isOther(strategy, name));
        const name = `scoped-${++number}`;
        const declared = withNeeded(strategy, Object.fromEntries(own) as JsonObject);
        const engine = new MiniEngine(world.port);
        const [created] = await engine.up({ it: { name, strategy, options: declared } });
        expect(created?.failure?.message).toBeUndefined();
        const { scope } = Object(world.tenant.connections.get(name)?.options);
        if (scope === undefined) return;
        const args = { name, strategy, options: { ...declared, scope } };
        const [step] = await engine.up({ it: args });
        expect(step?.failure?.message).toBeUndefined();
        expect(await engine.changes({ it: args })).toEqual([]);
        await engine.up({});
      }),
      cases(0.25, few),
    );
  });
});
