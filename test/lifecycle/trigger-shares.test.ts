import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { triggerActionsType } from "../../provider/src/types/trigger-actions/calls.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { Runs } from "./runs.ts";
import { gatherWarnings } from "./warnings.ts";
import { startWorld, type World } from "./world.ts";

/* What users see of a trigger whose bindings several stacks share. */

let world: World;
let other: MiniEngine;
const warnings = gatherWarnings();
beforeEach(async () => {
  world = await startWorld({}, triggerActionsType);
  other = new MiniEngine(world.port);
  for (const id of ["a", "b", "c", "x", "y"]) make(id);
});
afterEach(() => world.close());

const triggerId = "post-login";
const make = (id: string) => {
  const supported_triggers = [{ id: triggerId, version: "v3" }];
  world.tenant.actions.create({ id, name: `Action ${id}`, supported_triggers, deploy: true });
};
const bind = (...ids: readonly string[]) =>
  world.tenant.triggerActions.set(
    triggerId,
    ids.map((value) => ({ ref: { type: "action_id", value }, display_name: `Shown ${value}` })),
  );
const boundBindings = () => world.tenant.triggerActions.list(triggerId);
const bound = () => boundBindings().map(({ action }) => (action as { id: string }).id);
const share = (ids: readonly string[], more: JsonObject = { exclusive: false }): JsonObject => ({
  ...{ triggerId, actions: ids.map((actionId) => ({ actionId })) },
  ...more,
});
const failureOf = async (args: JsonObject | undefined, engine = world.engine) =>
  (await engine.up(args ? { it: args } : {}))[0]?.failure?.message ?? "";
const up = async (args: JsonObject | undefined, engine = world.engine) =>
  expect(await failureOf(args, engine)).toBe("");
const writes = () => world.calls().filter((call) => call.startsWith("PATCH")).length;

describe("a list of bindings with exclusive: false", () => {
  test("keeps others' bindings and their names, and is bound after them", async () => {
    bind("x", "y");
    await up(share(["b", "a"]));
    expect(bound()).toEqual(["x", "y", "b", "a"]);
    expect(boundBindings().slice(0, 2)).toMatchObject([{ display_name: "Shown x" }, { display_name: "Shown y" }]);
    expect(warnings).toEqual([]);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    await up(undefined);
    expect(bound()).toEqual(["x", "y"]);
  });

  test("shows as drift only its own missing or reordered bindings", async () => {
    await up(share(["a", "b"]));
    bind("y", "a", "x", "b");
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    bind("y", "b", "a");
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "update" }]);
    await up(share(["a", "b"]));
    expect(bound()).toEqual(["y", "a", "b"]);
    bind("y", "b");
    await world.engine.refresh();
    await up(share(["a", "b"]));
    expect(bound()).toEqual(["y", "a", "b"]);
  });

  test.each<[string, readonly string[], readonly string[], readonly string[], readonly string[]]>([
    ["an added binding goes behind others", ["a"], ["a", "x"], ["a", "b"], ["a", "x", "b"]],
    ["bindings after a new one follow it", ["a"], ["a", "x"], ["b", "a"], ["x", "b", "a"]],
    ["a removed binding leaves the others in place", ["a", "b"], ["a", "x", "b", "y"], ["b"], ["x", "b", "y"]],
    ["an empty list removes its bindings only", ["a", "b"], ["a", "x", "b"], [], ["x"]],
    [
      "a binding of another client counts as its own once declared",
      ["a"],
      ["b", "x", "a"],
      ["b", "a"],
      ["b", "x", "a"],
    ],
  ])("%s", async (_, first, between, second, after) => {
    await up(share(first));
    bind(...between);
    await up(share(second));
    expect(bound()).toEqual(after);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  });

  test("gains or loses no binding by a change of `exclusive` alone", async () => {
    await up(share(["a", "b"], {}));
    bind("a", "b", "x");
    await world.engine.refresh();
    await up(share(["a"]));
    expect(bound()).toEqual(["a", "b", "x"]);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    await up(share(["a"], { exclusive: true }));
    expect(bound()).toEqual(["a", "b", "x"]);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "update" }]);
    await up(share(["a"], { exclusive: true }));
    expect(bound()).toEqual(["a"]);
  });

  test("is complete if two stacks write at the same time", async () => {
    await Promise.all([up(share(["a", "b"])), up(share(["c"]), other)]);
    expect(bound().toSorted()).toEqual(["a", "b", "c"]);
    await Promise.all([up(undefined), up(share(["c", "x"]), other)]);
    expect(bound()).toEqual(["c", "x"]);
  });
});

describe("another client's simultaneous write of the bindings", () => {
  /** Lets another client write its own list after each of the first writes of this run. */
  const overwrite = (times: number, ids: readonly string[]) => {
    let left = times;
    world.tenant.onRequest(({ phase, request }) => {
      if (phase !== "answered" || request.method !== "PATCH" || left === 0) return;
      left -= 1;
      bind(...ids);
    });
  };

  test("causes one more write", async () => {
    bind("x");
    overwrite(1, ["y"]);
    await up(share(["a"]));
    expect(bound()).toEqual(["y", "x", "a"]);
    expect(writes()).toBe(2);
  });

  test("with a binding that this run removed causes one more write, and then a failure", async () => {
    await up(share(["a", "b"]));
    overwrite(1, ["a", "b"]);
    await up(share(["a"]));
    expect(bound()).toEqual(["a"]);
    await up(share(["a", "b"]));
    overwrite(2, ["a", "b"]);
    expect(await failureOf(share(["a"]))).toMatch(/another client has bound .*\(b\) again at the same time/);
    await up(share(["a"]));
    expect(bound()).toEqual(["a"]);
  });

  test("that happens twice fails the run by name, and the next run continues", async () => {
    overwrite(2, ["y"]);
    expect(await failureOf(share(["a"]))).toMatch(
      /written the bindings twice.*another client has removed a at the same/,
    );
    await up(share(["a"]));
    expect(bound()).toEqual(["y", "a"]);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  });
});

test("a binding removed by a run that ended early is bound again, in any order of the resources", async () => {
  const runs = new Runs(world.tenant);
  const run = async (program: Record<string, JsonObject>, end?: "in the program") =>
    (await (await runs.next()).engine.up(program, end)).flatMap(({ failure }) => failure?.message ?? []);
  const [north, south] = ["triggerActions-north", "triggerActions-south"];
  try {
    bind("x");
    await run({ [north]: share(["a", "b"]) });
    world.tenant.inject({ kind: "status", status: 403, method: "PATCH", path: "/api/v2/actions" });
    // The removal from the one fails, so the other finds the binding and sends nothing.
    expect(await run({ [north]: share(["a"]), [south]: share(["b"]) })).toHaveLength(1);
    await run({ [north]: share(["a"]) }, "in the program");
    expect(bound()).toEqual(["x", "a"]);
    expect(await run({ [south]: share(["b"]), [north]: share(["a"]) })).toEqual([]);
    expect(bound()).toEqual(["x", "a", "b"]);
    const { engine } = await runs.next();
    expect((await engine.refresh()).map(({ op }) => op)).toEqual(["same", "same"]);
  } finally {
    await runs.close();
  }
});

test("a write whose response was lost is completed by the next run, and removed by a destroy", async () => {
  bind("x");
  world.tenant.inject({ kind: "reset-after", method: "PATCH", path: "/api/v2/actions/triggers" });
  await failureOf(share(["a"]));
  await up(share(["a", "b"]));
  expect(bound()).toEqual(["x", "a", "b"]);
  await up(undefined);
  expect(bound()).toEqual(["x"]);
});

describe("two lists of bindings in one program", () => {
  const both = (north: readonly string[], south: readonly string[]) => ({ north: share(north), south: share(south) });
  const failures = async (program: Record<string, JsonObject>) =>
    (await world.engine.up(program)).flatMap(({ failure }) => failure?.message ?? []);

  test("have separate bindings", async () => {
    expect(await failures(both(["a"], ["c", "b"]))).toEqual([]);
    expect(bound()).toEqual(["a", "c", "b"]);
    expect(await failures({ south: share(["c", "b"]) })).toEqual([]);
    expect(bound()).toEqual(["c", "b"]);
  });

  test("cannot declare the same binding: the second is refused by name before it sends anything", async () => {
    const [message] = await failures(both(["a", "b"], ["b"]));
    expect(message).toMatch(/"south" and .*"north" of this program declare "b" of .*only one of the two resources/);
    expect(bound()).toEqual(["a", "b"]);
  });

  test.each([
    ["the old list comes first", ["north", "south"]],
    ["the new list comes first", ["south", "north"]],
  ])("move a binding from one to the other: %s", async (_, order) => {
    const inOrder = (program: Record<string, JsonObject>) =>
      Object.fromEntries(order.map((name) => [name, program[name] ?? {}]));
    await failures(inOrder(both(["a", "b"], ["c"])));
    const moved = inOrder(both(["a"], ["b", "c"]));
    expect(await failures(moved)).toEqual([]);
    expect(bound().toSorted()).toEqual(["a", "b", "c"]);
    expect((await world.engine.refresh()).map(({ op }) => op)).toEqual(["same", "same"]);
  });
});
