import { describe, expect, test, vi } from "vitest";
import type { WireObject } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { clientType } from "../../provider/src/types/client/calls.ts";
import { pairs } from "../harness/keys.ts";
import { worldOfEachTest } from "./world.ts";

const world = worldOfEachTest(clientType);

const keyed = pairs(3).map(({ pem }) => ({ credentialType: "public_key", pem }));
const [one = {}, two = {}, three = {}]: readonly JsonObject[] = keyed;
const grants = [{ connection: "google", scopes: ["calendar"] }];
const worker = (vault: JsonObject | undefined): JsonObject => ({
  name: "Worker",
  ...(vault && { tokenVaultPrivilegedAccess: vault }),
});
const up = async (args: JsonObject) =>
  expect((await world.engine.up({ it: args })).flatMap(({ failure }) => failure?.message ?? [])).toEqual([]);
const only = () => world.tenant.clients.list().find(({ name }) => name === "Worker") as WireObject;
const vault = () => only().token_vault_privileged_access as { credentials: WireObject[] } | undefined;
const keys = () =>
  (world.tenant.export("clients").clients as readonly WireObject[]).find(({ name }) => name === "Worker")
    ?.credentials as readonly WireObject[];

test("keys of the token vault are created with the application, and not again by later runs", async () => {
  await up(worker({ credentials: [one, two], ipAllowlist: ["192.0.2.0/24"], grants }));
  expect(vault()?.credentials).toHaveLength(2);
  const before = vault()?.credentials;
  expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  await up(worker({ credentials: [one, two], grants: [] }));
  expect(vault()).toEqual({ credentials: before, ip_allowlist: [], grants: [] });
  expect(await world.engine.changes({ it: worker({ credentials: [one, two], grants: [] }) })).toEqual([]);
});

test("a rotation creates the new key, puts it into use, and deletes the old one last", async () => {
  await up(worker({ credentials: [one, two] }));
  const [kept] = vault()?.credentials ?? [];
  world.tenant.clearRequests();
  await up(worker({ credentials: [one, three] }));
  expect(vault()?.credentials[0]).toEqual(kept);
  expect(keys()).toHaveLength(2);
  const methods = world.calls().map((call) => call.split(" ")[0]);
  expect(methods).toEqual(["GET", "GET", "GET", "POST", "PATCH", "DELETE"]);
});

test("clearing the whole access deletes its keys", async () => {
  await up(worker({ credentials: [one] }));
  await up(worker(undefined));
  expect(vault()).toBeUndefined();
  expect(keys() ?? []).toEqual([]);
});

test("an edit of the keys by another client is drift, and the next run restores the declared ones", async () => {
  await up(worker({ credentials: [one] }));
  const id = String(only().client_id);
  world.tenant.clients.update(id, { token_vault_privileged_access: { credentials: [] } });
  expect(await world.engine.refresh()).toEqual([{ name: "it", op: "update" }]);
  await up(worker({ credentials: [one] }));
  expect(vault()?.credentials).toHaveLength(1);
});

/** The properties that hold keys. */
const holders = ["tokenVaultPrivilegedAccess", "signedRequestObject"];

describe.each(holders)("a key in %s that another client put into use", (holder) => {
  const program = (...credentials: readonly JsonObject[]) => ({ name: "Worker", [holder]: { credentials } });
  const wire = holder === "signedRequestObject" ? "signed_request_object" : "token_vault_privileged_access";
  const held = () => (only()[wire] as { credentials: WireObject[] } | undefined)?.credentials ?? [];
  const failureOf = async (args: JsonObject) =>
    (await world.engine.up({ it: args })).flatMap(({ failure }) => failure?.message ?? []).join();
  /** Another stack or an administrator adds the third key, without this stack. */
  const added = async () => {
    await up(program(one));
    const state = structuredClone(world.engine.state.get("it"));
    await up(program(one, three));
    if (state) world.engine.state.set("it", state);
  };

  test("is not deleted by a rotation before a refresh has shown it; the message names it", async () => {
    await added();
    const [, theirs] = keys();
    expect(await failureOf(program(two))).toContain(`(kid ${String(theirs?.kid)})`);
    expect(held()).toHaveLength(2);
    expect(keys()).toHaveLength(2);
    await world.engine.refresh();
    await up(program(two));
    expect(held()).toHaveLength(1);
    expect(keys()).toHaveLength(1);
  });

  test("is not deleted by a program without keys before a refresh has shown it", async () => {
    await added();
    expect(await failureOf({ name: "Worker" })).toContain("another client may have changed");
    expect(held()).toHaveLength(2);
    await world.engine.refresh();
    await up({ name: "Worker" });
    expect(held()).toEqual([]);
  });

  test("stays if the program declares it beside a new key", async () => {
    await added();
    await up(program(two, three));
    expect(held()).toHaveLength(2);
  });
});

test.each(holders)("the next run uses a key of a lost update: %s", async (holder) => {
  const program = (...credentials: readonly JsonObject[]) => ({ name: "Worker", [holder]: { credentials } });
  await up(program(one));
  world.tenant.inject({ kind: "reset-before", method: "PATCH", path: "/api/v2/clients", times: 9 });
  const [failed] = await world.engine.up({ it: program(two) });
  world.tenant.clearFaults();
  expect(failed?.failure).toBeDefined();
  expect(keys()).toHaveLength(2);
  await up(program(two));
  expect(keys()).toHaveLength(1);
});

test.each(holders)("a refused update leaves no unused key, not even after a rollback: %s", async (holder) => {
  const program = (...credentials: readonly JsonObject[]) => ({ name: "Worker", [holder]: { credentials } });
  await up(program(one));
  const [before] = keys();
  // Either the update itself is refused, or the second of its keys.
  for (const refused of [
    { method: "PATCH", path: "/api/v2/clients", skip: 0 },
    { method: "POST", path: /credentials$/, skip: 1 },
  ]) {
    world.tenant.inject({ kind: "status", status: 400, times: 1, ...refused });
    const [failed] = await world.engine.up({ it: program(two, three) });
    world.tenant.clearFaults();
    expect(failed?.failure).toBeDefined();
    expect(keys()).toEqual([before]);
    await up(program(one));
    expect(keys()).toEqual([before]);
  }
});

test("a detached key that cannot be deleted is reported, and the update has succeeded", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await up(worker({ credentials: [one] }));
  world.tenant.inject({ kind: "status", status: 403, method: "DELETE", path: "/api/v2/clients", times: 1 });
  await up(worker({ credentials: [two] }));
  expect(vault()?.credentials).toHaveLength(1);
  expect(warn.mock.calls.flat().join()).toContain("is not in use and could not be deleted. Delete it by hand.");
});

describe("keys of signed requests", () => {
  const signed = (object: JsonObject | undefined): JsonObject => ({
    name: "Worker",
    ...(object && { signedRequestObject: object }),
  });
  const object = () => only().signed_request_object as { required?: boolean; credentials?: WireObject[] } | undefined;

  test("are created with the application, and not again by later runs", async () => {
    await up(signed({ required: true, credentials: [one, two] }));
    const before = object()?.credentials;
    expect(before).toHaveLength(2);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    world.tenant.clearRequests();
    await up(signed({ required: false, credentials: [one, two] }));
    expect(object()).toEqual({ required: false, credentials: before });
    expect(keys()).toHaveLength(2);
    expect(world.calls().map((call) => call.split(" ")[0])).toEqual(["GET", "PATCH"]);
  });

  test("are rotated: the new key is created and put into use, and the old one deleted last", async () => {
    await up(signed({ credentials: [one, two] }));
    const [kept] = object()?.credentials ?? [];
    world.tenant.clearRequests();
    await up(signed({ credentials: [one, three] }));
    expect(object()?.credentials?.[0]).toEqual(kept);
    expect(keys()).toHaveLength(2);
    expect(world.calls().map((call) => call.split(" ")[0])).toEqual(["GET", "GET", "POST", "PATCH", "DELETE"]);
  });

  test.each([
    ["the list", { required: true }],
    ["the whole object", undefined],
  ])("that are removed from the program with %s are deleted", async (_, after) => {
    await up(signed({ required: true, credentials: [one] }));
    await up(signed(after));
    expect(object()?.credentials ?? []).toEqual([]);
    expect(keys() ?? []).toEqual([]);
  });

  test("are removed with the requirement, which needs a key", async () => {
    await up(signed({ required: true, credentials: [one] }));
    await up({ name: "Worker" });
    expect(object()?.required ?? false).toBe(false);
    const [step] = await world.engine.up({ it: signed({ required: true, credentials: [] }) });
    expect(step?.failure?.message).toContain("cannot be true without credentials");
  });

  test("of another client stay if the program declares no list", async () => {
    const credentials = [{ credential_type: "public_key", pem: one.pem }];
    world.tenant.clients.create({ name: "Worker", signed_request_object: { required: true, credentials } });
    const theirs = object()?.credentials ?? [];
    expect(theirs).toHaveLength(1);
    await up({ ...signed({ required: false }), adopt: true });
    expect(object()).toEqual({ required: false, credentials: theirs });
    await up(signed(undefined));
    expect(object()?.credentials).toEqual(theirs);
  });

  test("stay in use if the token vault drops the same key", async () => {
    await up(worker({ credentials: [one] }));
    const credentials = vault()?.credentials;
    await up(signed({ credentials: [one] }));
    expect(object()?.credentials).toEqual(credentials);
    expect(keys()).toHaveLength(1);
  });

  test("are drift if another client edits them, and the next run restores them", async () => {
    await up(signed({ credentials: [one] }));
    world.tenant.clients.update(String(only().client_id), { signed_request_object: { credentials: [] } });
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "update" }]);
    await up(signed({ credentials: [one] }));
    expect(object()?.credentials).toHaveLength(1);
  });

  test("are refused if they are private or occur twice, before anything is sent", async () => {
    const [step] = await world.engine.up({ it: signed({ credentials: [one, one] }) });
    expect(step?.failure?.message).toMatch(/signedRequestObject\.credentials\[1\]\.pem.*same key/s);
    const [both] = await world.engine.up({
      it: { ...worker({ credentials: [one] }), ...signed({ credentials: [one] }) },
    });
    expect(both?.failure?.message).toMatch(/signedRequestObject\.credentials\[0\]\.pem.*same key/s);
    expect(world.calls()).toEqual([]);
  });
});
