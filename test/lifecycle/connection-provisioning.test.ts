import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WireObject } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { madeConnection } from "../subjects/connection-provisioning.ts";
import { startWorld, type World } from "./world.ts";

/* What users see of the SCIM configuration, the SCIM tokens and the directory configuration of a connection. */

const [connectionId, other] = ["con_0000000000000001", "con_0000000000000002"];
const name = "scim-configuration";
const path = `/api/v2/connections/${connectionId}/scim-configuration`;

let world: World;
const warn = vi.fn();
beforeEach(() => {
  warn.mockReset();
  vi.spyOn(console, "warn").mockImplementation(warn);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const failureOf = async (programs: Readonly<Record<string, JsonObject>>, engine = world.engine) => {
  world.tenant.clearRequests();
  const steps = await engine.up(programs);
  return steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
};
const up = async (programs: Readonly<Record<string, JsonObject>>, engine = world.engine) =>
  expect(await failureOf(programs, engine)).toBe("");
const writes = () => world.calls().filter((call) => !call.startsWith("GET"));
const warnings = () => warn.mock.calls.flat().join("\n");
const stored = () => world.tenant.connections.provisioningOf(connectionId, name)?.configuration;

describe("the SCIM configuration of a connection", () => {
  beforeEach(async () => {
    world = await startWorld({}, resourceTypes.connectionScim);
    for (const id of [connectionId, other]) madeConnection(world.tenant, id, "oidc");
  });

  test("has the address of the SCIM server, which the service does not return", async () => {
    await up({ it: { connectionId } });
    const endpoint = `https://${new URL(world.tenant.url).host}/scim/v2/connections/${connectionId}`;
    expect(world.engine.state.get("it")).toMatchObject({ id: connectionId, outputs: { endpoint } });
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    expect(world.engine.state.get("it")).toMatchObject({ outputs: { endpoint } });
  });

  test("keeps an undeclared mapping in an update, even with the same attribute twice", async () => {
    await up({ it: { connectionId, userIdAttribute: "userName" } });
    const mapping = [
      { auth0: "email", scim: "emails[primary eq true].value" },
      { auth0: "email", scim: "userName" },
    ];
    const provisioning = { configuration: { ...stored(), mapping }, below: [] };
    world.tenant.connections.setProvisioning(connectionId, name, provisioning);
    await up({ it: { connectionId, userIdAttribute: "externalId" } });
    expect(stored()).toMatchObject({ user_id_attribute: "externalId", mapping });
  });

  test("of another client is adopted only on demand", async () => {
    const configuration = { connection_id: connectionId, user_id_attribute: "id", mapping: [] };
    world.tenant.connections.setProvisioning(connectionId, name, { configuration, below: [] });
    expect(await failureOf({ it: { connectionId } })).toMatch(/exists already .* set `adopt: true`/s);
    await up({ it: { connectionId, userIdAttribute: "userName", adopt: true } });
    expect(stored()).toMatchObject({ user_id_attribute: "userName" });
  });

  test("is refused for a strategy without SCIM, and the error names the strategies with SCIM", async () => {
    madeConnection(world.tenant, "con_0000000000000003", "google-apps");
    expect(await failureOf({ it: { connectionId: "con_0000000000000003" } })).toMatch(
      /does not support SCIM\. Only a connection of the strategy samlp, oidc, okta or waad can have one/,
    );
  });

  test("is deleted at the old connection if the program moves it to another one", async () => {
    await up({ it: { connectionId, userIdAttribute: "userName" } });
    await up({ it: { connectionId: other, userIdAttribute: "userName" } });
    expect(writes()).toEqual([`POST ${path.replace(connectionId, other)}`, `DELETE ${path}`]);
  });

  test("is updated by a forced replacement, because a deletion would delete its tokens", async () => {
    world.engine.forced.add("it");
    await up({ it: { connectionId, userIdAttribute: "userName" } });
    await up({ it: { connectionId, userIdAttribute: "id" } });
    expect(writes()).toEqual([`PATCH ${path}`]);
  });
});

describe("the SCIM tokens of a connection", () => {
  beforeEach(async () => {
    world = await startWorld({}, resourceTypes.connectionScimToken);
    madeConnection(world.tenant, connectionId, "oidc");
    const configuration = { connection_id: connectionId, user_id_attribute: "id", mapping: [] };
    world.tenant.connections.setProvisioning(connectionId, name, { configuration, below: [] });
  });
  const token = (...scopes: readonly string[]) => ({ connectionId, scopes });
  const tokens = () => world.tenant.connections.provisioningOf(connectionId, name)?.below ?? [];
  const setTokens = (below: readonly WireObject[]) =>
    world.tenant.connections.setProvisioning(connectionId, name, { configuration: stored() ?? {}, below });
  const outputs = (of: string) => world.engine.state.get(of)?.outputs ?? {};
  const theirs = { token_id: "tok_theirs0000000000", scopes: ["get:users"], created_at: "2026-01-01T00:00:00.000Z" };
  const lose = () => world.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/connections" });

  test("keep their value in the state after a refresh", async () => {
    await up({ it: token("get:users") });
    const value = outputs("it").token;
    expect(JSON.stringify(value)).toContain(String(tokens()[0]?.token_id));
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    expect(outputs("it").token).toEqual(value);
    expect(await world.engine.changes({ it: token("get:users") })).toEqual([]);
  });

  test("are replaced without a gap while the limit permits it, and deleted first otherwise", async () => {
    await up({ it: token("get:users") });
    await up({ it: token("get:users", "post:users") });
    expect(writes().map((call) => call.split(" ")[0])).toEqual(["POST", "DELETE"]);
    setTokens([...tokens(), theirs]);
    await up({ it: { ...token("get:users", "post:users"), tokenLifetime: 900 } });
    expect(writes().map((call) => call.split(" ")[0])).toEqual(["DELETE", "POST"]);
    expect(tokens()).toHaveLength(2);
    expect(tokens()).toContainEqual(theirs);
    await up({ it: token("get:users", "post:users") });
    expect(tokens().some(({ valid_until }) => valid_until !== undefined)).toBe(false);
  });

  test("are rotated by a second resource, while the first leaves the program later", async () => {
    await up({ old: token("get:users") });
    await up({ old: token("get:users"), young: token("get:users") });
    expect(tokens()).toHaveLength(2);
    expect(warnings()).toBe("");
    const kept = outputs("young").token;
    await up({ young: token("get:users") });
    expect(tokens()).toHaveLength(1);
    expect(outputs("young").token).toEqual(kept);
  });

  test("are refused beyond two, and none is deleted before its successor exists", async () => {
    await up({ old: token("get:users"), other: token("get:users") });
    expect(await failureOf({ other: token("get:users"), young: token("get:users") })).toMatch(/at most 2 tokens/);
    expect(tokens()).toHaveLength(2);
    await up({ other: token("get:users") });
    await up({ other: token("get:users"), young: token("get:users") });
    expect(tokens()).toHaveLength(2);
  });

  test("whose response was lost are created again; equal tokens of others stay", async () => {
    lose();
    expect(await failureOf({ it: token("get:users") })).toMatch(/its value is lost with the response/);
    const [lost] = tokens();
    await world.engine.refresh();
    expect(warnings()).toMatch(/`pulumi up` creates another one\. .* another team or stack may have created it/);
    await up({ it: token("get:users") });
    expect(tokens()).toHaveLength(2);
    expect(tokens()).toContainEqual(lost);
    expect(warnings()).toMatch(/stays at the tenant: .* If no other team has created it, delete it: its value is lost/);
    await world.engine.refresh();
    expect(JSON.stringify(outputs("it").token)).toContain(String(tokens()[1]?.token_id));
  });

  test("whose response was lost are deleted before the next creation if the run may adopt", async () => {
    setTokens([theirs]);
    lose();
    await failureOf({ it: token("get:users") });
    expect(tokens()).toHaveLength(2);
    await up({ it: { ...token("get:users"), adopt: true } });
    expect(tokens()).toHaveLength(2);
    expect(tokens()).toContainEqual(theirs);
    expect(warnings()).toMatch(/was deleted: the response to its creation was lost/);
  });

  test("of others are never adopted", async () => {
    setTokens([theirs]);
    await up({ it: { ...token("get:users"), adopt: true } });
    expect(tokens()).toHaveLength(2);
    await up({});
    expect(tokens()).toEqual([theirs]);
  });

  test("need a configuration, and the message names the missing resource", async () => {
    world.tenant.connections.setProvisioning(connectionId, name, undefined);
    expect(await failureOf({ it: token("get:users") })).toMatch(
      /pass the `connectionId` of its ConnectionScim resource/,
    );
  });
});

describe("the synchronized groups of a directory", () => {
  const directory = "directory-provisioning";
  const route = `/api/v2/connections/${connectionId}/${directory}`;
  const groupsPath = `${route}/synchronized-groups`;
  beforeEach(async () => {
    world = await startWorld({}, resourceTypes.connectionDirectory);
    madeConnection(world.tenant, connectionId, "google-apps");
  });
  const groups = (...ids: readonly string[]) => ids.map((id) => ({ id }));
  const args = (more: JsonObject = {}) => ({ connectionId, synchronizeGroups: "selected", ...more });
  const held = () => world.tenant.connections.provisioningOf(connectionId, directory)?.below ?? [];
  const select = (below: readonly WireObject[]) => {
    const found = world.tenant.connections.provisioningOf(connectionId, directory);
    if (found) world.tenant.connections.setProvisioning(connectionId, directory, { ...found, below });
  };
  const many = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `group${1_000 + from + n}`);

  test("are sent with the configuration, a hundred per call; undeclared ones are neither read nor changed", async () => {
    await up({ it: args({ groups: groups(...many(0, 120)) }) });
    expect(writes()).toEqual([`POST ${route}`, `POST ${groupsPath}`, `POST ${groupsPath}`]);
    expect(held().map(({ id }) => id)).toEqual(many(0, 120));
    await up({ it: args({ groups: groups(...many(110, 130)) }) });
    expect(writes()).toEqual([`POST ${groupsPath}`, `DELETE ${groupsPath}`, `DELETE ${groupsPath}`]);
    expect(held().map(({ id }) => id)).toEqual(many(110, 130));
    await up({ it: args() });
    expect(held()).toEqual([]);
    select([{ id: "theirs" }]);
    world.tenant.clearRequests();
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    expect(world.calls().join()).not.toContain("synchronized-groups");
  });

  test("of others keep the service's data about them, unless exclusiveGroups is true", async () => {
    await up({ it: args({ groups: groups("mine") }) });
    select([
      { id: "mine", name: "Mine" },
      { id: "theirs", name: "Theirs", email: "them@example.com" },
    ]);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    await up({ it: args({ groups: groups("mine", "other") }) });
    expect(held()).toEqual([
      { id: "mine", name: "Mine" },
      { id: "other" },
      { id: "theirs", name: "Theirs", email: "them@example.com" },
    ]);
    const whole = args({ groups: groups("mine", "other"), exclusiveGroups: true });
    await up({ it: whole });
    expect(held()).toHaveLength(3);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "update" }]);
    await up({ it: whole });
    expect(held().map(({ id }) => id)).toEqual(["mine", "other"]);
  });

  test.each([{ synchronizeGroups: "selected" }, { synchronizeGroups: "off" }])(
    "of others stay when an exclusive list is first declared (before: %j), until a refresh has shown them",
    async (before) => {
      await up({ it: args(before) });
      select([{ id: "theirs" }]);
      const whole = args({ groups: groups("mine"), exclusiveGroups: true });
      await up({ it: whole });
      expect(held().map(({ id }) => id)).toEqual(["mine", "theirs"]);
      expect(await world.engine.refresh()).toEqual([{ name: "it", op: "update" }]);
      await up({ it: whole });
      expect(held()).toEqual(groups("mine"));
    },
  );

  test("that another client removed are drift, and the next run adds them", async () => {
    const program = { it: args({ groups: groups("a", "b") }) };
    await up(program);
    select([{ id: "b" }]);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "update" }]);
    await up(program);
    expect(held()).toEqual(groups("a", "b"));
  });

  test("that are refused keep the configuration, and the next run adds them", async () => {
    world.tenant.inject({ kind: "status", status: 400, method: "POST", path: groupsPath, body: "{}" });
    const program = { it: args({ groups: groups("a") }) };
    expect(await failureOf(program)).toContain("synchronized groups");
    expect(world.tenant.connections.provisioningOf(connectionId, directory)?.configuration).toBeDefined();
    await up(program);
    expect(writes()).toEqual([`POST ${groupsPath}`]);
    expect(held()).toEqual(groups("a"));
  });

  test("move to a stack that adopts the configuration, in one run of each stack", async () => {
    const second = new MiniEngine(world.port);
    await up({ it: args({ groups: groups("a", "b") }) });
    await up({ that: args({ groups: groups("b", "c"), adopt: true }) }, second);
    await up({ it: args({ groups: groups("a") }) });
    expect(held().map(({ id }) => id)).toEqual(["a", "c"]);
    await up({ that: args({ groups: groups("b", "c"), adopt: true }) }, second);
    expect(await second.refresh()).toEqual([{ name: "that", op: "update" }]);
    await up({ that: args({ groups: groups("b", "c"), adopt: true }) }, second);
    expect(held()).toEqual(groups("a", "b", "c"));
  });

  test("are ids, not names", async () => {
    expect(await failureOf({ it: args({ groups: groups("support@example.com") }) })).toContain("the id of a group");
    expect(await failureOf({ it: args({ groups: [{ id: "a", name: "A" }] }) })).toContain("is not a property");
  });
});
