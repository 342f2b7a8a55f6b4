import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import type { StateEntry } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { isChangeable } from "../subjects/kinds.ts";
import { stackOfEachTest } from "./runs.ts";

const stack = stackOfEachTest();

const changeable = subjects.filter(({ name }) => isChangeable(name));

test.each(changeable.map((one) => [one.name, one] as const))(
  "a last known value that differs only in the outputs is shown as a change, and sent: %s",
  async (kind, subject) => {
    subject.prepare(stack.tenant);
    const name = `${kind}-it`;
    const identity = subject.identity(stack.tenant, 1);
    const [first, second] = subject.bench.map((args) => ({ ...identity, ...args })) as [JsonObject, JsonObject];
    let { engine } = await stack.runs.next();
    await engine.up({ [name]: first });
    const { inputs } = engine.state.get(name) as StateEntry;
    expect(await engine.up({ [name]: second })).toEqual([{ name, op: "update" }]);
    const entry = engine.state.get(name) as StateEntry;

    ({ engine } = await stack.runs.next(new Map([[name, { ...entry, inputs }]])));
    expect(await engine.changes({ [name]: first })).toEqual([{ name, op: "update" }]);
    const steps = await engine.up({ [name]: first });
    expect(steps).toEqual([{ name, op: "update" }]);
    ({ engine } = await stack.runs.next());
    expect(await engine.changes({ [name]: first })).toEqual([]);
    expect(await engine.refresh()).toEqual([{ name, op: "same" }]);
  },
);
