import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, type Fault, type LoggedRequest, startEmulator } from "../../provider/src/emulator/index.ts";
import { type Running, stillRunning, treeOf } from "./processes.ts";
import type { Declared } from "./project/index.ts";
import { type Program, type TestStack, testStack, upNow } from "./project.ts";
import { commandsUnder, recover } from "./recovery.ts";

/**
 * Runs of the real CLI that are killed, at every point of every operation, and the way out that OPERATIONS.md gives. Each
 * test goes on where the one before ended.
 */
const heading = "A run was killed";
const organization = "org_0000000000000001";
const [reader, editor] = ["rol_0000000000000001", "rol_0000000000000002"];
const users = [1, 2, 3, 4, 5].map((number) => `auth0|00000000000000000000000${number}`);

const api = (host: string, name = host): Declared => ({ args: { identifier: `https://${host}.example.com`, name } });
const connection = (name: string, strategy: string, displayName = name): Declared => ({
  kind: "Connection",
  args: { name, strategy, displayName },
});
const roles = (user: number, ...held: string[]): Declared => ({
  kind: "OrganizationMemberRoles",
  args: { organizationId: organization, userId: users[user - 1], roles: held },
});

/** A program, step by step: what each killed run was to do. */
const first = { orders: api("orders"), corp: connection("corp", "github"), alice: roles(1, reader) };
const more = {
  ...first,
  billing: api("billing"),
  search: api("search"),
  shop: connection("shop", "github"),
  blog: connection("blog", "github"),
  bob: roles(2, reader),
  carol: roles(3, reader),
};
const evenMore = { ...more, mail: api("mail"), chat: api("chat"), wiki: connection("wiki", "github") };
const edited = {
  ...evenMore,
  orders: api("orders", "Orders"),
  billing: api("billing", "Billing"),
  corp: connection("corp", "github", "Corporate"),
  shop: connection("shop", "github", "Shop"),
  alice: roles(1, editor),
  bob: roles(2, reader, editor),
};
const turnedBack = { ...edited, orders: more.orders, billing: more.billing };
const replaced = {
  ...turnedBack,
  search: api("find"),
  mail: api("post"),
  corp: connection("corp", "bitbucket"),
  shop: connection("shop", "bitbucket"),
  blog: connection("blog", "bitbucket"),
  carol: roles(4, reader),
};
const reduced = { chat: replaced.chat, search: api("seek"), wiki: replaced.wiki, alice: replaced.alice };
const grown = {
  ...reduced,
  shop: connection("shop", "github"),
  orders: api("orders"),
  chat: api("chat", "Chat"),
  alice: roles(1, reader, editor),
  bob: roles(2, reader),
};
const interrupted = { ...grown, mail: api("mail"), post: { ...api("post"), dependsOn: ["mail"] } };
const last = { ...interrupted, docs: api("docs"), help: { ...api("help"), dependsOn: ["docs"] } };

/** A run that does not come to its end. */
interface Scene {
  readonly program: Program;
  readonly faults: readonly Fault[];
  /** The writes that the tenant has received when it happens, and what became of each. There must be no other. */
  readonly writes: readonly string[];
}

interface Kill extends Scene {
  readonly when: string;
  /** Killed when the first answer is lost, instead of when all writes have arrived. */
  readonly isAnswered?: true;
  /** What the program says when the way out is taken. Default: the same. */
  readonly afterwards?: Program;
}

const apis = "/api/v2/resource-servers";
const connections = "/api/v2/connections";
const members = "/api/v2/organizations";

const kills: readonly Kill[] = [
  {
    when: "before any write: the token is being fetched",
    program: first,
    faults: [{ kind: "hang", path: "/oauth/token" }],
    writes: ["POST token: hang"],
  },
  {
    when: "with creations in flight",
    program: more,
    faults: [apis, connections, members].flatMap((path): Fault[] => [
      { kind: "hang", method: "POST", path },
      { kind: "hang-after", method: "POST", path },
    ]),
    writes: [
      "POST resource-servers: hang",
      "POST resource-servers: hang-after",
      "POST connections: hang",
      "POST connections: hang-after",
      "POST organizations: hang",
      "POST organizations: hang-after",
    ],
  },
  {
    when: "as the answers to creations are lost",
    program: evenMore,
    isAnswered: true,
    faults: [
      { kind: "reset-before", method: "POST", path: apis, delayMs: 1_500 },
      { kind: "reset-after", method: "POST", path: apis, delayMs: 1_500 },
      { kind: "reset-after", method: "POST", path: connections, delayMs: 1_500 },
      // The look-up that follows a lost answer outlasts the engine: on a busy machine it takes a while until that is dead.
      ...[apis, connections].map((path): Fault => ({ kind: "hang", method: "GET", path, times: 8 })),
    ],
    writes: [
      "POST resource-servers: reset-before",
      "POST resource-servers: reset-after",
      "POST connections: reset-after",
    ],
  },
  {
    when: "with updates in flight, of which some are then turned back",
    program: edited,
    afterwards: turnedBack,
    faults: [
      ...[apis, connections].flatMap((path): Fault[] => [
        { kind: "hang", method: "PATCH", path },
        { kind: "hang-after", method: "PATCH", path },
      ]),
      {
        kind: "hang-after",
        method: "POST",
        path: `${members}/${organization}/members/${encodeURIComponent(users[1] ?? "")}`,
      },
      { kind: "hang-after", method: "DELETE", path: members },
    ],
    writes: [
      "PATCH resource-servers: hang",
      "PATCH resource-servers: hang-after",
      "PATCH connections: hang",
      "PATCH connections: hang-after",
      // One member gains a role, the other has gained one and loses one.
      "POST organizations: hang-after",
      "POST organizations: 204",
      "DELETE organizations: hang-after",
    ],
  },
  {
    when: "in the middle of replacements, between creation and deletion of either order",
    program: replaced,
    faults: [
      { kind: "hang-after", method: "POST", path: apis, skip: 1 },
      { kind: "hang-after", method: "DELETE", path: connections, skip: 2 },
      { kind: "hang", method: "DELETE", path: connections, skip: 1 },
      { kind: "hang-after", method: "POST", path: connections },
      { kind: "hang-after", method: "POST", path: members },
    ],
    writes: [
      "POST resource-servers: 201",
      "POST resource-servers: hang-after",
      "DELETE connections: 202",
      "DELETE connections: hang",
      "DELETE connections: hang-after",
      "POST connections: hang-after",
      "POST organizations: hang-after",
    ],
  },
  {
    when: "with deletions in flight, that of a replaced object among them",
    program: reduced,
    faults: [apis, connections, members].flatMap((path): Fault[] => [
      { kind: "hang", method: "DELETE", path },
      { kind: "hang-after", method: "DELETE", path, times: Number.POSITIVE_INFINITY },
    ]),
    writes: [
      "POST resource-servers: 201",
      "DELETE resource-servers: hang",
      ...Array(3).fill("DELETE resource-servers: hang-after"),
      "DELETE connections: hang",
      ...Array(2).fill("DELETE connections: hang-after"),
      "DELETE organizations: hang",
      "DELETE organizations: hang-after",
    ],
  },
];

let tenant: Emulator;
let stack: TestStack;
/** What the run of this test has started. */
let started: readonly Running[] = [];
beforeAll(async () => {
  tenant = await startEmulator({
    seed: {
      roles: [
        { id: reader, name: "reader" },
        { id: editor, name: "editor" },
      ],
      organizations: [{ id: organization, name: "example" }],
      organizationMembers: users.map((user_id) => ({ organization_id: organization, user_id })),
    },
  });
  stack = await testStack(tenant);
});
afterEach(async () => {
  tenant.clearFaults();
  // Nothing is left but Pulumi's language host, which looks after its engine every five minutes only; more after a failure.
  for (const { pid } of await stillRunning(started)) process.kill(pid, "SIGKILL");
});
afterAll(async () => {
  await stack?.remove();
  await tenant?.close();
});

/** A run of the CLI that is under way. */
interface Run {
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

const project = join(import.meta.dirname, "project");
const environment = () => ({ HOME: process.env.HOME ?? "", ...stack.env });

/** Starts `pulumi up`, and waits until these writes have arrived. */
async function start({ program, faults, writes }: Scene): Promise<Run> {
  await stack.declare(program);
  for (const fault of faults) tenant.inject(fault);
  tenant.clearRequests();
  const args = [...upNow, "--non-interactive", "--color", "never", "--parallel", "32"];
  // In a process group of its own, as a shell starts it, which a Ctrl-C reaches as a whole.
  const cli = spawn("pulumi", args, { cwd: project, env: environment(), detached: true });
  let output = "";
  for (const stream of [cli.stdout, cli.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const run = {
    pid: cli.pid ?? 0,
    writes: () => tenant.requests.filter(isWrite).map(lineOf).sort(),
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
    started = await treeOf(run.pid);
  }
  expect(started.map(({ command }) => command).join("\n")).toContain("dynamic-provider");
  return { ...run, tree: started };
}

function isWrite({ method, path, fault }: LoggedRequest): boolean {
  return method !== "GET" && (path !== "/oauth/token" || fault !== undefined);
}

/** `POST connections: 201`, or the fault that hit it. */
function lineOf({ method, path, status, fault }: LoggedRequest): string {
  return `${method} ${path.replace(/^\/(?:api\/v2|oauth)\/([\w-]+).*$/, "$1")}: ${fault ?? status}`;
}

/** Everything that works for the tenant ends by itself, soon, and sends nothing more. */
async function expectNothingLeft(run: Run, writes: readonly string[]): Promise<void> {
  const ours = run.tree.filter(({ command }) => !command.includes("pulumi-language-nodejs"));
  await expect.poll(() => stillRunning(ours), { timeout: 10_000, interval: 50 }).toEqual([]);
  expect(run.writes()).toEqual([...writes].sort());
}

/** The page's commands lead to what the program says, without anything lost, made twice or taken silently. */
async function expectWayOut(program: Program): Promise<void> {
  tenant.clearFaults();
  await stack.declare(program);
  const before = objects();
  const known = new Set((await resources()).map(({ id }) => id));
  const { stdout } = await recover(heading, { cwd: project, env: environment() });
  const unknown = before.filter(({ id }) => !known.has(id)).map(({ name }) => name);
  const named = [...stdout.matchAll(/"([^"]+)" existed already \(id/g)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual(unknown.sort());
  await expectSettled(program, before);
}

/** Tenant, state and program agree; what was there before and is still declared is the same object. */
async function expectSettled(program: Program, before: readonly TenantObject[]): Promise<void> {
  expect(held()).toEqual(Object.values(program).map(shown).sort());
  const now = objects();
  for (const { identity, id } of before) {
    expect([id, undefined], identity).toContain(now.find((object) => object.identity === identity)?.id);
  }
  const managed = (await resources()).filter(({ type }) => type.includes("dynamic/tenant"));
  expect(managed).toHaveLength(Object.keys(program).length);
  const ids = managed.filter(({ type }) => !type.endsWith("OrganizationMemberRoles")).map(({ id }) => id);
  expect(ids.sort()).toEqual(now.map(({ id }) => id).sort());
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
}

const resources = async () => (await stack.export()).deployment.resources ?? [];
const pending = async () => (await stack.export()).deployment.pending_operations ?? [];

interface TenantObject {
  /** By which it can be there only once. */
  readonly name: string;
  /** What makes it another object when it changes. */
  readonly identity: string;
  readonly id: string;
}

/** The objects at the tenant that have an id of their own. */
function objects(): TenantObject[] {
  const apis = ownApis().map(({ id, identifier }) => ({ id, name: identifier, identity: identifier }));
  const connections = tenant.connections
    .list()
    .map(({ id, name, strategy }) => ({ id, name, identity: `${strategy} ${name}` }));
  return [...apis, ...connections].map(({ id, name, identity }) => ({
    id: String(id),
    name: String(name),
    identity: String(identity),
  }));
}

const ownApis = () => tenant.resourceServers.list().filter(({ is_system }) => is_system !== true);

/** What the tenant holds, in the words of {@link shown}. */
function held(): string[] {
  const apis = ownApis().map(({ identifier, name }) => `${identifier}: ${name}`);
  const connections = tenant.connections
    .list()
    .map(({ name, strategy, display_name }) => `${name}: ${strategy}, ${display_name}`);
  const members = tenant.organizationMembers
    .list(organization)
    .map(({ user_id, roles: ids }) => ({ user_id, ids: ids as string[] }))
    .filter(({ ids }) => ids.length > 0)
    .map(({ user_id, ids }) => `${user_id}: ${[...ids].sort()}`);
  return [...apis, ...connections, ...members].sort();
}

/** What a resource makes the tenant hold. */
function shown({ args = {} }: Declared): string {
  const { identifier, name, strategy, displayName, userId, roles: ids } = args as Record<string, unknown>;
  if (identifier !== undefined) return `${identifier}: ${name}`;
  if (strategy !== undefined) return `${name}: ${strategy}, ${displayName}`;
  return `${userId}: ${[...(ids as string[])].sort()}`;
}

test("the way out is two commands", async () => {
  expect((await commandsUnder(heading)).trim().split("\n")).toHaveLength(2);
});

describe("kill -9 of the CLI", () => {
  test.each(kills)("$when", async ({ isAnswered = false, afterwards, ...scene }) => {
    const run = await start(scene);
    if (isAnswered) await Promise.race([firstLostAnswer(run.pid), run.ended]);
    else process.kill(run.pid, "SIGKILL");
    await run.ended;
    // The kill may have hit while Pulumi wrote the attributes of the state's file.
    await recover(heading, { cwd: project, env: environment() }, 2);
    await expectNothingLeft(run, scene.writes);
    await expectWayOut(afterwards ?? scene.program);
  });

  test("leaves creations pending in the state, which are settled: to forget them changes nothing", async () => {
    expect(await pending()).not.toEqual([]);
    tenant.clearRequests();
    await recover(heading, { cwd: project, env: environment() }, 1);
    expect(await pending()).toEqual([]);
    expect(tenant.requests.filter(isWrite)).toEqual([]);
    await expectSettled(reduced, objects());
  });
});

/** Kills a process at the very moment at which an answer is lost. */
function firstLostAnswer(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = tenant.onRequest(({ phase, request }) => {
      if (phase !== "answered" || request.fault === undefined) return;
      stop();
      process.kill(pid, "SIGKILL");
      resolve();
    });
  });
}

test("kill -9 of the provider: the run fails and gives the stack free; the same way out", async () => {
  const scene: Scene = {
    program: grown,
    faults: [
      { kind: "hang-after", method: "POST", path: connections },
      { kind: "hang", method: "POST", path: apis },
      { kind: "hang-after", method: "PATCH", path: apis },
      { kind: "hang-after", method: "POST", path: members, times: 2 },
    ],
    writes: [
      "POST connections: hang-after",
      "POST resource-servers: hang",
      "PATCH resource-servers: hang-after",
      ...Array(2).fill("POST organizations: hang-after"),
    ],
  };
  const run = await start(scene);
  const host = run.tree.find(({ command }) => command.includes("dynamic-provider"));
  process.kill(host?.pid ?? 0, "SIGKILL");
  expect(await run.ended).not.toBe(0);
  expect(run.output()).toContain("error reading from server: EOF");
  await expectNothingLeft(run, scene.writes);
  expect(await pending()).toEqual([]);
  await expectWayOut(scene.program);
});

const interrupt = ({ pid }: Run) => process.kill(-pid, "SIGINT");

test("Ctrl-C waits for the calls under way and starts no more: then the program just goes on", async () => {
  const scene: Scene = {
    program: interrupted,
    faults: [{ kind: "reset-after", method: "POST", path: apis, delayMs: 500 }],
    writes: ["POST resource-servers: reset-after"],
  };
  const run = await start(scene);
  interrupt(run);
  expect(await run.ended).not.toBe(0);
  expect(run.output()).toContain("update canceled");
  await expectNothingLeft(run, scene.writes);
  expect(await pending()).toEqual([]);
  const before = objects();
  await stack.run(upNow);
  await expectSettled(interrupted, before);
});

test("Ctrl-C twice is a kill", async () => {
  const scene: Scene = {
    program: last,
    faults: [{ kind: "hang-after", method: "POST", path: apis }],
    writes: ["POST resource-servers: hang-after"],
  };
  const run = await start(scene);
  interrupt(run);
  await expect.poll(run.output, { timeout: 10_000 }).toContain("press ^C again");
  interrupt(run);
  expect(await run.ended).not.toBe(0);
  await expectNothingLeft(run, scene.writes);
  expect(await pending()).toHaveLength(1);
  await expectWayOut(last);
});
