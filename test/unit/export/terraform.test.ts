import fc from "fast-check";
import { parseToObject } from "hcl2-parser";
import { describe, expect, it } from "vitest";
import { type StackObject, terraformOf } from "../../../provider/src/export/terraform.ts";
import { withoutSecrets } from "../../../provider/src/pulumi-cli/values.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { typeToken } from "../../../provider/src/schema/provider-code.ts";
import { secretEnvelope } from "../../../provider/src/state/secrets.ts";
import { definitions, type TypeName } from "../../../provider/src/types/registry.ts";

function object(type: TypeName, name: string, id: string, inputs: JsonObject): StackObject {
  const urn = `urn:pulumi:dev::shop::${typeToken(definitions[type].type)}::${name}`;
  return { type, name, id, properties: withoutSecrets(urn, inputs, () => true) };
}

function read(text: string) {
  const [parsed, problem] = parseToObject(text);
  expect(problem).toBeNull();
  return parsed;
}

/** An expression as the parser returns it. */
const code = (expression: string) => `\${${expression}}`;

const resourcesOf = (...objects: readonly StackObject[]) => read(terraformOf(objects).tenant).resource ?? {};

describe("references in an exported configuration", () => {
  it("lead to its resources, and ids of other objects stay", () => {
    const [admins, orders] = [
      object("role", "admins", "rol_1", { name: "Admins" }),
      object("resourceServer", "orders", "1", { identifier: "https://orders.example.com" }),
    ];
    const permissions = object("rolePermissions", "all", "rol_1::https://orders.example.com", {
      ...{ roleId: "rol_1", resourceServerIdentifier: "https://orders.example.com", permissions: ["read"] },
    });
    const attributes = {
      permission: "read",
      role_id: "rol_1",
      resource_server_identifier: "https://orders.example.com",
    };
    expect(resourcesOf(permissions).auth0_role_permission.all).toEqual([attributes]);
    expect(resourcesOf(permissions, admins, orders).auth0_role_permission.all).toEqual([
      {
        ...attributes,
        role_id: code("auth0_role.admins.id"),
        resource_server_identifier: code("auth0_resource_server.orders.identifier"),
      },
    ]);
  });

  it("form no circle", () => {
    const client = (name: string, allowedClients: readonly string[]) =>
      object("client", name, `id-${name}`, { name, allowedClients });
    const all = resourcesOf(client("a", ["id-a", "id-b"]), client("b", ["id-a", "id-b"])).auth0_client;
    expect(all.a[0].allowed_clients).toEqual(["id-a", "id-b"]);
    expect(all.b[0].allowed_clients).toEqual([code("auth0_client.a.id"), "id-b"]);
  });
});

it("an application of a metadata document is left out, as it is another resource type in Terraform", () => {
  const { tenant, left } = terraformOf([object("client", "agent", "tpc_1", { externalClientId: "https://a.example" })]);
  expect(read(tenant).resource).toBeUndefined();
  expect(left).toMatchObject([
    { class: "Client", name: "agent", reason: expect.stringContaining("auth0_client_cimd") },
  ]);
});

it("references inside documents lead to resources, at any depth", () => {
  const send = { id: "send", params: { connection_id: "ac_1", url: "ac_1", limits: [1, true, null] } };
  const flow = object("flow", "save", "af_1", { name: "Save", actions: [send] });
  const vault = object("vaultConnection", "orders", "ac_1", { name: "Orders", appId: "HTTP" });
  const actionsOf = (...objects: readonly StackObject[]) => resourcesOf(...objects).auth0_flow.save[0].actions;
  expect(actionsOf(flow)).not.toContain("auth0_");
  const actions = actionsOf(flow, vault);
  expect(actions).toMatch(/"connection_id" = auth0_flow_vault_connection\.orders\.id\s/);
  expect(actions).toMatch(/"url" = "ac_1"/);
  expect(actions).toContain("[1, true, null]");
});

it("a set of texts stays a set of texts, even if the API has objects in its place", () => {
  const { tenant, left } = terraformOf([
    object("eventStream", "users", "est_1", {
      ...{ name: "Users", subscriptions: ["user.created", "user.deleted"] },
      webhook: { endpoint: "https://events.example.com", authorization: { method: "bearer" } },
    }),
  ]);
  expect(read(tenant).resource.auth0_event_stream.users[0].subscriptions).toEqual(["user.created", "user.deleted"]);
  expect(left).toEqual([]);
});

describe("an exported set of members", () => {
  const of = (type: TypeName, inputs: JsonObject) => terraformOf([object(type, "s", "auth0|1", inputs)]);
  const roles = ["rol_a", "rol_b"];

  it("is one resource if it is exclusive, so that Terraform removes other members", () => {
    const { tenant, imports, left } = of("userRoles", { userId: "auth0|1", roles });
    expect(read(tenant).resource).toEqual({ auth0_user_roles: { s: [{ user_id: "auth0|1", roles }] } });
    expect(read(imports).import).toEqual([{ to: code("auth0_user_roles.s"), id: "auth0|1" }]);
    expect(left).toEqual([]);
  });

  it("is a resource for each member if it is shared", () => {
    const { tenant, imports, left } = of("userRoles", { userId: "auth0|1", roles, exclusive: false });
    expect(read(tenant).resource).toEqual({
      auth0_user_role: {
        "s-1": [{ user_id: "auth0|1", role_id: "rol_a" }],
        "s-2": [{ user_id: "auth0|1", role_id: "rol_b" }],
      },
    });
    expect(read(imports).import).toEqual([
      { to: code("auth0_user_role.s-1"), id: "auth0|1::rol_a" },
      { to: code("auth0_user_role.s-2"), id: "auth0|1::rol_b" },
    ]);
    expect(left).toEqual([]);
  });

  it("is listed if Terraform cannot keep it exclusive, or empty", () => {
    const { tenant, left } = of("userPermissions", { userId: "auth0|1", permissions: [] });
    expect(read(tenant).resource).toBeUndefined();
    expect(left).toMatchObject([{ class: "UserPermissions", name: "s", path: "permissions" }]);
    const grants = { roleId: "rol_1", resourceServerIdentifier: "urn:a", permissions: ["read"] };
    expect(of("rolePermissions", grants).left).toMatchObject([{ path: "permissions" }]);
    expect(of("rolePermissions", { ...grants, exclusive: false }).left).toEqual([]);
  });
});

describe("a value without an argument in Terraform", () => {
  it("is listed, as are values of another form, and missing required arguments", () => {
    const { tenant, left } = terraformOf([
      object("branding", "looks", "branding", {
        ...{ logoUrl: "https://example.com/e\u0301.png", faviconUrl: "https://example.com/a.png" },
        colors: { primary: "#ffffff", pageBackgroundGradient: { start: "#000000", end: "#ffffff", angleDeg: 35 } },
        undocumented: { newest: { of: 1 } },
      }),
      object("breachedPasswordDetection", "breaches", "breached-password-detection", { shields: ["block"] }),
      object("multiFactor", "factors", "multi-factor", { policies: [] }),
    ]);
    expect(read(tenant).resource).toEqual({
      auth0_branding: {
        looks: [{ favicon_url: "https://example.com/a.png", colors: [{ primary: "#ffffff" }] }],
      },
      auth0_attack_protection: { breaches: [{ breached_password_detection: [{ shields: ["block"] }] }] },
    });
    expect(left.map(({ class: its, path }) => [its, path])).toEqual([
      ["BreachedPasswordDetection", "enabled"],
      ["Branding", "colors.page_background.type"],
      ["Branding", "colors.page_background.start"],
      ["Branding", "colors.page_background.end"],
      ["Branding", "colors.page_background.angle_deg"],
      ["Branding", "logoUrl"],
      ["Branding", "undocumented.newest.of"],
      ["MultiFactor", undefined],
    ]);
  });
});

it("arguments that programs lack are derived from the type, or from declared values", () => {
  const { tenant, left, variables } = terraformOf([
    object("eventStream", "events", "est_1", {
      ...{ name: "events", subscriptions: ["user.created"] },
      webhook: { endpoint: "https://example.com", authorization: { method: "bearer", token: "not-to-be-shown" } },
    }),
    object("eventStream", "ran", "est_2", { name: "ran", subscriptions: [], action: { actionId: "act_1" } }),
    object("rateLimitPolicy", "default", "rlp_1", { selector: "default", action: "block", limit: 100 }),
  ]);
  const { resource } = read(tenant);
  expect(resource.auth0_event_stream.events).toEqual([
    {
      ...{ name: "events", destination_type: "webhook", subscriptions: ["user.created"] },
      webhook_configuration: [
        {
          webhook_endpoint: "https://example.com",
          webhook_authorization: [{ method: "bearer", token: code(`var.${variables[0]}`) }],
        },
      ],
    },
  ]);
  expect(resource.auth0_rate_limit_policy.default).toEqual([
    {
      ...{ consumer: "client", consumer_selector: "default", resource: "oauth_authentication_api" },
      configuration: [{ action: "block", limit: 100 }],
    },
  ]);
  expect(left.map(({ name, path }) => `${name} ${path}`)).toEqual(["ran action.actionId", "ran destination_type"]);
});

it("secrets become variables, if the program or the schema marks them", () => {
  const { tenant, variables, left } = terraformOf([
    object("connection", "corp", "con_1", {
      ...{ name: "corp", strategy: "oidc" },
      options: { client_id: "a", client_secret: "not-to-be-shown", issuer: secretEnvelope("not-to-be-shown") },
    }),
    object("connection", "db", "con_2", {
      ...{ name: "db", strategy: "auth0" },
      options: { configuration: { KEY: secretEnvelope("not-to-be-shown") } },
    }),
    object("action", "claims", "1", {
      ...{ name: "claims", code: "x", supportedTriggers: [{ id: "post-login", version: "v3" }] },
      secrets: { KEY: "not-to-be-shown" },
    }),
  ]);
  const { resource, variable } = read(tenant);
  expect(JSON.stringify([tenant, left])).not.toContain("not-to-be-shown");
  expect(Object.keys(variable)).toEqual(variables);
  expect(resource.auth0_connection.corp[0].options).toEqual([
    {
      client_id: "a",
      client_secret: code("var.corp_options_client_secret"),
      issuer: code("var.corp_options_issuer"),
    },
  ]);
  expect(resource.auth0_connection.db[0].options).toEqual([
    { configuration: { KEY: code("var.db_options_configuration_key") } },
  ]);
  expect(left).toMatchObject([{ class: "Action", name: "claims", path: "secrets" }]);
  expect(variable.corp_options_issuer).toEqual([{ type: code("string"), sensitive: true }]);
});

it("hostile names and texts add nothing to the configuration", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom('"}', `\${var.x}`, "a\nresource {", "%{ for x in y }", "\u202e", "", "1st", "__proto__", "Größe"),
  );
  const sketch = fc.record({ name: hostile, text: hostile, key: hostile, id: hostile });
  fc.assert(
    fc.property(fc.array(sketch, { minLength: 1, maxLength: 6 }), (all) => {
      const { tenant, imports, left } = terraformOf(
        all.map(({ name, text, key, id }) =>
          object("organization", name, id, { name: text, metadata: Object.fromEntries([[key, text]]) }),
        ),
      );
      const dropped = left.filter(({ path }) => path === undefined).length;
      const { resource = {}, ...rest } = read(tenant);
      expect(Object.keys(rest)).toEqual(["terraform"]);
      const named = Object.values<readonly { name?: string }[]>(resource.auth0_organization ?? {});
      expect(named.length).toBe(all.length - dropped);
      const texts = new Set(all.map(({ text }) => text));
      for (const [{ name } = {}] of named) if (name !== undefined) expect(texts).toContain(name);
      expect((read(imports).import ?? []).length).toBe(named.length);
    }),
  );
});
