import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, type Fault, startEmulator } from "../../provider/src/emulator/index.ts";
import { type JsonObject, own } from "../../provider/src/schema/json.ts";
import { recordKey } from "../../provider/src/schema/provider-code.ts";
import { isShownOnce } from "../../provider/src/schema/schema.ts";
import { type MiniEngine, revealed, type StateEntry } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import { Runs } from "./runs.ts";

/** Replacements that created the new object and could not delete the old one, and the next runs: back, forward, or aside. */
interface Replaced {
  readonly kind: TypeName;
  /** Three versions of the program: each replaces the one before. */
  readonly versions: readonly [JsonObject, JsonObject, JsonObject];
  /** Set where only the program's resource options force the replacement. */
  readonly forced?: true;
  /** The ids of all objects at the tenant that the versions can make. */
  readonly ids: (tenant: Emulator) => readonly string[];
}

const objectsWith =
  (collection: "resourceServers" | "connections" | "clients" | "actions" | "tokenExchangeProfiles", idName = "id") =>
  (tenant: Emulator) =>
    tenant[collection].list().flatMap((object) => {
      const [id, name] = [object[idName], object.name ?? object.identifier];
      return /^(orders|nightly)/.test(String(name)) ? [String(id)] : [];
    });

const trigger = (id: string) => ({
  name: "orders",
  code: "exports.x = 1;",
  supportedTriggers: [{ id, version: "v3" }],
});
const profile = { name: "orders", subjectTokenType: "urn:example:orders", type: "custom_authentication" };
const cases: readonly Replaced[] = [
  {
    kind: "resourceServer",
    versions: [
      { identifier: "https://one.example.com", name: "orders" },
      { identifier: "https://two.example.com", name: "orders" },
      { identifier: "https://three.example.com", name: "orders" },
    ],
    ids: objectsWith("resourceServers"),
  },
  {
    kind: "connection",
    versions: [
      { name: "orders-one", strategy: "oidc", options: { client_id: "a" } },
      { name: "orders-two", strategy: "oidc", options: { client_id: "a" } },
      { name: "orders-three", strategy: "oidc", options: { client_id: "a" } },
    ],
    ids: objectsWith("connections"),
  },
  {
    kind: "client",
    forced: true,
    versions: [
      { name: "nightly", appType: "non_interactive" },
      { name: "nightly", appType: "regular_web" },
      { name: "nightly", appType: "native" },
    ],
    ids: objectsWith("clients", "client_id"),
  },
  {
    kind: "action",
    versions: [trigger("post-login"), trigger("credentials-exchange"), trigger("pre-user-registration")],
    ids: objectsWith("actions"),
  },
  {
    kind: "tokenExchangeProfile",
    versions: [
      { ...profile, actionId: "a" },
      { ...profile, subjectTokenType: "urn:example:two", actionId: "b" },
      { ...profile, subjectTokenType: "urn:example:three", actionId: "c" },
    ],
    ids: objectsWith("tokenExchangeProfiles"),
  },
];

let tenant: Emulator;
let runs: Runs;
let engine: MiniEngine;
let warned: string[];
beforeEach(async () => {
  warned = [];
  for (const method of ["warn", "info"] as const)
    vi.spyOn(console, method).mockImplementation((line) => void warned.push(String(line)));
  tenant = await startEmulator();
  runs = new Runs(tenant);
  ({ engine } = await runs.next());
});
afterEach(async () => {
  vi.restoreAllMocks();
  await runs.close();
  await tenant.close();
});

/** One `pulumi up` in a process of its own, and its failures. */
async function run(program: Record<string, JsonObject>, forced?: string): Promise<readonly string[]> {
  const pending = engine.pendingDeletes;
  ({ engine } = await runs.next());
  engine.pendingDeletes.push(...pending);
  if (forced !== undefined) engine.forced.add(forced);
  const steps = await engine.up(program, "at a failure");
  return steps.flatMap(({ failure }) => failure?.message ?? []);
}
const up = (name: string, args: JsonObject, forced = false) => run({ [name]: args }, forced ? name : undefined);

/** The creation of the object, and its id. */
async function created(name: string, args: JsonObject): Promise<string> {
  expect(await up(name, args)).toEqual([]);
  return idInState(name);
}

/** A replacement whose deletion of the old object the tenant refuses, and the id of the new one. */
async function halfReplaced(name: string, args: JsonObject, forced = true): Promise<string> {
  tenant.inject({ kind: "status", status: 403, method: "DELETE", times: Number.POSITIVE_INFINITY });
  expect(await up(name, args, forced)).toHaveLength(1);
  tenant.clearFaults();
  return idInState(name);
}

const idInState = (name: string) => (engine.state.get(name) as StateEntry).id;

describe.each(cases.map((one) => [one.kind, one] as const))("%s", (kind, { versions, forced, ids }) => {
  const name = `${kind}-it`;
  const [first, second, third] = versions;
  let original: string;
  let replacement: string;

  beforeEach(async () => {
    original = await created(name, first);
    replacement = await halfReplaced(name, second, forced);
    expect(engine.pendingDeletes).toHaveLength(1);
  });

  test("a rollback of a half-applied replacement takes the original back, and deletes only the new object", async () => {
    expect(await up(name, first, forced)).toEqual([]);
    expect(idInState(name)).toBe(original);
    expect(ids(tenant)).toEqual([original]);
    expect(engine.pendingDeletes).toEqual([]);
    expect(warned.join("\n")).toMatch(new RegExp(`id ${original}.* again: an earlier replacement`));
    ({ engine } = await runs.next());
    expect(await engine.refresh()).toEqual([{ name, op: "same" }]);
    expect(await engine.changes({ [name]: first })).toEqual([]);
  });

  test("after a half-way rollback, the next run has the original and deletes the other object", async () => {
    expect(await halfReplaced(name, first, forced)).toBe(original);
    expect(await up(name, first)).toEqual([]);
    expect(ids(tenant)).toEqual([original]);
  });

  test("the next run of the same program completes the replacement", async () => {
    expect(await up(name, second)).toEqual([]);
    expect(ids(tenant)).toEqual([replacement]);
  });

  test("a third value replaces again, and leaves neither of the two former objects", async () => {
    expect(await up(name, third, forced)).toEqual([]);
    const [id, ...others] = ids(tenant);
    expect(others).toEqual([]);
    expect([original, replacement]).not.toContain(id);
  });

  test("a rollback of a completed replacement creates another object", async () => {
    expect(await up(name, second)).toEqual([]);
    expect(await up(name, first, forced)).toEqual([]);
    expect(ids(tenant)).toEqual([idInState(name)]);
    expect([original, replacement]).not.toContain(idInState(name));
  });
});

describe("rollbacks of half-applied replacements:", () => {
  const [client] = cases.filter(({ kind }) => kind === "client") as [Replaced];
  const [api] = cases.filter(({ kind }) => kind === "resourceServer") as [Replaced];

  test.each([client, api])(
    "the original returns after two replacements that stopped half-way ($kind)",
    async ({ kind, versions, ids }) => {
      const name = `${kind}-it`;
      const original = await created(name, versions[0]);
      await halfReplaced(name, versions[1]);
      await halfReplaced(name, versions[2]);
      expect(engine.pendingDeletes).toHaveLength(2);
      expect(await up(name, versions[0], true)).toEqual([]);
      expect(idInState(name)).toBe(original);
      expect(ids(tenant)).toEqual([original]);
    },
  );

  test("the original returns if the creation's response was lost and a run in between adopted the new object", async () => {
    const { versions, ids } = api;
    const name = "resourceServer-it";
    const original = await created(name, versions[0]);
    // The read before the creation succeeds.
    for (const [method, skip] of [
      ["GET", 1],
      ["POST", 0],
    ] as const)
      tenant.inject({ kind: "reset-after", method, path: "/api", skip, times: Number.POSITIVE_INFINITY });
    expect(await up(name, versions[1])).toHaveLength(1);
    tenant.clearFaults();
    await halfReplaced(name, { ...versions[1], adopt: true }, false);
    expect(await up(name, versions[0])).toEqual([]);
    expect(idInState(name)).toBe(original);
    expect(ids(tenant)).toEqual([original]);
  });

  test("the original returns if the option that forced the replacement is removed with the change", async () => {
    const { versions, ids } = client;
    const name = "client-it";
    const original = await created(name, versions[0]);
    await halfReplaced(name, versions[1]);
    expect(await up(name, versions[0])).toEqual([]);
    expect(idInState(name)).toBe(original);
    expect(ids(tenant)).toEqual([original]);
  });

  test("the original returns if the creation's response was lost and the option is removed with the change", async () => {
    const { versions, ids } = client;
    const name = "client-it";
    const original = await created(name, versions[0]);
    tenant.inject({ kind: "reset-after", method: "POST", path: "/api", times: 1 });
    expect(await up(name, versions[1], true)).toHaveLength(1);
    tenant.clearFaults();
    expect(engine.pendingDeletes).toHaveLength(1);
    expect(await up(name, versions[0])).toEqual([]);
    expect(idInState(name)).toBe(original);
    expect(ids(tenant)).toContain(original);
  });

  test("the original returns if the rollback changes another property as well", async () => {
    const { versions, ids } = client;
    const name = "client-it";
    const original = await created(name, versions[0]);
    await halfReplaced(name, versions[1]);
    const next = { ...versions[0], description: "Back, and told apart" };
    expect(await up(name, next, true)).toEqual([]);
    expect(idInState(name)).toBe(original);
    expect(ids(tenant)).toEqual([original]);
    expect(tenant.clients.get(original)).toMatchObject({ app_type: "non_interactive", description: next.description });
  });

  test("a small change of the new object is not treated as a rollback", async () => {
    const { versions, ids } = client;
    const name = "client-it";
    await up(name, { ...versions[0], description: "One" });
    const replacement = await halfReplaced(name, { ...versions[1], description: "Two" });
    expect(await up(name, { ...versions[1], description: "One" })).toEqual([]);
    expect(idInState(name)).toBe(replacement);
    expect(ids(tenant)).toEqual([replacement]);
  });

  test("a third value with the name of the original, which cannot become it, is refused with the remedy", async () => {
    const [one, two] = [
      { name: "orders-one", strategy: "oidc", options: { client_id: "a" } },
      { name: "orders-two", strategy: "oidc", options: { client_id: "a" } },
    ];
    const third = { name: "orders-one", strategy: "samlp", options: { signInEndpoint: "https://idp.example.com" } };
    const name = "connection-it";
    await up(name, one);
    await halfReplaced(name, two, false);
    expect((await up(name, third)).join()).toMatch(
      /another strategy[\s\S]*earlier replacement of this resource did not delete it.*previous version of the program/,
    );
    expect(await up(name, two)).toEqual([]);
    expect(await up(name, third)).toEqual([]);
    expect(tenant.connections.list().map(({ name }) => name)).toEqual(["orders-one"]);
  });
});

describe("the original of a replacement", () => {
  const of = (kind: TypeName) => cases.find((one) => one.kind === kind) as Replaced;
  const recordOf = (name: string) => own(revealed(engine.state.get(name)?.outputs ?? {}), recordKey);

  test.each([of("client"), of("action")])(
    "is not an object of another resource: a new $kind with equal inputs leaves the old one",
    async ({ kind, versions: [first], ids }) => {
      const [one, two] = [`${kind}-one`, `${kind}-two`];
      expect(await run({ [one]: first })).toEqual([]);
      expect(await run({ [one]: first, [two]: first })).toEqual([]);
      const [theirs, ours] = [idInState(one), idInState(two)];
      expect(recordOf(two)).not.toHaveProperty("replaced");

      // `pulumi state move` gives the first one to another stack, which changes it.
      engine.state.delete(one);
      const changed = kind === "client" ? { ...first, description: "Nightly" } : { ...first, code: "exports.x = 2;" };
      if (kind === "client") tenant.clients.update(theirs, { description: "Nightly" });
      else tenant.actions.update(theirs, { code: "exports.x = 2;" });
      expect(await run({ [two]: changed })).toEqual([]);
      expect(idInState(two)).toBe(ours);
      expect(ids(tenant).toSorted()).toEqual([theirs, ours].toSorted());
    },
  );

  test("is not confused between two resources with equal inputs that change together", async () => {
    const { versions, ids } = of("client");
    const program = (description: string) => {
      const args = { ...versions[0], description };
      return { "client-one": args, "client-two": args };
    };
    expect(await run({ "client-one": program("1")["client-one"] })).toEqual([]);
    expect(await run(program("1"))).toEqual([]);
    const before = [idInState("client-one"), idInState("client-two")];
    expect(await run(program("2"))).toEqual([]);
    expect(await run(program("1"))).toEqual([]);
    expect([idInState("client-one"), idInState("client-two")]).toEqual(before);
    expect(ids(tenant).toSorted()).toEqual(before.toSorted());
  });

  test("is not an action with equal inputs and a secret set by hand: another action is created", async () => {
    const [first] = of("action").versions;
    expect(await run({ "action-one": first })).toEqual([]);
    tenant.actions.update(idInState("action-one"), { secrets: [{ name: "BY_HAND", value: "a value by hand" }] });
    expect(await run({ "action-one": first, "action-two": first })).toEqual([]);
    expect(of("action").ids(tenant)).toHaveLength(2);
  });

  test("that only probably belongs to this stack is taken back as such: a destroy keeps it once it is used", async () => {
    const { versions, ids } = of("resourceServer");
    const name = "resourceServer-it";
    tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/resource-servers", times: 1 });
    const original = await created(name, versions[0]);
    expect(recordOf(name)).toMatchObject({ likely: true });
    await halfReplaced(name, versions[1]);
    expect(await up(name, versions[0])).toEqual([]);
    expect(idInState(name)).toBe(original);
    expect(recordOf(name)).toMatchObject({ likely: true });
    tenant.resourceServers.update(String(versions[0].identifier), { allow_offline_access: true });
    expect(await run({})).toEqual([]);
    expect(ids(tenant)).toEqual([original]);
  });

  test.each([of("resourceServer"), of("client")])(
    "of type $kind that is no longer managed and was changed by another client is taken back only with adopt",
    async ({ kind, versions, ids, forced }) => {
      const name = `${kind}-it`;
      const first = { ...versions[0], ...(kind === "client" ? { description: "First" } : { tokenLifetime: 60 }) };
      const original = await created(name, first);
      await halfReplaced(name, versions[1]);
      // `pulumi state delete` of the pending entry. Then another team takes the object over.
      engine.pendingDeletes.length = 0;
      if (kind === "client") tenant.clients.update(original, { description: "Theirs" });
      else tenant.resourceServers.update(String(versions[0].identifier), { token_lifetime: 120 });
      const before = ids(tenant);
      expect((await up(name, first, forced)).join()).toMatch(
        new RegExp(
          `id ${original}.*earlier replacement.*have changed since: (description|tokenLifetime)\\..*adopt: true`,
        ),
      );
      expect(ids(tenant)).toEqual(before);
      expect(await up(name, { ...first, adopt: true }, forced)).toEqual([]);
      expect(idInState(name)).toBe(original);
    },
  );

  test("is still the first object after four half-way replacements", async () => {
    const { versions, ids } = of("client");
    const name = "client-it";
    const original = await created(name, versions[0]);
    for (const n of [1, 2, 3, 4]) await halfReplaced(name, { ...versions[n % 2 === 0 ? 2 : 1], description: `${n}` });
    expect(engine.pendingDeletes).toHaveLength(4);
    tenant.clearFaults();
    const refused = await up(name, versions[0], true);
    expect(idInState(name)).toBe(original);
    expect(ids(tenant)).toContain(original);
    expect(refused.join()).not.toContain(`${original})`);
  });

  test.each([[["a"]], [[]], [["a", "b"]]])(
    "of a connection is taken back with the program's applications, from a, to %j",
    async (enabledClients) => {
      const first = { name: "orders-one", strategy: "oidc", options: { client_id: "a" }, enabledClients: ["a"] };
      const original = await created("connection-it", first);
      await halfReplaced("connection-it", { name: "orders-two", strategy: "oidc", options: { client_id: "a" } });
      expect(await up("connection-it", { ...first, enabledClients })).toEqual([]);
      expect(idInState("connection-it")).toBe(original);
      expect(tenant.connections.clientsOf("orders-one")).toEqual(enabledClients);
    },
  );

  test("whose change is refused before the first write is reported as not written", async () => {
    const endpoint = (host: string) => ({ client_id: "a", token_endpoint: `https://${host}.example.com/token` });
    const first = { name: "orders-one", strategy: "oidc", options: endpoint("one") };
    await created("connection-it", first);
    await halfReplaced("connection-it", { ...first, name: "orders-two" });
    tenant.connections.update("orders-one", { options: { ...first.options, client_secret: "theirs" } });
    const back = { ...first, options: endpoint("two"), adopt: true };
    const failure = (await up("connection-it", back)).join();
    expect(failure).toMatch(/was not changed: .*client_secret[\s\S]*This run wrote nothing of connection "orders-one"/);
    expect(failure).not.toContain("Only a part");
  });

  test("has no secret in the state", async () => {
    const [first, second] = [
      { name: "orders-one", strategy: "oidc", options: { client_id: "a", client_secret: "a secret of the first" } },
      { name: "orders-two", strategy: "oidc", options: { client_id: "a", client_secret: "a secret of the second" } },
    ];
    await up("connection-it", first);
    await halfReplaced("connection-it", second);
    expect(recordOf("connection-it")).toMatchObject({ replaced: [{ values: { options: { client_id: "a" } } }] });
    expect(JSON.stringify(recordOf("connection-it"))).not.toContain("a secret");
  });
});

describe.each(["client", "action"] as const)("%s: a resource renamed in the program without an alias", (kind) => {
  const [{ versions, ids }] = cases.filter((one) => one.kind === kind) as [Replaced];
  const [args] = versions;
  const [old, renamed] = [`${kind}-old`, `${kind}-new`];

  beforeEach(async () => {
    expect(await run({ [old]: args })).toEqual([]);
  });

  test("keeps its object's id and secrets: neither this run nor the next one deletes the object", async () => {
    const original = idInState(old);
    for (const _ of ["first", "second"]) {
      const failures = await run({ [renamed]: args });
      expect(failures.join()).toMatch(
        new RegExp(`id ${original}\\) is not deleted[\\s\\S]*alias[\\s\\S]*adopt: false`),
      );
      expect(ids(tenant)).toContain(original);
    }
    // The way back.
    expect(await run({ [old]: args })).toEqual([]);
    expect(ids(tenant)).toEqual([original]);
  });

  test("gets a new object if the program sets adopt: false", async () => {
    expect(await run({ [renamed]: args })).toHaveLength(1);
    expect(await run({ [renamed]: { ...args, adopt: false } })).toEqual([]);
    expect(ids(tenant)).toEqual([idInState(renamed)]);
    expect(await engine.changes({ [renamed]: { ...args, adopt: false } })).toEqual([]);
  });

  test("and the old one can share a name: removing one deletes its object, and a destroy deletes both", async () => {
    expect(await run({ [old]: args, [renamed]: args })).toEqual([]);
    expect(await run({ [old]: args })).toEqual([]);
    expect(ids(tenant)).toEqual([idInState(old)]);
    expect(await run({ [old]: args, [renamed]: args })).toEqual([]);
    expect(await run({})).toEqual([]);
    expect(ids(tenant)).toEqual([]);
  });
});

describe("after a replacement that fails at a request, the next run goes", () => {
  const faults: Record<string, readonly Fault[]> = {
    "the creation is refused": [{ kind: "status", status: 403, method: "POST", path: "/api", times: 1 }],
    "the deletion is refused": [{ kind: "status", status: 403, method: "DELETE", times: 1 }],
    "the deletion is not carried out, and its answer is lost": [
      { kind: "reset-before", method: "DELETE", times: Number.POSITIVE_INFINITY },
    ],
  };
  const all = cases.flatMap((one) =>
    Object.entries(faults).flatMap(([fault, injected]) =>
      (["back", "forward", "aside"] as const).map((where) => ({ ...one, fault, injected, where })),
    ),
  );

  test.each(all)("$where: $kind, $fault", async ({ kind, versions, forced, ids, injected, where }) => {
    const name = `${kind}-it`;
    const next = { back: versions[0], forward: versions[1], aside: versions[2] }[where];
    const original = await created(name, versions[0]);
    for (const fault of injected) tenant.inject(fault);
    expect(await up(name, versions[1], forced)).toHaveLength(1);
    tenant.clearFaults();
    expect(ids(tenant)).toContain(original);

    expect(await up(name, next, forced)).toEqual([]);
    ({ engine } = await runs.next());
    await engine.refresh();
    expect(await engine.changes({ [name]: next })).toEqual([]);
    expect(ids(tenant)).toEqual([idInState(name)]);
    if (where === "back") expect(idInState(name)).toBe(original);
  });
});

describe.each(subjects.map((one) => [one.name, one] as const))("%s of the generic subjects", (kind, subject) => {
  const name = `${kind}-it`;

  test("a rollback after a changed identity and a failed deletion loses no declared value", async () => {
    subject.prepare(tenant);
    const [first, second] = [1, 2].map((n) => ({ ...subject.bench[0], ...subject.identity(tenant, n) })) as [
      JsonObject,
      JsonObject,
    ];
    expect(await up(name, first)).toEqual([]);
    const before = subject.held(tenant, subject.keyOf(first));

    const { port, engine: forward } = await runs.next();
    const { delete: remove } = port;
    port.delete = () => Promise.reject(new Error("refused"));
    engine = forward;
    await engine.up({ [name]: second }, "at a failure");
    port.delete = remove;

    const failures = await up(name, first);
    // Another object takes the place of one whose value only its creation has shown.
    const held = () => {
      const now = subject.held(tenant, subject.keyOf(first));
      return isShownOnce(kinds[subject.name].schema) ? now && { ...now, id: before?.id } : now;
    };
    expect(held()).toEqual(before);
    for (const failure of failures) expect(failure).toMatch(/exists already[\s\S]*adopt: true/);
    if (failures.length > 0) expect(await up(name, { ...first, adopt: true })).toEqual([]);
    expect(held()).toEqual(before);
    expect(engine.pendingDeletes).toEqual([]);
    ({ engine } = await runs.next());
    expect(await engine.refresh()).toEqual([{ name, op: "same" }]);
  });
});
