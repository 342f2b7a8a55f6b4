import { randomUUID } from "node:crypto";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { EmulatorOptions, Seed } from "../../provider/src/emulator/index.ts";
import { usualStart } from "../harness/compile-cache.ts";
import { exec } from "../harness/exec.ts";
import { createStack, type Stack } from "../harness/stack.ts";
import { type Cpu, cpuOf } from "./cpu.ts";
import type { Row } from "./rows.ts";
import { type BenchTenant, type Calls, type Content, seedOf, startTenant } from "./tenant.ts";

const projectDir = join(import.meta.dirname, "program");
const cli = join(import.meta.dirname, "../../provider/bin/pulumi-tenant.js");
const timeoutMs = 60 * 60_000;
const words = {
  create: ["up", "--yes", "--skip-preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  preview: ["preview"],
  "preview --refresh": ["preview", "--refresh"],
} as const;

/** Ours, or plain resources with a provider that does nothing. */
export type Provider = "ours" | "plain";

export interface Measured {
  readonly calls: Calls;
  readonly seconds: number;
  readonly cpu: Cpu;
  /** How many resources the run found changed. */
  readonly changes: number;
  /** Why the run has failed, if so. */
  readonly failure?: string;
}

/** A stack whose resources are in place at a tenant. */
interface Scene {
  readonly stack: Stack;
  /** The stack's backend as it was then. */
  readonly saved: string;
  readonly seed: Seed;
  readonly port: number;
}

/** Runs rows, each at an emulator of its own. Rows with the same content share a stack, which is put back before each. */
export class Stage {
  readonly #latencyMs: EmulatorOptions["latencyMs"];
  readonly #scenes = new Map<string, Scene>();

  constructor(latencyMs: EmulatorOptions["latencyMs"]) {
    this.#latencyMs = latencyMs;
  }

  async run(row: Row, provider: Provider): Promise<Measured> {
    return row.command === "create" ? this.#create(row, provider) : this.#again(row, provider);
  }

  async close(): Promise<void> {
    for (const { stack } of this.#scenes.values()) await stack.remove();
  }

  async #create(row: Row, provider: Provider): Promise<Measured> {
    const tenant = await this.#tenant(row, seedOf(row.content, row.otherApis ?? 0), 0);
    const stack = await stackOf(provider, row.content);
    try {
      return await measure(tenant, () => up(stack, environment(tenant, row)));
    } finally {
      await stack.remove();
      await tenant.close();
    }
  }

  async #again(row: Row, provider: Provider): Promise<Measured> {
    const { stack, saved, seed, port } = await this.#scene(row, provider);
    const backend = join(stack.folder, "backend");
    await rm(backend, { recursive: true });
    await cp(saved, backend, { recursive: true });
    const tenant = await this.#tenant(row, seed, port);
    try {
      // The provider that does nothing has nothing at the tenant.
      if (provider === "ours") await tenant.edit(row.content, row.edits ?? 0);
      const env = environment(tenant, row);
      return await measure(tenant, () => {
        if (row.command === "drift") return drift(stack, env);
        return stack.run(words[row.command], { env, timeoutMs });
      });
    } finally {
      await tenant.close();
    }
  }

  /** The stack of a row with its resources in place, made once for all rows with that content. */
  async #scene({ content, otherApis = 0 }: Row, provider: Provider): Promise<Scene> {
    const key = JSON.stringify([provider, content, otherApis]);
    const known = this.#scenes.get(key);
    if (known) return known;
    const tenant = await startTenant({ seed: seedOf(content, otherApis) });
    const stack = await stackOf(provider, content);
    try {
      // The state is written once, at the end.
      await up(stack, { ...tenant.env, PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" });
      const saved = join(stack.folder, "saved");
      await cp(join(stack.folder, "backend"), saved, { recursive: true });
      const port = Number(new URL(tenant.env.TENANT_DOMAIN ?? "").port);
      const scene = { stack, saved, seed: await tenant.export(), port };
      this.#scenes.set(key, scene);
      return scene;
    } catch (error) {
      await stack.remove();
      throw error;
    } finally {
      await tenant.close();
    }
  }

  /** @param port the resources in a state are pinned to it; 0 for any */
  #tenant({ plan, others = 0 }: Row, seed: Seed, port: number): Promise<BenchTenant> {
    return startTenant({ plan, others, seed, port, ...(this.#latencyMs && { latencyMs: this.#latencyMs }) });
  }
}

function environment(tenant: BenchTenant, { rateBudget }: Row): Record<string, string> {
  return { ...tenant.env, TENANT_RATE_BUDGET: String(rateBudget) };
}

function stackOf(provider: Provider, { apis, connections, roleSets, customers = 0 }: Content): Promise<Stack> {
  return createStack({
    projectDir,
    name: `scale-${randomUUID().slice(0, 8)}`,
    env: {
      ...usualStart,
      ...{ APIS: String(apis), CONNECTIONS: String(connections), ROLE_SETS: String(roleSets) },
      ...{ CUSTOMERS: String(customers), PROVIDER: provider },
    },
  });
}

async function up(stack: Stack, env: Record<string, string>) {
  return stack.run(words.create, { env, timeoutMs });
}

async function drift(stack: Stack, env: Record<string, string>) {
  const args = [cli, "drift", "--cwd", projectDir, "--stack", stack.name];
  const result = await exec(process.execPath, args, { env: { ...process.env, ...stack.env, ...env }, timeoutMs });
  if (result.code === 0) return result;
  throw new Error(`drift: exit code ${result.code} instead of 0\n${result.stdout}${result.stderr}`);
}

async function measure(tenant: BenchTenant, run: () => Promise<{ readonly stdout: string }>): Promise<Measured> {
  const started = performance.now();
  let stdout = "";
  let failure: string | undefined;
  const cpu = await cpuOf(async () => {
    try {
      ({ stdout } = await run());
    } catch (error) {
      failure = String(error);
    }
  });
  const seconds = (performance.now() - started) / 1000;
  const changes = Number(/~ (\d+) updated/.exec(stdout)?.[1] ?? 0);
  return { calls: await tenant.calls(), seconds, cpu, changes, ...(failure !== undefined && { failure }) };
}
