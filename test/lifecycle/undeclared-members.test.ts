import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Collection, Emulator } from "../../provider/src/emulator/index.ts";
import { idNameOf } from "../../provider/src/schema/definition.ts";
import {
  describePath,
  isObject,
  type Json,
  type JsonObject,
  own,
  type Path,
  valueAt,
} from "../../provider/src/schema/json.ts";
import { type Fields, wireName } from "../../provider/src/schema/schema.ts";
import { collectionOf as collectionNamed } from "../../provider/src/schema/service.ts";
import { Draft, leavesOf } from "../../provider/src/state/leaves.ts";
import { toWire } from "../../provider/src/state/wire.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { few, spread } from "../harness/scale.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import {
  fullValue,
  isTakenAlong,
  merged,
  type ObjectProperty,
  objectProperties,
  optionalIn,
  programOf,
  programsAfter,
  takenAlong,
  without,
} from "../subjects/object-properties.ts";
import { json, startService } from "../unit/helpers/fake-service.ts";
import { patientWorld, providerFor, type World } from "./world.ts";

/*
 * "You manage what you declare, at any depth": tried with every property of every type that is an object. A program declares it without some
 * members, which another client sets by hand. Then the program drops the property, drops a part of it, or changes a part of it. What another client
 * else has set stays as it is, or the run is refused by its name and changes nothing: also if one response is wrongly empty, or late.
 */

beforeAll(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));
afterAll(() => void vi.restoreAllMocks());

/** The response to one read that is wrong: it has no values, or is the first one and as from before the change of another client. */
type WrongResponse = { readonly is: "empty"; readonly at: number } | { readonly is: "late" };

test("the list of members that are removed by design is known and short", () => {
  expect(takenAlong.length).toBeLessThanOrEqual(5);
});

const bySubject = subjects
  .map((subject) => ({ subject, mine: objectProperties.filter((property) => property.subject === subject) }))
  .filter(({ mine }) => mine.length > 0);

describe.each(bySubject)("$subject.resource:", ({ subject, mine }) => {
  let world: World;
  let number = 0;
  beforeAll(async () => {
    world = await patientWorld(kinds[subject.name]);
    subject.prepare(world.tenant);
  });
  afterAll(() => world.close());

  // In the soak, thousands of runs for the property with the most members.
  const timeout = 240_000;
  test.each(mine)(
    "nothing undeclared in $name is lost, or the update is refused by name",
    { timeout },
    async (property) => {
      const { name, field } = property;
      const full = fullValue(field, name, 0);
      const optional = optionalIn(property, full);
      const cases = optional.flatMap((place) => [[place], optional.filter((path) => path !== place)]);
      const runs = cases.flatMap((theirs) => {
        const program = without({ [name]: full }, theirs);
        if (theirs.length === 0 || leavesOf({ [name]: field }, program).length === 0) return [];
        return programsAfter(property, program).map(([step, next]) => ({ program, theirs, step, next }));
      });
      let tried = 0;
      const lost: string[] = [];
      for (const { program, theirs, step, next } of spread(runs, few)) {
        const outcome = await outcomeOf(property, program, theirs, [step, next]);
        if (outcome === "impossible") continue;
        tried++;
        if (outcome !== "kept") lost.push(`${step} beside ${theirs.map(describePath).join(", ")}: ${outcome}`);
      }
      expect(lost).toEqual([]);
      const leaves = leavesOf({ [name]: field }, { [name]: full });
      if (optional.length > 0 && leaves.length > 1) expect(tried).toBeGreaterThan(0);
    },
  );

  test.each(mine)("one empty or late response loses nothing undeclared in $name", { timeout }, async (property) => {
    const { name, field } = property;
    const full = fullValue(field, name, 0);
    const theirs = optionalIn(property, full).slice(1);
    const program = without({ [name]: full }, theirs);
    const lost: string[] = [];
    if (theirs.length === 0 || leavesOf({ [name]: field }, program).length === 0) return;
    const changes = programsAfter(property, program).filter(([step]) => step.startsWith("changes"));
    const steps = changes.slice(0, 2).map(([step, next]) => ({ before: program, step, next }));
    for (const { before, step, next } of [...steps, { before: {}, step: "declares a part", next: program }]) {
      // What is lost without a wrong response has a test of its own.
      if ((await outcomeOf(property, before, theirs, [step, next])) !== "kept") continue;
      for (const wrong of [{ is: "empty", at: 0 }, { is: "empty", at: 1 }, { is: "late" }] as const) {
        const outcome = await outcomeOf(property, before, theirs, [step, next], wrong);
        if (outcome !== "impossible" && outcome !== "kept") lost.push(`${step}, ${JSON.stringify(wrong)}: ${outcome}`);
      }
    }
    expect(lost).toEqual([]);
  });

  /**
   * What becomes of members of another team in a step from one program to the next.
   *
   * @param wrong the wrong response. Default: all are right
   */
  async function outcomeOf(
    ...given: Parameters<typeof outcomeIn> extends [unknown, ...infer R] ? R : never
  ): Promise<string> {
    const engine = new MiniEngine(world.port);
    try {
      return await outcomeIn(engine, ...given);
    } finally {
      // A listing of all objects that were ever tried would be long.
      const left = engine.state.get("it")?.id;
      if (left !== undefined) subject.remove(world.tenant, left);
    }
  }

  async function outcomeIn(
    engine: MiniEngine,
    property: ObjectProperty,
    program: JsonObject,
    theirs: readonly Path[],
    [step, next]: readonly [string, JsonObject],
    wrong?: WrongResponse,
  ): Promise<string> {
    const identity = subject.identity(world.tenant, ++number);
    const up = async (declared: JsonObject) => {
      const [done] = await engine.up({ it: programOf(property, identity, declared) });
      return done?.failure?.message;
    };
    if ((await up(program)) !== undefined) return "impossible";
    const id = engine.state.get("it")?.id ?? "";
    const held = () => subject.held(world.tenant, id)?.live ?? {};
    // A member that the identity declares belongs to the program.
    const others = theirs.filter((path) => valueAt(identity, path) === undefined);
    let set: readonly Path[] = [];
    let before = held();
    const setByHand = () => {
      set = others.filter((path) => isSetByHand(property, id, program, path, held));
      before = held();
    };
    if (wrong?.is !== "late") setByHand();
    world.tenant.clearRequests();
    if (wrong?.is === "empty")
      world.tenant.inject({ kind: "hollow", method: "GET", path: subject.path, skip: wrong.at });
    // The first response is as from before the change of the other client.
    const stop = world.tenant.onRequest(({ phase, request: { method, path } }) => {
      if (wrong?.is !== "late" || set.length > 0 || phase !== "answered") return;
      if (method === "GET" && path.startsWith(subject.path)) setByHand();
    });
    const failure = await up(next);
    stop();
    world.tenant.clearFaults();
    if (set.length === 0) return "impossible";
    // A program that is refused before anything is sent is none.
    if (failure !== undefined && world.calls().length === 0) return "impossible";
    // A replacement makes another object.
    if (engine.state.get("it")?.id !== id) return "impossible";
    const after = held();
    if (failure !== undefined && wrong === undefined) {
      const isNamed = set.some((path) => failure.includes(describePath(path)));
      return isNamed && isDeepStrictEqual(after, before) ? "kept" : `refused, but not by name: ${failure}`;
    }
    const lost = set.filter(
      (path) => !isDeepStrictEqual(valueAt(after, path), valueAt(before, path)) && !isTakenAlong(property, step, path),
    );
    return lost.length > 0 ? `lost ${lost.map(describePath).join(", ")}` : "kept";
  }

  /** Sets a member to what it is not, in whatever way the service takes; answers whether it could be done. */
  function isSetByHand(
    { name, field }: ObjectProperty,
    id: string,
    program: JsonObject,
    path: Path,
    held: () => JsonObject,
  ): boolean {
    const { tenant } = world;
    for (const n of [0, 1] as const) {
      const before = held();
      const value = valueAt({ [name]: fullValue(field, name, n) }, path) ?? null;
      if (isDeepStrictEqual(value, valueAt(before, path))) continue;
      const set = new Draft();
      set.put(path, value);
      const alone = own(set.root, name) ?? null;
      const all = merged(own(program, name), alone);
      const wire = toWire(kinds[subject.name].schema.fields, { [name]: alone });
      const ways = [
        () => subject.edit(tenant, id, name, alone),
        () => subject.edit(tenant, id, name, all),
        () => void collectionOf(tenant)?.update(id, wire),
      ];
      if (ways.some(isTaken) && isDeepStrictEqual(valueAt(held(), path), value)) return true;
    }
    return false;
  }

  /** The collection of the type's objects. A singleton has none. */
  function collectionOf(tenant: Emulator): Collection | undefined {
    return Object.hasOwn(tenant, `${subject.name}s`) ? tenant[`${subject.name}s` as "clients"] : undefined;
  }
});

/** Whether the service takes what another client does. */
function isTaken(way: () => void): boolean {
  try {
    way();
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === "ServiceError") return false;
    throw error;
  }
}

/** Something that a service of next year has put into an object. */
const unknown = "theirs_new";

const withObjects = bySubject.flatMap(({ subject, mine }) => {
  // The service of next year has one route only. Of a singleton of several routes, each part is written by its own.
  if (definitions[subject.name].parts) return [];
  const known = mine.filter(({ field }) => field.kind === "object");
  return known.length > 0 ? [{ subject, known }] : [];
});

describe.each(withObjects)("$subject.resource at a newer service:", ({ subject, known }) => {
  test.each(known)("unknown members of $name are kept, or the update is refused by name", async (property) => {
    const { name, field } = property;
    const fields: Fields = { [name]: field };
    const program: JsonObject = { [name]: fullValue(field, name, 0) };
    const lost: string[] = [];
    for (const [step, next] of programsAfter(property, program)) {
      const { service, stored, requests } = await serviceOfNextYear(property);
      const config = { "tenant:domain": service.origin, "tenant:clientId": "client", "tenant:clientSecret": "none" };
      const engine = new MiniEngine(providerFor(kinds[subject.name], config));
      const identity = subject.identity({ url: service.origin } as Emulator, 1);
      const up = async (declared: JsonObject) => {
        const [done] = await engine.up({ it: programOf(property, identity, declared) });
        return done?.failure?.message;
      };
      expect(await up(program)).toBeUndefined();
      const before = stored();
      const asked = requests();
      const failure = await up(next);
      if (failure !== undefined && requests() === asked) continue;
      if (failure !== undefined) {
        if (!failure.includes(unknown) || !isDeepStrictEqual(stored(), before)) lost.push(`${step}: ${failure}`);
        continue;
      }
      const there = placesOf(fields, before);
      const gone = there.filter((path) => valueOnWire(fields, stored(), path) === undefined);
      for (const path of gone)
        if (!isTakenAlong(property, step, path)) lost.push(`${step}: lost ${describePath(path)}`);
    }
    expect(lost).toEqual([]);
  });
});

/** A service that keeps what it is sent, and puts something into every object of a new property. */
async function serviceOfNextYear({ subject, name, field }: ObjectProperty) {
  const { route, listing } = definitions[subject.name];
  const idName = idNameOf(definitions[subject.name]);
  const { fields } = kinds[subject.name].schema;
  const wire = wireName(name, field);
  const isMerging = (key: string) =>
    Object.entries(fields).some(([own, one]) => wireName(own, one) === key && "merges" in one && one.merges);
  let stored: JsonObject = {};
  let requests = 0;
  const service = await startService(({ method, url, body }, response) => {
    requests++;
    const given = body === "" ? {} : (JSON.parse(body) as JsonObject);
    if (url.endsWith("/credentials")) return json(response, 200, method === "GET" ? [] : { id: "cred_1" });
    if (method === "POST") {
      stored = { [idName]: "id-1", client_secret: "s", ...given };
      if (isObject(stored[wire])) stored = { ...stored, [wire]: grown(stored[wire] as JsonObject) };
    }
    if (method === "PATCH" || method === "PUT") {
      for (const [key, value] of Object.entries(given)) {
        const both = isMerging(key) && isObject(value) ? { ...(stored[key] as JsonObject), ...value } : value;
        stored = { ...stored, [key]: isObject(both) ? nonNull(both) : both };
      }
      stored = nonNull(stored);
    }
    const isListing = method === "GET" && listing !== undefined && !url.includes("id-1");
    const total = isListing ? { start: 0, limit: 100, total: 1 } : {};
    if (method === "GET" && subject.read) return json(response, 200, subject.read(stored, ""));
    json(response, 200, isListing ? { [collectionNamed(route)]: [stored], ...total } : stored);
  });
  return { service, stored: () => stored, requests: () => requests };
}

function nonNull(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}

function grown(value: JsonObject): JsonObject {
  const members = Object.entries(value).map(([key, item]) => [key, isObject(item) ? grown(item) : item]);
  return { ...Object.fromEntries(members), [unknown]: "theirs" };
}

/** Where something unknown stands, under the names that programs use. */
function placesOf(fields: Fields, wire: Json | undefined, above: Path = []): readonly Path[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = own(wire, wireName(name, field));
    if (field.kind !== "object" || !isObject(value)) return [];
    const path = [...above, name];
    const here = own(value, unknown) === undefined ? [] : [[...path, unknown]];
    return [...here, ...placesOf(field.fields, value, path)];
  });
}

function valueOnWire(fields: Fields, wire: Json | undefined, [name = "", ...rest]: Path): Json | undefined {
  if (name === unknown) return own(wire, name);
  const field = fields[name];
  const value = own(wire, wireName(name, field));
  return field?.kind === "object" ? valueOnWire(field.fields, value, rest) : value;
}
