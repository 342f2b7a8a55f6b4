import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import type { ExecResult } from "../harness/exec.ts";
import { createStack, type RunOptions, type Stack, type StateResource } from "../harness/stack.ts";
import type { Declared } from "./project/index.ts";

export type Program = Readonly<Record<string, Declared>>;

/**
 * Carries a program out without a preview before it, which would run program and provider twice: the scenes whose subject
 * is a preview have one of their own.
 */
export const upNow = ["up", "--yes", "--skip-preview"];

/** A stack of the test project, whose program a test writes as it goes. */
export interface TestStack extends Stack {
  /** What the next command's program declares. */
  declare(program: Program): Promise<void>;
  /** Declares a program and carries it out. */
  up(program: Program, options?: RunOptions): Promise<ExecResult>;
  /** The entry of a resource in the state, by its name. */
  entry(name: string): Promise<StateResource | undefined>;
}

/** The settings by which a program reaches an emulator. */
export function environmentOf(tenant: Emulator): Record<string, string> {
  return {
    TENANT_DOMAIN: tenant.domain,
    TENANT_CLIENT_ID: tenant.clientId,
    TENANT_CLIENT_SECRET: tenant.clientSecret,
  };
}

export async function testStack(tenant: Emulator, env: Readonly<Record<string, string>> = {}): Promise<TestStack> {
  const programs = join(import.meta.dirname, "../../.local/programs");
  await mkdir(programs, { recursive: true });
  const program = join(programs, `${randomUUID()}.json`);
  const stack = await createStack({
    projectDir: join(import.meta.dirname, "project"),
    name: `e2e-${randomUUID().slice(0, 8)}`,
    env: { ...environmentOf(tenant), PROGRAM: program, STRIP_TYPES: "true", ...env },
  });
  const declare = (declared: Program) => writeFile(program, JSON.stringify(declared));
  return {
    ...stack,
    declare,
    async up(declared, options) {
      await declare(declared);
      return stack.run(upNow, options);
    },
    async entry(name) {
      const { resources = [] } = (await stack.export()).deployment;
      return resources.find(({ urn }) => urn.endsWith(`::${name}`));
    },
  };
}
