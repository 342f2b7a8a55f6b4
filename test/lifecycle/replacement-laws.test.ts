import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { identityOf, wireName } from "../../provider/src/schema/schema.ts";
import { subjects } from "../subjects/index.ts";
import { canBeTheirs, isNeverDeleted, kinds } from "../subjects/kinds.ts";
import { stackOfEachTest } from "./runs.ts";

/** The identity of an object cannot change: another identity makes another object. A forced replacement makes the same object again. */

const stack = stackOfEachTest();

describe.each(subjects.map((one) => [one.name, one] as const))("%s", (name, one) => {
  beforeEach(() => one.prepare(stack.tenant));
  const { schema } = kinds[name];
  const it = `${name}-it`;

  test("an update never sends identity properties, and a changed identity creates another object", async () => {
    const [first, second] = [1, 2].map((n): JsonObject => ({ ...one.bench[0], ...one.identity(stack.tenant, n) }));
    if (!first || !second) throw new Error("two programs");
    const changed = identityOf(schema).filter((part) => JSON.stringify(first[part]) !== JSON.stringify(second[part]));
    expect(await stack.up({ [it]: first })).toEqual([]);
    expect(await stack.up({ [it]: second })).toEqual([]);
    const writes = stack.tenant.requests.filter(({ method }) => method === "PATCH" || method === "PUT");
    const wires = changed.map((part) => wireName(part, schema.fields[part]));
    for (const { body } of writes) for (const wire of wires) expect(body).not.toHaveProperty([wire]);
    await expectDone(it, second);
    const isLeft = one.held(stack.tenant, one.keyOf(first)) !== undefined;
    const isSetting = schema.singleton !== undefined || isNeverDeleted(name) || !kinds[name].hasOwnObject;
    if (changed.length > 0 && !isSetting) expect(isLeft).toBe(false);
  });

  test("a forced replacement creates the same object again", async () => {
    const identity = one.identity(stack.tenant, 1);
    const [before, after] = one.bench.map((args): JsonObject => ({ ...args, ...identity }));
    if (!before || !after) throw new Error("two programs");
    expect(await stack.up({ [it]: before })).toEqual([]);
    const { engine } = await stack.runs.next();
    engine.forced.add(it);
    const steps = await engine.up({ [it]: after });
    expect(steps.flatMap(({ failure }) => failure?.message ?? [])).toEqual([]);
    await expectDone(it, after);
  });
});

const sharing = subjects.filter(({ name }) => kinds[name].sharesNames !== undefined && canBeTheirs(name));

// By the name, the creation would find the object that it replaces, which the engine deletes only afterwards.
test.each(sharing.map((one) => [one.name, one] as const))(
  "%s: a replacement creates another object also if the program still says adopt",
  async (name, one) => {
    one.prepare(stack.tenant);
    const it = `${name}-it`;
    const identity = { ...one.identity(stack.tenant, 1), adopt: true };
    const [before, after] = one.bench.map((args): JsonObject => ({ ...args, ...identity }));
    if (!before || !after) throw new Error("two programs");
    expect(await stack.up({ [it]: before })).toEqual([]);
    const { engine } = await stack.runs.next();
    const old = engine.state.get(it)?.id;
    engine.forced.add(it);
    const steps = await engine.up({ [it]: after });
    expect(steps.flatMap(({ failure }) => failure?.message ?? [])).toEqual([]);
    // A change of a write-only secret is always an update.
    const isReplaced = steps.some(({ op }) => op === "replace");
    expect(engine.state.get(it)?.id !== old).toBe(isReplaced);
    await expectDone(it, after);
  },
);

/** Neither a preview nor a refresh finds anything after the run of a program. */
async function expectDone(name: string, args: JsonObject): Promise<void> {
  expect(await (await stack.runs.next()).engine.changes({ [name]: args })).toEqual([]);
  const { engine } = await stack.runs.next();
  expect((await engine.refresh()).map(({ op }) => op)).toEqual(["same"]);
  expect([...engine.state.keys()]).toEqual([name]);
}
