import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { problemsOf } from "../../provider/src/lifecycle/checks/validate.ts";
import { restOf } from "../../provider/src/lifecycle/requests/rest.ts";
import type { ResourceType } from "../../provider/src/lifecycle/resource-type.ts";
import { isObject, type JsonObject } from "../../provider/src/schema/json.ts";
import { isAtTop, wireName } from "../../provider/src/schema/schema.ts";
import { nullsIn } from "../../provider/src/schema/undocumented.ts";
import { inPlain } from "../../provider/src/state/secrets.ts";
import { resourceServer } from "../../provider/src/types/resource-server/definition.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";
import { json, type Seen, startService } from "../unit/helpers/fake-service.ts";
import { importedOf } from "./importing/tenants.ts";
import { providerFor } from "./world.ts";

const warn = vi.fn();
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(warn));
afterEach(() => {
  vi.restoreAllMocks();
  warn.mockReset();
});

/**
 * A service of next year: it takes every property, and null clears one, except those that it refuses to clear.
 *
 * @param refused properties for which null is a 400
 * @param read the answer to a GET of the object
 */
async function serviceOfNextYear(
  refused: readonly string[] = [],
  type: ResourceType = kinds.resourceServer,
  read: Subject["read"] = (answered) => answered,
) {
  let stored: JsonObject = {};
  let made = 0;
  const calls: [string, JsonObject][] = [];
  const service = await startService(({ method, body }: Seen, response) => {
    const given = body === "" ? {} : (JSON.parse(body) as JsonObject);
    if (method !== "GET") calls.push([method, given]);
    const wrong = nullsIn(given)
      .map((path) => path.at(-1) ?? "")
      .find((key) => refused.includes(key));
    if (wrong !== undefined) {
      const message = `Payload validation error: 'Expected type boolean but found type null' on property ${wrong}.`;
      return json(response, 400, { statusCode: 400, error: "Bad Request", errorCode: "invalid_body", message });
    }
    if (method === "POST") stored = { id: `id-${++made}`, client_id: `id-${made}`, themeId: `id-${made}`, ...given };
    if (method === "PATCH" || method === "PUT") stored = withoutNulls({ ...stored, ...merged(type, stored, given) });
    json(response, 200, method === "GET" ? read(stored, "") : stored);
  });
  const config = {
    "tenant:domain": service.origin,
    "tenant:clientId": "client",
    "tenant:clientSecret": "not-a-secret",
  };
  const engine = new MiniEngine(providerFor(type, config));
  return {
    engine,
    calls,
    config,
    stored: () => stored,
    edit(patch: JsonObject) {
      stored = { ...stored, ...patch };
    },
    failure: async (args: JsonObject) => (await engine.up({ it: args }))[0]?.failure?.message,
    async up(args: JsonObject) {
      calls.length = 0;
      const [step] = await engine.up({ it: args });
      if (step?.failure) throw step.failure;
      expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
      expect(await engine.changes({ it: args })).toEqual([]);
    },
  };
}

/** The objects of an update, merged with the stored ones where the API does so. */
function merged({ schema: { fields } }: ResourceType, stored: JsonObject, given: JsonObject): JsonObject {
  const objects = Object.entries(fields).flatMap(([name, field]) => {
    const wire = wireName(name, field);
    const [was, now] = [stored[wire], given[wire]];
    const isMerged = field.kind === "object" && field.merges && isObject(was) && isObject(now);
    return isMerged ? [[wire, withoutNulls({ ...was, ...now })] as const] : [];
  });
  return { ...given, ...Object.fromEntries(objects) };
}

/** An object without nulls, also in the objects in it. */
function withoutNulls(object: JsonObject): JsonObject {
  const present = Object.entries(object).filter(([, value]) => value !== null);
  return Object.fromEntries(present.map(([key, value]) => [key, isObject(value) ? withoutNulls(value) : value]));
}

const identifier = "https://orders.example.com";
const orders = (undocumented?: JsonObject): JsonObject => ({ identifier, ...(undocumented && { undocumented }) });

/** Values in the engine's envelope of secrets. */
const envelope = /\{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","value":"[^"]*"\}/g;

describe("a property that this version does not know", () => {
  test("is created, changed and cleared value by value, beside members of others", async () => {
    const { up, stored, edit, calls } = await serviceOfNextYear();
    await up(orders({ new_flag: true, new_object: { ours: 1, deep: { ours: "a" } }, new_list: [1, 2] }));
    expect(stored()).toMatchObject({ new_flag: true, new_object: { ours: 1, deep: { ours: "a" } }, new_list: [1, 2] });
    edit({ new_object: { ours: 1, theirs: 2, deep: { ours: "a", theirs: "b" } }, other_flag: "theirs" });
    await up(orders({ new_flag: true, new_object: { ours: 2, deep: { ours: "c" } }, new_list: [1, 2] }));
    expect(calls).toEqual([["PATCH", { new_object: { ours: 2, theirs: 2, deep: { ours: "c", theirs: "b" } } }]]);
    await up(orders({ new_object: { ours: 2 } }));
    expect(calls).toEqual([
      [
        "PATCH",
        { new_flag: null, new_list: null, new_object: { ours: 2, theirs: 2, deep: { ours: null, theirs: "b" } } },
      ],
    ]);
    edit({ new_object: { ours: 2 } });
    await up(orders());
    expect(calls).toEqual([["PATCH", { new_object: null }]]);
    expect(stored()).toMatchObject({ other_flag: "theirs" });
    expect(warn).not.toHaveBeenCalled();
  });

  test("is drift by its name if another client changed it, and the next run restores it", async () => {
    const { up, edit, engine, stored } = await serviceOfNextYear();
    await up(orders({ new_object: { ours: 1 } }));
    edit({ new_object: { ours: 5, theirs: 6 } });
    expect(await engine.refresh()).toEqual([{ name: "it", op: "update" }]);
    expect(inPlain(engine.state.get("it")?.outputs ?? {}).undocumented).toEqual({ new_object: { ours: 5 } });
    await up(orders({ new_object: { ours: 1 } }));
    expect(stored()).toMatchObject({ new_object: { ours: 1, theirs: 6 } });
  });

  test("keeps its value if the API refuses null, and a warning names it", async () => {
    const { up, stored, calls } = await serviceOfNextYear(["new_flag"]);
    await up(orders({ new_flag: true, new_text: "a" }));
    await up({ ...orders(), name: "Orders" });
    expect(stored()).toMatchObject({ new_flag: true, name: "Orders" });
    expect(stored()).not.toHaveProperty("new_text");
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringMatching(/undocumented\.new_flag was removed from the program, but the API does not accept null/),
    ]);
    expect(calls.map(([, sent]) => sent)).toEqual([
      { name: "Orders", new_flag: null, new_text: null },
      { name: "Orders" },
      { new_flag: null },
      { new_text: null },
    ]);
  });

  test("that is the only one becomes unmanaged by one more read", async () => {
    const { up, stored } = await serviceOfNextYear(["new_flag"]);
    await up(orders({ new_flag: true }));
    await up(orders());
    expect(stored()).toMatchObject({ new_flag: true });
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test("is part of the new object after a replacement", async () => {
    const { up, calls } = await serviceOfNextYear();
    await up(orders({ new_flag: true }));
    await up({ ...orders({ new_flag: true }), identifier: "https://other.example.com" });
    expect(calls[0]).toEqual(["POST", { identifier: "https://other.example.com", new_flag: true }]);
  });

  test("is encrypted in the state if its name or its value looks secret", async () => {
    const { up, engine } = await serviceOfNextYear();
    await up(orders({ new_flag: true, new_api_key: "hush", new_object: { url: "https://u:hush@example.com" } }));
    const state = JSON.stringify(engine.state.get("it"));
    expect(state.match(envelope)).not.toBeNull();
    expect(state.replaceAll(envelope, "")).not.toContain("hush");
  });
});

describe("an unknown member of a known object", () => {
  const before: JsonObject = { mechanism: "mtls", required: true };
  const member = (value: JsonObject) => orders({ proof_of_possession: value });

  test("is created, changed and cleared beside members of the program and of others", async () => {
    const { up, stored, edit, calls } = await serviceOfNextYear();
    await up({ ...member({ new_member: 1 }), proofOfPossession: before });
    expect(stored().proof_of_possession).toEqual({ ...before, new_member: 1 });
    edit({ proof_of_possession: { ...before, new_member: 1, theirs: { a: 1 } } });
    await up({ ...member({ new_member: 2 }), proofOfPossession: before });
    expect(calls).toEqual([["PATCH", { proof_of_possession: { ...before, new_member: 2, theirs: { a: 1 } } }]]);
    await up({ ...orders(), proofOfPossession: before });
    expect(stored().proof_of_possession).toEqual({ ...before, theirs: { a: 1 } });
    expect(warn).not.toHaveBeenCalled();
  });

  test("leaves another client's members when it is the only one, and is removed with an object that it created", async () => {
    const { up, stored, edit } = await serviceOfNextYear();
    await up(member({ new_member: { a: 1 } }));
    expect(stored().proof_of_possession).toEqual({ new_member: { a: 1 } });
    await up(orders());
    expect(stored()).not.toHaveProperty("proof_of_possession");
    edit({ proof_of_possession: before });
    await up(member({ new_member: 1 }));
    expect(stored().proof_of_possession).toEqual({ ...before, new_member: 1 });
    await up(orders());
    expect(stored().proof_of_possession).toEqual(before);
  });

  test("is removed together with its object", async () => {
    const { up, stored } = await serviceOfNextYear();
    await up({ ...member({ new_member: { a: 1 } }), proofOfPossession: before });
    await up(orders());
    expect(stored()).not.toHaveProperty("proof_of_possession");
    expect(warn).not.toHaveBeenCalled();
  });

  test("is drift by its name; another client's member is not", async () => {
    const { up, edit, engine } = await serviceOfNextYear();
    await up(member({ new_member: 1 }));
    edit({ proof_of_possession: { new_member: 1, theirs: 2 } });
    expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    edit({ proof_of_possession: { new_member: 3, theirs: 2 } });
    expect(await engine.refresh()).toEqual([{ name: "it", op: "update" }]);
    expect(inPlain(engine.state.get("it")?.outputs ?? {}).undocumented).toEqual({
      proof_of_possession: { new_member: 3 },
    });
  });

  test("is cleared by an update of the whole object if the API refuses null", async () => {
    const { up, stored } = await serviceOfNextYear(["new_member"]);
    await up({ ...member({ new_member: 1 }), proofOfPossession: before });
    await up({ ...orders(), proofOfPossession: before });
    expect(stored().proof_of_possession).toEqual(before);
    expect(warn).not.toHaveBeenCalled();
  });

  test("is encrypted in the state if its name looks secret", async () => {
    const { up, engine } = await serviceOfNextYear();
    await up(member({ new_api_key: "hush" }));
    expect(JSON.stringify(inPlain(engine.state.get("it")?.outputs ?? {}))).toContain("hush");
    expect(JSON.stringify(engine.state.get("it")).replaceAll(envelope, "")).not.toContain("hush");
  });

  test("an empty object declares nothing", async () => {
    const { up, edit, stored, calls } = await serviceOfNextYear();
    await up(orders());
    edit({ proof_of_possession: before });
    await up(member({}));
    await up(orders());
    expect(calls).toEqual([]);
    expect(stored().proof_of_possession).toEqual(before);
  });
});

/** The types with an object in which a program can declare unknown members, and the API's names of these objects. */
const withObjects = subjects.flatMap((subject) => {
  const { fields, variants = [] } = kinds[subject.name].schema;
  const all = Object.values(fields).find(isAtTop);
  // Variants are one property in the API.
  const inside = [...(all?.atTop.inside.keys() ?? [])].filter((wire) => !variants.includes(wire));
  return inside.map((wire) => [subject.resource, wire, subject] as const);
});

describe("an unknown member in a known object", () => {
  test.each(withObjects)("of %s: %s", async (_, wire, subject) => {
    const type = kinds[subject.name];
    const { up, stored, edit, calls } = await serviceOfNextYear([], type, subject.read);
    const tenant = await startEmulator({ newerService: true });
    onTestFinished(() => tenant.close());
    subject.prepare(tenant);
    const whole: JsonObject = { ...subject.bench[0], ...subject.identity(tenant, 1) };
    const isNeeded = (key: string) => type.schema.fields[key]?.required === true;
    const others = Object.fromEntries(
      Object.entries(whole).filter(([key]) => isNeeded(key) || type.schema.fields[key]?.kind !== "object"),
    );
    await up({ ...others, undocumented: { [wire]: { new_member: 1 } } });
    expect(stored()[wire]).toMatchObject({ new_member: 1 });
    edit({ [wire]: { ...(stored()[wire] as JsonObject), theirs: "kept" } });
    await up({ ...others, undocumented: { [wire]: { new_member: { deep: 2 } } } });
    expect(stored()[wire]).toMatchObject({ new_member: { deep: 2 }, theirs: "kept" });
    expect(calls).toHaveLength(1);
    await up(others);
    expect(stored()[wire]).toMatchObject({ theirs: "kept" });
    expect(stored()[wire]).not.toHaveProperty("new_member");
    const { schema } = type;
    const known = `undocumented.${wire}`;
    expect(problemsOf(schema, { undocumented: { [wire]: 1 } }).map(({ path }) => path.join("."))).toContain(known);
  });
});

describe("an import", () => {
  async function importedWith(all: boolean) {
    const tenant = await startEmulator({ newerService: true });
    onTestFinished(() => tenant.close());
    tenant.clients.create({ name: "Job", new_flag: true, new_object: { a: 1 } });
    const { client, program } = await importedOf(tenant, all);
    onTestFinished(() => client.close());
    return program.resources.find(({ args }) => args.name === "Job")?.args.undocumented;
  }

  test("declares unknown properties only with --all", async () => {
    expect(await importedWith(false)).toBeUndefined();
    expect(await importedWith(true)).toEqual({ new_flag: true, new_object: { a: 1 } });
  });
});

test("an import declares nothing that another resource manages or only the service sets", async () => {
  const tenant = await startEmulator({
    seed: { customDomains: [{ domain: "login.example.com", type: "auth0_managed_certs" }] },
  });
  onTestFinished(() => tenant.close());
  tenant.settings.update("branding", { colors: { primary: "#0059d6" }, logo_url: "https://example.com/logo.png" });
  tenant.settings.update("tenants/settings", { friendly_name: "Example" });
  const { client, program } = await importedOf(tenant, true, undefined, undefined, ["customDomain", "tenantSettings"]);
  onTestFinished(() => client.close());
  expect(program.resources.map(({ item }) => item.type).toSorted()).toEqual(["customDomain", "tenantSettings"]);
  for (const { args } of program.resources) expect(args.undocumented).toBeUndefined();
});

describe("undocumented properties, checked before anything is sent:", () => {
  test.each([
    [{ token_lifetime: 60 }, "undocumented.token_lifetime: is known to this version. Declare `tokenLifetime` instead"],
    [{ proof_of_possession: true }, "Declare `proofOfPossession` instead"],
    [
      { proof_of_possession: { new_member: 1, required: true } },
      "undocumented.proof_of_possession.required: is known to this version. Declare `proofOfPossession.required` instead",
    ],
    [{ scopes: [{ value: "a", new_member: 1 }] }, "Declare `scopes` instead"],
    [{ id: "mine" }, "undocumented.id: cannot be declared: the service sets it, or another resource type manages it"],
    [
      { is_system: true },
      "undocumented.is_system: cannot be declared: the service sets it, or another resource type manages it",
    ],
    [
      { updated_at: "now" },
      "undocumented.updated_at: cannot be declared: the service sets it, or another resource type manages it",
    ],
  ])("%j", async (undocumented, message) => {
    const { failure, calls } = await serviceOfNextYear();
    expect(await failure(orders(undocumented))).toContain(message);
    expect(calls).toEqual([]);
  });

  test("a set of members has none", () => {
    for (const kind of ["rolePermissions", "organizationMembers", "triggerActions", "clientAuthentication"] as const) {
      expect(kinds[kind].schema.fields).not.toHaveProperty("undocumented");
    }
  });

  test("null and an empty object declare nothing", async () => {
    const { up, calls } = await serviceOfNextYear();
    await up(orders({ new_flag: null }));
    await up(orders({}));
    expect(calls).toEqual([]);
  });
});

describe("a property that got a type in a later version", () => {
  /** The type as a later version has it. */
  const later = restOf({
    ...resourceServer,
    schema: {
      ...resourceServer.schema,
      fields: {
        ...resourceServer.schema.fields,
        newFlag: { kind: "boolean", clear: { how: "null" } },
        newObject: { kind: "object", clear: { how: "null" }, fields: { ours: { kind: "integer", min: 0, max: 9 } } },
        proofOfPossession: {
          ...resourceServer.schema.fields.proofOfPossession,
          fields: {
            ...resourceServer.schema.fields.proofOfPossession.fields,
            newMember: { kind: "integer", min: 0, max: 9 },
          },
        },
      },
    },
  }).type;

  /** What becomes of a state of this version under the later one. */
  async function upgraded(undocumented: JsonObject) {
    const service = await serviceOfNextYear();
    await service.up(orders(undocumented));
    service.calls.length = 0;
    const engine = new MiniEngine(providerFor(later, service.config));
    for (const [name, entry] of service.engine.state) engine.state.set(name, entry);
    return { ...service, engine };
  }

  test("moves to its typed name without a request", async () => {
    const { engine, calls, stored } = await upgraded({ new_flag: true, new_object: { ours: 1 }, other: "kept" });
    const before = stored();
    const it = { ...orders({ other: "kept" }), newFlag: true, newObject: { ours: 1 } };
    const [step] = await engine.up({ it });
    expect(step?.failure).toBeUndefined();
    expect(calls).toEqual([]);
    expect(stored()).toEqual(before);
    expect(inPlain(engine.state.get("it")?.outputs ?? {})).toMatchObject({
      newFlag: true,
      newObject: { ours: 1 },
      undocumented: { other: "kept" },
    });
    expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    expect(await engine.changes({ it })).toEqual([]);
  });

  test("moves inside a known object, and other unknown members stay beside it", async () => {
    const whole = { new_object: { ours: 1, other: 2 }, proof_of_possession: { new_member: 3, other: 4 } };
    const { engine, calls, stored } = await upgraded(whole);
    const before = stored();
    const it = {
      ...orders({ new_object: { other: 2 }, proof_of_possession: { other: 4 } }),
      ...{ newObject: { ours: 1 }, proofOfPossession: { mechanism: "mtls", required: true, newMember: 3 } },
    };
    const [step] = await engine.up({ it: { ...it, proofOfPossession: { newMember: 3 } } });
    expect(step?.failure?.message).toContain("proofOfPossession.mechanism: is required");
    const outputs = inPlain(engine.state.get("it")?.outputs ?? {});
    expect(outputs.undocumented).toEqual(whole);
    expect(await engine.refresh()).toEqual([{ name: "it", op: "update" }]);
    expect(inPlain(engine.state.get("it")?.outputs ?? {})).toMatchObject({
      ...{ newObject: { ours: 1 }, proofOfPossession: { newMember: 3 } },
      undocumented: { new_object: { other: 2 }, proof_of_possession: { other: 4 } },
    });
    expect(stored()).toEqual(before);
    const { failure } = (await engine.up({ it }))[0] ?? {};
    expect(failure).toBeUndefined();
    expect(calls).toEqual([
      ["PATCH", { proof_of_possession: { mechanism: "mtls", required: true, new_member: 3, other: 4 } }],
    ]);
  });

  test("is changed, or cleared by its own rule, under the typed name", async () => {
    const { engine, calls } = await upgraded({ new_flag: true, new_object: { ours: 1 } });
    await engine.up({ it: { ...orders(), newFlag: false } });
    expect(calls).toEqual([["PATCH", { new_flag: false, new_object: null }]]);
  });

  test("is refused under its old name, and the message has the typed name", async () => {
    const { engine, calls } = await upgraded({ new_flag: true });
    const [step] = await engine.up({ it: orders({ new_flag: true }) });
    expect(step?.failure?.message).toContain("undocumented.new_flag: is known to this version. Declare `newFlag`");
    expect(calls).toEqual([]);
  });

  test("is deleted and read under either name", async () => {
    const { engine } = await upgraded({ new_flag: true });
    const refreshed = await engine.refresh();
    expect(refreshed.map(({ name }) => name)).toEqual(["it"]);
    expect(inPlain(engine.state.get("it")?.outputs ?? {})).toMatchObject({ newFlag: true });
  });
});

test("a property that a later version knows as computed leaves the state without a request", async () => {
  const later = restOf({ ...resourceServer, setByService: ["own_mode"] }).type;
  const service = await serviceOfNextYear(["own_mode"]);
  await service.up(orders({ own_mode: "a", other: "kept" }));
  service.calls.length = 0;
  const engine = new MiniEngine(providerFor(later, service.config));
  for (const [name, entry] of service.engine.state) engine.state.set(name, entry);
  const it = orders({ other: "kept" });
  const [step] = await engine.up({ it });
  expect([step?.failure, service.calls]).toEqual([undefined, []]);
  expect(JSON.stringify(engine.state.get("it"))).not.toContain("own_mode");
  expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  expect(await engine.changes({ it })).toEqual([]);
});

test.each([
  "resourceServer",
  "client",
  "connection",
  "action",
  "organization",
  "role",
  "logStream",
  "clientGrant",
] as const)("%s accepts undocumented properties", (kind) => {
  expect(kinds[kind].schema.fields.undocumented?.kind).toBe("document");
});
