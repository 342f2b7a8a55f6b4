import { generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { idNameOf } from "../../provider/src/schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { classOf } from "../../provider/src/schema/provider-code.ts";
import { type Field, type Fields, wireName } from "../../provider/src/schema/schema.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { definitions, type TypeName } from "../../provider/src/types/registry.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { type Answer, closeAll, type Setup, setup } from "../unit/emulator/client.ts";
import { eventsOf } from "./events.ts";
import { cliFactsOf, comes, facts, factsOfProperty } from "./ledger.ts";
import { isShown, mismatchOf } from "./mismatch.ts";
import type { Need, Sample } from "./sample.ts";
import { samples } from "./samples.ts";
import { type Context, factsOf } from "./trial.ts";
import { afterRemoval, isOfNew, triedValues, valueOfNew } from "./values.ts";
import { writtenTypes } from "./writing.ts";

/*
 * The facts of acceptance runs that are about the service alone, asked without the provider, under the same names. If a report about a tenant
 * has such a fact as different, the test of that name says what the emulator does instead.
 */

const types = writtenTypes.filter((type) => samples[type]?.key !== undefined || type === "organizationConnection");
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
  const route = routeFor(type, args);
  const answer = await api.call("POST", route, bodyOf(type, args));
  const id = String(
    own(answer.body, type === "organizationConnection" ? "connection_id" : idNameOf(definitions[type])),
  );
  const path = `${route}/${encodeURIComponent(id)}`;
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

/** The path of the objects of a type. Of the two routes for connections of organizations, this one has all properties. */
function routeFor(type: TypeName, args: JsonObject): string {
  if (type !== "organizationConnection") return `/${definitions[type].route}`;
  return `/organizations/${String(own(args, "organizationId"))}/connections`;
}

function fieldsOf(type: TypeName): Fields {
  return definitions[type].schema.fields;
}

function bodyOf(type: TypeName, args: JsonObject): JsonObject {
  const { deploy: _, organization_id: __, ...body } = toWire(fieldsOf(type), args);
  return body;
}

/** An answer under the names that programs use. */
function liveOf(type: TypeName, body: Json): JsonObject {
  return resourceTypes[type].normalize(fromWire(fieldsOf(type), isObject(body) ? body : {}));
}

async function readAt(type: TypeName, path: string): Promise<JsonObject> {
  const { status, body } = await api.call("GET", path);
  expect(status).toBe(200);
  // The answer has no id of the organization in its path.
  const [, owner = ""] = /^\/organizations\/([^/]+)\/connections\//.exec(path) ?? [];
  return { ...liveOf(type, body), ...(owner !== "" && { organizationId: owner }) };
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

/** What an update sends for the removal of a value, each member of an object by itself; undefined if no update removes it. */
function removalOf(field: Field, args: JsonObject, value: Json): Json | undefined {
  const { clear = { how: "drop" } } = field;
  if (field.kind === "document")
    return Object.fromEntries(Object.keys(isObject(value) ? value : {}).map((key) => [key, null]));
  if (field.kind === "object" && (field.merges || clear.how === "properties")) {
    const members = Object.entries(field.fields).flatMap(([name, member]) => {
      const before = own(value, name);
      if (before === undefined) return [];
      // A member that stays is sent again, unless the service merges.
      const removed = removalOf(member, args, before);
      const removal = removed === undefined && !field.merges ? wireOf(member, before) : removed;
      return removal === undefined ? [] : [[wireName(name, member), removal] as const];
    });
    return members.length === 0 ? undefined : Object.fromEntries(members);
  }
  if (clear.how === "null") return null;
  if (clear.how === "like") {
    const other = own(args, clear.property) ?? null;
    return clear.as === "list" ? [other] : other;
  }
  return clear.how === "default" ? wireOf(field, clear.value) : undefined;
}

/** A value under the names of the API. */
function wireOf(field: Field, value: Json): Json | undefined {
  return Object.values(toWire({ value: field }, { value }))[0];
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

  if (type === "organizationConnection")
    test(named(facts.owner), async () => {
      const { path } = await make(type);
      const [, organizations, id] = path.split("/");
      expect((await api.call("DELETE", `/${organizations}/${id}`)).status).toBe(204);
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
    const values = triedValues(type, name, sample, program);
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
    const [value = null] = values as Json[];
    if (own(program.args, name) !== undefined || removalOf(field, {}, value) === undefined) continue;
    test(named(factsOfProperty.removed(wire)), async () => {
      const { args, path } = await make(type);
      await patch(type, path, { [name]: value });
      const isLeftOut = clearedOtherwise.includes(`${classOf(type)}, ${wire}`);
      const key = { [sample.key ?? ""]: own(args, sample.key ?? "") ?? null };
      const removal = isLeftOut ? bodyOf(type, key) : { [wire]: removalOf(field, args, value) };
      const { status, body } = await api.call("PATCH", path, removal);
      expect(status, JSON.stringify(body)).toBe(200);
      const after = afterRemoval(field, args, value);
      const live = await readAt(type, path);
      // If nothing else is in an object, the service may clear it as a whole.
      const isGone = own(live, name) === undefined && field.clear?.how === "null";
      if (after !== "kept" && !isGone) expect(mismatches(field, name, after.value, live)).toBeUndefined();
    });
  }
});

const ids = { connection: "con_0000000000000001", organization: "org_0000000000000001", role: "rol_0000000000000001" };
const user = { user_id: "auth0|0", email: "user@example.com" };
const scopes = ["read", "write"].map((value) => ({ value, description: value }));
const [pem, otherPem] = [1, 2].map(
  () =>
    generateKeyPairSync("rsa", {
      modulusLength: 2_048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    }).publicKey,
);
const partsSeed = {
  clients: ["one", "two"].map((name) => ({ client_id: name, name })),
  connections: [{ id: ids.connection, name: "users", strategy: "auth0" }],
  organizations: [{ id: ids.organization, name: "ours" }],
  roles: [
    { id: ids.role, name: "first" },
    { id: "rol_0000000000000002", name: "second" },
  ],
  resourceServers: [{ identifier: "urn:api", name: "API", scopes }],
  users: [user, { ...user, user_id: "auth0|1", email: "other@example.com" }],
};

/** A set of members, as requests change it. */
interface PartRequests {
  /** The properties whose values are in the path. */
  readonly within: readonly string[];
  /** The property with the members. */
  readonly members: string;
  readonly path: string;
  /** Two members, as the set returns them. */
  readonly both: readonly [string, string];
  /** The request that adds members; the set has these already. */
  readonly add: (members: readonly string[], there: readonly string[]) => readonly [method: string, body: unknown];
  readonly remove: (members: readonly string[], there: readonly string[]) => readonly [method: string, body: unknown];
  /** The member that an entry of an answer is. */
  readonly memberOf: (entry: JsonObject) => Json | undefined;
  /** Requests before the first one. */
  readonly first?: readonly (readonly [method: string, path: string, body: unknown])[];
  /** The deletion of the owner, if that is not the first object in the path. */
  readonly owner?: readonly [path: string, body: unknown];
  /** Whether a request has the whole set, so that one of two at the same time is lost. */
  readonly isWhole?: true;
}

const scopesOf = (names: readonly string[]) => ({ scopes: names.map((value) => ({ value })) });
const permissionsOf = (names: readonly string[]) => ({
  permissions: names.map((permission_name) => ({ permission_name, resource_server_identifier: "urn:api" })),
});
const parts: Readonly<Partial<Record<TypeName, PartRequests>>> = {
  resourceServerScopes: {
    ...{ within: ["identifier"], members: "scopes", path: "/resource-servers/urn:api", both: ["read", "write"] },
    first: [["PATCH", "/resource-servers/urn:api", { scopes: [] }]],
    add: (names, there) => ["PATCH", scopesOf([...there, ...names])],
    remove: (names, there) => ["PATCH", scopesOf(there.filter((one) => !names.includes(one)))],
    memberOf: ({ value }) => value,
    isWhole: true,
  },
  connectionClients: {
    ...{ within: ["connection_id"], members: "clients", path: `/connections/${ids.connection}/clients` },
    both: ["one", "two"],
    add: (clients) => ["PATCH", clients.map((client_id) => ({ client_id, status: true }))],
    remove: (clients) => ["PATCH", clients.map((client_id) => ({ client_id, status: false }))],
    memberOf: ({ client_id: id }) => id,
  },
  rolePermissions: {
    ...{ within: ["role_id", "resource_server_identifier"], members: "permissions", both: ["read", "write"] },
    path: `/roles/${ids.role}/permissions`,
    add: (names) => ["POST", permissionsOf(names)],
    remove: (names) => ["DELETE", permissionsOf(names)],
    memberOf: ({ permission_name: name }) => name,
  },
  organizationMembers: {
    ...{ within: ["organization_id"], members: "members", path: `/organizations/${ids.organization}/members` },
    both: ["auth0|0", "auth0|1"],
    add: (members) => ["POST", { members }],
    remove: (members) => ["DELETE", { members }],
    memberOf: ({ user_id: id }) => id,
  },
  organizationMemberRoles: {
    ...{ within: ["organization_id", "user_id"], members: "roles", both: [ids.role, "rol_0000000000000002"] },
    path: `/organizations/${ids.organization}/members/${encodeURIComponent(user.user_id)}/roles`,
    first: [["POST", `/organizations/${ids.organization}/members`, { members: [user.user_id] }]],
    owner: [`/organizations/${ids.organization}/members`, { members: [user.user_id] }],
    add: (roles) => ["POST", { roles }],
    remove: (roles) => ["DELETE", { roles }],
    memberOf: ({ id }) => id,
  },
};

describe.each(Object.entries(parts))("%s", (type, requests) => {
  const { within, members, path, both, first = [], memberOf, isWhole } = requests;
  const [one, other] = both;
  const named = (fact: string) => {
    const name = `${classOf(type as TypeName)}, ${fact}`;
    tested.add(name);
    return name;
  };
  const start = async () => {
    const { call } = await setup({ seed: partsSeed });
    const change = async (method: string, at: string, body: unknown) => {
      const { status } = await call(method, at, body);
      expect(status).toBeLessThan(300);
    };
    const read = async () => {
      const { status, body } = await call("GET", path);
      expect(status).toBe(200);
      const entries = (Array.isArray(body) ? body : body[members]) as readonly JsonObject[] | undefined;
      return (entries ?? []).map((entry) => String(memberOf(entry))).toSorted();
    };
    for (const request of first) await change(...request);
    const add = async (...some: readonly string[]) => change(...at(requests.add(some, await read())));
    const remove = async (...some: readonly string[]) => change(...at(requests.remove(some, await read())));
    const at = ([method, body]: readonly [string, unknown]) => [method, path, body] as const;
    const removeOwner = async () => {
      const [owner, body] = requests.owner ?? [path.split("/").slice(0, 3).join("/")];
      await change("DELETE", owner, body);
      return (await call("GET", path)).status;
    };
    return { read, add, remove, removeOwner };
  };

  for (const fact of [facts.creation, ...within.map(factsOfProperty.written)])
    test(named(fact), async () => {
      const { read, add } = await start();
      expect(await read()).toEqual([]);
      await add(one);
      expect(await read()).toEqual([one]);
    });

  test(named(factsOfProperty.written(members)), async () => {
    const { read, add, remove } = await start();
    await add(one);
    await add(other);
    expect(await read()).toEqual(both);
    await remove(one);
    expect(await read()).toEqual([other]);
  });

  test(named(facts.deletion), async () => {
    const { read, add, remove } = await start();
    await add(one, other);
    // The provider removes the declared members one after the other, or all in one request.
    await remove(one);
    await remove(other);
    expect(await read()).toEqual([]);
    await add(one, other);
    await remove(one, other);
    expect(await read()).toEqual([]);
  });

  test(named(facts.owner), async () => {
    const { add, removeOwner } = await start();
    await add(one, other);
    expect(await removeOwner()).toBe(404);
  });

  if (!isWhole)
    test(named(facts.together), async () => {
      const { read, add } = await start();
      await Promise.all([add(one), add(other)]);
      expect(await read()).toEqual(both);
    });
});

describe("clientAuthentication", () => {
  const named = (fact: string) => {
    const name = `${classOf("clientAuthentication")}, ${fact}`;
    tested.add(name);
    return name;
  };
  const credential = (name: string, key = "") => ({ credential_type: "public_key", name, pem: key });
  const start = async () => {
    const { call } = await setup({ seed: partsSeed });
    const names = async () => {
      const { body } = await call("GET", "/clients/one/credentials");
      return (body as readonly JsonObject[]).map((entry) => String(own(entry, "name"))).toSorted();
    };
    const add = async (name: string, key?: string) => {
      const { status, body } = await call("POST", "/clients/one/credentials", credential(name, key));
      expect(status).toBe(201);
      return { id: String(body.id) };
    };
    const use = async (...credentials: readonly { readonly id: string }[]) => {
      const methods = credentials.length === 0 ? null : { private_key_jwt: { credentials } };
      const method =
        credentials.length === 0
          ? { token_endpoint_auth_method: "client_secret_post" }
          : { token_endpoint_auth_method: null };
      const { status, body } = await call("PATCH", "/clients/one", {
        client_authentication_methods: methods,
        ...method,
      });
      expect(status, JSON.stringify(body)).toBe(200);
    };
    const remove = async ({ id }: { readonly id: string }) =>
      expect((await call("DELETE", `/clients/one/credentials/${id}`)).status).toBe(204);
    const used = async () => (await call("GET", "/clients/one")).body.client_authentication_methods;
    const removeOwner = async () => {
      expect((await call("DELETE", "/clients/one")).status).toBe(204);
      return (await call("GET", "/clients/one/credentials")).status;
    };
    return { names, add, use, used, remove, removeOwner };
  };

  for (const fact of [facts.creation, factsOfProperty.written("client_id"), factsOfProperty.written("method")])
    test(named(fact), async () => {
      const { names, add, use, used } = await start();
      const one = await add("one", pem);
      await use(one);
      expect(await names()).toEqual(["one"]);
      expect(await used()).toEqual({ private_key_jwt: { credentials: [one] } });
    });

  test(named(factsOfProperty.written("credentials")), async () => {
    const { names, add, use, used, remove } = await start();
    const [one, two] = [await add("one", pem), await add("two", otherPem)];
    await use(one, two);
    expect(await names()).toEqual(["one", "two"]);
    await use(two);
    await remove(one);
    expect([await names(), await used()]).toEqual([["two"], { private_key_jwt: { credentials: [two] } }]);
  });

  test(named(facts.owner), async () => {
    const { add, use, removeOwner } = await start();
    await use(await add("one", pem));
    expect(await removeOwner()).toBe(404);
  });

  test(named(facts.deletion), async () => {
    const { names, add, use, used, remove } = await start();
    const one = await add("one", pem);
    await use(one);
    await use();
    await remove(one);
    expect([await names(), (await used()) ?? null]).toEqual([[], null]);
  });
});

test("every fact about the service alone that a report can contain is the name of a test", () => {
  const { unchanged, keeps, drift, repair, adoption, replacement, lost } = facts;
  // Members of a whole list are added by the provider, which reads after it has written.
  const isAddition = (type: TypeName, fact: string) => fact === facts.together && parts[type]?.isWhole === true;
  const isOfProvider = (type: TypeName, fact: string) =>
    isAddition(type, fact) ||
    staying(type).includes(fact) ||
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
    ].includes(fact);
  const context = { nextKey: () => "facts-0123456789ab-0", free: new Map() } as unknown as Context;
  const missing = writtenTypes.flatMap((type) =>
    factsOf(type, context)
      .filter((fact) => !isOfProvider(type, fact) && !untried(type).includes(fact))
      .map((fact) => `${classOf(type)}, ${fact}`)
      .filter((name) => !tested.has(name)),
  );
  expect(missing).toEqual([]);
});

/** The facts about removals for which the provider sends nothing: the value stays. */
function staying(type: TypeName): readonly string[] {
  const program = (samples[type] as Sample).program({ key: "facts-0123456789ab-0", free: 0, needed: {} });
  const names = Object.entries(fieldsOf(type)).filter(([name, field]) => {
    const values = triedValues(type, name, samples[type] as Sample, program);
    return Array.isArray(values) && removalOf(field, {}, (values as Json[])[0] ?? null) === undefined;
  });
  return names.map(([name, field]) => factsOfProperty.removed(wireName(name, field)));
}

/** The facts about properties that a run does not try, or that have requests of their own. */
function untried(type: TypeName): readonly string[] {
  const sample = samples[type] as Sample;
  const program = sample.program({ key: "facts-0123456789ab-0", free: 0, needed: {} });
  const names = Object.entries(fieldsOf(type)).filter(
    ([name, field]) =>
      field.subresource || field.reads?.how === "never" || typeof triedValues(type, name, sample, program) === "string",
  );
  return names.map(([name, field]) => factsOfProperty.written(wireName(name, field)));
}
