import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import type { StateEntry } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { Runs } from "./runs.ts";

let tenant: Emulator;
let runs: Runs;
beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  tenant = await startEmulator();
  runs = new Runs(tenant);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await runs.close();
  await tenant.close();
});

test.each(subjects.map((one) => [one.name, one] as const))(
  "a last known value that differs from the program in the outputs only is shown as a change, and sent: %s",
  async (kind, subject) => {
    subject.prepare(tenant);
    const name = `${kind}-it`;
    const identity = subject.identity(tenant, 1);
    const [first, second] = subject.bench.map((args) => ({ ...identity, ...args })) as [JsonObject, JsonObject];
    let { engine } = await runs.next();
    await engine.up({ [name]: first });
    const { inputs } = engine.state.get(name) as StateEntry;
    expect(await engine.up({ [name]: second })).toEqual([{ name, op: "update" }]);
    const entry = engine.state.get(name) as StateEntry;

    ({ engine } = await runs.next(new Map([[name, { ...entry, inputs }]])));
    expect(await engine.changes({ [name]: first })).toEqual([{ name, op: "update" }]);
    const steps = await engine.up({ [name]: first });
    expect(steps).toEqual([{ name, op: "update" }]);
    ({ engine } = await runs.next());
    expect(await engine.changes({ [name]: first })).toEqual([]);
    expect(await engine.refresh()).toEqual([{ name, op: "same" }]);
  },
);
