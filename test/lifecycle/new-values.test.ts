import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { resolveSettings, TenantClient } from "../../provider/src/client/index.ts";
import { Importer } from "../../provider/src/import/resource.ts";
import { idNameOf } from "../../provider/src/schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { type Field, type Fields, wireName } from "../../provider/src/schema/schema.ts";
import { takesUndocumented } from "../../provider/src/schema/undocumented.ts";
import { rowFrom, shownFields } from "../../provider/src/sdk/rows.ts";
import { hideMasks, inPlain } from "../../provider/src/state/secrets.ts";
import { fromWire } from "../../provider/src/state/wire.ts";
import { deployed } from "../../provider/src/types/action/deploy.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { startWorld, type World } from "./world.ts";

/*
 * Values of enumerations that the service gets later: at every place where a schema lists values, in objects and elements of lists, too, the
 * tenant answers another one. Nothing breaks: neither a refresh, nor an import, nor a look-up.
 */

const newValue = "brand_new_2030";

/** The enumerated members of an object, each with a new value; empty if there are none. An identity never changes. */
function withNewValues(fields: Fields, body: Json | undefined): JsonObject {
  const members = Object.entries(fields).flatMap(([name, field]): [string, Json][] => {
    const wire = wireName(name, field);
    const value = field.forceNew ? undefined : newFor(field, own(body, wire));
    return value === undefined ? [] : [[wire, value]];
  });
  return Object.fromEntries(members);
}

function newFor(field: Field, before: Json | undefined): Json | undefined {
  switch (field.kind) {
    case "string":
      return field.oneOf && newValue;
    case "object": {
      const members = withNewValues(field.fields, before);
      return Object.keys(members).length > 0 ? { ...(isObject(before) && before), ...members } : undefined;
    }
    case "list": {
      const element = Array.isArray(before) ? before[0] : undefined;
      const item = newFor(field.item, element);
      return item === undefined ? undefined : [item];
    }
    case "set":
      return field.item.oneOf && !field.onWire ? [newValue] : undefined;
    default:
      return undefined;
  }
}

/** What a program of these declares is read from the response for another type, which has other names. */
const readElsewhere = ["clientAuthentication"];

/** A singleton of several routes has no response of its own: tests of each such type hold the law. */
const withEnumerations = subjects
  .filter(({ name }) => !readElsewhere.includes(name) && definitions[name].parts === undefined)
  .filter(({ name }) => Object.keys(withNewValues(kinds[name].schema.fields, {})).length > 0)
  .map((subject) => [subject.resource, subject] as const);

beforeAll(() => {
  for (const level of ["warn", "info", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterAll(() => void vi.restoreAllMocks());

test("many types have enumerations", () => {
  expect(withEnumerations.length).toBeGreaterThan(6);
});

describe.each(withEnumerations)("new values of %s", (_title, subject) => {
  const { fields } = kinds[subject.name].schema;
  let world: World;
  beforeAll(async () => {
    world = await startWorld({}, kinds[subject.name]);
    subject.prepare(world.tenant);
  });
  afterAll(() => world.close());

  /** The object of a program, as the tenant answers it with new values everywhere. */
  async function managed() {
    const engine = new MiniEngine(world.port);
    const [version] = subject.hostile.versions(world.tenant, 1);
    const isOfBody = ([name]: readonly [string, Json]) => !fields[name]?.subresource;
    const program = Object.fromEntries(Object.entries(version).filter(isOfBody));
    for (const { failure } of await engine.up({ it: program })) if (failure) throw failure;
    const real = subject.answered?.(world.tenant, subject.keyOf(program)) ?? {};
    return { engine, program, body: { ...real, ...withNewValues(fields, real) }, id: engine.state.get("it")?.id ?? "" };
  }

  test("fail no refresh: declared properties show the new value as drift, and all others are silent", async () => {
    const { engine, program, body } = await managed();
    world.tenant.inject({
      kind: "status",
      status: 200,
      method: "GET",
      path: subject.path,
      body: JSON.stringify(subject.read?.(body, subject.keyOf(program)) ?? body),
      times: 99,
    });
    const steps = await engine.refresh();
    world.tenant.clearFaults();
    expect(steps.map(({ name }) => name)).toEqual(["it"]);
    const live = fromWire(fields, body);
    const outputs = inPlain(engine.state.get("it")?.outputs ?? {});
    for (const [name, field] of Object.entries(fields)) {
      const isDeclared =
        own(program, name) !== undefined && field.kind === "string" && field.oneOf && !field.subresource;
      if (isDeclared && !field.forceNew) expect(outputs[name]).toEqual(own(live, name));
    }
    for (const { failure } of await engine.up({})) if (failure) throw failure;
  });

  test("fail no import", async () => {
    const { body, id, engine, program } = await managed();
    const inPath = Object.fromEntries(Object.entries(program).filter(([name]) => fields[name]?.forceNew));
    const live = kinds[subject.name].normalize(hideMasks(fields, { ...inPath, ...fromWire(fields, body) }));
    const { domain, clientId, clientSecret } = world.tenant;
    const env = { TENANT_DOMAIN: domain, TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret };
    const target = resolveSettings({ config: () => undefined, env });
    const client = new TenantClient(target);
    onTestFinished(() => client.close());
    const config: Readonly<Record<string, string>> = { domain, clientId, clientSecret };
    const importer = new Importer({ client, target, config: (key) => config[key], all: true });
    const imported = await importer.import({ type: subject.name, id, properties: live } as never);
    expect(JSON.stringify(imported.args)).toContain(newValue);
    await engine.up({});
  });

  test("fail no look-up", async () => {
    const { body, engine } = await managed();
    const definition = definitions[subject.name];
    const row = rowFrom({ fields: shownFields(definition.schema.fields), id: idNameOf(definition) }, body);
    // Only objects with an id of their own can be looked up.
    expect(row !== undefined).toBe(typeof own(body, idNameOf(definition)) === "string");
    await engine.up({});
  });
});

/** The text, numbers and switches among the members of an object, each of another JSON type. */
function withOtherTypes(fields: Fields, body: Json | undefined, isLeft: (name: string) => boolean): JsonObject {
  const members = Object.entries(fields).flatMap(([name, field]): [string, Json][] => {
    const wire = wireName(name, field);
    const before = own(body, wire);
    if (before === undefined || before === null || field.forceNew || field.subresource || isLeft(name)) return [];
    if (field.kind === "string") return [[wire, 7]];
    if (field.kind === "integer" || field.kind === "boolean") return [[wire, "other"]];
    if (field.kind !== "object" || field.onWire || !isObject(before)) return [];
    return [[wire, { ...before, ...withOtherTypes(field.fields, before, () => false) }]];
  });
  return Object.fromEntries(members);
}

const wholeObjects = subjects
  .filter(({ name }) => takesUndocumented(definitions[name]))
  .map((subject) => [subject.resource, subject] as const);

describe.each(wholeObjects)("values of another JSON type: %s", (_title, subject) => {
  const { fields } = kinds[subject.name].schema;
  /** An object without these is none of the type. */
  const isNeeded = (name: string) => kinds[subject.name].uniqueBy.includes(name) || name === "status";

  test("have no effect on undeclared properties, and are drift of declared ones; no run fails", async () => {
    const world = await startWorld({}, kinds[subject.name]);
    onTestFinished(() => world.close());
    subject.prepare(world.tenant);
    const engine = new MiniEngine(world.port);
    const [declared = {}] = subject.hostile.versions(world.tenant, 1);
    const version = Object.fromEntries(Object.entries(declared).filter(([name]) => !fields[name]?.subresource));
    for (const { failure } of await engine.up({ it: version })) if (failure) throw failure;
    const real = subject.answered?.(world.tenant, subject.keyOf(version));
    if (!real) return;
    const answer = (changed: JsonObject) => {
      const body = { ...real, ...changed };
      world.tenant.inject({
        ...{ kind: "status", status: 200, method: "GET", path: subject.path, times: 99 },
        body: JSON.stringify(subject.read?.(body, subject.keyOf(version)) ?? body),
      });
    };
    const isDeclared = (name: string) => own(version, name) !== undefined || fields[name]?.computed === true;
    answer(withOtherTypes(fields, real, (name) => isNeeded(name) || isDeclared(name)));
    expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    world.tenant.clearFaults();

    const changed = withOtherTypes(fields, real, (name) => isNeeded(name) || fields[name]?.computed === true);
    answer(changed);
    const steps = await engine.refresh();
    const outputs = inPlain(engine.state.get("it")?.outputs ?? {});
    for (const [name, field] of Object.entries(fields)) {
      const value = own(changed, wireName(name, field));
      const isPlain =
        field.kind === "integer" || field.kind === "boolean" || (field.kind === "string" && !field.orNumber);
      const isSeen = isPlain && value !== undefined && own(version, name) !== undefined && field.reads === undefined;
      if (isSeen && !field.secret) expect([name, outputs[name]]).toEqual([name, value]);
    }
    expect(steps).toMatchObject([{ name: "it" }]);
    world.tenant.clearFaults();
    for (const { failure } of await engine.up({ it: version })) expect(failure).toBeUndefined();
  });
});

test("an unknown build state of an action counts as unfinished", async () => {
  const states = ["queued", "built"];
  const draft = new Map<string, string>();
  const read = () =>
    Promise.resolve({ body: { status: states.shift() ?? "built", all_changes_deployed: true }, draft });
  const service = { wait: () => Promise.resolve() } as unknown as TenantClient;
  await deployed(service, { id: "action-1", label: "action", draft, read });
  expect(states).toEqual([]);
});
