import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { unknownValue } from "../../provider/src/schema/json.ts";
import { previewKey } from "../../provider/src/schema/provider-code.ts";
import { triggerActionsType } from "../../provider/src/types/trigger-actions/calls.ts";
import { gatherWarnings } from "./warnings.ts";
import { providerFor, startWorld, type World } from "./world.ts";

let world: World;
const warnings = gatherWarnings();
beforeEach(async () => {
  world = await startWorld({}, triggerActionsType);
  for (const id of ["a", "b", "c", "d"]) make(id);
});
afterEach(() => world.close());

const triggerId = "post-login";
const make = (id: string, deploy = true, trigger = { id: triggerId, version: "v3" }) =>
  world.tenant.actions.create({ id, name: `Action ${id}`, supported_triggers: [trigger], deploy });
const bind = (...ids: readonly string[]) =>
  world.tenant.triggerActions.set(
    triggerId,
    ids.map((value) => ({ ref: { type: "action_id", value }, display_name: `Shown ${value}` })),
  );
const bound = () => world.tenant.triggerActions.list(triggerId).map(({ action }) => (action as { id: string }).id);
const of = (...ids: readonly string[]) => ({ triggerId, actions: ids.map((actionId) => ({ actionId })) });
const up = (args: object | undefined) => world.engine.up(args ? { it: { ...args } } : {});
const failureOf = async (args: object) => (await up(args))[0]?.failure?.message ?? "";
const writes = () => world.calls().filter((call) => call.startsWith("PATCH")).length;

test("one call binds the actions in their order, and an unchanged program sends nothing", async () => {
  await up(of("c", "a"));
  expect(bound()).toEqual(["c", "a"]);
  expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  await up(of("c", "a"));
  expect(writes()).toBe(1);
  await up(of("a", "b", "c"));
  expect(bound()).toEqual(["a", "b", "c"]);
});

describe("a binding of another client", () => {
  test("is named before a creation removes it, in preview and run", async () => {
    bind("d", "a");
    await world.port.check({}, { ...of("a", "b"), [previewKey]: true });
    expect(warnings.join("\n")).toContain('removes those that are not declared: "Shown d" (d)');
    expect(bound()).toEqual(["d", "a"]);
    warnings.length = 0;
    await up(of("a", "b"));
    expect(warnings.join("\n")).toContain('removes those that are not declared: "Shown d" (d)');
    expect(bound()).toEqual(["a", "b"]);
  });

  test("causes no warning if the program declares an action with a yet unknown id that may be bound", async () => {
    const { domain, clientId, clientSecret } = world.tenant;
    const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
    const warningsOf = async (args: object) => {
      warnings.length = 0;
      await providerFor(triggerActionsType, config).check({}, { ...args, [previewKey]: true });
      return warnings.join("\n");
    };
    bind("d", "a");
    expect(await warningsOf(of(unknownValue, "a"))).toContain('removes those that are not declared: "Shown d" (d)');
    vi.stubEnv("TENANT_ADOPT", "true");
    for (const args of [of(unknownValue, "a"), of(unknownValue, unknownValue), { triggerId, actions: unknownValue }]) {
      expect(await warningsOf(args)).toBe("");
    }
    bind("d", "a", "c");
    expect(await warningsOf(of(unknownValue, "b"))).toContain("removes those that are not declared: at least 2 of ");
    vi.unstubAllEnvs();
  });

  test.each([0, 1])("stays if response %i to the reads of an update is wrongly empty", async (skip) => {
    await up(of("a"));
    bind("d", "a");
    const path = "/api/v2/actions/triggers";
    world.tenant.inject({ kind: "hollow", method: "GET", path, skip });
    const message = await failureOf(of("a", "b"));
    world.tenant.clearFaults();
    expect(message).toContain("page 1 has no entries, although there are 2 in total");
    expect(bound()).toContain("d");
  });

  test("stays before a refresh has shown it, and is drift afterwards", async () => {
    await up(of("a"));
    bind("d", "a");
    await up(of("a", "b"));
    expect(bound()).toEqual(["a", "b", "d"]);
    expect(warnings.join("\n")).toContain("since the last refresh");
    await up(of("b", "a"));
    expect(bound()).toEqual(["b", "a", "d"]);
    expect(await world.engine.refresh()).toMatchObject([{ op: "update" }]);
    await up(of("b", "a"));
    expect(bound()).toEqual(["b", "a"]);
  });

  test("stays in its order after a destroy, even if a refresh has shown it", async () => {
    await up(of("b", "a"));
    bind("d", "a", "c", "b");
    await world.engine.refresh();
    await up(undefined);
    expect(bound()).toEqual(["d", "c"]);
    expect(world.tenant.triggerActions.list(triggerId)).toMatchObject([
      { display_name: "Shown d" },
      { display_name: "Shown c" },
    ]);
  });
});

test("display names that others gave to actions stay if the program declares none", async () => {
  const names = () => world.tenant.triggerActions.list(triggerId).map((one) => one.display_name);
  bind("a", "d");
  await up(of("b", "a"));
  expect(names()).toEqual(["Action b", "Shown a"]);
  bind("a", "b");
  await up(of("c", "b", "a"));
  expect(names()).toEqual(["Action c", "Shown b", "Shown a"]);
  await up({ triggerId, actions: [{ actionId: "a", displayName: "Ours" }, { actionId: "b" }] });
  expect(names()).toEqual(["Ours", "Shown b"]);
  expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
});

test("a destroy sends nothing if no declared action is bound", async () => {
  await up(of("a"));
  bind("d");
  world.tenant.clearRequests();
  await up(undefined);
  expect(writes()).toBe(0);
});

test.each([
  ["custom-token-exchange", "the token exchange profile that contains the action's id"],
  ["event-stream", "the event stream"],
])("a trigger whose actions are bound by objects is refused: %s", async (trigger, why) => {
  const { failures } = await world.port.check({}, { triggerId: trigger, actions: [] });
  expect(failures.join()).toContain(why);
});

test("a misspelt trigger is refused with a suggestion", async () => {
  const [step] = await world.engine.up({ it: { triggerId: "post-logn", actions: [] } });
  expect(step?.failure?.message).toContain('triggerId: unknown value "post-logn". Did you mean "post-login"?');
});

test("an action declared twice is refused", async () => {
  const { failures } = await world.port.check({}, of("a", "b", "a"));
  expect(failures.join()).toContain("actions[2].actionId: occurs twice");
});

test.each([
  ["is not deployed", () => make("e", false)],
  ["is of another trigger", () => make("e", true, { id: "credentials-exchange", version: "v2" })],
])("an action that %s is refused with the remedy", async (_, prepare) => {
  prepare();
  expect(await failureOf(of("a", "e"))).toContain("Only a deployed action that supports this trigger");
  expect(bound()).toEqual([]);
});

test.each(["reset-before", "reset-after"] as const)(
  "the next run checks a write whose response was lost (%s)",
  async (kind) => {
    world.tenant.inject({ kind, method: "PATCH", path: /bindings/, times: 10 });
    expect(await failureOf(of("a", "b"))).not.toBe("");
    world.tenant.clearFaults();
    await up(of("a", "b"));
    expect(bound()).toEqual(["a", "b"]);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  },
);

test("a replacement that an option forces does not unbind the actions first", async () => {
  await up(of("a", "b"));
  world.engine.forced.add("it");
  world.tenant.inject({ kind: "status", method: "PATCH", path: "/api/v2/actions", status: 400, skip: 1 });
  expect(await up(of("a", "b", "c"))).toEqual([{ name: "it", op: "replace" }]);
  expect(bound()).toEqual(["a", "b", "c"]);
});
