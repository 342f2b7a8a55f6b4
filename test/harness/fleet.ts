import { randomUUID } from "node:crypto";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Emulator, EmulatorOptions } from "../../provider/src/emulator/index.ts";
import { type ExecResult, exec } from "./exec.ts";
import { createStack, outerEnvironment, type Stack } from "./stack.ts";

// A measurement runs without vitest, which alone can load the sources.
const { startEmulator } = createRequire(import.meta.url)(
  "pulumi-tenant/emulator",
) as typeof import("../../provider/src/emulator/index.ts");

const root = join(import.meta.dirname, "../..");

/** A copy of examples/fleet with an emulated tenant for each name. */
export interface Fleet {
  readonly tenants: ReadonlyMap<string, Emulator>;
  /** The copy. */
  readonly dir: string;
  /** Runs the CLI in the copy, with the backend that has all stacks. */
  readonly pulumi: Stack["run"];
  /** The variables that hold the credentials of all tenants. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Runs `node fleet.ts`, with other variables in place of some credentials. A variable that is undefined is taken out. */
  run(args: readonly string[], env?: Readonly<Record<string, string | undefined>>): Promise<ExecResult>;
  remove(): Promise<void>;
}

export async function startFleet(names: readonly string[], options: EmulatorOptions = {}): Promise<Fleet> {
  const dir = join(root, ".local/fleets", randomUUID());
  await mkdir(dir, { recursive: true });
  await cp(join(root, "examples/fleet"), dir, { recursive: true });
  const tenants = new Map(await Promise.all(names.map(async (name) => [name, await startEmulator(options)] as const)));
  const list = [...tenants].map(([name, { domain }]) => [name, { domain, tokenLifetime: 3600 }]);
  await writeFile(join(dir, "tenants.json"), JSON.stringify(Object.fromEntries(list)));
  const stack = await createStack({ projectDir: dir, name: names[0] ?? "none" });
  const credentials = Object.fromEntries(
    [...tenants].flatMap(([name, { clientId, clientSecret }]) => [
      [variableOf(name, "CLIENT_ID"), clientId],
      [variableOf(name, "CLIENT_SECRET"), clientSecret],
    ]),
  );
  return {
    tenants,
    dir,
    pulumi: stack.run,
    credentials,
    run: (args, env) =>
      exec(process.execPath, [join(dir, "fleet.ts"), ...args], {
        cwd: dir,
        env: { ...outerEnvironment(), ...stack.env, ...credentials, ...env },
        timeoutMs: 10 * 60_000,
      }),
    async remove() {
      await stack.remove();
      await Promise.all([...tenants.values()].map((tenant) => tenant.close()));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The variable of a tenant's credential. */
export function variableOf(name: string, setting: "CLIENT_ID" | "CLIENT_SECRET"): string {
  return `${name.toUpperCase().replaceAll("-", "_")}_${setting}`;
}
