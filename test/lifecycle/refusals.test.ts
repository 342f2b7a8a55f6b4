import { STATUS_CODES } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { previewKey } from "../../provider/src/schema/provider-code.ts";
import { pathOf } from "../../provider/src/schema/service.ts";
import { toWire } from "../../provider/src/state/wire.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { refusals } from "../subjects/refusals/all.made.ts";
import { type Refusal, type Request, withoutDescription } from "../subjects/refusals/refusal.ts";
import { providerFor } from "./world.ts";

let tenant: Emulator;
beforeEach(async () => {
  tenant = await startEmulator({ lenientPatch: false });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await tenant.close();
});

type Program = NonNullable<Refusal["program"]>;
type Ids = Readonly<Record<string, string>>;

/** A value with ids in place of their names in braces. */
function filled<T>(value: T, ids: Ids): T {
  return JSON.parse(JSON.stringify(value).replace(/\{(id|first|last)\}/g, (whole, name) => ids[name] ?? whole)) as T;
}

async function call(request: Request, ids: Ids = {}, scopes?: readonly string[]) {
  const [method, path, body] = filled(request, ids);
  const response = await fetch(`${tenant.url}/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${tenant.issueToken(scopes)}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as JsonObject };
}

/** Sends the requests of another client, and lets the tenant's plan lack a feature. */
async function prepare({
  tenant: requests = [],
  isOfPlan,
  sends,
  status: refused,
  message,
  errorCode,
}: Refusal): Promise<Ids> {
  if (isOfPlan && sends) {
    const body = JSON.stringify({ statusCode: refused, error: STATUS_CODES[refused], message, errorCode });
    tenant.inject({
      kind: "status",
      status: refused,
      path: `/api/v2${sends[1]}`,
      body,
      times: Number.POSITIVE_INFINITY,
    });
  }
  let ids: Ids = {};
  for (const request of requests) {
    const { status, body } = await call(request, ids);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    const last = String(body.id ?? body.client_id ?? ids.last);
    ids = { first: last, ...ids, last };
  }
  return ids;
}

/** The request by which a run would create an object, without the checks of the run. */
function creationOf({ type }: Program, args: JsonObject): Request {
  const { schema, route } = definitions[type];
  return ["POST", `/${pathOf(route, args).join("/")}`, toWire(schema.fields, args)];
}

const sent = () => tenant.requests.filter(({ operation }) => operation !== "token");

const engineOf = ({ type }: Program) => {
  const port = providerFor(resourceTypes[type], {
    "tenant:domain": tenant.domain,
    "tenant:clientId": tenant.clientId,
    "tenant:clientSecret": tenant.clientSecret,
  });
  return { port, engine: new MiniEngine(port) };
};

describe.each(refusals.filter(({ isOfPlan }) => !isOfPlan))("$refuses", (refusal) => {
  const { program } = refusal;

  test("the emulator responds as the service does", async () => {
    const ids = await prepare(refusal);
    const request = refusal.sends ?? (program && creationOf(program, program.args));
    if (!request) throw new Error("a row has a request or a program");
    if (program?.before && request[1].includes("{id}")) {
      const { status, body } = await call(creationOf(program, program.before));
      expect(status).toBeLessThan(300);
      Object.assign(ids, { id: body.id });
    }
    for (const earlier of refusal.before ?? []) expect((await call(earlier, ids)).status).toBeLessThan(300);
    const { status, body } = await call(request, ids, refusal.scopes);
    expect([status, withoutDescription(body.message)]).toEqual([refusal.status, refusal.message]);
    if (refusal.errorCode !== undefined) expect(body.errorCode).toBe(refusal.errorCode);
  });
});

describe.each(refusals.filter(({ said }) => said === "check"))("$refuses", (refusal) => {
  const { program, says } = refusal;

  test("the check refuses the program before anything is sent", async () => {
    if (!program || !says) throw new Error("a row that the check says has a program and its message");
    const ids = await prepare(refusal);
    const { engine } = engineOf(program);
    // Another process checks the program, as in the next run.
    const { port } = engineOf(program);
    const [args, before] = [filled(program.args, ids), program.before && filled(program.before, ids)];
    if (before) await engine.up({ it: before });
    const olds = before ? (await port.check({}, before)).inputs : {};
    tenant.clearRequests();
    const { failures } = await port.check(olds, args);
    expect(failures.join("\n")).toMatch(says);
    expect(sent()).toEqual([]);
  });
});

describe.each(refusals.filter(({ said }) => said === "preview"))("$refuses", (refusal) => {
  const { program, says } = refusal;

  test("the preview announces the failure, and the run fails", async () => {
    if (!program || !says) throw new Error("a row that the preview says has a program and its message");
    const ids = await prepare(refusal);
    const { engine } = engineOf(program);
    if (program.before) expect((await engine.up({ it: filled(program.before, ids) }))[0]?.failure).toBeUndefined();
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await engine.preview({ it: { ...filled(program.args, ids), [previewKey]: true } });
    expect(warn.mock.calls.flat().join("\n")).toMatch(says);
    const [step] = await engine.up({ it: filled(program.args, ids) });
    expect(step?.failure).toBeDefined();
  });
});
