import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../provider/src/emulator/index.ts";
import type { RunOptions } from "../harness/stack.ts";
import type { Declared } from "./project/index.ts";
import { type TestStack, testStack } from "./project.ts";

/** A tenant with a stack that is all its own. */
export interface World {
  readonly tenant: Emulator;
  readonly stack: TestStack;
  readonly up: TestStack["up"];
  /** Asserts that a command fails; answers all that it said. */
  refused(args: readonly string[], options?: RunOptions): Promise<string>;
  readonly settled: TestStack["settled"];
}

/** The tenant and the stack of {@link withStack}. */
export let tenant: Emulator;
export let stack: TestStack;

/** A tenant and a stack for all tests of a file. */
export function withStack(options?: EmulatorOptions): void {
  beforeAll(async () => {
    tenant = await startEmulator(options);
    stack = await testStack(tenant);
  });
  afterAll(async () => {
    await stack?.remove();
    await tenant?.close();
  });
}

/** One for all the tests of a theme, or of a file. */
export function withWorld(options?: EmulatorOptions): () => World {
  let tenant: Emulator | undefined;
  let stack: TestStack | undefined;
  let world: World | undefined;
  beforeAll(async () => {
    tenant = await startEmulator(options);
    stack = await testStack(tenant);
    world = worldOf(tenant, stack);
  });
  afterAll(async () => {
    await stack?.remove();
    await tenant?.close();
  });
  return () => world as World;
}

function worldOf(tenant: Emulator, stack: TestStack): World {
  return {
    tenant,
    stack,
    up: stack.up,
    settled: stack.settled,
    async refused(args, more) {
      const { code, stdout, stderr } = await stack.run(args, { ...more, expect: "any" });
      expect(code, `${args.join(" ")}\n${stdout}`).not.toBe(0);
      return stdout + stderr;
    },
  };
}

export const identifier = "https://orders.example.com";
export const issuer = "https://idp.example.com/";
export const random = () => randomBytes(24).toString("base64url");

export const api = (args: object = {}, opts: Declared["opts"] = {}): Declared => ({
  args: { identifier, ...args },
  opts,
});
export const connection = (options: object, args: object = {}, opts: Declared["opts"] = {}): Declared => ({
  kind: "Connection",
  args: { name: "corp", strategy: "oidc", options: { issuer, client_id: "tenant", ...options }, ...args },
  opts,
});

/** The requests so far, without those for tokens. */
export const calls = ({ requests }: Emulator) => requests.filter(({ operation }) => operation !== "token");
export const methods = (tenant: Emulator) => calls(tenant).map(({ method }) => method);
export const ownApis = (tenant: Emulator) => tenant.resourceServers.list().filter(({ is_system }) => !is_system);
