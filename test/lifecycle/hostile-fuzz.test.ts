import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { connectionKind } from "../../provider/src/lifecycle/connection.ts";
import type { Kind } from "../../provider/src/lifecycle/kind.ts";
import { organizationMemberRolesKind } from "../../provider/src/lifecycle/organization-member-roles.ts";
import { resourceServerKind } from "../../provider/src/lifecycle/resource-server.ts";
import { isObject, type Json, type JsonObject, SIGNATURE_KEY, UNKNOWN } from "../../provider/src/model/json.ts";
import { hostileIds, hostileJson, hostileNames, hostileTexts } from "../harness/hostile.ts";
import { MiniEngine, type StateEntry } from "../harness/mini-engine.ts";
import { cases } from "../harness/scale.ts";
import { startWorld, type World } from "./world.ts";

/** What is at the tenant and in the state, and how a program reaches it. */
interface Subject {
  readonly kind: Kind;
  /** Where the calls for this kind go to. */
  readonly path: string;
  /** All that may ever be asked for, with segments in between that are one each. */
  readonly targets: RegExp;
  /** Makes what a case needs and answers two versions of its program. */
  prepare(): { readonly first: JsonObject; readonly second: JsonObject };
  /** All objects at the tenant that this program may have made, on the wire's form. */
  objects(program: JsonObject): readonly JsonObject[];
  /** What of an object at the tenant the program declares, to be equal to {@link declared}. */
  has(object: JsonObject): unknown;
  declared(program: JsonObject): unknown;
}

const clientSecret = randomBytes(18).toString("hex");
const userId = "auth0|0123456789abcdef";
const printed = vi.fn((..._parts: unknown[]) => {});
let count = 0;
let world: World;

const subjects: Readonly<Record<string, Subject>> = {
  "resource server": {
    kind: resourceServerKind,
    path: "/api/v2/resource-servers",
    targets: /^\/api\/v2\/resource-servers(\/[^/?]+)?$/,
    prepare() {
      const identifier = `https://api-${++count}.example.com`;
      return {
        first: { identifier, name: "Orders", scopes: { "read:orders": "Read" }, tokenLifetime: 60 },
        second: { identifier, name: "Orders, new", scopes: { "write:orders": "" }, allowOfflineAccess: true },
      };
    },
    objects: ({ identifier }) =>
      (world.tenant.resourceServers.list() as JsonObject[]).filter((server) => server.identifier === identifier),
    has: ({ name, scopes }) => ({ name, scopes: (scopes as JsonObject[]).map(({ value }) => value) }),
    declared: ({ name, scopes }) => ({ name, scopes: Object.keys(scopes as JsonObject) }),
  },
  connection: {
    kind: connectionKind,
    path: "/api/v2/connections",
    targets: /^\/api\/v2\/connections(\/[^/?]+(\/clients)?)?(\?.*)?$/,
    prepare() {
      const name = `corp-${++count}`;
      const options = { type: "back_channel", issuer: "https://idp.example.com/", client_id: "a" };
      return {
        first: { name, strategy: "oidc", options: { ...options, client_secret: clientSecret }, enabledClients: ["c1"] },
        second: { name, strategy: "oidc", options: { ...options, scope: "openid" }, enabledClients: ["c2", "c3"] },
      };
    },
    objects: ({ name }) =>
      (world.tenant.connections.list() as JsonObject[])
        .filter((connection) => connection.name === name)
        .map((connection) => ({ ...connection, clients: world.tenant.connections.clientsOf(String(name)) })),
    has: ({ options, clients }) => ({
      scope: (options as JsonObject).scope,
      clients: (clients as string[]).toSorted(),
    }),
    declared: ({ options, enabledClients }) => ({
      scope: (options as JsonObject).scope,
      clients: enabledClients,
    }),
  },
  "roles of a member": {
    kind: organizationMemberRolesKind,
    path: "/api/v2/organizations",
    targets: /^\/api\/v2\/organizations\/org_\w+\/members\/auth0%7C\w+\/roles(\?.*)?$/,
    prepare() {
      const organizationId = String(world.tenant.organizations.create({ name: `example-${++count}` }).id);
      world.tenant.organizationMembers.add(organizationId, userId);
      const [one, two, three] = [1, 2, 3].map((n) =>
        String(world.tenant.roles.create({ name: `role ${count} ${n}` }).id),
      ) as [string, string, string];
      return {
        first: { organizationId, userId, roles: [one, two] },
        second: { organizationId, userId, roles: [two, three] },
      };
    },
    objects: ({ organizationId }) => [
      { roles: world.tenant.organizationMembers.get(String(organizationId), userId)?.roles as string[] },
    ],
    has: ({ roles }) => (roles as string[]).toSorted(),
    declared: ({ roles }) => (roles as string[]).toSorted(),
  },
};

/** An answer: a text as it is, or the object that it should be with some of its members replaced. */
type Answer = string | readonly (readonly [name: string, value: Json])[];

const answers: fc.Arbitrary<Answer> = fc.oneof(
  { arbitrary: fc.constantFrom(...hostileTexts), weight: 2 },
  { arbitrary: hostileJson.map((value) => JSON.stringify(value)), weight: 2 },
  {
    arbitrary: fc.array(fc.tuple(fc.constantFrom(...hostileNames), hostileJson), { minLength: 1, maxLength: 3 }),
    weight: 4,
  },
  { arbitrary: fc.constantFrom(...hostileIds).map((id) => [["id", id] as const]), weight: 2 },
);

function bodyOf(answer: Answer, real: JsonObject): string {
  return typeof answer === "string" ? answer : JSON.stringify({ ...real, ...Object.fromEntries(answer) });
}

const attacks = fc.record({
  phase: fc.constantFrom("create", "read", "update", "delete"),
  answer: answers,
  status: fc.oneof({ arbitrary: fc.constantFrom(200, 201), weight: 4 }, fc.constantFrom(202, 400, 403, 404, 409, 500)),
  isCarriedOut: fc.boolean(),
  method: fc.constantFrom(undefined, "GET", "POST", "PATCH", "DELETE"),
  skip: fc.nat(2),
  times: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
});

beforeAll(() => {
  for (const level of ["warn", "info", "error"] as const) vi.spyOn(console, level).mockImplementation(printed);
});
afterAll(() => void vi.restoreAllMocks());

describe.each(Object.entries(subjects))("a tenant that answers anything: %s", (_name, subject) => {
  beforeAll(async () => {
    world = await startWorld({}, subject.kind);
  });
  afterAll(() => world.close());

  const requests = () => world.tenant.requests.filter(({ operation }) => operation !== "token");

  test("every operation ends well or with words for people, and what it leaves is put right by the next run", async () => {
    await fc.assert(
      fc.asyncProperty(attacks, async ({ phase, answer, status, isCarriedOut, ...where }) => {
        const { first, second } = subject.prepare();
        const engine = new MiniEngine(world.port);
        if (phase !== "create") await succeed(engine, { it: first });
        const before = snapshotOfPrototypes();

        // A service that says it has deleted something and has not is beyond any provider.
        const kind = phase === "delete" || isCarriedOut ? "status-after" : "status";
        const [real = { ...wire(first), id: "made_1" }] = subject.objects(first);
        const { method, ...when } = where;
        const fault = { ...when, kind, status, path: subject.path, body: bodyOf(answer, real) } as const;
        world.tenant.inject(method === undefined ? fault : { ...fault, method });
        const failures: unknown[] = [];
        const attempt = async (work: () => Promise<unknown>) => {
          const result = await bounded(work()).catch((error: unknown) => [{ failure: error }]);
          for (const { failure } of result as { failure?: unknown }[])
            if (failure !== undefined) failures.push(failure);
        };
        if (phase === "create") await attempt(() => engine.up({ it: first }));
        if (phase === "update") await attempt(() => engine.up({ it: second }));
        if (phase === "delete") await attempt(() => engine.up({}));
        await attempt(() => engine.refresh());
        world.tenant.clearFaults();

        for (const failure of failures) expectForPeople(failure);
        for (const line of printed.mock.calls.splice(0)) expectLegible(line.join(" "));
        for (const entry of engine.state.values()) expectUsable(entry);
        expect(snapshotOfPrototypes()).toEqual(before);
        // Nothing but the service's own 404 says that an object is gone.
        if (phase !== "create" && phase !== "delete" && status !== 404) expect(engine.state.has("it")).toBe(true);

        await recover(engine, phase === "delete" ? {} : { it: second });
        if (phase === "delete") {
          if (subject.kind !== organizationMemberRolesKind) expect(subject.objects(first)).toEqual([]);
          return;
        }
        const objects = subject.objects(second);
        expect(objects.map(subject.has)).toEqual([subject.declared(second)]);
        expect(await engine.changes({ it: second })).toEqual([]);
        await succeed(engine, {});
        for (const { path } of requests()) expect(path).toMatch(subject.targets);
        world.tenant.clearRequests();
      }),
      cases(0.3),
    );
  });
});

describe("an answer that is not what was asked for", () => {
  const start = async (name: keyof typeof subjects) => {
    const subject = subjects[name] as Subject;
    world = await startWorld({}, subject.kind);
    onTestFinished(() => world.close());
    const { first, second } = subject.prepare();
    return { subject, first, second, engine: new MiniEngine(world.port) };
  };
  const refused = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => new Error("it succeeded"),
      (reason: unknown) => reason,
    );
    expectForPeople(error);
    expect((error as Error).message).toMatch(/the tenant answered|answered 200, but/);
  };

  test.each([
    ["roles of a member", /roles/, '{"roles":[null]}'],
    ["roles of a member", /roles/, '{"roles":[{"name":"no id"}]}'],
    ["connection", /clients/, '{"clients":[null]}'],
    ["connection", /clients/, `{"clients":[{"client_id":"${UNKNOWN}"}]}`],
    ["resource server", /./, "[]"],
    ["resource server", /./, '{"id":"another","identifier":"https://another.example.com"}'],
    ["connection", /connections.[^/]+$/, '{"id":"another","name":"another","strategy":"oidc"}'],
  ] as const)("a refresh of the %s is refused and the state stays, where %s answers %s", async (name, path, body) => {
    const { first, engine } = await start(name);
    await succeed(engine, { it: first });
    const before = engine.state.get("it");
    world.tenant.inject({ kind: "status", status: 200, method: "GET", path, body, times: Number.POSITIVE_INFINITY });
    await refused(engine.refresh());
    expect(engine.state.get("it")).toEqual(before);
    world.tenant.clearFaults();
    expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  });

  test("X.get takes nothing that names no object", async () => {
    const { first, engine, subject } = await start("resource server");
    await succeed(engine, { it: first });
    const [object = {}] = subject.objects(first);
    const body = JSON.stringify({ ...object, identifier: { toString: 1 } });
    world.tenant.inject({ kind: "status", status: 200, method: "GET", path: subject.path, body });
    await refused(world.port.read(String(object.id), {}));
  });

  test.each(["resource server", "connection"])(
    "a creation that is answered with another %s touches neither it nor its clients",
    async (name) => {
      const { first: foreign, subject, engine } = await start(name);
      await succeed(new MiniEngine(world.port), { theirs: foreign });
      const before = subject.objects(foreign);
      const { first: ours } = subject.prepare();
      const body = JSON.stringify(before[0]);
      world.tenant.inject({ kind: "status-after", status: 201, method: "POST", path: subject.path, body });
      await engine.up({ it: ours });
      world.tenant.clearFaults();
      await recover(engine, { it: ours });
      expect(subject.objects(ours)).toHaveLength(1);
      // The next run is another process: what this one has found as ours, it does not delete.
      for (const [key, entry] of engine.state) world.engine.state.set(key, entry);
      await succeed(world.reconfigured({}), {});
      expect(subject.objects(ours)).toEqual([]);
      expect(subject.objects(foreign)).toEqual(before);
    },
  );

  test("what an object is called does not govern a terminal", async () => {
    const { engine } = await start("resource server");
    const program = { it: { identifier: "urn:\u001b]0;owned\u0007\u009b2J\u202e" } };
    await succeed(new MiniEngine(world.port), program);
    const [step] = await engine.up(program);
    expect(step?.failure?.message).toMatch(/exists already/);
    expectForPeople(step?.failure);
  });
});

describe("ids and names of a program", () => {
  const id = fc.oneof(fc.constantFrom(...hostileIds), fc.string({ unit: "binary", minLength: 1, maxLength: 20 }));
  const segments = () =>
    world.tenant.requests
      .filter(({ operation, path }) => operation !== "token" && !path.startsWith("/oauth/"))
      .map(({ path }) => (path.split("?")[0] ?? "").split("/").map(decodeURIComponent));
  const start = async (kind: Kind) => {
    world = await startWorld({}, kind);
    onTestFinished(() => world.close());
  };
  /** What was asked for while something was done, which may be refused with words for people. */
  const asked = async (work: () => Promise<unknown>): Promise<string[][]> => {
    world.tenant.clearRequests();
    await bounded(work()).catch(expectForPeople);
    return segments();
  };

  test.each([
    ["resource-servers", resourceServerKind],
    ["connections", connectionKind],
  ] as const)("X.get of %s: exactly this id is asked for, or nothing at all", async (collection, kind) => {
    await start(kind);
    await fc.assert(
      fc.asyncProperty(id, async (text) => {
        const targets = await asked(() => world.port.read(text, {}));
        const isRefused = ["", ".", ".."].includes(text) || /\p{Cs}/u.test(text);
        expect(targets).toEqual(isRefused ? [] : [["", "api", "v2", collection, text]]);
      }),
      cases(0.2),
    );
  });

  test("X.get of a member's roles: exactly this organization and this user are asked for, or nothing at all", async () => {
    await start(organizationMemberRolesKind);
    await fc.assert(
      fc.asyncProperty(id, id, fc.boolean(), async (organizationId, user, isGet) => {
        const targets = await asked(() =>
          isGet
            ? world.port.read(`${organizationId}::${user}`, {})
            : new MiniEngine(world.port).up({ it: { organizationId, userId: user, roles: ["rol_1"] } }),
        );
        const [organization = "", ...rest] = isGet ? `${organizationId}::${user}`.split("::") : [organizationId, user];
        const wanted = ["", "api", "v2", "organizations", organization, "members", rest.join("::"), "roles"];
        for (const target of targets) expect(target).toEqual(wanted);
        const isUsable = [organization, rest.join("::")].every((part) => ![".", "..", ""].includes(part));
        if (!isUsable) expect(targets).toEqual([]);
      }),
      cases(0.2),
    );
  });

  test("the object of a lost answer is looked for by exactly its identifier", async () => {
    await start(resourceServerKind);
    await fc.assert(
      fc.asyncProperty(id, async (text) => {
        const identifier = `${text}${++count}`;
        world.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2" });
        const targets = await asked(() => new MiniEngine(world.port).up({ it: { identifier } }));
        world.tenant.clearFaults();
        for (const target of targets)
          expect([["resource-servers"], ["resource-servers", identifier]]).toContainEqual(target.slice(3));
      }),
      cases(0.1),
    );
  });

  test.each(["a/b", "../clients", "a\r\nb", "a b", "a?b", "ü", "\0"])("no connection is called %j", async (name) => {
    await start(connectionKind);
    expect(await asked(() => new MiniEngine(world.port).up({ it: { name, strategy: "oidc" } }))).toEqual([]);
  });
});

/** An object of the wire that has what was sent, as far as it matters here. */
function wire(program: JsonObject): JsonObject {
  const { scopes: _scopes, enabledClients: _clients, roles: _roles, ...rest } = program;
  return rest;
}

async function bounded<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the operation does not end")), 15_000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function succeed(engine: MiniEngine, program: Readonly<Record<string, JsonObject>>): Promise<void> {
  for (const { failure } of await engine.up(program)) if (failure) throw failure;
}

/** What the documentation says: a refresh, an `up`, and where that finds an object that nobody knows of, adopting it. */
async function recover(engine: MiniEngine, program: Readonly<Record<string, JsonObject>>): Promise<void> {
  await engine.refresh();
  const [step] = await engine.up(program);
  if (step?.failure !== undefined) {
    expect(step.failure.message).toContain("exists already");
    await succeed(engine, Object.fromEntries(Object.entries(program).map(([k, v]) => [k, { ...v, adopt: true }])));
    await succeed(engine, program);
  }
  await engine.refresh();
}

function expectForPeople(failure: unknown): void {
  if (!(failure instanceof Error)) throw new Error("something was thrown that is no error");
  const { name, message } = failure;
  expect([name, message]).not.toEqual([expect.stringMatching(/^(Type|Range|Syntax|Reference)Error$/), message]);
  expect(message).not.toMatch(
    /is not a function|is not iterable|Cannot (read|convert|destructure)|call stack|\[object |undefined|at .*:\d+:\d+/,
  );
  expectLegible(message);
}

function expectLegible(text: string): void {
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Cs}/u);
  expect(text.length).toBeLessThan(8_000);
  for (const secret of [clientSecret, world.tenant.clientSecret]) expect(text).not.toContain(secret);
}

/** An entry of the state that the engine can save, and that later calls can use. */
function expectUsable({ id, inputs, outputs }: StateEntry): void {
  expect(id).toMatch(/^[^\p{Cc}\p{Cs}]+$/u);
  expect([".", ".."]).not.toContain(id);
  for (const value of [inputs, outputs]) expectPortable(value);
}

function expectPortable(value: Json): void {
  if (typeof value === "number") expect(value).toSatisfy(Number.isFinite);
  if (typeof value === "string") expect(value).not.toBe(UNKNOWN);
  if (Array.isArray(value)) for (const item of value) expectPortable(item);
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    if (key === SIGNATURE_KEY) expect(item).toBe("1b47061264138c4ac30d75fd1eb44270");
    expect(key).not.toMatch(/\p{Cs}/u);
    expectPortable(item);
  }
}

function snapshotOfPrototypes(): unknown {
  return [Object, Array, String, Number, Function, Map, Set, Promise, Error].map(({ prototype }) =>
    Reflect.ownKeys(prototype).map(String),
  );
}
