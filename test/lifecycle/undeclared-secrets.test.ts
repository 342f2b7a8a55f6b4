import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import {
  describePath,
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  own,
  valueAt,
} from "../../provider/src/schema/json.ts";
import { isWithin } from "../../provider/src/state/destinations.ts";
import { Draft } from "../../provider/src/state/leaves.ts";
import { definitions, typeNames } from "../../provider/src/types/registry.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { cases, few } from "../harness/scale.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { type SecretPlace, secretPlaces } from "../subjects/secret-places.ts";
import type { Subject } from "../subjects/subject.ts";
import { stackOfEachTest } from "./runs.ts";
import { startWorld, type World } from "./world.ts";

/*
 * A secret that no program declares is neither lost nor sent to an address that changed, whatever programs and other clients do.
 */

/** One version of a program, by the indices of its values. Undefined: not declared. */
interface Version {
  readonly addresses: readonly (number | undefined)[];
  readonly secrets: readonly (number | undefined)[];
  readonly other: number | undefined;
}

interface Step {
  readonly version: Version;
  /** What another client changes before: the index of an address with the index of its value, or the index of a secret. */
  readonly edit: { readonly address?: readonly [number, number]; readonly secret?: number };
  readonly isRefreshed: boolean;
  /** Whether the stack has lost its state, so that the object is adopted. */
  readonly isAdopting: boolean;
}

const index = fc.constantFrom(0, 1);

function stepsOf({ addresses, secrets, optional = [], required = [] }: SecretPlace): fc.Arbitrary<readonly Step[]> {
  const maybe = (isAlways: boolean) => (isAlways ? index : fc.option(index, { nil: undefined, freq: 1 }));
  const [places, names] = [Object.keys(addresses), Object.keys(secrets)];
  const version = fc.record({
    addresses: fc.tuple(...places.map((pointer) => maybe(!optional.includes(pointer)))),
    secrets: fc.tuple(...names.map((pointer) => maybe(required.includes(pointer)))),
    other: maybe(false),
  });
  const edit = fc.record(
    { address: fc.tuple(fc.nat(places.length - 1), index), secret: fc.nat(names.length - 1) },
    { requiredKeys: [] },
  );
  const isAdopting = fc.nat(5).map((number) => number === 0);
  return fc.array(fc.record({ version, edit, isRefreshed: fc.boolean(), isAdopting }), { minLength: 2, maxLength: 5 });
}

/** What every place is tried with. */
function examplesOf({ addresses, secrets, required = [] }: SecretPlace): (readonly Step[])[] {
  const [places, names] = [Object.keys(addresses), Object.keys(secrets)];
  const step = (address: 0 | 1, secret: 0 | 1 | undefined, more: Partial<Step> = {}): Step => {
    const chosen = names.map((pointer) => (required.includes(pointer) ? (secret ?? 0) : secret));
    const version = { addresses: places.map(() => address), secrets: chosen, other: undefined };
    return { version, edit: {}, isRefreshed: false, isAdopting: false, ...more };
  };
  const theirs = { edit: { secret: 0 } };
  return [
    // A declared secret goes along with a new address, in place of another client's.
    [step(0, 0), step(1, 0, theirs)],
    // A new secret goes to the declared address, and not to another client's.
    [step(0, 0), step(0, 1, { edit: { address: [0, 1] } })],
    // A secret leaves the program together with its address.
    [step(0, 0), step(1, undefined)],
    // Another client's secret stays, until the program declares it.
    [step(0, undefined), step(1, undefined, theirs), step(1, 0)],
    [step(0, undefined), step(1, undefined, { ...theirs, isAdopting: true }), step(0, undefined, { isAdopting: true })],
  ];
}

/** The values of a version by their pointers. */
function declaredIn(
  { addresses, secrets, beside = {}, other }: SecretPlace,
  version: Version,
): ReadonlyMap<string, Json> {
  const all = new Map<string, Json>();
  const put = (values: Readonly<Record<string, readonly Json[]>>, chosen: readonly (number | undefined)[]) => {
    for (const [at, [pointer, some]] of Object.entries(values).entries()) {
      const value = some[chosen[at] ?? -1];
      if (value !== undefined) all.set(pointer, value);
    }
  };
  put(addresses, version.addresses);
  put(secrets, version.secrets);
  if (version.secrets.some((one) => one !== undefined))
    for (const [pointer, value] of Object.entries(beside)) all.set(pointer, value);
  if (version.other !== undefined) all.set(other[0], other[1 + version.other] as Json);
  return all;
}

function withValues(base: JsonObject, values: Iterable<readonly [string, Json]>): JsonObject {
  const draft = new Draft(base);
  for (const [pointer, value] of values) draft.put(fromPointer(pointer), value);
  return draft.root;
}

let count = 0;

/** @throws if a secret was lost or sent to another address, or if an update was refused without need */
async function keepsUndeclared(world: World, place: SecretPlace, steps: readonly Step[]): Promise<void> {
  const subject = subjects.find(({ name }) => name === place.type);
  if (!subject) throw new Error(`no subject ${place.type}`);
  const { tenant, port } = world;
  const { base, addresses, secrets, beside = {} } = place;
  const identity = { ...subject.identity(tenant, ++count + 1_000), ...base };
  const key = subject.keyOf(identity);
  // An identity can have a sink or options of its own.
  const args = Object.fromEntries(
    Object.entries(identity).filter(
      ([name]) => name in base || !Object.keys(addresses).some((at) => fromPointer(at)[0] === name),
    ),
  );
  const held = (pointer: string) => valueAt(subject.held(tenant, key)?.live ?? {}, fromPointer(pointer)) ?? null;
  const all = () =>
    new Map([...Object.keys(addresses), ...Object.keys(secrets)].map((pointer) => [pointer, held(pointer)]));
  const edit = (values: ReadonlyMap<string, Json>) => {
    for (const [pointer, value] of values) {
      const [name = ""] = fromPointer(pointer);
      const now = subject.held(tenant, key)?.live ?? {};
      const whole = own(withValues({ [name]: own(now, name) ?? {} }, [[pointer, value]]), name) ?? null;
      subject.edit(tenant, key, name, whole);
    }
  };
  const isSingleton = kinds[place.type].schema.singleton !== undefined;
  const managed = isSingleton ? { resetOnDestroy: true } : { adopt: true };
  let engine = new MiniEngine(port);
  let last: ReadonlyMap<string, Json> = new Map();
  try {
    for (const { version, edit: change, isRefreshed, isAdopting } of steps) {
      if (isAdopting) {
        engine = new MiniEngine(port);
        last = new Map();
      }
      if (subject.held(tenant, key)) {
        const [address, value = 0] = change.address ?? [];
        const [at, values] = address === undefined ? [] : (Object.entries(addresses)[address] ?? []);
        if (at !== undefined && last.size > 0) edit(new Map([[at, values?.[value] ?? null]]));
        const [of, some] = change.secret === undefined ? [] : (Object.entries(secrets)[change.secret] ?? []);
        if (of !== undefined && last.size > 0) edit(new Map([...Object.entries(beside), [of, some?.[2] ?? null]]));
        if (isRefreshed) await engine.refresh();
      }
      const declared = declaredIn(place, version);
      const before = all();
      const [{ failure } = {}] = await engine.up({ object: { ...withValues(args, declared), ...managed } });
      const after = all();
      const wasThere = [...before.values()].some((one) => one !== null);
      const undeclared = [...Object.keys(secrets), ...(place.traits?.mergedSinks ? [place.other[0]] : [])].filter(
        (pointer) => !declared.has(pointer) && (last.has(pointer) || (before.get(pointer) ?? null) !== null),
      );
      if (failure) {
        expect(after).toEqual(before);
        const isMoving = ([pointer, value]: readonly [string, Json]) =>
          pointer in addresses && !isDeepStrictEqual(value, before.get(pointer));
        const isRemoved = Object.keys(addresses).some((pointer) => last.has(pointer) && !declared.has(pointer));
        if (failure.message.includes("would change")) expect([...declared].some(isMoving) || isRemoved).toBe(true);
        const named = undeclared.filter((pointer) => failure.message.includes(describePath(fromPointer(pointer))));
        expect(named, failure.message).not.toEqual([]);
        expect(failure.message).toMatch(
          /Declare .*, or remove it at the tenant first|declare .* again, or remove it in the dashboard/,
        );
        continue;
      }
      const moved = Object.keys(addresses).filter(
        (pointer) => !isDeepStrictEqual(before.get(pointer), after.get(pointer)),
      );
      for (const pointer of Object.keys(secrets)) {
        const [was, is] = [before.get(pointer) ?? null, after.get(pointer) ?? null];
        if (!declared.has(pointer) && !last.has(pointer)) expect([pointer, is]).toEqual([pointer, was]);
        if (wasThere && is !== null && !isDeepStrictEqual(was, is)) {
          const places = [...declared.keys()].filter((address) => address in addresses);
          expect(places.map((address) => after.get(address))).toEqual(places.map((address) => declared.get(address)));
        }
        if (moved.length > 0 && wasThere && is !== null)
          expect([pointer, is]).toEqual([pointer, declared.get(pointer)]);
      }
      last = declared;
    }
    if (!isSingleton || last.size === 0) return;
    const before = all();
    await engine.up({});
    const theirs = Object.keys(secrets).filter((pointer) => !last.has(pointer));
    expect(theirs.map(held)).toEqual(theirs.map((pointer) => before.get(pointer)));
  } finally {
    subject.remove(tenant, key);
  }
}

describe.each(secretPlaces.map((place) => [`${place.type}: ${place.about}`, place] as const))("%s", (_, place) => {
  let world: World;
  beforeAll(async () => {
    for (const method of ["warn", "info"] as const) vi.spyOn(console, method).mockImplementation(() => {});
    world = await startWorld({ traits: place.traits ?? {} }, kinds[place.type]);
    subjects.find(({ name }) => name === place.type)?.prepare(world.tenant);
  });
  afterAll(() => world.close());

  test("no undeclared secret is lost or sent to a changed address", async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(place), (steps) => keepsUndeclared(world, place, steps)),
      { ...cases(0.5, few), examples: examplesOf(place).map((steps) => [steps]) },
    );
  }, 180_000);

  test("a value in ignoreChanges keeps no declared secret beside it from a declared new address", async () => {
    const { type, base, addresses, secrets, beside = {} } = place;
    const { tenant, port } = world;
    const subject = subjects.find(({ name }) => name === type) as Subject;
    const identity = { ...subject.identity(tenant, ++count + 1_000), ...base };
    const declared = (n: 0 | 1) =>
      withValues(identity, [
        ...Object.entries(addresses).map(([pointer, some]) => [pointer, some[n]] as const),
        ...Object.entries(secrets).map(([pointer, some]) => [pointer, some[0]] as const),
        ...Object.entries(beside),
      ]);
    const engine = new MiniEngine(port);
    const up = async (n: 0 | 1) => (await engine.up({ object: declared(n) })).flatMap(({ failure }) => failure ?? []);
    expect(await up(0)).toEqual([]);
    const tops = [...Object.keys(addresses), ...Object.keys(secrets)].map((pointer) => fromPointer(pointer)[0] ?? "");
    const nested = tops.filter((name) => isObject(own(declared(0), name)));
    engine.ignored.set(
      "object",
      [...new Set(nested)].map((name) => `${name}.unrelated`),
    );
    expect(await up(1)).toEqual([]);
    subject.remove(tenant, subject.keyOf(declared(1)));
  });
});

/** The cases with secrets that a program can ignore beside an address that it changes. */
const ignorable = secretPlaces.filter(({ addresses, secrets }) => {
  const tops = Object.keys(addresses).map((pointer) => fromPointer(pointer)[0]);
  return Object.keys(secrets).every((pointer) => !tops.includes(fromPointer(pointer)[0]));
});

describe.each(ignorable.map((place) => [`${place.type}: ${place.about}`, place] as const))("%s", (_, place) => {
  const stack = stackOfEachTest();
  const { type, base, addresses, secrets } = place;

  test("a secret in ignoreChanges that another client changed is not sent to a new address", async () => {
    const subject = subjects.find(({ name }) => name === type);
    if (!subject) throw new Error(`no subject ${type}`);
    subject.prepare(stack.tenant);
    const declared = (n: 0 | 1) => {
      const values = Object.entries(addresses).map(([pointer, some]) => [pointer, some[n]] as const);
      const own = Object.entries(secrets).map(([pointer, some]) => [pointer, some[0]] as const);
      return withValues({ ...subject.identity(stack.tenant, 1), ...base }, [...values, ...own]);
    };
    const name = `${type}-it`;
    expect(await stack.up({ [name]: declared(0) })).toEqual([]);
    const key = subject.keyOf(declared(0));
    for (const [pointer, some] of Object.entries(secrets))
      subject.edit(stack.tenant, key, fromPointer(pointer)[0] ?? "", some[2]);
    const before = subject.held(stack.tenant, key);
    const { engine } = await stack.runs.next();
    const ignored = Object.keys(secrets).map((pointer) => describePath(fromPointer(pointer)));
    engine.ignored.set(name, ignored);
    const [step] = await engine.up({ [name]: declared(1) });
    for (const pointer of Object.keys(secrets))
      expect(step?.failure?.message).toMatch(
        new RegExp(`send .*${describePath(fromPointer(pointer))}.* with its value and without \`ignoreChanges\``),
      );
    expect(subject.held(stack.tenant, key)).toEqual(before);
    expect(await stack.up({ [name]: declared(1) })).toEqual([]);
  });
});

test("each destination of each type has a case", () => {
  const without = typeNames.flatMap((type) =>
    (definitions[type].schema.destinations ?? [])
      .filter(({ isCode }) => !isCode)
      .filter(
        ({ addresses, secrets }) =>
          !secretPlaces.some(
            (place) =>
              place.type === type &&
              Object.keys(place.addresses).some((pointer) => isWithin(addresses, fromPointer(pointer))) &&
              Object.keys(place.secrets).every((pointer) => isWithin(secrets, fromPointer(pointer))),
          ),
      )
      .map(({ addresses }) => `${type}: ${addresses.join(", ")}`),
  );
  expect(without).toEqual([]);
});

describe("code that gets secrets", () => {
  const stack = stackOfEachTest();
  const trigger = [{ id: "post-login", version: "v3" }];
  const action = (code: string, more: JsonObject = {}) => ({
    "action-it": { name: "Audit", supportedTriggers: trigger, code, deploy: false, ...more },
  });
  const stored = () => (stack.tenant.actions.list() as readonly JsonObject[])[0];
  const writes = () => stack.tenant.requests.filter(({ method, path }) => method !== "GET" && path.startsWith("/api/"));

  test("another team's code of an action is not replaced while the action has undeclared secrets", async () => {
    const supported_triggers = trigger;
    stack.tenant.actions.create({
      name: "Audit",
      supported_triggers,
      code: "// theirs",
      secrets: [{ name: "KEY", value: "theirs" }],
    });
    const [refusal] = await stack.up(action("// ours", { adopt: true }));
    expect(refusal).toContain("code would change, and the service would give secrets.KEY to the new code");
    expect(writes()).toEqual([]);
    expect(await stack.up(action("// theirs", { adopt: true }))).toEqual([]);
    expect(await stack.up(action("// theirs", { adopt: true, secrets: { KEY: "ours" } }))).toEqual([]);
    expect(await stack.up(action("// ours", { adopt: true, secrets: { KEY: "ours" } }))).toEqual([]);
    expect(stored()).toMatchObject({ code: "// ours" });
  });

  test("a new version of the program's own code gets the secrets that another team added", async () => {
    expect(await stack.up(action("// 1"))).toEqual([]);
    stack.tenant.actions.update(String(stored()?.id), { secrets: [{ name: "KEY", value: "theirs" }] });
    expect(await stack.up(action("// 2"))).toEqual([]);
    expect(stored()).toMatchObject({ code: "// 2", secrets: [{ name: "KEY" }] });
  });

  test("scripts of a database connection are not replaced while it has an undeclared configuration", async () => {
    const options = { customScripts: { login: "// theirs" }, configuration: { KEY: "theirs" } };
    stack.tenant.connections.create({ name: "users", strategy: "auth0", options });
    const users = { name: "users", strategy: "auth0", options: { customScripts: { login: "// ours" } }, adopt: true };
    const [refusal] = await stack.up({ "connection-it": users });
    expect(refusal).toContain(
      "options.customScripts.login would change, and the service would give options.configuration.KEY to the new code",
    );
    expect(writes()).toEqual([]);
  });
});

describe("an e-mail provider", () => {
  const stack = stackOfEachTest();
  const path = "emails/provider";
  const login = { smtp_host: "one.example.com", smtp_port: 25, smtp_user: "tenant", smtp_pass: "theirs" };
  const up = (args?: JsonObject) => stack.up(args ? { "emailProvider-it": args } : {});
  const stored = () => stack.tenant.export().settings?.find(({ id }) => id === path);

  test("keeps its password when the port changes: the update is refused", async () => {
    stack.tenant.settings.update(path, { name: "smtp", credentials: login });
    const declared = { smtp_host: "one.example.com", smtp_port: 25 };
    expect(await up({ name: "smtp", credentials: declared })).toEqual([]);
    const [refusal] = await up({ name: "smtp", credentials: { ...declared, smtp_port: 587 } });
    expect(refusal).toContain("credentials.smtp_port would change, and the service would send credentials.smtp_pass");
    expect(refusal).toContain("an update of credentials replaces all of it, so credentials.smtp_pass would be lost");
    expect(stored()).toMatchObject({ credentials: login });
  });

  test("keeps all credentials if they are removed from the program beside an undeclared password", async () => {
    stack.tenant.settings.update(path, { name: "smtp", credentials: login });
    const declared = { smtp_host: "one.example.com", smtp_port: 25 };
    expect(await up({ name: "smtp", credentials: declared })).toEqual([]);
    expect(await up({ name: "smtp" })).toEqual([]);
    expect(stored()).toMatchObject({ credentials: login });
  });

  test("keeps another team's password: another name is refused, and resetOnDestroy does nothing", async () => {
    stack.tenant.settings.update(path, { name: "smtp", credentials: login });
    const [refusal] = await up({ name: "sendgrid", credentials: { api_key: "ours" } });
    expect(refusal).toContain(
      "a change of name makes the service remove credentials, so credentials.smtp_pass would be lost",
    );
    expect(await up({ name: "smtp", enabled: true, resetOnDestroy: true })).toEqual([]);
    // A reset deletes the whole provider, so it is not done beside the values of another team.
    expect(await up()).toEqual([]);
    expect(stored()).toMatchObject({ credentials: login });
  });
});

describe("a preview", () => {
  const tenants: Emulator[] = [];
  afterAll(() => Promise.all(tenants.map((tenant) => tenant.close())));

  test("foresees that an adoption will fail, with the reason", async () => {
    const said = vi.spyOn(console, "warn").mockImplementation(() => {});
    const world = await startWorld({}, kinds.logStream);
    tenants.push(world.tenant);
    const sink = { httpEndpoint: "https://one.example.com/", httpAuthorization: "theirs" };
    world.tenant.logStreams.create({ name: "Audit", type: "http", sink });
    const args = { name: "Audit", type: "http", sink: { httpEndpoint: "https://two.example.com/" }, adopt: true };
    await world.port.check({}, { ...args, __preview: true });
    expect(said.mock.lastCall?.[0]).toMatch(
      /^warning: `pulumi up` will fail: log stream "Audit" is not changed: sink\.httpEndpoint would change, and the service would send sink\.httpAuthorization/,
    );
    expect(world.calls().every((call) => call.startsWith("GET"))).toBe(true);
  });
});

test("a secret that another client changed is not sent to a new address when the program drops it", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const world = await startWorld({}, kinds.connection);
  const endpoint = (host: string) => `https://${host}.example.com/token`;
  const options = { type: "back_channel", issuer: "https://idp.example.com/", client_id: "a" };
  const corp = { name: "corp", strategy: "oidc" };
  const up = async (more: JsonObject) => {
    const [step] = await world.engine.up({ corp: { ...corp, options: { ...options, ...more } } });
    return step?.failure?.message;
  };
  const stored = () => world.tenant.export("connections").connections?.find(({ name }) => name === "corp")?.options;
  expect(await up({ client_secret: "ours", token_endpoint: endpoint("one") })).toBeUndefined();
  world.tenant.connections.editOptions("corp", { client_secret: "theirs" });
  expect(await up({ token_endpoint: endpoint("two") })).toMatch(/options\.client_secret/);
  expect(stored()).toMatchObject({ client_secret: "theirs", token_endpoint: endpoint("one") });
  await world.close();
});
