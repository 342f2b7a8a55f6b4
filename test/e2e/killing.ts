import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type Emulator, type Fault, type LoggedRequest, startEmulator } from "../../provider/src/emulator/index.ts";
import { type Running, stillRunning, treeOf } from "./processes.ts";
import type { Declared } from "./project/index.ts";
import { type Program, type TestStack, testStack, upNow } from "./project.ts";
import { recover } from "./recovery.ts";

/** Runs of the real CLI that do not come to their end, and the way out that OPERATIONS.md gives under this heading. */
export const heading = "A run was killed";

export const organization = "org_0000000000000001";
export const [reader, editor] = ["rol_0000000000000001", "rol_0000000000000002"];
export const users = [1, 2, 3, 4, 5].map((number) => `auth0|00000000000000000000000${number}`);

export const apis = "/api/v2/resource-servers";
export const connections = "/api/v2/connections";
export const members = "/api/v2/organizations";

export const api = (host: string, name = host): Declared => ({
  args: { identifier: `https://${host}.example.com`, name },
});
export const connection = (name: string, strategy: string, displayName = name): Declared => ({
  kind: "Connection",
  args: { name, strategy, displayName },
});
export const roles = (user: number, ...held: string[]): Declared => ({
  kind: "OrganizationMemberRoles",
  args: { organizationId: organization, userId: users[user - 1], roles: held },
});

/** A run that does not come to its end. */
export interface Scene {
  readonly program: Program;
  readonly faults: readonly Fault[];
  /** The writes that the tenant has received when it happens, and what became of each. There must be no other. */
  readonly writes: readonly string[];
}

/** A run of the CLI that is under way. */
export interface Run {
  readonly pid: number;
  /** All its processes. */
  readonly tree: readonly Running[];
  /** The writes that the tenant has received since it was started, and what became of each. */
  writes(): string[];
  /** What it has printed. */
  output(): string;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

export interface TenantObject {
  /** By which it can be there only once. */
  readonly name: string;
  /** What makes it another object when it changes. */
  readonly identity: string;
  readonly id: string;
}

/** Kills a run as `kill -9` does. */
export const kill = ({ pid }: Run) => process.kill(pid, "SIGKILL");

/** Sends what a Ctrl-C sends. */
export const interrupt = ({ pid }: Run) => process.kill(-pid, "SIGINT");

const project = join(import.meta.dirname, "project");

/** A tenant and a stack on which runs end too early. */
export class Ground {
  readonly tenant: Emulator;
  readonly stack: TestStack;
  /** What the last run has started. */
  #started: readonly Running[] = [];

  constructor(tenant: Emulator, stack: TestStack) {
    this.tenant = tenant;
    this.stack = stack;
  }

  /** Starts `pulumi up`, and waits until these writes have arrived. */
  async start({ program, faults, writes }: Scene): Promise<Run> {
    await this.stack.declare(program);
    for (const fault of faults) this.tenant.inject(fault);
    this.tenant.clearRequests();
    const args = [...upNow, "--non-interactive", "--color", "never", "--parallel", "32"];
    // In a process group of its own, as a shell starts it, which a Ctrl-C reaches as a whole.
    const cli = spawn("pulumi", args, { ...this.#place(), detached: true });
    let output = "";
    for (const stream of [cli.stdout, cli.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
    const run = {
      pid: cli.pid ?? 0,
      writes: () => this.writes().map(lineOf).sort(),
      output: () => output,
      ended: new Promise<number | null>((resolve, reject) => {
        cli.once("error", reject).once("close", resolve);
      }),
    };
    try {
      // A run that ended too early has said why.
      const seen = () => (cli.exitCode === null ? run.writes() : output);
      await expect.poll(seen, { timeout: 30_000, interval: 10 }).toEqual([...writes].sort());
    } finally {
      this.#started = await treeOf(run.pid);
    }
    expect(this.#started.map(({ command }) => command).join("\n")).toContain("dynamic-provider");
    return { ...run, tree: this.#started };
  }

  /** The requests so far that write. */
  writes(): LoggedRequest[] {
    return this.tenant.requests.filter(
      ({ method, path, fault }) => method !== "GET" && (path !== "/oauth/token" || fault !== undefined),
    );
  }

  /** Everything that works for the tenant ends by itself, soon, and sends nothing more. */
  async expectNothingLeft(run: Run, { writes }: Scene): Promise<void> {
    const ours = run.tree.filter(({ command }) => !command.includes("pulumi-language-nodejs"));
    await expect.poll(() => stillRunning(ours), { timeout: 10_000, interval: 50 }).toEqual([]);
    expect(run.writes()).toEqual([...writes].sort());
  }

  /** Runs the n-th block of the page's commands. */
  recover(nth?: number) {
    return recover(heading, this.#place(), nth);
  }

  /** The page's commands lead to what the program says, without anything lost, made twice or taken silently. */
  async expectWayOut(program: Program): Promise<void> {
    this.tenant.clearFaults();
    await this.stack.declare(program);
    const before = this.objects();
    const known = new Set((await this.#resources()).map(({ id }) => id));
    const { stdout } = await this.recover();
    const unknown = before.filter(({ id }) => !known.has(id)).map(({ name }) => name);
    const named = [...stdout.matchAll(/"([^"]+)" existed already \(id/g)].map(([, name]) => name);
    expect([...new Set(named)].sort()).toEqual(unknown.sort());
    await this.expectSettled(program, before);
  }

  /** A run that was killed has left what the way out puts right. @param program what is declared then */
  async expectRecovery(run: Run, scene: Scene, program = scene.program): Promise<void> {
    await run.ended;
    // The kill may have hit while Pulumi wrote the attributes of the state's file.
    await this.recover(2);
    await this.expectNothingLeft(run, scene);
    await this.expectWayOut(program);
  }

  /** Tenant, state and program agree; what was there before and is still declared is the same object. */
  async expectSettled(program: Program, before: readonly TenantObject[]): Promise<void> {
    expect(this.#held()).toEqual(Object.values(program).map(shown).sort());
    const now = this.objects();
    for (const { identity, id } of before) {
      expect([id, undefined], identity).toContain(now.find((object) => object.identity === identity)?.id);
    }
    const managed = (await this.#resources()).filter(({ type }) => type.includes("dynamic/tenant"));
    expect(managed).toHaveLength(Object.keys(program).length);
    const ids = managed.filter(({ type }) => !type.endsWith("OrganizationMemberRoles")).map(({ id }) => id);
    expect(ids.sort()).toEqual(now.map(({ id }) => id).sort());
    await this.stack.run(["preview", "--refresh", "--expect-no-changes"]);
  }

  async pending(): Promise<unknown[]> {
    return (await this.stack.export()).deployment.pending_operations ?? [];
  }

  /** The objects at the tenant that have an id of their own. */
  objects(): TenantObject[] {
    const ofApis = this.#apis().map(({ id, identifier }) => ({ id, name: identifier, identity: identifier }));
    const ofConnections = this.tenant.connections
      .list()
      .map(({ id, name, strategy }) => ({ id, name, identity: `${strategy} ${name}` }));
    return [...ofApis, ...ofConnections].map(({ id, name, identity }) => ({
      id: String(id),
      name: String(name),
      identity: String(identity),
    }));
  }

  /** Ends what the last run has left: Pulumi's language host, which looks after its engine every five minutes only; more after a failure. */
  async clear(): Promise<void> {
    this.tenant.clearFaults();
    for (const { pid } of await stillRunning(this.#started)) process.kill(pid, "SIGKILL");
  }

  #place() {
    return { cwd: project, env: { HOME: process.env.HOME ?? "", ...this.stack.env } };
  }

  async #resources() {
    return (await this.stack.export()).deployment.resources ?? [];
  }

  #apis() {
    return this.tenant.resourceServers.list().filter(({ is_system }) => is_system !== true);
  }

  /** What the tenant holds, in the words of {@link shown}. */
  #held(): string[] {
    const ofApis = this.#apis().map(({ identifier, name }) => `${identifier}: ${name}`);
    const ofConnections = this.tenant.connections
      .list()
      .map(({ name, strategy, display_name }) => `${name}: ${strategy}, ${display_name}`);
    const ofMembers = this.tenant.organizationMembers
      .list(organization)
      .map(({ user_id, roles: ids }) => ({ user_id, ids: ids as string[] }))
      .filter(({ ids }) => ids.length > 0)
      .map(({ user_id, ids }) => `${user_id}: ${[...ids].sort()}`);
    return [...ofApis, ...ofConnections, ...ofMembers].sort();
  }
}

/** One ground for all tests of a file. What a test has left running ends with it. */
export function withGround(): () => Ground {
  let ground: Ground;
  beforeAll(async () => {
    const tenant = await startEmulator({
      seed: {
        roles: [
          { id: reader, name: "reader" },
          { id: editor, name: "editor" },
        ],
        organizations: [{ id: organization, name: "example" }],
        organizationMembers: users.map((user_id) => ({ organization_id: organization, user_id })),
      },
    });
    ground = new Ground(tenant, await testStack(tenant));
  });
  afterEach(() => ground.clear());
  afterAll(async () => {
    await ground?.stack.remove();
    await ground?.tenant.close();
  });
  return () => ground;
}

/** `POST connections: 201`, or the fault that hit it. */
function lineOf({ method, path, status, fault }: LoggedRequest): string {
  return `${method} ${path.replace(/^\/(?:api\/v2|oauth)\/([\w-]+).*$/, "$1")}: ${fault ?? status}`;
}

/** What a resource makes the tenant hold. */
function shown({ args = {} }: Declared): string {
  const { identifier, name, strategy, displayName, userId, roles: ids } = args as Record<string, unknown>;
  if (identifier !== undefined) return `${identifier}: ${name}`;
  if (strategy !== undefined) return `${name}: ${strategy}, ${displayName}`;
  return `${userId}: ${[...(ids as string[])].sort()}`;
}
