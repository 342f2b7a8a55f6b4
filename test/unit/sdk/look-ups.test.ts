import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import {
  type GetClientArgs,
  type GetConnectionArgs,
  type GetResourceServerArgs,
  type GetResourceServersResult,
  getClient,
  getClients,
  getConnection,
  getConnectionOutput,
  getConnections,
  getConnectionsOutput,
  getOrganizationMemberRoles,
  getOrganizationMemberRolesOutput,
  getResourceServer,
  getResourceServerOutput,
  getResourceServers,
  getResourceServersOutput,
  Provider,
  ResourceServer,
} from "../../../provider/src/index.ts";
import { randomSecret } from "../helpers/fake-service.ts";
import { look, runProgram, Thing } from "../helpers/program.ts";

let tenant: Emulator;
const identifier = "https://orders.example.com";
const signingSecret = randomSecret();
const clientSecret = randomSecret();
const options = {
  type: "back_channel",
  issuer: "https://idp.example.com/",
  client_id: "client",
  client_secret: clientSecret,
  upstream_params: { login_hint: { alias: "login_hint" } },
};
const member = { organizationId: "org_0123456789abcdef", userId: "auth0|member" };

/** What was asked of the tenant, without the calls for tokens. */
const asked = () =>
  tenant.requests
    .filter(({ operation }) => operation !== "token")
    .map(({ method, path }) => `${method} ${decodeURIComponent(path.replace("/api/v2", ""))}`);

/** The tenant that the environment names, with a token of these scopes. Default: all scopes. */
function signIn(scopes?: readonly string[]): void {
  vi.stubEnv("TENANT_DOMAIN", tenant.domain);
  vi.stubEnv("TENANT_TOKEN", tenant.issueToken(scopes));
}

beforeEach(async () => {
  for (const name of Object.keys(process.env)) if (name.startsWith("TENANT_")) vi.stubEnv(name, undefined);
  pulumi.runtime.setAllConfig({});
  tenant = await startEmulator();
  tenant.resourceServers.create({
    identifier,
    name: "Orders",
    scopes: [{ value: "read:orders", description: "Read orders" }],
    signing_alg: "HS256",
    signing_secret: signingSecret,
    token_lifetime: 3600,
  });
  tenant.connections.create({ name: "corp", strategy: "oidc", display_name: "Corporate login", options });
  tenant.connections.create({ name: "customers", strategy: "auth0", metadata: { note: clientSecret } });
  const roles = ["reader", "writer"].map((name) => String(tenant.roles.create({ name }).id));
  tenant.organizations.create({ id: member.organizationId, name: "org" });
  tenant.organizationMembers.add(member.organizationId, member.userId, { roles });
  tenant.clearRequests();
  signIn();
  await runProgram();
  return async () => {
    vi.unstubAllEnvs();
    await tenant.close();
  };
});

describe("getResourceServer", () => {
  it.each([
    ["identifier", () => ({ identifier })],
    ["id", () => ({ id: String(tenant.resourceServers.get(identifier)?.id) })],
  ])("finds an API by its %s, under the names of the resource's outputs and without its secret", async (_, args) => {
    const found = await getResourceServer(args() as GetResourceServerArgs);
    expect(found).toMatchObject({
      id: tenant.resourceServers.get(identifier)?.id,
      identifier,
      name: "Orders",
      scopes: { "read:orders": "Read orders" },
      signingAlg: "HS256",
      tokenLifetime: 3600,
      allowOfflineAccess: false,
      isSystem: false,
    });
    expect(JSON.stringify(found)).not.toContain(signingSecret);
    expect(asked()).toHaveLength(1);
  });

  it("returns whether an API is a system API", async () => {
    const management = `${tenant.url}/api/v2/`;
    expect(await getResourceServer({ identifier: management })).toMatchObject({
      identifier: management,
      isSystem: true,
    });
  });

  it("fails with a remedy if no API matches", async () => {
    await expect(getResourceServer({ identifier: "https://order.example.com" })).rejects.toThrow(
      /^getResourceServer: Tenant \S+ has no resource server with identifier "https:\/\/order.example.com"\. .*getResourceServers\(\) lists all/,
    );
    await expect(getResourceServer({ id: "none" })).rejects.toThrow('no resource server with id "none"');
  });

  it("fails for an identifier in place of the id, and lists the tenant's APIs", async () => {
    await expect(getResourceServer({ id: identifier })).rejects.toThrow(
      /no resource server with id "https:\/\/orders.example.com"\. There is:\n {2}- https:\/\/orders.example.com \(\w+\)/,
    );
  });

  it("reads 20 APIs that are requested at the same time with two calls", async () => {
    const identifiers = Array.from({ length: 20 }, (_, nth) => `urn:example:${nth}`);
    for (const one of identifiers) tenant.resourceServers.create({ identifier: one });
    const found = await Promise.all([
      ...identifiers.slice(0, 10).map((one) => getResourceServer({ identifier: one })),
      ...identifiers.slice(10).map(async (one) => (await look(getResourceServerOutput({ identifier: one }))).value),
    ]);
    expect(found.map((one) => one?.identifier)).toEqual(identifiers);
    expect(asked()).toHaveLength(2);
    await getResourceServer({ identifier: "urn:example:7" });
    expect(asked()).toHaveLength(2);
  });

  it("fails only for the missing one of two APIs that are requested at the same time", async () => {
    const [found, missing] = await Promise.allSettled([
      getResourceServer({ identifier }),
      getResourceServer({ identifier: "urn:none" }),
    ]);
    expect(found).toMatchObject({ status: "fulfilled", value: { identifier } });
    expect(String((missing as PromiseRejectedResult).reason)).toContain(
      'no resource server with identifier "urn:none"',
    );
  });
});

describe("getResourceServers", () => {
  it("lists all APIs, the system APIs included, without a secret", async () => {
    const { resourceServers } = await getResourceServers();
    expect(resourceServers.map((one) => one.isSystem)).toEqual([true, false]);
    expect(JSON.stringify(resourceServers)).not.toContain(signingSecret);
  });

  it("reads APIs by identifiers, 10 per call, and leaves out missing ones", async () => {
    const identifiers = Array.from({ length: 12 }, (_, nth) => `urn:example:${nth}`);
    for (const one of identifiers.slice(1)) tenant.resourceServers.create({ identifier: one });
    const { resourceServers } = await getResourceServers({ identifiers: [...identifiers, "urn:example:11"] });
    expect(resourceServers.map((one) => one.identifier).sort()).toEqual(identifiers.slice(1).sort());
    expect(asked()).toHaveLength(2);
    expect(await getResourceServers({ identifiers: [] })).toEqual({ resourceServers: [] });
    expect(asked()).toHaveLength(2);
  });

  it("compares a name exactly", async () => {
    expect((await getResourceServers({ name: "Orders" })).resourceServers).toMatchObject([{ identifier }]);
    expect((await getResourceServers({ name: "orders" })).resourceServers).toEqual([]);
    const both = await look(getResourceServersOutput({ identifiers: [pulumi.output(identifier)], name: "Orders" }));
    expect(both.value).toMatchObject({ resourceServers: [{ identifier }] });
  });
});

describe("getConnection", () => {
  it.each([
    ["name", () => ({ name: "corp" })],
    ["id", () => ({ id: String(tenant.connections.get("corp")?.id) })],
  ])("finds a connection by its %s, and requests no options", async (_, args) => {
    const found = await getConnection(args() as GetConnectionArgs);
    expect(found).toMatchObject({ name: "corp", strategy: "oidc", displayName: "Corporate login" });
    expect(Object.keys(found)).not.toContain("options");
    expect(asked()).toEqual([expect.stringMatching(/^GET \/connections.*fields=options&include_fields=false/)]);
  });

  it("returns the options that the program names, and no others", async () => {
    const paths = ["issuer", "upstream_params.login_hint.alias", "connection_settings", "not_there"];
    const found = await getConnection({ name: "corp", options: paths });
    expect(found.options).toEqual({
      issuer: "https://idp.example.com/",
      upstream_params: { login_hint: { alias: "login_hint" } },
      connection_settings: { pkce: "auto" },
    });
    expect(asked()).toEqual([expect.stringMatching(/^GET \/connections\?name=corp&take=100$/)]);
  });

  it("leaves out metadata, as it can contain secrets", async () => {
    expect(JSON.stringify(await getConnection({ name: "customers" }))).not.toContain(clientSecret);
  });

  it("names the missing scope if the options cannot be read", async () => {
    signIn(["read:connections"]);
    expect(await getConnection({ name: "corp" })).toMatchObject({ strategy: "oidc" });
    await expect(getConnection({ name: "corp", options: ["issuer"] })).rejects.toThrow(
      /^getConnection: the options of connection "corp" cannot be read\. .*read:connections_options to the client that this program runs as\.$/,
    );
  });

  it("fails with a remedy if no connection matches", async () => {
    await expect(getConnection({ name: "crop" })).rejects.toThrow(
      /has no connection with name "crop"\. .*getConnections\(\) lists all/,
    );
    await expect(look(getConnectionOutput({ id: "con_none" }))).rejects.toThrow(
      /^getConnectionOutput: .* id "con_none"/,
    );
  });
});

describe("getConnections", () => {
  it("lists all connections; the tenant filters by strategy and name", async () => {
    const names = async (args?: object) => (await getConnections(args)).connections.map(({ name }) => name);
    expect(await names()).toEqual(["corp", "customers"]);
    expect(await names({ strategy: "auth0" })).toEqual(["customers"]);
    expect(await names({ strategy: "oidc", name: "customers" })).toEqual([]);
    expect(asked().slice(1)).toEqual([
      expect.stringContaining("strategy=auth0&"),
      expect.stringContaining("strategy=oidc&name=customers&"),
    ]);
  });

  it("returns named options of each connection", async () => {
    const { value } = await look(
      getConnectionsOutput({ options: [new Thing("thing", "issuer").value, "disable_signup"] }),
    );
    expect(value?.connections).toMatchObject([{ options: { issuer: "https://idp.example.com/" } }, { options: {} }]);
  });
});

describe("getOrganizationMemberRoles", () => {
  it("returns the ids of the direct roles, as the resource's outputs do", async () => {
    const roles = tenant.roles.list().map(({ id }) => String(id));
    const found = await getOrganizationMemberRoles(member);
    expect(found).toEqual({
      ...member,
      id: "org_0123456789abcdef::auth0|member",
      roles: expect.arrayContaining(roles),
    });
    expect(asked()).toEqual([
      expect.stringContaining("GET /organizations/org_0123456789abcdef/members/auth0|member/roles?"),
    ]);
    const { value } = await look(getOrganizationMemberRolesOutput({ ...member, userId: pulumi.output(member.userId) }));
    expect(value?.roles).toHaveLength(2);
    expect(asked()).toHaveLength(1);
  });

  it("fails with the organization's id if the organization is missing", async () => {
    await expect(getOrganizationMemberRoles({ ...member, organizationId: "org_none" })).rejects.toThrow(
      /getOrganizationMemberRoles: Could not list organization member roles: .*404.*No organization found/,
    );
  });
});

describe("every look-up", () => {
  const everyone = {
    "read:resource_servers": [() => getResourceServer({ identifier }), () => getResourceServers()],
    "read:connections": [() => getConnection({ name: "corp" }), () => getConnections()],
    "read:organization_member_roles": [() => getOrganizationMemberRoles(member)],
  };

  it.each(Object.entries(everyone))("needs only the scope %s, and names it if it is missing", async (scope, forms) => {
    signIn([scope]);
    for (const form of forms) await expect(form()).resolves.toBeDefined();
    signIn([]);
    for (const form of forms) await expect(form()).rejects.toThrow(scope);
  });

  it("sends equal requests once", async () => {
    const forms = Object.values(everyone).flat();
    for (const form of [...forms, ...forms]) await form();
    expect(asked()).toHaveLength(forms.length);
  });

  it("reads the tenant of an explicit provider, also of the parent's", async () => {
    const other = await startEmulator();
    other.connections.create({
      name: "corp",
      strategy: "samlp",
      options: { signInEndpoint: "https://idp.example.com/login" },
    });
    const provider = new Provider("eu", { domain: other.domain, token: pulumi.secret(other.issueToken()) });
    const parent = new pulumi.ComponentResource("test:index:Box", "box", {}, { providers: [provider] });
    expect(await getConnection({ name: "corp" }, { provider })).toMatchObject({ strategy: "samlp" });
    const inherited = await look(getConnectionOutput({ name: "corp" }, { parent }));
    expect(inherited).toMatchObject({ secret: false, value: { strategy: "samlp" } });
    await expect(getResourceServer({ identifier }, { parent })).rejects.toThrow("has no resource server");
    await expect(getOrganizationMemberRoles(member, { parent })).rejects.toThrow("404");
    expect(asked()).toEqual([]);
    await other.close();
  });

  it("returns a secret result for a secret argument, and shows the argument in neither errors nor the log", async () => {
    vi.stubEnv("TENANT_LOG", "debug");
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const said: string[] = [];
    const secret = `https://${randomSecret()}.example.com`;
    tenant.resourceServers.create({ identifier: `${secret}/2` });
    const found = await look(getResourceServerOutput({ identifier: pulumi.secret(`${secret}/2`) }));
    expect(found.secret).toBe(true);
    const outputs = [
      getResourceServerOutput({ identifier: pulumi.secret(secret) }),
      getResourceServerOutput({ id: pulumi.secret(secret) }),
      getConnectionOutput({ name: pulumi.secret(secret) }),
      getOrganizationMemberRolesOutput({ ...member, organizationId: pulumi.secret(secret) }),
    ];
    for (const output of outputs) said.push(await look<unknown>(output).then(() => "found", String));
    expect(said.join("\n")).toContain("[secret]");
    said.push(...log.mock.calls.flat().map(String));
    expect(said.join("\n")).toMatch(/tenant: GET \S+ 404/);
    expect(decodeURIComponent(said.join("\n"))).not.toContain(secret);
    log.mockRestore();
  });

  it("returns an unknown result for an argument that is unknown in a preview", async () => {
    await runProgram({ preview: true });
    const { value } = new Thing("thing", "corp");
    expect(await look(getConnectionOutput({ name: value }))).toMatchObject({ known: false });
    expect(await look(getConnectionsOutput({ options: [value] }))).toMatchObject({ known: false });
    expect(asked()).toEqual([]);
  });

  describe("a known argument that comes from a resource", () => {
    /** A component that hands on what is within it, and looks it up itself. */
    class Box extends pulumi.ComponentResource {
      readonly identifier: pulumi.Output<string>;
      readonly found: pulumi.Output<string>;
      constructor(name: string, api: string) {
        super("test:index:Box", name);
        this.identifier = new ResourceServer(api, { identifier }, { parent: this }).identifier;
        this.found = getResourceServerOutput({ identifier: this.identifier }, { parent: this }).id;
        this.registerOutputs();
      }
    }

    const firstId = ({ resourceServers }: GetResourceServersResult) => resourceServers[0]?.id;

    /** The same question, however its argument comes from the resource. */
    const questions = (api: string) => {
      const plain = new ResourceServer(`${api}-plain`, { identifier });
      const box = new Box(`${api}-box`, `${api}-inner`);
      const list = pulumi.all([plain.identifier, box.identifier]);
      return [
        getResourceServerOutput({ identifier: plain.identifier }).id,
        getResourceServerOutput({ identifier: pulumi.interpolate`${box.identifier}` }).id,
        box.found,
        getResourceServersOutput({ identifiers: list.apply((all) => all.slice(1)) }).apply(firstId),
        getResourceServersOutput({ identifiers: [identifier, plain.identifier] }).apply(firstId),
      ];
    };

    it("makes the result unknown in the preview that will create the resource, without a request", async () => {
      await runProgram({ preview: true, planned: ["new-plain", "new-inner"] });
      tenant.resourceServers.delete(identifier);
      for (const output of questions("new")) expect(await look(output)).toMatchObject({ known: false });
      expect(asked()).toEqual([]);
    });

    it.each([true, false])("is looked up if the resource exists (in a preview: %s)", async (preview) => {
      await runProgram({ preview });
      const id = tenant.resourceServers.get(identifier)?.id;
      for (const output of questions("old")) expect(await look(output)).toMatchObject({ known: true, value: id });
    });

    it("is looked up after the resource's creation, without dependsOn, also if it was looked up before", async () => {
      tenant.resourceServers.delete(identifier);
      await runProgram({ onRegister: () => void tenant.resourceServers.create({ identifier, name: "Orders" }) });
      await expect(getResourceServer({ identifier })).rejects.toThrow("no resource server");
      expect((await getResourceServers({ identifiers: [identifier] })).resourceServers).toEqual([]);
      const api = new ResourceServer("api", { identifier });
      const found = await look(getResourceServersOutput({ identifiers: [api.identifier] }));
      expect(found).toMatchObject({ known: true, value: { resourceServers: [{ name: "Orders" }] } });
      expect(found.resources).toContain(api);
    });
  });
});

describe("wrong arguments of a look-up are an error before a request", () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      "neither of two alternatives",
      () => getResourceServer({} as GetResourceServerArgs),
      /one of identifier and id must be given\.$/,
    ],
    [
      "both of two alternatives",
      () => getConnection({ name: "corp", id: "con_1" } as unknown as GetConnectionArgs),
      /name and id cannot be given together: keep one of them\.$/,
    ],
    ["an empty text", () => getConnection({ name: "" }), /name must not be empty\.$/],
    [
      "a missing text and a wrong one",
      () => getOrganizationMemberRoles({ userId: 3 } as never),
      /userId must be a string, not a value of type number\. organizationId is missing\.$/,
    ],
    [
      "a text in place of a list",
      () => getResourceServers({ identifiers: identifier as never }),
      /identifiers must be an array of strings/,
    ],
    [
      "a list with an output",
      () => getResourceServers({ identifiers: [pulumi.output(identifier)] as never }),
      /identifiers must be an array of strings, but contains an output\.$/,
    ],
    [
      "a JSON pointer as path",
      () => getConnections({ options: ["/issuer"] }),
      /options must contain names joined by dots.* not "\/issuer"\.$/,
    ],
    [
      "a path with an empty name",
      () => getConnections({ options: ["a..b"] }),
      /options must contain names joined by dots.* not "a\.\.b"\.$/,
    ],
    [
      "a wrong name",
      () => getConnections({ nam: "x" } as never),
      /unknown argument "nam"\. Arguments: strategy, name, options\.$/,
    ],
  ])("%s", async (_, ask, says) => {
    await expect(ask()).rejects.toThrow(says);
    expect(asked()).toEqual([]);
  });

  it("also in the Output form, as soon as they are known", async () => {
    expect(() => getResourceServerOutput({} as GetResourceServerArgs)).toThrow(/one of identifier and id/);
    expect(() => getConnectionOutput({ name: "corp", options: ["client_secret"] })).toThrow(
      /client_secret, which is secret/,
    );
    const later = pulumi.output(undefined) as unknown as pulumi.Output<string>;
    await expect(look(getConnectionOutput({ name: later }))).rejects.toThrow(/one of name and id must be given/);
    const path = pulumi.output("client_secret");
    await expect(look(getConnectionOutput({ name: "corp", options: [path] }))).rejects.toThrow(/which is secret/);
    expect(asked()).toEqual([]);
  });
});

describe("getClient", () => {
  const clientId = "0123456789abcdefghijklmnopqrstuv";

  it("finds an application by its name or id, without its secret", async () => {
    const made = tenant.clients.create({ client_id: clientId, name: "Shop", app_type: "spa" });
    for (const args of [{ name: "Shop" }, { clientId }]) {
      const found = await getClient(args as GetClientArgs);
      expect(found).toMatchObject({ id: clientId, clientId, name: "Shop", appType: "spa", isGlobal: false });
      expect(JSON.stringify(found)).not.toContain(String(made.client_secret));
    }
  });

  it("fails with a list if several applications have the name; getClients returns all of them", async () => {
    for (let n = 0; n < 2; n++) tenant.clients.create({ name: "Shop" });
    await expect(getClient({ name: "Shop" })).rejects.toThrow(/2 applications with name "Shop", but exactly one/);
    expect((await getClients({ name: "Shop" })).clients).toHaveLength(2);
  });
});
