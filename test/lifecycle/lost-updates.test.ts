import { beforeEach, describe, expect, test } from "vitest";
import { type Json, type JsonObject, own, valueAt } from "../../provider/src/schema/json.ts";
import { clearBy, pathRulesOf } from "../../provider/src/schema/schema.ts";
import { same } from "../../provider/src/state/canonical.ts";
import { inClear, revealed } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { stackOfEachTest } from "./runs.ts";

/**
 * An update declares a property for the first time, and its response is lost. The property may have had another client's value. If the next program no
 * longer declares it, the run must keep that value, and must still clear its own.
 */

const stack = stackOfEachTest();

/** A value that differs from two others, if there is a plain one. */
function thirdOf(one: Json | undefined, other: Json): Json | undefined {
  if (typeof one === "number" && typeof other === "number") return Math.max(one, other) + 1;
  const both = Array.isArray(one) && Array.isArray(other) ? [...new Set([...other, ...one])] : [];
  return [one, other].every((value) => Array.isArray(value) && value.length < both.length) ? both : undefined;
}

/** Properties without which the type's program is refused, or that change nothing at the tenant. */
const refused = ["connection.options", "customDomainVerification.verify", "rateLimitPolicy.limit"];

/** Properties that can be left out and that two versions of the type's program declare with different values, which the tenant returns. */
const cases = subjects.flatMap((one) => {
  const [ours, theirs] = one.bench as readonly [JsonObject, JsonObject];
  return Object.entries(kinds[one.name].schema.fields).flatMap(([name, field]) => {
    const [value, other] = [own(ours, name), own(theirs, name)];
    const isWanted =
      !refused.includes(`${one.name}.${name}`) &&
      !field.required &&
      !field.forceNew &&
      !field.computed &&
      !one.shared &&
      field.kind !== "object";
    const isReturned = (pathRulesOf(field, [name], ours).reads?.how ?? "verbatim") === "verbatim";
    return isWanted && isReturned && value !== undefined && other !== undefined && !same(field, value, other)
      ? [[one.name, name, one, field, other] as const]
      : [];
  });
});

describe.each(cases)("%s.%s", (_type, name, one, field, other) => {
  beforeEach(() => one.prepare(stack.tenant));
  const it = `${one.name}-it`;
  let whole: JsonObject = {};
  let before: JsonObject = {};
  beforeEach(() => {
    whole = { ...one.bench[0], ...one.identity(stack.tenant, 1) };
    const { [name]: _declared, ...others } = whole;
    before = others;
  });
  const up = (args: JsonObject) => stack.up({ [it]: args });
  const live = () => valueAt(one.held(stack.tenant, one.keyOf(whole))?.live, [name]);

  /** Updates that declare the property and whose responses are lost. The value that the object had before them. */
  const lost = async (kind: "reset-before" | "reset-after", runs = 1) => {
    expect(await up(before)).toEqual([]);
    one.edit(stack.tenant, one.keyOf(whole), name, other);
    const value = live();
    for (const method of ["PATCH", "PUT", "POST"])
      stack.tenant.inject({ kind, times: Number.POSITIVE_INFINITY, method, path: "/api/v2/" });
    for (let run = 0; run < runs; run += 1) expect(await up(whole)).not.toEqual([]);
    stack.tenant.clearFaults();
    return value;
  };

  test.each([
    { runs: 1, isRefreshed: false },
    { runs: 1, isRefreshed: true },
    { runs: 2, isRefreshed: false },
  ])("another client's value stays after $runs lost updates (refreshed: $isRefreshed)", async (after) => {
    const value = await lost("reset-before", after.runs);
    if (after.isRefreshed) await (await stack.runs.next()).engine.refresh();
    await up(before);
    expect(live()).toEqual(value);
  });

  test("the declared value is cleared if it reached the tenant", async () => {
    await lost("reset-after");
    const arrived = live();
    await up(before);
    const hasArrived = same(field, own(whole, name), arrived);
    const isCleared = clearBy(pathRulesOf(field, [name], whole)).how !== "release" && hasArrived;
    if (isCleared) expect(live()).not.toEqual(arrived);
    else expect(live()).toEqual(arrived);
  });

  type Lost = readonly [program: JsonObject, kind: "reset-before" | "reset-after"];
  /** Updates are lost while the property has this stack's value; then another client sets its own, and the property leaves the program. */
  const takenAway = async (updates: readonly Lost[], given: Json) => {
    await up(whole);
    for (const [program, kind] of updates) {
      for (const method of ["PATCH", "PUT", "POST", "DELETE"])
        stack.tenant.inject({ kind, times: Number.POSITIVE_INFINITY, method, path: "/api/v2/" });
      await up(program);
      stack.tenant.clearFaults();
    }
    one.edit(stack.tenant, one.keyOf(whole), name, given);
    const value = live();
    await up(before);
    return { isKept: same(field, live(), value), said: stack.said.join() };
  };

  test.each(["reset-before", "reset-after"] as const)(
    "a lost removal (%s) removes no more of another client's value than a successful one",
    async (kind) => {
      const { isKept } = await takenAway([], other);
      expect((await takenAway([[before, kind]], other)).isKept).toBe(isKept);
    },
  );

  const third = thirdOf(own(one.bench[0], name), other);
  const outages = third === undefined ? [] : (["reset-before", "reset-after"] as const);
  describe.each(outages)("after a lost change (%s)", (kind) => {
    const changed = () => ({ ...whole, [name]: other });

    test("no more of another client's value is removed than after a successful change", async () => {
      const { isKept } = await takenAway([], third ?? null);
      expect((await takenAway([[changed(), kind]], third ?? null)).isKept).toBe(isKept);
    });

    test("each value of this stack is removed, even after a second lost change", async () => {
      const updates = [
        [changed(), kind],
        [{ ...whole, [name]: third ?? null }, kind],
      ] as const;
      for (const mine of [own(whole, name), other, third])
        expect((await takenAway(updates, mine ?? null)).said).not.toContain("kept");
    });
  });

  test("a value that the program marks as secret is encrypted in the state", async () => {
    whole = { ...whole, __secrets: [`/${name}`] };
    await lost("reset-before");
    const { outputs = {} } = stack.runs.engine?.state.get(it) ?? {};
    expect(own(inClear(outputs), name)).toBe("[secret]");
    expect(own(revealed(outputs), name)).toEqual(own(whole, name));
  });

  test("the next run sets the declared value", async () => {
    await lost("reset-before");
    expect(await up(whole)).toEqual([]);
    expect(same(field, live(), own(whole, name))).toBe(true);
  });
});

test("properties of many types are tested", () => {
  expect(new Set(cases.map(([type]) => type)).size).toBeGreaterThan(8);
});

test("a default that was cleared with its object in a lost update is sent again", async () => {
  const up = (args: JsonObject) => stack.up({ "client-it": { name: "client-a", ...args } });
  const declared = { sessionTransfer: { enforceDeviceBinding: "ip" } };
  expect(await up({ sessionTransfer: { ...declared.sessionTransfer, allowRefreshToken: true } })).toEqual([]);
  stack.tenant.inject({
    kind: "reset-after",
    times: Number.POSITIVE_INFINITY,
    method: "PATCH",
    path: "/api/v2/clients",
  });
  expect(await up({})).not.toEqual([]);
  stack.tenant.clearFaults();
  expect(await up(declared)).toEqual([]);
  expect(stack.tenant.clients.list().find(({ name }) => name === "client-a")).toMatchObject({
    session_transfer: { enforce_device_binding: "ip" },
  });
});
