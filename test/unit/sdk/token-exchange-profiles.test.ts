import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  type GetTokenExchangeProfilesArgs,
  getTokenExchangeProfile,
  getTokenExchangeProfileOutput,
  getTokenExchangeProfiles,
  getTokenExchangeProfilesOutput,
  Provider,
} from "../../../provider/src/index.ts";
import { apiError, type Handler, json, randomSecret, type Service, startService } from "../helpers/fake-service.ts";
import { look, runProgram, Thing } from "../helpers/program.ts";

/** As the service answers them, with a property that no table knows. */
function wireProfile(nth: number) {
  return {
    id: `tep_${nth}`,
    name: `Profile ${nth}`,
    subject_token_type: `urn:example:type-${nth % 3}`,
    action_id: `action-${nth % 2}`,
    type: "custom_authentication",
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-02T00:00:00.000Z",
    undeclared: true,
  };
}

const wireProfiles = (total: number) => Array.from({ length: total }, (_, i) => wireProfile(i + 1));

/** Serves pages as `GET /token-exchange-profiles` does. */
function pagesOf(all: readonly unknown[]): Handler {
  return ({ url }, response) => {
    const query = new URL(url, "http://loopback").searchParams;
    const start = Number(query.get("from") ?? 0);
    const end = start + Number(query.get("take") ?? 50);
    json(response, 200, {
      token_exchange_profiles: all.slice(start, end),
      ...(end < all.length ? { next: String(end) } : {}),
    });
  };
}

/** The tenant that the environment names. */
async function defaultTenant(handler: Handler): Promise<Service> {
  const service = await startService(handler);
  vi.stubEnv("TENANT_DOMAIN", service.origin);
  vi.stubEnv("TENANT_CLIENT_ID", "client-1");
  vi.stubEnv("TENANT_CLIENT_SECRET", randomSecret());
  return service;
}

function credentials(service: Service) {
  return { domain: service.origin, clientId: "client-2", clientSecret: randomSecret() };
}

beforeEach(async () => {
  for (const name of Object.keys(process.env)) if (name.startsWith("TENANT_")) vi.stubEnv(name, undefined);
  pulumi.runtime.setAllConfig({});
  await runProgram();
  return () => vi.unstubAllEnvs();
});

describe("a look-up of profiles", () => {
  it("reads 250 profiles with three calls and one token, in the service's order, with the documented names", async () => {
    const service = await defaultTenant(pagesOf(wireProfiles(250)));
    const { tokenExchangeProfiles } = await getTokenExchangeProfiles();
    expect(tokenExchangeProfiles.map(({ id }) => id)).toEqual(wireProfiles(250).map(({ id }) => id));
    expect(tokenExchangeProfiles[0]).toEqual({
      id: "tep_1",
      name: "Profile 1",
      subjectTokenType: "urn:example:type-1",
      actionId: "action-1",
      type: "custom_authentication",
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-02T00:00:00.000Z",
    });
    const path = "/api/v2/token-exchange-profiles";
    expect(service.calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${path}?take=100`,
      `GET ${path}?take=100&from=100`,
      `GET ${path}?take=100&from=200`,
    ]);
    expect(service.tokenCalls).toHaveLength(1);
  });

  it.each<[GetTokenExchangeProfilesArgs, string[]]>([
    [{ name: "Profile 2" }, ["tep_2"]],
    [{ name: "profile 2" }, []],
    [{ subjectTokenType: "urn:example:type-0" }, ["tep_3", "tep_6"]],
    [{ actionId: "action-0" }, ["tep_2", "tep_4", "tep_6"]],
    [{ actionId: "action-0", subjectTokenType: "urn:example:type-0" }, ["tep_6"]],
    [{ type: "custom_authentication", name: undefined }, ["tep_1", "tep_2", "tep_3", "tep_4", "tep_5", "tep_6"]],
    [{ type: "other" }, []],
  ])("filters by %j", async (args, ids) => {
    await defaultTenant(pagesOf(wireProfiles(6)));
    const { tokenExchangeProfiles } = await getTokenExchangeProfiles(args);
    expect(tokenExchangeProfiles.map(({ id }) => id)).toEqual(ids);
  });

  it("sends equal requests once, also concurrent ones and both forms, and fetches one token for all", async () => {
    const service = await defaultTenant(pagesOf(wireProfiles(3)));
    await Promise.all([
      getTokenExchangeProfiles({ name: "Profile 1", type: "custom_authentication" }),
      getTokenExchangeProfiles({ type: "custom_authentication", name: "Profile 1" }),
      getTokenExchangeProfile({ name: "Profile 1", type: "custom_authentication" }),
      look(getTokenExchangeProfileOutput({ name: "Profile 1", type: "custom_authentication" })),
    ]);
    expect(service.calls).toHaveLength(1);
    await getTokenExchangeProfiles({ name: "Profile 2" });
    expect(service.calls).toHaveLength(2);
    expect(service.tokenCalls).toHaveLength(1);
  });

  it("sends a failed request again", async () => {
    const serve = pagesOf(wireProfiles(1));
    const service = await defaultTenant((seen, response) =>
      seen.nth === 1 ? apiError(response, 400, "Query validation error") : serve(seen, response),
    );
    await expect(getTokenExchangeProfiles()).rejects.toThrow("Query validation error");
    await expect(getTokenExchangeProfiles()).resolves.toMatchObject({ tokenExchangeProfiles: [{ id: "tep_1" }] });
    expect(service.calls).toHaveLength(2);
  });

  it("sends a request again in another run of the program in the same process", async () => {
    const service = await defaultTenant(pagesOf(wireProfiles(1)));
    const stack = vi.spyOn(pulumi.runtime, "getStackResource");
    for (const run of [{}, {}]) {
      stack.mockReturnValue(run as ReturnType<typeof pulumi.runtime.getStackResource>);
      await getTokenExchangeProfiles();
      await getTokenExchangeProfiles();
    }
    stack.mockRestore();
    expect(service.calls).toHaveLength(2);
    expect(service.tokenCalls).toHaveLength(2);
  });

  it.each([
    ["without the service naming it", "Insufficient scope"],
    ["with the service naming it", "Insufficient scope, expected any of: read:token_exchange_profiles"],
  ])("names a missing scope, %s", async (_, message) => {
    await defaultTenant((__, response) => apiError(response, 403, message, "insufficient_scope"));
    const error = await getTokenExchangeProfiles().catch((caught: Error) => caught);
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    expect(String(error)).toMatch(/getTokenExchangeProfiles: .*read:token_exchange_profiles/s);
    expect(String(error)).toContain("insufficient_scope");
  });

  it.each([
    ["an item that is none", ["tep_1"]],
    ["an item without an id", [{ name: "x" }]],
    ["a name that is no text", [{ id: "tep_1", name: 3 }]],
  ])("refuses a response with %s", async (_, items) => {
    await defaultTenant(pagesOf(items));
    await expect(getTokenExchangeProfiles()).rejects.toThrow(/is invalid/);
  });

  it("takes settings from the stack's configuration, and names missing ones", async () => {
    await expect(getTokenExchangeProfiles()).rejects.toThrow(/TENANT_DOMAIN[\s\S]*TENANT_CLIENT_SECRET/);
    const service = await startService(pagesOf(wireProfiles(1)));
    pulumi.runtime.setAllConfig(
      {
        "tenant:domain": service.origin,
        "tenant:clientId": "client-3",
        "tenant:clientSecret": randomSecret(),
      },
      ["tenant:clientSecret"],
    );
    await getTokenExchangeProfiles();
    expect(JSON.parse(service.tokenCalls[0]?.body ?? "")).toMatchObject({ client_id: "client-3" });
  });
});

describe("getTokenExchangeProfile", () => {
  it("returns the one matching profile", async () => {
    await defaultTenant(pagesOf(wireProfiles(6)));
    expect(await getTokenExchangeProfile({ name: "Profile 5" })).toMatchObject({ id: "tep_5", actionId: "action-1" });
    expect(await look(getTokenExchangeProfileOutput({ name: "Profile 5" }).id)).toMatchObject({ value: "tep_5" });
  });

  it("fails with a list of the matches if there are several, and of all profiles if there is none", async () => {
    const service = await defaultTenant(pagesOf(wireProfiles(3)));
    const several = await getTokenExchangeProfile({ actionId: "action-1" }).catch(String);
    expect(several).toContain(`Tenant ${service.host} has 2 token exchange profiles with actionId "action-1"`);
    expect(several).toContain('"Profile 1" (tep_1), subject token type urn:example:type-1');
    expect(several).toContain('"Profile 3" (tep_3), subject token type urn:example:type-0');
    expect(several).not.toContain("tep_2");
    const none = await getTokenExchangeProfile({ name: "Profile 9" }).catch(String);
    expect(none).toContain('no token exchange profile with name "Profile 9"');
    for (const id of ["tep_1", "tep_2", "tep_3"]) expect(none).toContain(id);
  });

  it("cuts a long list in the error, and says if the tenant has no profile at all", async () => {
    await defaultTenant(pagesOf(wireProfiles(250)));
    const none = await getTokenExchangeProfile({ name: "Profile 999" }).catch(String);
    expect(none).toContain("and 230 more");
    await defaultTenant(pagesOf([]));
    await expect(getTokenExchangeProfile()).rejects.toThrow("The tenant has no token exchange profile at all.");
  });

  it("shows neither a secret filter nor values that match the filter", async () => {
    await defaultTenant(pagesOf(wireProfiles(3)));
    const type = pulumi.secret("urn:example:type-1");
    const output = getTokenExchangeProfileOutput({ actionId: "action-2", subjectTokenType: type });
    const error = await look(output).catch(String);
    expect(error).toContain("no token exchange profile with subjectTokenType [secret] and actionId [secret]");
    expect(error).toContain("tep_1");
    expect(error).not.toMatch(/urn:example|Profile 1/);
  });
});

describe("arguments of a look-up", () => {
  const wrong = { nam: "x", type: 3, actionId: null } as unknown as GetTokenExchangeProfilesArgs;

  it("are checked all at once, in both forms, before a request", async () => {
    const service = await defaultTenant(pagesOf([]));
    const says = /unknown argument "nam".*actionId must be a string, not null.*type must be a string, not a value of/;
    await expect(getTokenExchangeProfiles(wrong)).rejects.toThrow(says);
    expect(() => getTokenExchangeProfilesOutput(wrong)).toThrow(says);
    expect(service.tokenCalls).toEqual([]);
  });

  it("that are outputs need the Output form, which refuses a wrong value as soon as it is known", async () => {
    await defaultTenant(pagesOf([]));
    const name = pulumi.output(3) as unknown as pulumi.Output<string>;
    await expect(getTokenExchangeProfiles({ name } as unknown as GetTokenExchangeProfilesArgs)).rejects.toThrow(
      /name is an output\. Only the function with the suffix Output accepts outputs/,
    );
    await expect(look(getTokenExchangeProfilesOutput({ name }))).rejects.toThrow(/name must be a string/);
  });

  it("can be outputs and promises, whose resources become dependencies", async () => {
    await defaultTenant(pagesOf(wireProfiles(3)));
    const thing = new Thing("thing", "Profile 2");
    const found = await look(
      getTokenExchangeProfilesOutput({ name: thing.value, type: Promise.resolve("custom_authentication") }),
    );
    expect(found).toMatchObject({ known: true, secret: false, value: { tokenExchangeProfiles: [{ id: "tep_2" }] } });
    expect(found.resources).toContain(thing);
  });

  it("make the result secret if one is secret", async () => {
    await defaultTenant(pagesOf(wireProfiles(3)));
    const found = await look(getTokenExchangeProfilesOutput({ name: pulumi.secret("Profile 2") }));
    expect(found).toMatchObject({ secret: true, value: { tokenExchangeProfiles: [{ id: "tep_2" }] } });
  });

  it("make the result unknown, without a request, if one is unknown in a preview", async () => {
    await runProgram({ preview: true });
    const service = await defaultTenant(pagesOf(wireProfiles(3)));
    const { value } = new Thing("thing", "Profile 2");
    expect(await look(getTokenExchangeProfilesOutput({ name: value }))).toMatchObject({ known: false });
    expect(await look(getTokenExchangeProfileOutput({ name: value }).id)).toMatchObject({ known: false });
    expect(service.calls).toEqual([]);
    expect(await look(getTokenExchangeProfilesOutput())).toMatchObject({ known: true });
  });
});

describe("dependsOn of a look-up", () => {
  it("delays the request until after the resource, also if an equal request was sent before", async () => {
    const seen: string[] = [];
    await runProgram({ onRegister: (name) => void seen.push(name) });
    const serve = pagesOf(wireProfiles(3));
    await defaultTenant((request, response) => {
      seen.push("read");
      serve(request, response);
    });
    await getTokenExchangeProfiles();
    const thing = new Thing("thing", "x");
    const first = getTokenExchangeProfilesOutput({}, { dependsOn: thing });
    const second = getTokenExchangeProfilesOutput({}, { dependsOn: pulumi.output([thing]) });
    await Promise.all([look(first), look(second)]);
    expect(seen).toEqual(["read", "thing", "read"]);
    expect((await look(first)).resources).toContain(thing);
  });

  it("waits for all resources of a component", async () => {
    await runProgram({ preview: true });
    const service = await defaultTenant(pagesOf(wireProfiles(3)));
    const component = new pulumi.ComponentResource("test:index:Box", "box");
    expect(await look(getTokenExchangeProfilesOutput({}, { dependsOn: component }))).toMatchObject({ known: true });
    const inner = new pulumi.ComponentResource("test:index:Box", "inner", {}, { parent: component });
    new Thing("thing", "x", { parent: inner });
    const calls = service.calls.length;
    expect(await look(getTokenExchangeProfilesOutput({}, { dependsOn: [component] }))).toMatchObject({ known: false });
    expect(service.calls).toHaveLength(calls);
  });
});

describe("an explicit provider of a look-up", () => {
  it("is read instead of the environment's tenant, and its secrets do not make the result secret", async () => {
    const other = await defaultTenant(pagesOf([]));
    const service = await startService(pagesOf(wireProfiles(2)));
    const args = credentials(service);
    const provider = new Provider("eu", { ...args, clientSecret: pulumi.secret(args.clientSecret) });
    const { tokenExchangeProfiles } = await getTokenExchangeProfiles({}, { provider });
    expect(tokenExchangeProfiles).toHaveLength(2);
    const output = await look(getTokenExchangeProfilesOutput({}, { provider }));
    expect(output).toMatchObject({ known: true, secret: false, value: { tokenExchangeProfiles } });
    expect(JSON.parse(service.tokenCalls[0]?.body ?? "")).toMatchObject({
      client_id: "client-2",
      client_secret: args.clientSecret,
    });
    expect(service.calls).toHaveLength(1);
    expect([...other.calls, ...other.tokenCalls]).toEqual([]);
  });

  it("comes from the parent as for resources, unless the options name another", async () => {
    const [outer, inner] = [await startService(pagesOf(wireProfiles(1))), await startService(pagesOf(wireProfiles(2)))];
    const component = new pulumi.ComponentResource(
      "test:index:Box",
      "box",
      {},
      { providers: [new Provider("outer", credentials(outer))] },
    );
    const child = new pulumi.ComponentResource("test:index:Box", "child", {}, { parent: component });
    const inherited = await getTokenExchangeProfiles({}, { parent: child });
    expect(inherited.tokenExchangeProfiles).toHaveLength(1);
    const provider = new Provider("inner", credentials(inner));
    const named = await getTokenExchangeProfiles({}, { parent: child, provider });
    expect(named.tokenExchangeProfiles).toHaveLength(2);
  });

  it("of another package is refused", async () => {
    class Foreign extends pulumi.ProviderResource {}
    const provider = new Foreign("aws", "aws", {});
    await expect(getTokenExchangeProfiles({}, { provider })).rejects.toThrow(/is not a Provider of pulumi-tenant/);
    const parent = new pulumi.ComponentResource(
      "test:index:Box",
      "box",
      {},
      { provider: new Foreign("pulumi-nodejs", "raw") },
    );
    expect(() => getTokenExchangeProfilesOutput({}, { parent })).toThrow(/provider that the parent passes on/);
    await look(parent.urn);
  });

  it("is awaited if its credentials come from outputs", async () => {
    const service = await startService(pagesOf(wireProfiles(1)));
    const { clientSecret, ...rest } = credentials(service);
    const provider = new Provider("eu", { ...rest, clientSecret: new Thing("vault", clientSecret).value });
    await getTokenExchangeProfiles({}, { provider });
    expect(JSON.parse(service.tokenCalls[0]?.body ?? "")).toMatchObject({ client_secret: clientSecret });
  });

  it("with unknown credentials needs the Output form, whose result is unknown", async () => {
    await runProgram({ preview: true });
    const service = await startService(pagesOf(wireProfiles(1)));
    const { clientSecret, ...rest } = credentials(service);
    const provider = new Provider("eu", { ...rest, clientSecret: new Thing("vault", clientSecret).value });
    await expect(getTokenExchangeProfiles({}, { provider })).rejects.toThrow(/Use getTokenExchangeProfilesOutput/);
    await expect(getTokenExchangeProfile({}, { provider })).rejects.toThrow(/Use getTokenExchangeProfileOutput/);
    expect(await look(getTokenExchangeProfilesOutput({}, { provider }))).toMatchObject({ known: false });
    expect([...service.calls, ...service.tokenCalls]).toEqual([]);
  });

  it("takes no credentials from the environment", async () => {
    await defaultTenant(pagesOf([]));
    const service = await startService(pagesOf([]));
    const clientSecret = pulumi.output(undefined);
    const provider = new Provider("eu", { ...credentials(service), clientSecret });
    await expect(getTokenExchangeProfiles({}, { provider })).rejects.toThrow(
      /No client secret: the explicit Provider needs clientSecret/,
    );
  });
});
