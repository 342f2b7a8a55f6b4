import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Fault } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import type { StateEntry } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { canBeTheirs, isNeverDeleted, kinds } from "../subjects/kinds.ts";
import { stackOfEachTest } from "./runs.ts";
import { wrongResponses } from "./wrong-responses.ts";

/*
 * The laws: one wrong response to a refresh changes nothing in the state, and a response that does not show its object never does. A destroy whose
 * response is lost once ends clean; after one whose responses are all lost, the next one does.
 */

const stack = stackOfEachTest();

const writing = ["POST", "PUT", "PATCH", "DELETE"];
const always = Number.POSITIVE_INFINITY;

/** How many reads of refreshes of lost creations were wrong. */
let lostCreations = 0;

describe.each(subjects.map((subject) => [subject.resource, subject] as const))("%s", (_, subject) => {
  const name = `${subject.name}-it`;
  const isSetting = kinds[subject.name].schema.singleton !== undefined;

  /** Creates the object, or sets the values of a setting, which the destroy then resets. */
  const begin = async (): Promise<JsonObject> => {
    const { tenant } = stack;
    subject.prepare(tenant);
    const args = { ...subject.bench[0], ...subject.identity(tenant, 1), ...(isSetting && { resetOnDestroy: true }) };
    expect(await stack.up({ [name]: args })).toEqual([]);
    return args;
  };

  const requests = (isSought: (method: string) => boolean) =>
    stack.tenant.requests.filter(({ method, path }) => isSought(method) && path.startsWith("/api/"));

  /** Whether a destroy has left the object. Settings always exist. */
  const isLeft = (args: JsonObject) => {
    const live = isNeverDeleted(subject.name) ? undefined : subject.held(stack.tenant, subject.keyOf(args))?.live;
    return live !== undefined && subject.isEmpty?.(live) !== true;
  };

  /** Refreshes a state in a run of its own, which may fail. Answers the state afterwards. */
  const refreshed = async (state: ReadonlyMap<string, StateEntry>): Promise<ReadonlyMap<string, StateEntry>> => {
    const { engine } = await stack.runs.next(state);
    stack.tenant.clearRequests();
    await engine.refresh().catch(() => undefined);
    return new Map(engine.state);
  };

  const expectKept = async (state: ReadonlyMap<string, StateEntry>, fault: Fault) => {
    stack.tenant.inject({ ...fault, method: "GET", path: "/api/v2/" });
    expect(await refreshed(state), JSON.stringify(fault)).toEqual(state);
    stack.tenant.clearFaults();
  };

  test("a refresh keeps the state after one wrong response, and if no response shows the object", async () => {
    await begin();
    const state = await refreshed(new Map(stack.runs.engine?.state));
    expect(await refreshed(state)).toEqual(state);
    const reads = requests((method) => method === "GET").length;
    expect(reads).toBeGreaterThan(0);
    for (let skip = 0; skip < reads; skip += 1)
      for (const fault of wrongResponses) await expectKept(state, { ...fault, skip });
    // Settings have no ids, and some responses have no property of a new tenant's settings.
    if (!isSetting) await expectKept(state, { kind: "status", status: 200, body: {}, times: always });
  });

  const keepsLostCreation = async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { tenant } = stack;
    subject.prepare(tenant);
    tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/" });
    const stop = tenant.onRequest(({ phase, request: { method } }) => {
      if (phase === "answered" && method === "POST") tenant.inject({ kind: "status", method: "GET", times: always });
    });
    await stack.up({ [name]: { ...subject.bench[0], ...subject.identity(tenant, 1) } });
    stop();
    tenant.clearFaults();
    // By then, listings show each object.
    vi.setSystemTime(Date.now() + 300_000);
    const state = await refreshed(new Map(stack.runs.engine?.state));
    const isLost = JSON.stringify(state.get(name)?.outputs ?? {}).includes('"unconfirmed":true');
    const reads = isLost ? requests((method) => method === "GET").length : 0;
    for (let skip = 0; skip < reads; skip += 1) await expectKept(state, { kind: "hollow", skip });
    lostCreations += reads;
  };
  if (canBeTheirs(subject.name)) test("a refresh with one wrong response keeps a lost creation", keepsLostCreation);

  test("a destroy whose response is lost ends clean: at once if it is lost once, else in the next run", async () => {
    const args = await begin();
    for (const method of writing) stack.tenant.inject({ kind: "reset-after", method, path: "/api/v2/" });
    expect(await stack.up({})).toEqual([]);
    expect([stack.runs.engine?.state.size, isLeft(args)]).toEqual([0, false]);
    stack.tenant.clearFaults();

    expect(await stack.up({ [name]: args })).toEqual([]);
    for (const method of writing) stack.tenant.inject({ kind: "reset-after", method, path: "/api/v2/", times: always });
    const says = new RegExp(`not known whether the tenant has ${isSetting ? "reset" : "deleted"} .*--refresh`, "s");
    for (const failure of await stack.up({})) expect(failure).toMatch(says);
    stack.tenant.clearFaults();
    expect(await stack.up({})).toEqual([]);
    expect([stack.runs.engine?.state.size, isLeft(args)]).toEqual([0, false]);
  });

  test("a destroy with one empty response to a read forgets nothing that stays at the tenant", async () => {
    const { tenant } = stack;
    const args = await begin();
    expect(await stack.up({})).toEqual([]);
    const reads = requests((method) => method === "GET").length;
    for (let skip = 0; skip < reads; skip += 1) {
      expect(await stack.up({ [name]: args }, new Map())).toEqual([]);
      tenant.inject({ kind: "hollow", method: "GET", path: "/api/v2/", skip });
      await stack.up({});
      tenant.clearFaults();
      expect([stack.runs.engine?.state.size, isLeft(args)], String(skip)).not.toEqual([0, true]);
      expect(await stack.up({})).toEqual([]);
    }
  });
});

test("some creations are lost", () => expect(lostCreations).toBeGreaterThan(20));
