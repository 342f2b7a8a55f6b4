import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { resolveSettings, TenantClient, type TenantError } from "../../provider/src/client/index.ts";
import { startTenant, type TestTenant } from "../unit/import/tenant.ts";
import type { CliProject, DeclaredResource } from "./cli-trials.ts";
import { cliFacts } from "./ledger.ts";
import { Manifest } from "./manifest.ts";
import { Gateway, Meter, RunClient } from "./run-client.ts";
import { configOf, enough, factsWith, quick, silence } from "./runs.ts";
import { TestObject } from "./test-object.ts";
import { survey, writeTenant } from "./writing.ts";

const typeOf = { Role: "role", Organization: "organization", ResourceServer: "resourceServer" } as const;

/** Gives a command another result: undefined for the right one. `act` runs it. */
type Wrong = (args: readonly string[], act: () => Promise<boolean>) => boolean | undefined | Promise<boolean>;

/** A CLI in this process. */
function projectAt(environment: Readonly<Record<string, string>>, wrong: Wrong): CliProject {
  const settings = resolveSettings({ config: () => undefined, env: environment });
  const client = new TenantClient(settings, quick);
  onTestFinished(() => client.close());
  const config = (key: string) => environment[key.replace("tenant:", "TENANT_").toUpperCase()];
  let resource: DeclaredResource | undefined;
  const specimens = new Map<string, TestObject>();
  const act = async ([command, ...options]: readonly string[]): Promise<boolean> => {
    const { type = "Role", args = {} } = resource ?? {};
    const object = specimens.get(type) ?? new TestObject(typeOf[type as keyof typeof typeOf], client, config);
    specimens.set(type, object);
    if (options.includes("--refresh")) await object.refresh();
    if (command === "destroy") await object.remove();
    else if (command === "preview") {
      const isSame = (await object.preview(args)) === "same";
      return isSame || !options.includes("--expect-no-changes");
    } else await object.apply(args);
    return true;
  };
  return {
    async declare(declared) {
      await Promise.resolve();
      if (declared.type !== resource?.type) specimens.clear();
      resource = declared;
    },
    async run(args) {
      const result = await wrong(args, () => act(args));
      return result ?? act(args);
    },
  };
}

async function run(tenant: TestTenant, wrong: Wrong = () => undefined, meter = new Meter(enough)) {
  silence();
  const client = new RunClient(tenant.settings, meter, quick);
  onTestFinished(() => client.close());
  const seen = await survey(client, tenant.access);
  const written = await writeTenant({
    ...{
      client,
      config: configOf(tenant),
      survey: seen,
      prefix: "verify",
      types: ["role", "organization", "resourceServer"],
    },
    ...{ save: () => Promise.resolve(), eventPatience: { events: 300, opening: 2_000 } },
    cli: (environment) => Promise.resolve(projectAt(environment, wrong)),
  });
  expect(written.left.isEmpty).toBe(true);
  return written;
}

/** The names of the facts that are different. */
async function tried(...args: Parameters<typeof run>) {
  return factsWith(await run(...args), "different").map((fact) => fact.split(", ").slice(1).join(", "));
}

test("a correct CLI fulfils every expected fact", async () => {
  const tenant = await startTenant();
  const before = tenant.emulator.export();
  expect(await tried(tenant)).toEqual([]);
  expect(tenant.emulator.export()).toEqual(before);
});

test.each([
  ["makes nothing", (args: readonly string[]) => (args[0] === "up" ? true : undefined), Object.values(cliFacts)],
  [
    "fails after its calls",
    (args: readonly string[], act) => (args[0] === "up" ? act().then(() => false) : undefined),
    Object.values(cliFacts),
  ],
  ["removes nothing", (args: readonly string[]) => (args[0] === "destroy" ? true : undefined), Object.values(cliFacts)],
  ["never sees a change", (args: readonly string[]) => (args[0] === "preview" ? true : undefined), [cliFacts.drift]],
] satisfies readonly (readonly [string, Wrong, readonly string[]])[])(
  "a CLI that %s differs from the expected facts, and no object is left",
  async (_, wrong, expected) => {
    const tenant = await startTenant();
    const before = tenant.emulator.export();
    expect((await tried(tenant, wrong)).toSorted()).toEqual([...expected].toSorted());
    expect(tenant.emulator.export()).toEqual(before);
  },
);

test.each([
  ["cannot be started", () => Promise.reject(new Error("there is no such program"))],
  ["does not know a command or an option", () => false],
] satisfies readonly (readonly [string, Wrong])[])(
  "a CLI that %s is no difference of the tenant: its facts are not tried",
  async (_, wrong) => {
    for (const command of ["up", "preview", "destroy"]) {
      const tenant = await startTenant();
      const before = tenant.emulator.export();
      const written = await run(tenant, ([given]) => (given === command ? wrong() : undefined));
      expect(factsWith(written, "different"), command).toEqual([]);
      expect(written.ledgers.get("role")?.facts.get(cliFacts.life)).toEqual({
        ...{ result: "not tried", why: "the Pulumi CLI failed before it sent a call" },
      });
      expect(tenant.emulator.export()).toEqual(before);
    }
  },
);

test("a CLI that fails after an edit did not find the edit", async () => {
  const tenant = await startTenant();
  const isEdited = () => JSON.stringify(tenant.emulator.export()).includes("Verify two");
  let isOver = false;
  const failing: Wrong = ([command], act) => {
    // The next trial begins.
    isOver ||= command === "up" && isEdited();
    return command === "preview" && isEdited() && !isOver ? act().then(() => false) : undefined;
  };
  expect(await tried(tenant, failing)).toEqual([cliFacts.drift]);
});

test("the end of the run's time ends waits for the CLI and for the rate limit; the removal has its own time", async () => {
  const meter = new Meter({ maxCalls: 10, maxMinutes: 0.0005 });
  const { waits } = meter;
  if (!waits.aborted) await once(waits, "abort");
  expect(() => meter.check()).toThrow("the run reached its maximum time");
  meter.isRemoving = true;
  expect(meter.waits.aborted).toBe(false);
  let now = 0;
  const late = new Meter({ maxCalls: 10, maxMinutes: 1 }, () => now);
  late.isRemoving = true;
  late.check();
  now = 6 * 60_000;
  const { waits: over } = late;
  if (!over.aborted) await once(over, "abort");
  expect(() => late.check()).toThrow("the removal of the objects reached its maximum time");
});

test("an interruption during a command of the CLI is no difference, and no object is left", async () => {
  const tenant = await startTenant();
  const before = tenant.emulator.export();
  const stop = new AbortController();
  const interrupted = (args: readonly string[]) => {
    if (args[0] !== "preview") return undefined;
    stop.abort();
    // As a CLI that is killed.
    return false;
  };
  expect(await tried(tenant, interrupted, new Meter({ ...enough, signal: stop.signal }))).toEqual([]);
  expect(tenant.emulator.export()).toEqual(before);
});

test("the gateway of a run serves only the CLI of this run, and creates only objects that the manifest records", async () => {
  const tenant = await startTenant();
  const client = new RunClient(tenant.settings, new Meter(enough), quick);
  onTestFinished(() => client.close());
  client.manifest = new Manifest({ host: client.host, mark: "verify-0123456789ab", made: [] }, () => Promise.resolve());
  const gateway = await Gateway.open(client);
  onTestFinished(() => gateway.close());
  const { TENANT_DOMAIN: domain = "", TENANT_TOKEN: token = "" } = gateway.environment;
  const ask = async (path: string, authorization: string, init: RequestInit = {}) =>
    (await fetch(`${domain}${path}`, { ...init, headers: { authorization, "content-type": "application/json" } }))
      .status;
  for (const [path, authorization] of [
    ["/api/v2/roles", ""],
    ["/api/v2/roles", "Bearer "],
    ["/api/v2/roles", `Bearer ${token}x`],
    ["/oauth/token", `Bearer ${token}`],
    ["/api/v2/", `Bearer ${token}`],
  ] as const)
    expect(await ask(path, authorization)).toBe(401);
  expect(tenant.calls()).toEqual([]);
  expect(await ask("/api/v2/roles?per_page=5", `Bearer ${token}`)).toBe(200);
  const creating = (name: string) => ({ method: "POST", body: JSON.stringify({ name }) });
  expect(await ask("/api/v2/roles", `Bearer ${token}`, creating("of others"))).toBe(403);
  expect(client.manifest.made).toEqual([]);
  expect(await ask("/api/v2/roles", `Bearer ${token}`, creating("verify-0123456789ab-1"))).toBeLessThan(300);
  expect(client.manifest.made.map(({ keys }) => keys)).toEqual([["verify-0123456789ab-1"]]);
  client.meter.stop("over");
});

test("the gateway passes on refusals of the tenant, and does not take a proxy's 404 for the tenant's", async () => {
  const tenant = await startTenant();
  const runClient = new RunClient(tenant.settings, new Meter(enough), quick);
  onTestFinished(() => runClient.close());
  const gateway = await Gateway.open(runClient);
  onTestFinished(() => gateway.close());
  const env = gateway.environment;
  const client = new TenantClient(resolveSettings({ config: () => undefined, env }), quick);
  onTestFinished(() => client.close());
  const answer = (status: number, body: unknown) =>
    tenant.emulator.inject({ kind: "status", status, path: "/api/v2/roles/rol_1", body, times: 20 });
  const failure = async () => {
    const call = { method: "GET", path: ["roles", "rol_1"], subject: "role", action: "read" } as const;
    return client.request(call).then(
      () => undefined,
      (error: unknown) => error as TenantError,
    );
  };
  const first = answer(403, { statusCode: 403, error: "Forbidden", errorCode: "insufficient_scope", message: "No." });
  expect(await failure()).toMatchObject({ status: 403, forbidden: "scope" });
  first.remove();
  const second = answer(404, "<html>not here</html>");
  expect((await failure())?.isAbsence).toBe(false);
  second.remove();
  expect((await failure())?.isAbsence).toBe(true);
});
