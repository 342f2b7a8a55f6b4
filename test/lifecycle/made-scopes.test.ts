import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connectionType } from "../../provider/src/resources/connection/calls.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { cases, few, longest } from "../harness/scale.ts";
import { optionStrategies } from "../model/connection-arbitraries.ts";
import { withNeeded } from "../subjects/needed-options.ts";
import { patientWorld, type World } from "./world.ts";

/* Programs that declare both flags and a scope, of all strategies: the check refuses them by name, or they are what the tenant has then. */

const words = [
  ...["openid", "profile", "email", "name", "repo", "user:email", "public_profile", "user_birthday"],
  ...["r_emailaddress", "r_liteprofile", "r_basicprofile", "wl.signin", "https://graph.microsoft.com/User.Read"],
];
const flags = ["email", "profile", "name", "repo", "public_profile", "user_birthday", "basic_profile", "graph_user"];

/** What a strategy's options have as `scope`. */
const formOf = (strategy: string) => (some: string[]) =>
  strategy === "facebook" ? some.join(",") : ["apple", "oidc", "okta"].includes(strategy) ? some.join(" ") : some;

const optionsOf = (strategy: string) =>
  fc.record(
    {
      scope: fc.subarray(words, { maxLength: 3 }).map(formOf(strategy)),
      strategy_version: fc.constantFrom(1, 2),
      ...Object.fromEntries(flags.map((flag) => [flag, fc.boolean()])),
    },
    { requiredKeys: ["scope"] },
  );

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
  test("a scope that contradicts flags is refused by name, any other is kept", { timeout: longest }, async () => {
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

  test("the scope that the service has made of the flags is never refused beside them", {
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
