import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EmulatorOptions } from "../../provider/src/emulator/index.ts";
import { actionKind } from "../../provider/src/objects/action/calls.ts";
import { revealed } from "../harness/mini-engine.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
const warnings: string[] = [];
beforeEach(() => {
  warnings.length = 0;
  vi.spyOn(console, "warn").mockImplementation((...parts) => void warnings.push(parts.join(" ")));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const start = async (options: EmulatorOptions = {}) => {
  world = await startWorld(options, actionKind);
};

const enrich = {
  name: "Enrich",
  supportedTriggers: [{ id: "post-login", version: "v3" }],
  code: "// first",
};

const up = (args: object | undefined) => world.engine.up(args ? { it: { ...args } } : {});
const failureOf = async (args: object | undefined) => {
  const [step] = await up(args);
  return step?.failure?.message ?? "";
};
const only = () => world.tenant.actions.list()[0] ?? {};
const deployments = () => world.calls().filter((call) => call.endsWith("/deploy")).length;
const writes = () => world.calls().filter((call) => !call.startsWith("GET"));

describe("deployment", () => {
  test("an action is created without being deployed, and deployed once it is built", async () => {
    await start({ actionBuildMs: 20, actionDeployMs: 20 });
    expect(await up(enrich)).toMatchObject([{ op: "create" }]);
    expect(only()).toMatchObject({ status: "built", all_changes_deployed: true, deployed_version: { number: 1 } });
    expect(deployments()).toBe(1);
    const { outputs } = world.engine.state.get("it") ?? {};
    expect(outputs).toMatchObject({ status: "built", allChangesDeployed: true, deploy: true });
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    expect(await world.engine.changes({ it: enrich })).toEqual([]);
  });
});
