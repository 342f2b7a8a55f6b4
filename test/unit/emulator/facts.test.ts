import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { definitions, type TypeName } from "../../../provider/src/definitions/registry.ts";
import { type Need, type Sample, samples } from "../../../provider/src/definitions/samples.ts";
import { resourceTypes } from "../../../provider/src/resources/resource-types.made.ts";
import { idNameOf } from "../../../provider/src/schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../../../provider/src/schema/json.ts";
import { classOf } from "../../../provider/src/schema/provider-code.ts";
import { type Field, type Fields, wireName } from "../../../provider/src/schema/schema.ts";
import { fromWire, toWire } from "../../../provider/src/state/wire.ts";
import { eventsOf } from "../../../provider/src/verify/events.ts";
import { cliFactsOf, comes, facts, factsOfProperty } from "../../../provider/src/verify/facts.ts";
import { isShown, mismatchOf } from "../../../provider/src/verify/shapes.ts";
import { factsOf, type Stage } from "../../../provider/src/verify/story.ts";
import { isOfNew, trialOf, valueOfNew } from "../../../provider/src/verify/trials.ts";
import { afterRemoval } from "../../../provider/src/verify/values.ts";
import { writtenTypes } from "../../../provider/src/verify/writing.ts";
import { type Answer, closeAll, type Setup, setup } from "./client.ts";

/*
 * The facts of `verify --write` that are about the service alone, asked without the provider, under the same names. If a report about a tenant
 * has such a fact as different, the test of that name says what the emulator does instead.
 */

const types = writtenTypes.filter((type) => samples[type]?.key !== undefined);
/** A service that takes no null: without the property, an update removes it. */
const clearedOtherwise = ["LogStream, pii_config"];

let count = 0;
let api: Setup;
const made: string[] = [];
beforeAll(async () => {
  api = await setup();
});
// Some values are unique, and the number of some objects is limited.
afterEach(async () => {
  for (const path of made.splice(0).toReversed()) await api.call("DELETE", path);
});
afterAll(closeAll);

/** An object of a type: the program that it is made of, and its place. */
interface Made {
  readonly args: JsonObject;
  readonly answer: Answer;
  readonly path: string;
}

async function make(type: TypeName, given?: JsonObject): Promise<Made> {
  const args = given ?? (await programOf(type)).args;
  const answer = await api.call("POST", `/${definitions[type].route}`, bodyOf(type, args));
  const path = `/${definitions[type].route}/${encodeURIComponent(String(own(answer.body, idNameOf(definitions[type]))))}`;
  if (answer.status < 300) made.push(path);
  return { args, answer, path };
}

async function programOf(type: TypeName) {
  const sample = samples[type] as Sample;
  const needed: Record<string, string> = {};
  for (const [name, need] of Object.entries(sample.needs ?? {})) needed[name] = await needOf(need as Need);
  count += 1;
  return sample.program({ key: `facts-0123456789ab-${count}`, free: (count % 100) + 1, needed });
}

async function needOf({ type, property, with: more }: Need): Promise<string> {
  const { args } = await programOf(type);
  const { answer, path } = await make(type, { ...args, ...more });
  if (own(more ?? {}, "deploy") === true) await api.call("POST", `${path}/deploy`);
  return String(property === undefined ? own(answer.body, idNameOf(definitions[type])) : own(args, property));
}

function fieldsOf(type: TypeName): Fields {
  return definitions[type].schema.fields;
}

function bodyOf(type: TypeName, args: JsonObject): JsonObject {
  const { deploy: _, ...body } = toWire(fieldsOf(type), args);
  return body;
}

/** An answer under the names that programs use. */
function liveOf(type: TypeName, body: Json): JsonObject {
  return resourceTypes[type].normalize(fromWire(fieldsOf(type), isObject(body) ? body : {}));
}

async function readAt(type: TypeName, path: string): Promise<JsonObject> {
  const { status, body } = await api.call("GET", path);
  expect(status).toBe(200);
  return liveOf(type, body);
}

/** What differs in a property. */
function mismatches(field: Field, name: string, expected: Json, live: JsonObject) {
  return mismatchOf(name, field, expected, own(live, name));
}

/** Changes a property. Returns the object after it. */
async function patch(type: TypeName, path: string, args: JsonObject): Promise<JsonObject> {
  const { status, body } = await api.call("PATCH", path, bodyOf(type, args));
  expect(status, JSON.stringify(body)).toBe(200);
  return readAt(type, path);
}

const tested = new Set<string>();

describe.each(types)("%s", (type) => {
  const sample = samples[type] as Sample;
  const named = (fact: string) => {
    const name = `${classOf(type)}, ${fact}`;
    tested.add(name);
    return name;
  };
  const program = sample.program({ key: "facts-0123456789ab-0", free: 0, needed: {} });

  test(named(facts.creation), async () => {
    const { args, answer, path } = await make(type);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    const live = await readAt(type, path);
    for (const [name, field] of Object.entries(fieldsOf(type))) {
      const value = own(args, name);
      if (value !== undefined && !field.subresource) expect(mismatches(field, name, value, live)).toBeUndefined();
    }
  });

  test(named(facts.deletion), async () => {
    const { path } = await make(type);
    expect((await api.call("DELETE", path)).status).toBeLessThan(300);
    expect((await api.call("GET", path)).status).toBe(404);
  });

  const { sharesNames } = resourceTypes[type];
  test(named(sharesNames ? facts.shared : facts.taken), async () => {
    const { args } = await make(type);
    const { answer } = await make(type, args);
    if (sharesNames) expect(answer.status).toBeLessThan(300);
    else expect(answer.status).toBe(409);
  });

  if (!sharesNames)
    test(named(facts.atOnce), async () => {
      const { args } = await programOf(type);
      const both = await Promise.all([make(type, args), make(type, args)]);
      expect(both.map(({ answer }) => answer.status).filter((status) => status === 409)).toHaveLength(1);
    });

  for (const [name, field] of Object.entries(fieldsOf(type))) {
    const wire = wireName(name, field);
    if (own(program.args, name) === undefined && isOfNew(name, field, sample))
      test(named(factsOfProperty.ofNew(wire)), async () => {
        const { path } = await make(type);
        expect(mismatches(field, name, valueOfNew(field), await readAt(type, path))).toBeUndefined();
      });
    const values = trialOf(type, name, sample, program);
    if (values === undefined && own(program.args, name) !== undefined)
      test(named(factsOfProperty.written(wire)), async () => {
        const { args, path } = await make(type);
        expect(mismatches(field, name, own(args, name) ?? null, await readAt(type, path))).toBeUndefined();
      });
    // The provider sends the others in requests of their own, or cannot see them.
    if (!Array.isArray(values) || field.subresource || field.reads?.how === "never") continue;
    test(named(factsOfProperty.written(wire)), async () => {
      const { path } = await make(type);
      for (const value of values as Json[]) {
        const before = await readAt(type, path);
        const live = await patch(type, path, { [name]: value });
        if (isShown(name, field, value, own(live, name))) expect(mismatches(field, name, value, live)).toBeUndefined();
        const kept = Object.entries(fieldsOf(type)).filter(
          ([other, { computed }]) =>
            ![name, ...(sample.follow?.[name] ?? [])].includes(other) && !computed && own(before, other) !== undefined,
        );
        for (const [other, one] of kept)
          expect(mismatches(one, other, own(before, other) ?? null, live), named(facts.keeps)).toBeUndefined();
      }
    });
    const { clear } = field;
    // Others are cleared member by member.
    const isWhole = field.kind !== "document" && !(field.kind === "object" && field.merges);
    const isCleared = isWhole && !clearedOtherwise.includes(named(wire)) && own(program.args, name) === undefined;
    const cleared = clear?.how === "null" ? null : clear?.how === "default" ? clear.value : undefined;
    if (!isCleared || cleared === undefined) continue;
    test(named(factsOfProperty.removed(wire)), async () => {
      const { path } = await make(type);
      await patch(type, path, { [name]: (values as Json[])[0] ?? null });
      const after = afterRemoval(field, {}, null);
      const sent = cleared === null ? { [wire]: null } : bodyOf(type, { [name]: cleared });
      const { status, body } = await api.call("PATCH", path, sent);
      expect(status, JSON.stringify(body)).toBe(200);
      if (after !== "kept") expect(mismatches(field, name, after.value, await readAt(type, path))).toBeUndefined();
    });
  }
});

test("every fact that a report can have about the service alone is the name of a test", () => {
  const { unchanged, keeps, drift, repair, adoption, replacement, lost } = facts;
  // What the provider does about a removal has other requests for many properties.
  const isOfProvider = (type: TypeName, fact: string) =>
    [
      unchanged,
      keeps,
      drift,
      repair,
      adoption,
      replacement,
      lost,
      ...eventsOf(type).map(comes),
      ...cliFactsOf(type),
    ].includes(fact) || fact.endsWith(factsOfProperty.removed(""));
  const stage = { nextKey: () => "facts-0123456789ab-0", free: new Map() } as unknown as Stage;
  const missing = types.flatMap((type) =>
    factsOf(type, stage)
      .filter((fact) => !isOfProvider(type, fact) && !untried(type).includes(fact))
      .map((fact) => `${classOf(type)}, ${fact}`)
      .filter((name) => !tested.has(name)),
  );
  expect(missing).toEqual([]);
});

/** The facts about properties that a run does not try, or that have requests of their own. */
function untried(type: TypeName): readonly string[] {
  const sample = samples[type] as Sample;
  const program = sample.program({ key: "facts-0123456789ab-0", free: 0, needed: {} });
  const names = Object.entries(fieldsOf(type)).filter(
    ([name, field]) =>
      field.subresource || field.reads?.how === "never" || typeof trialOf(type, name, sample, program) === "string",
  );
  return names.map(([name, field]) => factsOfProperty.written(wireName(name, field)));
}
