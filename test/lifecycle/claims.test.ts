import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { claimKey } from "../../provider/src/lifecycle/program/claims.ts";
import type { ResourceType } from "../../provider/src/lifecycle/resource-type.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { connectionType } from "../../provider/src/types/connection/calls.ts";
import { resourceServerType } from "../../provider/src/types/resource-server/calls.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import type { MiniEngine, StateEntry } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { startWorld, type World } from "./world.ts";

/** Several resources, or several versions of one, that could come to represent one object. */
const ever = Number.POSITIVE_INFINITY;
const corp = { name: "corp", strategy: "oidc", options: { issuer: "https://idp.example.com/", client_id: "client" } };
const identifier = "https://orders.example.com";
const type = "custom_authentication";
const profile = { name: "Partner", subjectTokenType: "urn:example:a", actionId: "action-a", type };

let world: World;
const start = async (type: ResourceType) => {
  world = await startWorld({}, type);
};
beforeEach(() => {
  for (const method of ["warn", "info"] as const) vi.spyOn(console, method).mockImplementation(() => {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

/** The next run: a new process. The real engine deletes nothing in a run that failed, so old entries are still there. */
const nextRun = (...kept: readonly (readonly [string, StateEntry])[]): MiniEngine => {
  const engine = world.reconfigured({});
  for (const [name, entry] of kept) engine.state.set(name, entry);
  return engine;
};
const entryOf = (name: string) => world.engine.state.get(name) as StateEntry;
const lose = async (name: string, args: JsonObject) => {
  world.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/" });
  // The read before the creation succeeds.
  world.tenant.inject({ kind: "status", status: 503, times: ever, path: "/api/v2/", skip: 1 });
  const [step] = await world.engine.up({ [name]: args });
  world.tenant.clearFaults();
  expect(step?.failure?.message).toMatch(/It is not known whether/);
};

describe("an adoption whose PATCH is lost", () => {
  test("is saved under the object's own id, or not at all", async () => {
    await start(resourceServerType);
    world.tenant.resourceServers.create({ identifier });
    world.tenant.inject({ kind: "reset-after", method: "PATCH", times: ever });
    const [step] = await world.engine.up({ it: { identifier, name: "Orders", adopt: true } });
    expect(step?.failure?.message).not.toMatch(/not known whether .* exists/);
    expect(world.engine.state.get("it")?.outputs.__managed ?? {}).not.toHaveProperty("unconfirmed");
  });

  test("does not let the next run delete the connection with the resource's old name", async () => {
    await start(connectionType);
    await world.engine.up({ old: corp });
    const old = entryOf("old");
    const renamed = { ...corp, displayName: "New", adopt: true };
    world.tenant.inject({ kind: "reset-after", method: "PATCH", times: ever });
    expect((await world.engine.up({ renamed }))[0]?.failure).toBeDefined();
    world.tenant.clearFaults();
    await nextRun(["old", old]).up({ renamed });
    expect(world.tenant.connections.get("corp")).toBeDefined();
  });

  test("does not let the next run delete another team's resource server when the resource is removed", async () => {
    await start(resourceServerType);
    world.tenant.resourceServers.create({ identifier });
    world.tenant.inject({ kind: "reset-after", method: "PATCH", times: ever });
    await world.engine.up({ it: { identifier, name: "Orders", adopt: true } });
    world.tenant.clearFaults();
    await nextRun().up({});
    expect(world.tenant.resourceServers.get(identifier)).toBeDefined();
  });
});

test("a run does not delete an object as an old entry after an update of the run identified it as its own", async () => {
  await start(connectionType);
  await world.engine.up({ old: corp });
  const old = entryOf("old");
  await lose("renamed", corp);
  await nextRun(["old", old]).up({ renamed: corp });
  expect(world.tenant.connections.get("corp")).toBeDefined();
});

describe("a natural key that moves from one resource to another, with adopt", () => {
  const ids = (engine: MiniEngine) =>
    [...engine.state.values()].map(({ id, outputs }) => (outputs.__managed as JsonObject).id ?? id);

  test("after a lost creation, two resources do not take the same object", async () => {
    await start(resourceTypes.tokenExchangeProfile);
    await lose("one", profile);
    const engine = nextRun();
    const next = { two: { ...profile, adopt: true }, one: { ...profile, subjectTokenType: "urn:example:b" } };
    const steps = await engine.up(next);
    expect(steps.map(({ failure }) => failure?.message)).toEqual([undefined, undefined]);
    expect(new Set(ids(engine)).size).toBe(2);
  });

  test("an object that another resource of the state manages is not changed by the resource that adopted it", async () => {
    await start(resourceTypes.tokenExchangeProfile);
    await world.engine.up({ one: profile });
    const next = { two: { ...profile, adopt: true }, one: { ...profile, subjectTokenType: "urn:example:b" } };
    const [two, one] = await nextRun(["one", entryOf("one")]).up(next);
    expect(two?.failure).toBeUndefined();
    expect(one?.failure?.message).toMatch(/is managed by another resource.*pulumi state delete/);
    expect(world.tenant.tokenExchangeProfiles.list()).toMatchObject([{ subject_token_type: profile.subjectTokenType }]);
  });

  test("a key of another team's object is refused, and the message names the property and the remedy", async () => {
    await start(resourceTypes.tokenExchangeProfile);
    await world.engine.up({ one: profile });
    world.tenant.tokenExchangeProfiles.create({
      subject_token_type: "urn:example:theirs",
      action_id: "theirs",
      type,
    });
    const [step] = await world.engine.up({ one: { ...profile, subjectTokenType: "urn:example:theirs" } });
    expect(step?.failure?.message).toMatch(
      /Another token exchange profile has this subjectTokenType\. Change or delete that token exchange profile, or declare another value\./,
    );
  });
});

test("an object of a lost creation that stays under its old key is named", async () => {
  await start(resourceTypes.tokenExchangeProfile);
  await lose("it", profile);
  world.tenant.tokenExchangeProfiles.update(profile.subjectTokenType, { name: "Edited" });
  vi.mocked(console.warn).mockClear();
  const [step] = await world.engine.up({ it: { ...profile, subjectTokenType: "urn:example:b" } });
  expect(step?.failure).toBeUndefined();
  expect(world.tenant.tokenExchangeProfiles.list()).toHaveLength(2);
  expect(vi.mocked(console.warn)).toHaveBeenCalledWith(expect.stringMatching(/stays at the tenant: it is not certain/));
});

test("an unconfirmed creation of version 0.1 is refused with the remedy, and its entry stays", async () => {
  await start(connectionType);
  await world.engine.up({ it: corp });
  const { outputs, ...entry } = entryOf("it");
  const { paths } = outputs.__managed as JsonObject;
  const __managed = { v: 1, paths: paths ?? [], provisional: true };
  world.engine.state.set("it", { ...entry, id: "unconfirmed:corp", outputs: { ...outputs, __managed } });
  await expect(world.engine.refresh()).rejects.toThrow(/saved by pulumi-tenant 0\.1[\s\S]*Install pulumi-tenant 0\.2/);
  expect(entryOf("it").outputs.__managed).toEqual(__managed);
});

test("`get` works with an encoded identifier, which the service decodes once more", async () => {
  await start(resourceServerType);
  const body = { ...world.tenant.resourceServers.create({ identifier }) };
  world.tenant.inject({ kind: "status", status: 200, body, method: "GET", path: "/api/v2/resource-servers" });
  const answer = await world.port.read(encodeURIComponent(identifier), {});
  expect(answer.outputs.identifier).toBe(identifier);
});

test.each([false, true])(
  "an update whose response is 204 is followed by a read (unreadable: %s)",
  async (isUnreadable) => {
    await start(resourceTypes.tokenExchangeProfile);
    await world.engine.up({ it: profile });
    world.tenant.inject({ kind: "status-after", status: 204, body: "", method: "PATCH", times: ever });
    if (isUnreadable) world.tenant.inject({ kind: "status", status: 503, method: "GET", times: ever });
    const [step] = await world.engine.up({ it: { ...profile, name: "New" } });
    expect(step?.failure?.message ?? "").toMatch(isUnreadable ? /not known whether the tenant has changed/ : /^$/);
    world.tenant.clearFaults();
    await world.engine.up({ it: { ...profile, name: "New" } });
    expect(entryOf("it").outputs).toMatchObject({ name: "New" });
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  },
);

test("a response without the key is refused, and the state stays", async () => {
  await start(resourceTypes.tokenExchangeProfile);
  await world.engine.up({ it: profile });
  const { subject_token_type: _, ...body } = world.tenant.tokenExchangeProfiles.list()[0] ?? {};
  world.tenant.inject({ kind: "status", status: 200, body, method: "GET", path: "/api/v2/token-exchange-profiles" });
  await expect(world.engine.refresh()).rejects.toThrow(/contains no "subjectTokenType"/);
  expect(entryOf("it").outputs.subjectTokenType).toBe(profile.subjectTokenType);
});

test.each(subjects.map((one) => [one.name, one] as const))(
  "arguments that two objects share are no key of an object, unless they are refused: %s",
  async (name, subject) => {
    const type = resourceTypes[name];
    await start(type);
    subject.prepare(world.tenant);
    const [one, other] = [1, 2].map((n) => subject.identity(world.tenant, n));
    const common = Object.fromEntries(Object.entries(one ?? {}).filter(([key, value]) => other?.[key] === value));
    const isOneObject = Object.keys(common).length === Object.keys(one ?? {}).length;
    const target = { host: world.tenant.domain, origin: `https://${world.tenant.domain}` };
    const isRefused = type.rules(common, target, {}).length > 0;
    if (!isOneObject && !isRefused) expect(claimKey(type, common)).toBeUndefined();
  },
);
