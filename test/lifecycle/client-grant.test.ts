import { beforeEach, describe, expect, test, vi } from "vitest";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { clientGrantType } from "../../provider/src/types/client-grant/calls.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { providerFor, startWorld, worldOfEachTest } from "./world.ts";

const audience = "https://orders.example.com";
const clientId = "client-of-grants";
const grant = (more: JsonObject = {}): JsonObject => ({ clientId, audience, ...more });

const world = worldOfEachTest(clientGrantType);
beforeEach(() => {
  world.tenant.resourceServers.create({ identifier: audience, scopes: [{ value: "read:orders" }] });
  for (const client_id of [clientId, world.tenant.clientId]) world.tenant.clients.create({ client_id, name: "Job" });
});

const failureOf = async (args: JsonObject | undefined, engine = world.engine) =>
  (await engine.up(args ? { it: args } : {})).flatMap(({ failure }) => failure?.message ?? []).join("\n");
const up = async (args: JsonObject | undefined) => expect(await failureOf(args)).toBe("");
const only = () => world.tenant.clientGrants.list()[0] as JsonObject;

describe("bad input is refused before anything is sent", () => {
  test.each<[JsonObject, string]>([
    [{ audience }, "clientId: is required, unless defaultFor is declared"],
    [grant({ defaultFor: "third_party_clients" }), "defaultFor: cannot be declared together with clientId"],
    [grant({ defaultFor: "third_party_client" }), 'defaultFor: unknown value "third_party_client". Did you mean'],
    [grant({ audience: "" }), "audience: must not be empty"],
    [grant({ subjectType: "Client" }), 'subjectType: unknown value "Client". Did you mean "client"?'],
    [grant({ scope: [""] }), "scope[0]: must be 1 to 280 characters long"],
    [grant({ scope: ["x".repeat(281)] }), "scope[0]: must be 1 to 280 characters long"],
    [grant({ scope: ["a", "a"] }), "scope[1]: occurs twice"],
    [grant({ organizationUsage: "alow" }), 'organizationUsage: unknown value "alow". Did you mean "allow"?'],
    [grant({ scope: ["a"], allowAllScopes: true }), "scope: cannot be declared together with allowAllScopes: true"],
    [grant({ authorizationDetailsTypes: ["a"] }), 'authorizationDetailsTypes: needs subjectType "user"'],
    [
      grant({ subjectType: "user", authorizationDetailsTypes: ["x".repeat(256)] }),
      "authorizationDetailsTypes[0]: must be 1 to 255 characters long",
    ],
  ])("%j", async (args, message) => {
    expect(await failureOf(args)).toContain(message);
    expect(world.calls()).toEqual([]);
  });
});

test("a response with an unexpected subject type is not saved for a grant without one, which no later run could read", async () => {
  await up(grant({ scope: ["read:orders"] }));
  const body = JSON.stringify({ ...only(), subject_type: "user" });
  world.tenant.inject({ kind: "status", status: 200, method: "GET", path: /client-grants.cgr/, body });
  await expect(world.engine.refresh()).rejects.toThrow("contains another object");
  world.port.startRun?.();
  expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
});

describe("grants of all scopes", () => {
  test("are none of a system API: false is not sent, and true is refused", async () => {
    const api = String(world.tenant.resourceServers.list().find(({ is_system }) => is_system)?.identifier);
    const single = { clientId, audience: api, allowAllScopes: false, scope: ["read:users"] };
    await up(single);
    expect(only()).toMatchObject({ audience: api, scope: ["read:users"] });
    await up({ ...single, scope: ["read:users", "read:roles"] });
    expect(only()).toMatchObject({ scope: ["read:users", "read:roles"] });
    const whole = { clientId, audience: api, allowAllScopes: true };
    expect(await failureOf(whole)).toContain("allowAllScopes: must not be true for the Auth0 Management API");
  });

  test("are set by one call and left by two", async () => {
    await up(grant({ scope: ["a"] }));
    await up(grant({ allowAllScopes: true }));
    expect(only()).toMatchObject({ allow_all_scopes: true });
    world.tenant.clearRequests();
    await up(grant({ scope: ["b"], organizationUsage: "deny" }));
    const { id } = only();
    expect(world.calls()).toEqual(["GET", "PATCH", "PATCH"].map((method) => `${method} /api/v2/client-grants/${id}`));
    expect(only()).toMatchObject({ scope: ["b"], allow_all_scopes: false, organization_usage: "deny" });
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  });

  test("that are left half-way have no scopes until the next run", async () => {
    await up(grant({ allowAllScopes: true }));
    const path = /client-grants.cgr/;
    world.tenant.inject({ kind: "status", status: 400, method: "PATCH", path, body: {}, skip: 1 });
    expect(await failureOf(grant({ scope: ["b"] }))).toContain("The next `pulumi up` writes the rest");
    expect(only()).toMatchObject({ scope: [], allow_all_scopes: false });
    world.tenant.clearFaults();
    await up(grant({ scope: ["b"] }));
    expect(only()).toMatchObject({ scope: ["b"] });
  });

  test("that another client set are removed by a program that declares scopes", async () => {
    await up(grant({ scope: ["a"] }));
    world.tenant.clientGrants.update(String(only().id), { allow_all_scopes: true, scope: [] });
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "update" }]);
    await up(grant({ scope: ["a"] }));
    expect(only()).toMatchObject({ scope: ["a"], allow_all_scopes: false });
  });

  test.each([
    { kind: "status", status: 400, skip: 1 },
    { kind: "reset-before", skip: 1 },
    { kind: "reset-after", skip: 0 },
  ] as const)(
    "that are left half-way ($kind) are set again without a warning about scopes of others",
    async (fault) => {
      await up(grant({ allowAllScopes: true }));
      world.tenant.inject({ ...fault, times: 9, method: "PATCH", path: /client-grants.cgr/ });
      expect(await failureOf(grant({ scope: ["read:orders"] }))).not.toBe("");
      world.tenant.clearFaults();
      vi.mocked(console.warn).mockClear();
      await up(grant({ allowAllScopes: true }));
      expect(vi.mocked(console.warn).mock.calls).toEqual([]);
      expect(only()).toMatchObject({ allow_all_scopes: true });
    },
  );

  test("have no scopes, and an empty declared set is no difference", async () => {
    await up(grant({ allowAllScopes: true, scope: [] }));
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  });
});

describe("an absent subject type is `client`", () => {
  test.each([undefined, "client"])(
    "is no change for the declared %j, whatever the tenant returns",
    async (subjectType) => {
      const said = subjectType === undefined ? {} : { subjectType };
      for (const grantSubjectTypes of [true, false]) {
        const other = await startWorld({ traits: { grantSubjectTypes } }, clientGrantType);
        other.tenant.resourceServers.create({ identifier: audience });
        other.tenant.clients.create({ client_id: clientId, name: "Job" });
        await other.engine.up({ it: grant(said) });
        expect(await other.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
        const otherWord = subjectType === undefined ? { subjectType: "client" } : {};
        expect((await other.engine.up({ it: grant(otherWord) })).map(({ op }) => op)).not.toContain("replace");
        expect(other.tenant.clientGrants.list()).toHaveLength(1);
        await other.close();
      }
    },
  );

  test("does not let a run adopt the grant of the other type", async () => {
    world.tenant.clientGrants.create({ client_id: clientId, audience, subject_type: "user", scope: ["theirs"] });
    await up(grant({ adopt: true, scope: ["mine"] }));
    expect(world.tenant.clientGrants.list()).toMatchObject([
      { subject_type: "user", scope: ["theirs"] },
      { subject_type: "client", scope: ["mine"] },
    ]);
  });
});

test("an existing grant is an error on the first run, and adopted on demand", async () => {
  const { id } = world.tenant.clientGrants.create({ client_id: clientId, audience, scope: ["theirs"] });
  expect(await failureOf(grant({ scope: ["mine"] }))).toContain(`exists already in tenant`);
  expect(only()).toMatchObject({ scope: ["theirs"] });
  await up(grant({ scope: ["mine"], adopt: true }));
  expect(only()).toMatchObject({ id, scope: ["mine"] });
});

test("a grant of the service is refused", async () => {
  const system = { id: "cgr_0000000000000001", client_id: clientId, audience, is_system: true, scope: ["a"] };
  const own = await startWorld({ seed: { clientGrants: [system] } }, clientGrantType);
  expect(await failureOf(grant({ scope: ["b"], adopt: true }), own.engine)).toContain(
    "a system grant, which belongs to the service",
  );
  expect(own.tenant.clientGrants.list()).toEqual([system]);
  await own.close();
});

test("deleting an application deletes its grants, and the next preview agrees", async () => {
  await up(grant({ scope: ["a"] }));
  world.tenant.clients.delete(clientId);
  expect(await world.engine.refresh()).toEqual([{ name: "it", op: "delete" }]);
  await up(undefined);
});

describe("grants of the application whose token the run uses", () => {
  const own = (more: JsonObject = {}) => grant({ clientId: world.tenant.clientId, ...more });

  test("are created, but neither changed nor deleted without permission", async () => {
    await up(own({ scope: ["a"] }));
    expect(await failureOf(own({ scope: ["b"] }))).toMatch(/was not changed: .*TENANT_ALLOW_OWN_CLIENT=true/);
    expect(await failureOf(undefined)).toMatch(/was not deleted: .*TENANT_ALLOW_OWN_CLIENT=true/);
    expect(only()).toMatchObject({ scope: ["a"] });
  });

  test("are changed and deleted with permission", async () => {
    await up(own({ scope: ["a"] }));
    vi.stubEnv("TENANT_ALLOW_OWN_CLIENT", "true");
    const engine = world.reconfigured({});
    expect(await failureOf(own({ scope: ["b"] }), engine)).toBe("");
    expect(await failureOf(undefined, engine)).toBe("");
    expect(world.tenant.clientGrants.list()).toEqual([]);
    vi.unstubAllEnvs();
  });

  test("are recognized by the `azp` of a given token; a token without it causes one warning per run", async () => {
    await up(own({ scope: ["a"] }));
    const { domain } = world.tenant;
    const engine = (token: string) => {
      const config = { "tenant:domain": domain, "tenant:token": token };
      const made = new MiniEngine(providerFor(clientGrantType, config, new EngineRun()));
      for (const [name, entry] of world.engine.state) made.state.set(name, entry);
      return made;
    };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const telling = `${part({ alg: "RS256" })}.${part({ azp: world.tenant.clientId })}.x`;
    expect(await failureOf(own({ scope: ["b"] }), engine(telling))).toContain("TENANT_ALLOW_OWN_CLIENT=true");
    const silent = engine(world.tenant.issueToken());
    expect(await failureOf(own({ scope: ["b"] }), silent)).toBe("");
    expect(await failureOf(own({ scope: ["c"] }), silent)).toBe("");
    const warnings = vi
      .mocked(console.warn)
      .mock.calls.flat()
      .filter((line) => String(line).includes("TENANT_TOKEN"));
    expect(warnings).toHaveLength(1);
  });
});
