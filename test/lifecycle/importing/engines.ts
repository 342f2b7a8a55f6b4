import { expect } from "vitest";
import { TenantClient } from "../../../provider/src/client/index.ts";
import type { Emulator } from "../../../provider/src/emulator/index.ts";
import type { Program } from "../../../provider/src/import/program.ts";
import { Lifecycle } from "../../../provider/src/lifecycle/lifecycle.ts";
import { EngineRun } from "../../../provider/src/lifecycle/program/engine-run.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { providerCode } from "../../../provider/src/schema/provider-code.ts";
import { inProcess, oneClientEach } from "../../harness/in-process.ts";
import { MiniEngine } from "../../harness/mini-engine.ts";
import { kinds, typeNames } from "../../subjects/kinds.ts";

/** An engine for each kind with the state that an import gives it, and what the program declares of the type. */
export function enginesOf(
  { domain, clientId, clientSecret }: Emulator,
  program: Program,
): readonly (readonly [MiniEngine, Record<string, JsonObject>])[] {
  const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
  const connect = oneClientEach((settings) => new TenantClient(settings));
  return typeNames.map((type) => {
    const engine = new MiniEngine(inProcess(() => new Lifecycle(kinds[type], connect, new EngineRun()), config));
    const mine = program.resources.filter(({ item }) => item.type === type);
    for (const { name, item, ...saved } of mine) {
      const { __provider: code, ...inputs } = saved.inputs;
      const { __provider: same, ...outputs } = saved.outputs;
      expect([code, same]).toEqual([providerCode(type, true), providerCode(type, true)]);
      engine.state.set(name, { id: item.id, inputs, outputs, initErrors: [] });
    }
    const args = mine.map(({ name, args, secrets }): [string, JsonObject] => {
      const pointers = secrets.map(({ pointer }) => pointer);
      return [name, { ...args, ...(pointers.length > 0 && { __secrets: pointers }) }];
    });
    return [engine, Object.fromEntries(args)];
  });
}
