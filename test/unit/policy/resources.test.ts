import type { PolicyResource } from "@pulumi/policy";
import { describe, expect, onTestFinished, test } from "vitest";
import { isManagementApi, Values } from "../../../provider/src/baseline/rule.ts";
import { objectOf, objectsOf } from "../../../provider/src/policy/resources.ts";
import { isSecret } from "../../../provider/src/pulumi-cli/values.ts";
import { own, unknownValue } from "../../../provider/src/schema/json.ts";
import { shownToPolicies } from "../../harness/shown-to-policies.ts";

function resource(type: string, name: string, props: object, dependencies: Record<string, PolicyResource[]> = {}) {
  const urn = `urn:pulumi:dev::project::pulumi-nodejs:dynamic/tenant:${type}::${name}`;
  return {
    ...{ type: `pulumi-nodejs:dynamic/tenant:${type}`, name, urn, props: shownToPolicies(props) },
    propertyDependencies: dependencies,
  } as unknown as PolicyResource;
}

test("a resource of another package is not an object of the policy pack", () => {
  const other = { ...resource("Client", "other", {}), type: "random:index/randomId:RandomId" };
  expect(objectOf(other)).toBeUndefined();
});

test("unknown values and encrypted secrets are recognized, at any depth", () => {
  const props = {
    name: unknownValue,
    callbacks: ["https://a.example.com", unknownValue],
    clientMetadata: { key: "[secret]" },
  };
  const properties = objectOf(resource("Client", "app", props))?.properties;
  expect(properties).toMatchObject({ name: unknownValue, callbacks: ["https://a.example.com", unknownValue] });
  expect(isSecret(own(properties?.clientMetadata, "key"))).toBe(true);
});

test("a text that looks like the mask of a secret is an ordinary text in a property without secrets", () => {
  const properties = objectOf(resource("Client", "app", { grantTypes: ["implicit", "[secret]"] }))?.properties;
  expect(properties).toEqual({ grantTypes: ["implicit", "[secret]"] });
});

describe("the ids of objects in a stack", () => {
  test("join unknown references, if a property depends on one resource of the type", () => {
    const app = resource("Client", "app", { name: "app" });
    const api = resource("ResourceServer", "api", { identifier: "https://api.example.com" });
    const dependencies = { clientId: [app, api], audience: [api] };
    const grant = resource("ClientGrant", "grant", { clientId: unknownValue, audience: unknownValue }, dependencies);
    const [client, , joined] = objectsOf([app, api, grant]);
    expect(client?.id).toBe(app.urn);
    expect(joined?.properties).toEqual({ clientId: app.urn, audience: "https://api.example.com" });
  });

  test("join no unknown reference, if a property depends on several resources for it", () => {
    const [one, two] = [resource("Client", "one", {}), resource("Client", "two", {})];
    const grant = resource("ClientGrant", "grant", { clientId: unknownValue }, { clientId: [one, two] });
    expect(objectsOf([one, two, grant])[2]?.properties).toEqual({ clientId: unknownValue });
  });

  test("join unknown references within lists", () => {
    const [one, two] = [resource("Action", "one", {}), resource("Action", "two", {})];
    const actions = [{ actionId: unknownValue }, { actionId: unknownValue }];
    const trigger = resource(
      "TriggerActions",
      "trigger",
      { triggerId: "post-login", actions },
      { actions: [one, two] },
    );
    expect(objectsOf([one, two, trigger])[2]?.properties.actions).toEqual([
      { actionId: one.urn },
      { actionId: two.urn },
    ]);
  });

  test("are those by which other resources refer to the objects", () => {
    const [known, fresh] = [resource("Action", "known", {}), resource("Action", "fresh", {})];
    const actions = [{ actionId: unknownValue }, { actionId: "act_1" }];
    const profile = resource("TokenExchangeProfile", "profile", { actionId: "act_1" }, { actionId: [known] });
    const trigger = resource("TriggerActions", "trigger", { triggerId: "t", actions }, { actions: [known, fresh] });
    const [one, other, , joined] = objectsOf([known, fresh, profile, trigger]);
    expect([one?.id, other?.id]).toEqual(["act_1", fresh.urn]);
    expect(joined?.properties.actions).toEqual([{ actionId: fresh.urn }, { actionId: "act_1" }]);
  });
});

describe("the tenant of a resource", () => {
  const withEnvironment = (values: Record<string, string | undefined>) => {
    const before = { ...process.env };
    Object.assign(process.env, values);
    for (const [name, value] of Object.entries(values)) if (value === undefined) delete process.env[name];
    onTestFinished(() => {
      process.env = before;
    });
  };
  const tenantOf = (provider?: object) =>
    objectOf({
      ...resource("Client", "app", {}),
      ...(provider && { provider: { props: shownToPolicies(provider) } as never }),
    })?.tenant;

  test("is that of its explicit provider, of the environment, or of the stack's configuration", () => {
    withEnvironment({
      TENANT_DOMAIN: undefined,
      PULUMI_CONFIG: JSON.stringify({ "tenant:domain": "config.example.com" }),
    });
    expect(tenantOf()).toBe("config.example.com");
    process.env.TENANT_DOMAIN = "https://environment.example.com/";
    expect(tenantOf({})).toBe("environment.example.com");
    expect(tenantOf({ "tenant:domain": "explicit.example.com" })).toBe("explicit.example.com");
  });

  test("has the management API of TENANT_AUDIENCE if it is the tenant of TENANT_DOMAIN, whatever the configuration says", () => {
    const PULUMI_CONFIG = JSON.stringify({ "tenant:audience": "https://planted.example.com/api/v2/" });
    const TENANT_AUDIENCE = "https://canonical.example.com/api/v2/";
    withEnvironment({ TENANT_DOMAIN: "login.example.com", TENANT_AUDIENCE, PULUMI_CONFIG });
    const managementApi = (provider = {}) =>
      objectOf({ ...resource("Client", "app", {}), provider: { props: shownToPolicies(provider) } as never })
        ?.managementApi;
    expect(managementApi()).toBe(TENANT_AUDIENCE);
    expect(managementApi({ "tenant:domain": "other.example.com" })).toBeUndefined();
    process.env.TENANT_DOMAIN = "not a domain";
    expect(managementApi({ "tenant:domain": "login.example.com" })).toBeUndefined();
    delete process.env.TENANT_AUDIENCE;
    process.env.TENANT_DOMAIN = "login.example.com";
    expect(managementApi()).toBeUndefined();
  });

  test("is unknown if its domain is unknown or wrong, and any identifier of its form is the management API", () => {
    withEnvironment({ TENANT_DOMAIN: "not a domain", PULUMI_CONFIG: undefined });
    expect(tenantOf()).toBe("");
    expect(tenantOf({ "tenant:domain": unknownValue })).toBe("");
    const grant = new Values({ type: "clientGrant", tenant: "", properties: {} }, []);
    expect(isManagementApi(grant, "https://tenant.example.com/api/v2/")).toBe(true);
    expect(isManagementApi(grant, "https://orders.example.com")).toBe(false);
  });
});
