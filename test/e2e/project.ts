import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import { createStack, type Stack, type StateResource } from "../harness/stack.ts";
import type { Declared } from "./project/index.ts";

/** A stack of the test project, whose program a test writes as it goes. */
export interface TestStack extends Stack {
  /** What the next command's program declares. */
  declare(program: Readonly<Record<string, Declared>>): Promise<void>;
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
    env: { ...environmentOf(tenant), PROGRAM: program, ...env },
  });
  return {
    ...stack,
    declare: (declared) => writeFile(program, JSON.stringify(declared)),
    async entry(name) {
      const { resources = [] } = (await stack.export()).deployment;
      return resources.find(({ urn }) => urn.endsWith(`::${name}`));
    },
  };
}
