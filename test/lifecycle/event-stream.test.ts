import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { enginesOf } from "./importing/engines.ts";
import { importedOf } from "./importing/tenants.ts";
import { stackOfEachTest } from "./runs.ts";
import { startWorld, type World } from "./world.ts";

/* What users see of event streams: their secrets, their kinds of destinations, and their outages. */

const endpoint = "https://events.example.com/tenant";
const bearer = { method: "bearer", token: "token-1" };
const webhook = (authorization: JsonObject = bearer, at = endpoint) => ({ webhook: { endpoint: at, authorization } });
const users: JsonObject = { name: "Users", subscriptions: ["user.created"] };
const account = { awsAccountId: "1".repeat(12), awsRegion: "eu-west-1" };

let world: World;
const warn = vi.fn();
beforeEach(async () => {
  warn.mockReset();
  vi.spyOn(console, "warn").mockImplementation(warn);
  world = await startWorld({}, resourceTypes.eventStream);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await world.close();
});

const failureOf = async (stream?: JsonObject) => {
  world.tenant.clearRequests();
  const steps = await world.engine.up(stream ? { stream } : {});
  return steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
};
const up = async (stream?: JsonObject) => expect(await failureOf(stream)).toBe("");
const stored = () => (world.tenant.export().eventStreams as readonly JsonObject[])[0] ?? {};
const authorization = () => (stored().destination as { configuration: JsonObject }).configuration.webhook_authorization;
const id = () => String(world.engine.state.get("stream")?.id);
const writes = () => world.calls().filter((call) => !call.startsWith("GET"));

describe("the secret of a webhook", () => {
  test("is sent with each change of the webhook, and the state has a hash of it", async () => {
    await up({ ...users, ...webhook() });
    expect(authorization()).toEqual({ method: "bearer", token: "token-1" });
    await up({ ...users, ...webhook(bearer, "https://events.example.com/new") });
    expect(authorization()).toEqual({ method: "bearer", token: "token-1" });
    expect(writes()).toHaveLength(1);
    expect(JSON.stringify([...world.engine.state.values()])).not.toContain("token-1");
  });

  test("is not sent with other changes", async () => {
    await up({ ...users, ...webhook() });
    await up({ ...users, ...webhook(), subscriptions: ["user.deleted"] });
    expect(world.tenant.requests.at(-1)?.body).toEqual({ subscriptions: [{ event_type: "user.deleted" }] });
  });

  test("is replaced together with its method", async () => {
    await up({ ...users, ...webhook() });
    await up({ ...users, ...webhook({ method: "basic", username: "tenant", password: "password-1" }) });
    expect(authorization()).toEqual({ method: "basic", username: "tenant", password: "password-1" });
    await up({ ...users, ...webhook({ method: "custom_header", headerKey: "X-Key", headerValue: "value-1" }) });
    expect(authorization()).toEqual({ method: "custom_header", header_key: "X-Key", header_value: "value-1" });
  });

  test.each<[JsonObject, RegExp]>([
    [{ method: "bearer" }, /webhook\.authorization\.token: is required with the method "bearer"/],
    [{ method: "basic", password: "p" }, /webhook\.authorization\.username: is required with the method "basic"/],
    [{ ...bearer, username: "u" }, /webhook\.authorization\.username: cannot be declared with the method "bearer"/],
  ])("%j is refused before anything is sent", async (authorization, says) => {
    const { failures } = await world.port.check({}, { ...users, ...webhook(authorization) });
    expect(failures.join("\n")).toMatch(says);
    expect(world.calls()).toEqual([]);
  });

  test("cannot be removed from the program while its method stays", async () => {
    await up({ ...users, ...webhook() });
    expect(await failureOf({ ...users, ...webhook({ method: "bearer" }) })).toMatch(
      /webhook\.authorization\.token: is required with the method "bearer"/,
    );
    expect(writes()).toEqual([]);
    await up({ ...users, ...webhook() });
  });

  test("is not needed after an import, and never sent to a new address unless declared", async () => {
    await up({ ...users, ...webhook() });
    const { name, program, engine } = await imported();
    expect(program).toMatchObject({ webhook: { endpoint, authorization: { method: "bearer" } } });
    expect(await engine.changes({ [name]: program })).toEqual([]);
    const moved = { ...program, ...webhook({ method: "bearer" }, "https://events.example.com/new") };
    const [step] = await engine.up({ [name]: moved });
    expect(step?.failure?.message).toMatch(/webhook\.authorization\.token/);
    expect(authorization()).toEqual({ method: "bearer", token: "token-1" });
  });

  test("is not needed by a program that adopts a stream, as after an import for another stage", async () => {
    await up({ ...users, ...webhook() });
    const { name, program } = await imported();
    for (const [isRun, args] of [
      ["true", program],
      ["false", { ...program, adopt: true }],
    ] as const) {
      vi.stubEnv("TENANT_ADOPT", isRun);
      const engine = world.reconfigured({});
      engine.state.clear();
      world.tenant.clearRequests();
      const steps = await engine.up({ [name]: args });
      expect(steps.flatMap(({ failure }) => failure?.message ?? [])).toEqual([]);
      expect(await engine.changes({ [name]: args })).toEqual([]);
      expect(writes()).toEqual([]);
    }
    expect(authorization()).toEqual({ method: "bearer", token: "token-1" });
  });
});

/** The stream as an import declares it, and an engine with its state. */
async function imported() {
  const { client, program } = await importedOf(world.tenant, false);
  await client.close();
  const found = enginesOf(world.tenant, program).find(([, declared]) =>
    Object.values(declared).some(({ webhook }) => webhook),
  );
  const [engine, declared = {}] = found ?? [];
  const [[name = "", args = {}] = []] = Object.entries(declared);
  return { name, program: args, engine: engine ?? world.engine };
}

describe("the destination of a stream", () => {
  test("is exactly one of webhook, eventbridge and action", async () => {
    for (const more of [{}, { ...webhook(), eventbridge: account }]) {
      const { failures } = await world.port.check({}, { ...users, ...more });
      expect(failures.join("\n")).toMatch(/exactly one of webhook, eventbridge, action must be declared/);
    }
  });

  test("of another kind, account or region replaces the stream; the output names the event source", async () => {
    await up({ ...users, eventbridge: account });
    expect(world.engine.state.get("stream")?.outputs).toMatchObject({
      awsPartnerEventSource: expect.stringMatching(/^aws\.partner\//),
    });
    const first = id();
    await up({ ...users, eventbridge: { ...account, awsRegion: "eu-west-3" } });
    const second = id();
    expect(second).not.toBe(first);
    await up({ ...users, ...webhook() });
    expect([first, second]).not.toContain(id());
    expect(world.tenant.eventStreams.list()).toHaveLength(1);
    await up({ ...users, eventbridge: account });
    expect(stored()).toMatchObject({ destination: { type: "eventbridge" } });
  });

  test("is deleted with the stream if it is an action, with a warning that names it", async () => {
    const supported_triggers = [{ id: "event-stream", version: "v1" }];
    const action = String(world.tenant.actions.create({ name: "On event", supported_triggers, code: "" }).id);
    await up({ ...users, action: { actionId: action } });
    await up();
    expect(world.tenant.actions.get(action)).toBeUndefined();
    expect(warn.mock.calls.flat().join("\n")).toContain(`the service deletes action "${action}" together with it`);
  });
});

describe("a stream whose events go to an action that the program keeps", () => {
  const stack = stackOfEachTest();
  const action: JsonObject = {
    name: "On event",
    supportedTriggers: [{ id: "event-stream", version: "v1" }],
    code: "exports.onExecute = async () => {};",
  };
  const ofStack = () => stack.tenant.eventStreams.list();
  const actionId = () => String(stack.runs.engine?.state.get("action-it")?.id);
  const both = () => ({
    "action-it": action,
    "eventStream-it": { ...users, action: { actionId: actionId() } },
  });
  beforeEach(async () => {
    expect(await stack.up({ "action-it": action })).toEqual([]);
    expect(await stack.up(both())).toEqual([]);
  });
  const refusal = expect.stringMatching(
    /delete action "[^"]+" together with it, an object that Resource "action-it" of this program manages/,
  );

  test("is deleted only together with the action", async () => {
    expect(await stack.up({ "action-it": action })).toEqual([refusal]);
    expect(ofStack()).toHaveLength(1);
    expect(stack.tenant.actions.get(actionId())).toBeDefined();
    expect(await stack.up({})).toEqual([]);
    expect([ofStack(), stack.tenant.actions.list()]).toEqual([[], []]);
  });

  test.each([
    ["to a webhook", webhook()],
    ["to a webhook under another name, which comes first", { ...webhook(), name: "All users" }],
  ])("is not replaced by a change %s", async (_, change) => {
    const { "eventStream-it": stream, ...others } = both();
    const { action: _action, ...rest } = stream;
    expect(await stack.up({ ...others, "eventStream-it": { ...rest, ...change } })).toEqual([refusal]);
    expect(ofStack()).toMatchObject([{ name: "Users" }]);
    expect(stack.tenant.actions.get(actionId())).toBeDefined();
    // Without the action in the program, both go.
    expect(await stack.up({ "eventStream-it": { ...rest, ...change } })).toEqual([]);
    expect(stack.tenant.actions.list()).toEqual([]);
  });
});

describe("a stream that the service has disabled", () => {
  const enabled = { ...users, ...webhook(), status: "enabled" };
  const disable = () => world.tenant.eventStreams.update(id(), { status: "disabled" });

  test("stays disabled after each refresh and update, with a warning, until the program's status changes", async () => {
    await up(enabled);
    disable();
    for (const _ of [1, 2]) expect(await world.engine.refresh()).toEqual([{ name: "stream", op: "same" }]);
    const warned = warn.mock.calls.flat().filter((text) => /event stream "Users": status is "disabled"/.test(text));
    expect(warned).toHaveLength(2);
    await up({ ...enabled, ...webhook(bearer, "https://events.example.com/new") });
    expect(stored()).toMatchObject({ status: "disabled" });
    await up({ ...enabled, status: "disabled" });
    expect(await world.engine.refresh()).toEqual([{ name: "stream", op: "same" }]);
    expect(warn.mock.calls.flat().filter((text) => /status is/.test(text))).toHaveLength(2);
    await up(enabled);
    expect(stored()).toMatchObject({ status: "enabled" });
  });

  test.each([
    ["with a refresh before", true],
    ["without a refresh", false],
  ])("stays disabled if the program no longer declares the status, %s", async (_, isRefreshed) => {
    await up(enabled);
    disable();
    if (isRefreshed) await world.engine.refresh();
    const { status: _status, ...others } = enabled;
    await up(others);
    expect(writes()).toEqual([]);
    expect(stored()).toMatchObject({ status: "disabled" });
    await up({ ...others, subscriptions: ["user.deleted"] });
    expect(stored()).toMatchObject({ status: "disabled" });
  });

  test("is drift for a run that may restart it", async () => {
    await up(enabled);
    disable();
    vi.stubEnv("TENANT_RESTART", "true");
    const engine = world.reconfigured({});
    expect(await engine.refresh()).toEqual([{ name: "stream", op: "update" }]);
    await engine.up({ stream: enabled });
    expect(stored()).toMatchObject({ status: "enabled" });
  });

  test("is distinguished from one whose update was lost, which the next run enables", async () => {
    await up({ ...enabled, status: "disabled" });
    world.tenant.inject({ kind: "reset-before", method: "PATCH", path: "/api/v2/event-streams", times: 9 });
    expect(await failureOf(enabled)).not.toBe("");
    world.tenant.clearFaults();
    expect(await world.engine.refresh()).toEqual([{ name: "stream", op: "update" }]);
    await up(enabled);
    expect(stored()).toMatchObject({ status: "enabled" });
  });
});
