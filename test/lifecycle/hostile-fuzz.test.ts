import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Collection } from "../../provider/src/emulator/index.ts";
import { idNameOf } from "../../provider/src/schema/definition.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  own,
  signatureKey,
  unknownValue,
} from "../../provider/src/schema/json.ts";
import { type Field, identityOf, type Schema, wireName } from "../../provider/src/schema/schema.ts";
import { canonical, same } from "../../provider/src/state/canonical.ts";
import { leafAt, leavesOf } from "../../provider/src/state/leaves.ts";
import { toWire } from "../../provider/src/state/wire.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { aged } from "../harness/fault-run/namesakes.ts";
import { hostileIds, hostileJson, hostileNames, hostileTexts } from "../harness/hostile.ts";
import { MiniEngine, type StateEntry } from "../harness/mini-engine.ts";
import { cases } from "../harness/scale.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import type { Held, Subject } from "../subjects/subject.ts";
import { startWorld, type World } from "./world.ts";

const printed = vi.fn((..._parts: unknown[]) => {});
let count = 0;
let world: World;

const titled = subjects.map((subject) => [subject.resource, subject] as const);

async function start(subject: Subject): Promise<void> {
  world = await startWorld({}, kinds[subject.name]);
  subject.prepare(world.tenant);
}

const tableOf = ({ name }: Subject): Schema => kinds[name].schema;

/** Two versions of a program that nothing else has to do with. */
const versionsOf = ({ hostile }: Subject) => hostile.versions(world.tenant, ++count);

/** All objects at the tenant that these programs may have made. */
function objectsOf({ keyOf, held }: Subject, ...programs: readonly JsonObject[]): readonly Held[] {
  return [...new Set(programs.map(keyOf))].flatMap((key) => held(world.tenant, key) ?? []);
}

/** The program, but where the state does not know the object, with the object's own key: it cannot be found by another one. */
function withKnownKey(
  { name }: Subject,
  entry: StateEntry | undefined,
  held: Held | undefined,
  program: JsonObject,
): JsonObject {
  if (!held || entry?.id === held.id) return program;
  const key = kinds[name].uniqueBy.map((property) => [property, own(held.live, property) ?? null]);
  return { ...program, ...Object.fromEntries(key) };
}

/** What of a program is not so at its object. */
function undone(subject: Subject, program: JsonObject, { live }: Held): readonly string[] {
  const { fields } = tableOf(subject);
  const leaves = leavesOf(fields, canonical(fields, program, undefined));
  return leaves
    .filter(({ field, path, value }) => !same(field, value, leafAt(field, live, path)))
    .map(({ pointer }) => pointer);
}

/** An answer: a text as it is, or the object that it should be with some of its members replaced. */
type Answer = string | readonly (readonly [name: string, value: Json])[];

const answersFor = (subject: Subject): fc.Arbitrary<Answer> => {
  const { fields } = tableOf(subject);
  const names = Object.entries(fields).map(([name, field]) => wireName(name, field));
  const member = fc.tuple(fc.constantFrom(...hostileNames, ...names), hostileJson);
  return fc.oneof(
    { arbitrary: fc.constantFrom(...hostileTexts), weight: 2 },
    { arbitrary: hostileJson.map((value) => JSON.stringify(value)), weight: 2 },
    { arbitrary: fc.array(member, { minLength: 1, maxLength: 3 }), weight: 4 },
    {
      arbitrary: fc.constantFrom(...hostileIds).map((id) => [[idNameOf(definitions[subject.name]), id] as const]),
      weight: 2,
    },
  );
};

function bodyOf(answer: Answer, real: JsonObject): string {
  return typeof answer === "string" ? answer : JSON.stringify({ ...real, ...Object.fromEntries(answer) });
}

const attacksOn = (subject: Subject) =>
  fc.record({
    phase: fc.constantFrom("create", "read", "update", "delete"),
    answer: answersFor(subject),
    status: fc.oneof(
      { arbitrary: fc.constantFrom(200, 201), weight: 4 },
      fc.constantFrom(202, 400, 403, 404, 409, 500),
    ),
    isCarriedOut: fc.boolean(),
    method: fc.constantFrom(undefined, "GET", "POST", "PATCH", "DELETE"),
    skip: fc.nat(2),
    times: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
  });

beforeAll(() => {
  for (const level of ["warn", "info", "error"] as const) vi.spyOn(console, level).mockImplementation(printed);
});
afterAll(() => void vi.restoreAllMocks());

/** How many hostile answers, ids and names a type gets. */
const casesOf = ({ share = 1 }: Subject) => cases(0.1 * share);

describe.each(titled)("a tenant that answers anything: %s", (_name, subject) => {
  beforeAll(() => start(subject));
  afterAll(() => world.close());

  const requests = () => world.tenant.requests.filter(({ operation }) => operation !== "token");

  test("every operation succeeds or fails with a readable message, and the next run repairs the result", async () => {
    await fc.assert(
      fc.asyncProperty(attacksOn(subject), async ({ phase, answer, status, isCarriedOut, ...where }) => {
        const [first, second] = versionsOf(subject);
        const engine = new MiniEngine(world.port);
        if (phase !== "create") await succeed(engine, { it: first });
        const before = snapshotOfPrototypes();

        // A service that says it has deleted something and has not is beyond any provider.
        const kind = phase === "delete" || isCarriedOut ? "status-after" : "status";
        const sent = toWire(tableOf(subject).fields, first);
        const answered = subject.answered(world.tenant, subject.keyOf(first)) ?? sent;
        const real = (subject.read?.(answered, subject.keyOf(first)) ?? answered) as JsonObject;
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

        const next = withKnownKey(subject, engine.state.get("it"), objectsOf(subject, first, second)[0], second);
        await recover(engine, phase === "delete" ? {} : { it: next });
        if (phase === "delete") {
          if (!subject.isEmpty) expect(objectsOf(subject, first)).toEqual([]);
          return;
        }
        expect(objectsOf(subject, first, second).map((held) => undone(subject, next, held))).toEqual([[]]);
        expect(await engine.changes({ it: next })).toEqual([]);
        await succeed(engine, {});
        for (const { path } of requests()) expect(path).toMatch(subject.hostile.targets);
        world.tenant.clearRequests();
      }),
      casesOf(subject),
    );
  });
});

describe("a response that does not match the request", () => {
  const begin = async (subject: Subject) => {
    await start(subject);
    onTestFinished(() => world.close());
    const [first] = versionsOf(subject);
    return { first, engine: new MiniEngine(world.port) };
  };
  const refused = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => new Error("it succeeded"),
      (reason: unknown) => reason,
    );
    expectForPeople(error);
    expect((error as Error).message).toMatch(/the tenant (answered|returned)|the tenant.s response|answered 200, but/);
  };

  const misshapen = subjects.flatMap((subject) =>
    subject.hostile.misshapen.map(({ path, body }) => [subject.resource, path, body, subject] as const),
  );

  test.each(misshapen)("fails a refresh of the %s and keeps the state, if %s returns %s", async (...row) => {
    const [, path, body, subject] = row;
    const { first, engine } = await begin(subject);
    await succeed(engine, { it: first });
    const before = engine.state.get("it");
    world.tenant.inject({ kind: "status", status: 200, method: "GET", path, body, times: Number.POSITIVE_INFINITY });
    await refused(engine.refresh());
    expect(engine.state.get("it")).toEqual(before);
    world.tenant.clearFaults();
    expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  });

  const made = titled.filter(([, { make }]) => make);

  test.each(made)("fails %s.get if it does not identify an object", async (_, subject) => {
    const { first, engine } = await begin(subject);
    await succeed(engine, { it: first });
    const { fields } = tableOf(subject);
    const { uniqueBy } = kinds[subject.name];
    const answered = subject.answered(world.tenant, subject.keyOf(first)) ?? {};
    const [member] = [...uniqueBy, ...identityOf(tableOf(subject))]
      .map((name) => wireName(name, fields[name] as Field))
      .filter((name) => Object.hasOwn(answered, name))
      .toReversed();
    const body = JSON.stringify({ ...answered, [String(member)]: { toString: 1 } });
    world.tenant.inject({ kind: "status", status: 200, method: "GET", path: subject.path, body });
    await refused(world.port.read(String(subject.held(world.tenant, subject.keyOf(first))?.id), {}));
  });

  test.each(made)(
    "with another %s leads a creation to change neither that object nor its parts",
    async (_, subject) => {
      const { first: foreign, engine } = await begin(subject);
      await succeed(new MiniEngine(world.port), { theirs: foreign });
      const theirs = () => [objectsOf(subject, foreign), subject.answered(world.tenant, subject.keyOf(foreign))];
      const before = theirs();
      const [ours] = versionsOf(subject);
      const body = JSON.stringify(before[1]);
      const lines: string[] = [];
      const listen = vi.spyOn(console, "warn").mockImplementation((line) => void lines.push(String(line)));
      onTestFinished(() => void listen.mockRestore());
      world.tenant.inject({ kind: "status-after", status: 201, method: "POST", path: subject.path, body });
      await engine.up({ it: ours });
      world.tenant.clearFaults();
      await recover(engine, { it: ours });
      expect(objectsOf(subject, ours)).toHaveLength(1);
      // The next run is another process: what this one has found as ours, it does not delete.
      for (const [key, entry] of engine.state) world.engine.state.set(key, entry);
      await succeed(world.reconfigured({}), {});
      // What only counts as ours can stay, and is named then.
      const isNamed = ({ id }: Held) =>
        lines.some((line) => line.includes(`(id ${id}) stays at the tenant: it is not certain`));
      expect(objectsOf(subject, ours).filter((one) => !isNamed(one))).toEqual([]);
      expect(theirs()).toEqual(before);
    },
  );

  const loud = subjects.flatMap((subject) =>
    subject.hostile.loud ? [[subject.resource, subject, subject.hostile.loud] as const] : [],
  );

  test.each(loud)("with a hostile name of a %s prints no control character", async (_, subject, it) => {
    const { engine } = await begin(subject);
    await succeed(new MiniEngine(world.port), { it });
    const { sharesNames } = kinds[subject.name];
    if (sharesNames) await succeed(new MiniEngine(world.port), { it });
    const [step] = await engine.up({ it: sharesNames ? { ...it, adopt: true } : it });
    expect(step?.failure?.message).toMatch(sharesNames ? /cannot be adopted by its name/ : /exists already/);
    expectForPeople(step?.failure);
  });
});

describe("ids and names of a program", () => {
  const id = fc.oneof(fc.constantFrom(...hostileIds), fc.string({ unit: "binary", minLength: 1, maxLength: 20 }));
  const segments = () =>
    world.tenant.requests
      .filter(({ operation, path }) => operation !== "token" && !path.startsWith("/oauth/"))
      .map(({ path }) => (path.split("?")[0] ?? "").split("/").map(decodeURIComponent));
  /** What was asked for while something was done, which may be refused with words for people. */
  const asked = async (work: () => Promise<unknown>): Promise<string[][]> => {
    world.tenant.clearRequests();
    await bounded(work()).catch(expectForPeople);
    return segments();
  };

  describe.each(titled)("%s", (_, subject) => {
    beforeAll(() => start(subject));
    afterAll(() => world.close());
    const { ids, asked: askedBy, askedToo = [], programs } = subject.hostile;

    test("X.get reads exactly this id, or sends nothing", async () => {
      await fc.assert(
        fc.asyncProperty(ids(id), async (text) => {
          const targets = await asked(() => world.port.read(text, {}));
          const wanted = askedBy(text);
          const all = wanted ? [wanted, ...askedToo] : [];
          expect(targets.toSorted()).toEqual(all.map((one) => ["", "api", "v2", ...one]).toSorted());
        }),
        casesOf(subject),
      );
    });

    test("an object is created with exactly its name, and found by that name after a lost response", async () => {
      await fc.assert(
        fc.asyncProperty(programs(id), async ({ args, mayAsk }) => {
          world.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2" });
          const targets = await asked(() => new MiniEngine(world.port).up({ it: args }));
          world.tenant.clearFaults();
          // If a listing lacks a part of its objects, the one with the name is read by the id that the tenant has given to it.
          const collections = world.tenant as unknown as Readonly<Record<string, Partial<Collection> | undefined>>;
          const isOwnId = (id: string) => collections[`${subject.name}s`]?.get?.(id) !== undefined;
          for (const target of targets.map((one) => one.slice(3))) {
            const last = target.at(-1) ?? "";
            const read = isOwnId(last) ? mayAsk.map((one) => [...one, last]) : [];
            expect([...mayAsk, ...read]).toContainEqual(target);
          }
        }),
        casesOf(subject),
      );
    });
  });
});

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

/** What the documentation says: a refresh, an `up`, and where that finds an object that is unknown to the state, adopting it. */
async function recover(engine: MiniEngine, program: Readonly<Record<string, JsonObject>>): Promise<void> {
  // A command is a run of its own, which has read nothing yet.
  world.port.startRun?.();
  // What is sent again only after a while is sent again.
  for (const [name, entry] of aged(engine.state)) engine.state.set(name, entry);
  await engine.refresh();
  const [step] = await engine.up(program);
  if (step?.failure !== undefined) {
    expect(step.failure.message).toMatch(/exists already|another team or stack may have created it/);
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
  for (const secret of [...subjects.flatMap(({ hostile }) => hostile.secrets ?? []), world.tenant.clientSecret])
    expect(text).not.toContain(secret);
}

/** An entry of the state that the engine can save, and that later calls can use. */
function expectUsable({ id, inputs, outputs }: StateEntry): void {
  expect(id).toMatch(/^[^\p{Cc}\p{Cs}]+$/u);
  expect([".", ".."]).not.toContain(id);
  for (const value of [inputs, outputs]) expectPortable(value);
}

function expectPortable(value: Json): void {
  if (typeof value === "number") expect(value).toSatisfy(Number.isFinite);
  if (typeof value === "string") expect(value).not.toBe(unknownValue);
  if (Array.isArray(value)) for (const item of value) expectPortable(item);
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    if (key === signatureKey) expect(item).toBe("1b47061264138c4ac30d75fd1eb44270");
    expect(key).not.toMatch(/\p{Cs}/u);
    expectPortable(item);
  }
}

function snapshotOfPrototypes(): unknown {
  return [Object, Array, String, Number, Function, Map, Set, Promise, Error].map(({ prototype }) =>
    Reflect.ownKeys(prototype).map(String),
  );
}
