import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { type Program, type TestStack, testStack, upNow } from "../e2e/project.ts";
import { unchanged } from "../e2e/teams.ts";

/** Two stacks bind actions to one trigger, with the real CLI. Every test continues where the one before ended. */
const triggerId = "post-login";
let tenant: Emulator;
let platform: TestStack;
let team: TestStack;
beforeAll(async () => {
  const actions = ["audit", "enrich", "score", "theirs"].map((id) => ({
    ...{ id, name: id, deploy: true },
    supported_triggers: [{ id: triggerId, version: "v3" }],
  }));
  tenant = await startEmulator({ seed: { actions } });
  [platform, team] = await Promise.all([testStack(tenant), testStack(tenant)]);
});
afterAll(async () => {
  await Promise.all([platform?.remove(), team?.remove()]);
  await tenant?.close();
});

const logins = (...ids: readonly string[]): Program => ({
  logins: {
    kind: "TriggerActions",
    args: { triggerId, actions: ids.map((actionId) => ({ actionId })), exclusive: false },
  },
});
const bound = () => tenant.triggerActions.list(triggerId).map(({ action }) => Object(action).id);
const bind = (...ids: readonly string[]) =>
  tenant.triggerActions.set(
    triggerId,
    ids.map((value) => ({ ref: { type: "action_id", value } })),
  );
const patches = () => tenant.requests.filter(({ method }) => method === "PATCH").length;
/** After each of the first writes that follow, another client sends its own list. */
const overwrite = (times: number, ...ids: readonly string[]) => {
  let left = times;
  return tenant.onRequest(({ phase, request }) => {
    if (phase !== "answered" || request.method !== "PATCH" || left-- <= 0) return;
    bind(...ids);
  });
};

test("two stacks bind actions at the same time, and afterwards neither finds a change", async () => {
  await Promise.all([platform.up(logins("audit", "enrich")), team.up(logins("score"))]);
  expect(bound().toSorted()).toEqual(["audit", "enrich", "score"]);
  await Promise.all([platform.run(unchanged), team.run(unchanged)]);
});

test("one more write repairs a list that another client sent meanwhile", async () => {
  tenant.clearRequests();
  const stop = overwrite(1, "theirs", "audit", "enrich");
  await team.up(logins("score", "theirs"));
  stop();
  expect(patches()).toBe(2);
  expect(bound()).toEqual(["audit", "enrich", "score", "theirs"]);
});

test("a second interfering write fails the run with a remedy; the next run completes", async () => {
  await team.up(logins("score"));
  const stop = overwrite(2, "audit", "enrich", "score");
  await team.declare(logins("score", "theirs"));
  const { code, stdout, stderr } = await team.run(upNow, { expect: "any" });
  stop();
  expect(code).not.toBe(0);
  expect((stdout + stderr).replaceAll(/\s+/g, " ")).toMatch(
    /another client has removed theirs .*Find that client: .*run `pulumi up` again/,
  );
  await team.run(upNow);
  expect(bound()).toEqual(["audit", "enrich", "score", "theirs"]);
});

test("a destroy of one stack keeps the bindings of the other in their order", async () => {
  bind("enrich", "score", "audit", "theirs");
  await platform.up(logins("enrich", "audit"));
  await team.destroy();
  expect(bound()).toEqual(["enrich", "audit"]);
  await platform.run(unchanged);
});
