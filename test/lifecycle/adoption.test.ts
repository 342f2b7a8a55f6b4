import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { Lifecycle } from "../../provider/src/lifecycle/lifecycle.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import { type JsonObject, unknownValue } from "../../provider/src/schema/json.ts";
import { secretsKey } from "../../provider/src/schema/provider-code.ts";
import { inProcess } from "../harness/in-process.ts";
import { canBeTheirs, kinds, type TypeName } from "../subjects/kinds.ts";
import { withNeeded } from "../subjects/needed-options.ts";

/** What a preview says of adopt, which the engine itself shows as a bare creation. */
let tenant: Emulator;
let run: EngineRun;
let said: string[];
beforeEach(async () => {
  tenant = await startEmulator();
  run = new EngineRun();
  said = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void said.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await tenant.close();
});

const identifier = "https://orders.example.com";
const preview = { __preview: true };

function portOf(kind: TypeName, more: Readonly<Record<string, string>> = {}) {
  const config = {
    "tenant:domain": tenant.domain,
    "tenant:clientId": tenant.clientId,
    "tenant:clientSecret": tenant.clientSecret,
  };
  return inProcess(() => new Lifecycle(kinds[kind], undefined, run), { ...config, ...more });
}
const calls = () => tenant.requests.filter(({ path }) => path.startsWith("/api/")).map(({ method }) => method);

describe("a preview with adopt", () => {
  test("names the object's id and each changed property with both values, and only reads", async () => {
    const { id } = tenant.resourceServers.create({
      identifier,
      name: "Orders",
      token_lifetime: 999,
      scopes: [{ value: "theirs" }],
    });
    const args = { identifier, name: "Orders", tokenLifetime: 4000, scopes: { "read:orders": "Read" }, adopt: true };
    const { inputs, failures } = await portOf("resourceServer").check({}, { ...args, ...preview });
    expect(failures).toEqual([]);
    expect(inputs).not.toHaveProperty("__preview");
    expect(said).toEqual([
      `resource server "${identifier}" exists already (id ${id}): \`pulumi up\` adopts it and changes:\n` +
        '  scopes["read:orders"]: absent → "Read"\n' +
        '  scopes.theirs: "" → absent\n' +
        "  tokenLifetime: 999 → 4000",
    ]);
    expect(calls()).toEqual(["GET"]);
    expect(tenant.resourceServers.get(identifier)).toMatchObject({ token_lifetime: 999 });
  });

  test("names the object also after one response that does not show it", async () => {
    const { id } = tenant.resourceServers.create({ identifier, name: "Theirs" });
    const body = { statusCode: 404, error: "Not Found", message: "The resource server does not exist." };
    tenant.inject({ kind: "status", status: 404, body, method: "GET", path: "/api/v2/" });
    await portOf("resourceServer").check({}, { identifier, name: "Orders", adopt: true, ...preview });
    expect(said).toEqual([expect.stringContaining(`exists already (id ${id}): \`pulumi up\` adopts it and changes`)]);
  });

  test("says for the whole run with TENANT_ADOPT that nothing changes", async () => {
    vi.stubEnv("TENANT_ADOPT", "true");
    tenant.resourceServers.create({ identifier, name: "Orders" });
    await portOf("resourceServer").check({}, { identifier, name: "Orders", ...preview });
    expect(said).toEqual([expect.stringMatching(/`pulumi up` adopts it without changes$/)]);
  });

  test("masks secrets, including those that only the program marks", async () => {
    const options = { issuer: "https://idp.example.com", client_id: "before", client_secret: "old-value-of-it" };
    tenant.connections.create({ name: "corp", strategy: "oidc", display_name: "Corp", options });
    const now = { ...options, client_id: "after", client_secret: "new-value-of-it" };
    const args = { name: "corp", strategy: "oidc", displayName: "Company", options: now, adopt: true };
    await portOf("connection").check({}, { ...args, [secretsKey]: ["/options/client_id"], ...preview });
    expect(said.join("\n")).toMatch(/displayName: "Corp" → "Company"/);
    expect(said.join("\n")).toMatch(/options\.client_id: \[secret\]/);
    expect(said.join("\n")).toMatch(/options\.client_secret: \[secret\]/);
    expect(said.join("\n")).not.toMatch(/value-of-it|before|after/);
  });

  test("masks a value that looks secret at the tenant, even if the declared one does not", async () => {
    // The way: have another team's password shown by a preview that puts another address in its place.
    const gateway_url = ["https://user:value-of-it", "sms.example.com/"].join("@");
    tenant.connections.create({ name: "texts", strategy: "sms", options: { gateway_url } });
    const options = { gateway_url: "https://sms.example.com/" };
    await portOf("connection").check({}, { name: "texts", strategy: "sms", options, adopt: true, ...preview });
    expect(said.join("\n")).toMatch(/options\.gateway_url: \[secret\]/);
    expect(said.join("\n")).not.toMatch(/value-of-it/);
  });

  const trigger = { id: "post-login", version: "v3" };
  /** Of each type whose objects can share a name: makes an object of a name, and what a program declares of it. */
  const sharing: Readonly<Record<string, { make(name: string): unknown; readonly args: JsonObject }>> = {
    client: { make: (name) => tenant.clients.create({ name, app_type: "spa" }), args: { appType: "spa" } },
    action: {
      make: (name) => tenant.actions.create({ name, supported_triggers: [trigger], code: "// theirs" }),
      args: { supportedTriggers: [trigger], code: "// ours" },
    },
    logStream: {
      make: (name) =>
        tenant.logStreams.create({ name, type: "http", sink: { httpEndpoint: "https://logs.example.com" } }),
      args: { type: "http", sink: { httpEndpoint: "https://logs.example.com" } },
    },
    vaultConnection: {
      make: (name) => tenant.vaultConnections.create({ name, app_id: "HTTP" }),
      args: { appId: "HTTP" },
    },
    flow: { make: (name) => tenant.flows.create({ name }), args: {} },
    form: { make: (name) => tenant.forms.create({ name }), args: {} },
    selfServiceProfile: { make: (name) => tenant.selfServiceProfiles.create({ name }), args: {} },
  };
  test.each(Object.keys(kinds).filter((kind) => kinds[kind as TypeName].sharesNames && canBeTheirs(kind as TypeName)))(
    "names the %s whose name several objects have, as the run will fail, and looks up all others",
    async (kind) => {
      vi.stubEnv("TENANT_ADOPT", "true");
      const { make, args } = sharing[kind] ?? {};
      for (const name of ["Twice", "Twice", "Once"]) make?.(name);
      tenant.roles.create({ name: "reader" });
      const port = portOf(kind as TypeName);
      for (const name of ["Twice", "Once"]) await port.check({}, { name, ...args, ...preview });
      await portOf("role").check({}, { name: "reader", ...preview });
      expect(said).toEqual([
        expect.stringMatching(/^warning: `pulumi up` will fail: .*"Twice" cannot be adopted by its name: 2 /),
        expect.stringMatching(/"Once" exists already .*`pulumi up` adopts it/),
        expect.stringMatching(/"reader" exists already .*`pulumi up` adopts it/),
      ]);
    },
  );

  test("does not mention resources in the state, missing objects and resources without a name", async () => {
    tenant.resourceServers.create({ identifier, name: "Orders", token_lifetime: 999 });
    const port = portOf("resourceServer");
    const args = { identifier, tokenLifetime: 4000, adopt: true, ...preview };
    await port.check({ identifier, __tenant: new URL(tenant.url).host }, args);
    await port.check({}, { ...args, identifier: unknownValue });
    expect(calls()).toEqual([]);
    await port.check({}, { ...args, identifier: "https://others.example.com" });
    expect(said).toEqual([]);
  });

  test("does not mention the existing object if a replacement may delete it first", async () => {
    tenant.resourceServers.create({ identifier });
    await portOf("resourceServer").check({}, { identifier, ...preview, __deletedFirst: true });
    expect(said).toEqual([]);
    expect(calls()).toEqual([]);
  });

  test("is the only run that asks the tenant during a check", async () => {
    tenant.resourceServers.create({ identifier, name: "Orders" });
    await portOf("resourceServer").check({}, { identifier, adopt: true });
    expect(calls()).toEqual([]);
  });

  test("names objects that cannot be adopted", async () => {
    tenant.connections.create({
      name: "corp",
      strategy: "samlp",
      options: { signInEndpoint: "https://idp.example.com/login" },
    });
    await portOf("connection").check({}, { name: "corp", strategy: "oidc", adopt: true, ...preview });
    expect(said).toEqual([expect.stringMatching(/will fail: connection "corp" exists already.*with another strategy/)]);
  });

  test("warns once of an unreachable tenant, and continues", async () => {
    tenant.inject({ kind: "status", status: 403, path: "/api/v2/", times: 9 });
    const port = portOf("resourceServer");
    for (const n of [1, 2, 3]) {
      const args = { identifier: `${identifier}/${n}`, adopt: n > 1, ...preview };
      expect(await port.check({}, args)).toMatchObject({ failures: [] });
    }
    const corp = { name: "corp", strategy: "oidc", options: withNeeded("oidc"), ...preview };
    expect(await portOf("connection").check({}, corp)).toMatchObject({ failures: [] });
    expect(said).toEqual([
      expect.stringMatching(
        /^warning: objects of new resources could not be looked up, so this preview does not show which of them exist already/,
      ),
    ]);
    expect(calls()).toEqual(["GET"]);
  });

  test("of 300 APIs reads all of them together, although checks come one after the other", async () => {
    const all = Array.from({ length: 300 }, (_, n) => ({ identifier: `${identifier}/${n}`, name: `Orders ${n}` }));
    for (const args of all) tenant.resourceServers.create(args);
    const port = portOf("resourceServer");
    for (const args of all) await port.check({}, { ...args, adopt: true, ...preview });
    expect(said).toHaveLength(300);
    expect(calls().length).toBeLessThanOrEqual(2 * 4 + 2);
  });
});

describe("a preview without adopt", () => {
  test("warns of an existing object with its id and the remedies, and only reads; the run has the same message", async () => {
    const { id } = tenant.resourceServers.create({ identifier, name: "Orders", token_lifetime: 999 });
    const port = portOf("resourceServer");
    const { inputs, failures } = await port.check({}, { identifier, tokenLifetime: 4000, ...preview });
    expect(failures).toEqual([]);
    const text =
      `resource server "${identifier}" exists already in tenant "${new URL(tenant.url).host}" (id ${id}), ` +
      "and the state does not show that this stack created it. ";
    expect(said).toEqual([expect.stringContaining(`warning: \`pulumi up\` will fail: ${text}`)]);
    expect(said[0]).toMatch(/`adopt: true`.*TENANT_ADOPT=true.*`pulumi-tenant import`.*alias/);
    expect(calls()).toEqual(["GET"]);
    await expect(port.create(inputs)).rejects.toThrow(said[0]?.split("here: ")[1]);
  });

  test("names objects that could not be adopted either", async () => {
    tenant.connections.create({ name: "corp", strategy: "samlp", options: withNeeded("samlp") });
    await portOf("connection").check({}, { name: "corp", strategy: "oidc", options: withNeeded("oidc"), ...preview });
    expect(said).toEqual([expect.stringMatching(/will fail: connection "corp" exists already.*with another strategy/)]);
  });

  test("does not mention the object that it replaces", async () => {
    const port = portOf("connection");
    const { inputs } = await port.check({}, { name: "corp", strategy: "samlp", options: withNeeded("samlp") });
    const { id, outputs } = await port.create(inputs);
    tenant.clearRequests();
    // In this order the engine asks where a property replaces.
    const okta = { name: "corp", strategy: "okta", options: withNeeded("okta"), ...preview };
    const { inputs: news } = await port.check(inputs, okta);
    expect(await port.diff(id, outputs, news)).toMatchObject({ replaces: ["strategy"] });
    await port.check({}, okta);
    await port.check({}, { ...okta, adopt: true });
    expect(said).toEqual([]);
  });

  test("of 300 new resources of each type reads listings instead of each object", async () => {
    for (let n = 0; n < 120; n++) {
      tenant.resourceServers.create({ identifier: `https://others.example.com/${n}` });
      tenant.connections.create({ name: `others-${n}`, strategy: "oidc", options: withNeeded("oidc") });
    }
    const declared = {
      resourceServer: (n: number) => ({ identifier: `${identifier}/${n}` }),
      connection: (n: number) => ({ name: `corp-${n}`, strategy: "oidc", options: withNeeded("oidc") }),
      tokenExchangeProfile: (n: number) => ({
        name: `Profile ${n}`,
        subjectTokenType: `urn:example:${n}`,
        actionId: "action",
        type: "custom_authentication",
      }),
    };
    for (const [kind, argsOf] of Object.entries(declared) as [TypeName, (n: number) => object][]) {
      const port = portOf(kind);
      for (let n = 0; n < 300; n++) expect((await port.check({}, { ...argsOf(n), ...preview })).failures).toEqual([]);
      expect(calls().length).toBeLessThanOrEqual(2 * 2 + 2);
      tenant.clearRequests();
    }
    expect(said).toEqual([]);
  });
});

describe("types whose objects can share a name", () => {
  const sharing: readonly (readonly [TypeName, (name: string) => object, (name: string) => unknown])[] = [
    ["client", (name) => ({ name }), (name) => tenant.clients.create({ name }).client_id],
    [
      "action",
      (name) => ({ name, code: "", supportedTriggers: [{ id: "post-login", version: "v3" }] }),
      (name) => tenant.actions.create({ name, supported_triggers: [{ id: "post-login", version: "v3" }] }).id,
    ],
  ];

  test.each(sharing)(
    "a preview warns of a second %s with the same name, as after a rename without an alias",
    async (kind, argsOf, made) => {
      const id = made("Portal");
      const port = portOf(kind);
      await port.check({}, { ...argsOf("Portal"), ...preview });
      await port.check({}, { ...argsOf("Other"), ...preview });
      expect(said).toEqual([
        expect.stringMatching(new RegExp(`"Portal" exists already \\(id ${id}\\).*another object.*alias.*adopt: true`)),
      ]);
    },
  );

  test("a preview does not mention the replaced application, and sends one request for all new ones", async () => {
    const port = portOf("client");
    const { inputs } = await port.check({}, { name: "Portal" });
    const { id, outputs } = await port.create(inputs);
    tenant.clearRequests();
    const { inputs: news } = await port.check(inputs, { name: "Portal", ...preview });
    await port.diff(id, outputs, news);
    for (const name of ["Portal", "Shop", "Job"]) await port.check({}, { name, ...preview });
    expect(said).toEqual([]);
    expect(calls()).toEqual(["GET"]);
  });
});

describe("an exclusive set", () => {
  const [organizationId, userId] = ["org_0000000000000001", "auth0|0"];
  const theirs = () => {
    const roleId = String(tenant.roles.create({ id: "rol_0000000000000001", name: "theirs" }).id);
    tenant.organizations.create({ id: organizationId, name: "north" });
    tenant.organizationMembers.add(organizationId, userId, { roles: [roleId] });
    tenant.organizationMembers.add(organizationId, "auth0|theirs");
    tenant.resourceServers.create({ identifier, scopes: ["read", "theirs"].map((value) => ({ value })) });
    tenant.rolePermissions.add(roleId, [{ resource_server_identifier: identifier, permission_name: "theirs" }]);
    const connectionId = String(tenant.connections.create({ name: "corp", strategy: "github" }).id);
    tenant.connections.setClients("corp", ["theirs"]);
    return { roleId, connectionId };
  };

  test.each<[TypeName, (at: ReturnType<typeof theirs>) => object, string]>([
    ["organizationMembers", () => ({ organizationId, members: [userId], exclusive: true }), "auth0|theirs"],
    ["organizationMemberRoles", () => ({ organizationId, userId, roles: [] }), "rol_0000000000000001"],
    [
      "rolePermissions",
      ({ roleId }) => ({ roleId, resourceServerIdentifier: identifier, permissions: ["read"] }),
      "theirs",
    ],
    ["connectionClients", ({ connectionId }) => ({ connectionId, clients: [], exclusive: true }), "theirs"],
  ])("%s: a preview and a run name the members that its creation removes", async (kind, argsOf, lost) => {
    const args = argsOf(theirs());
    const port = portOf(kind);
    await port.check({}, { ...args, exclusive: false, ...preview });
    expect(said).toEqual([]);
    const { inputs } = await port.check({}, { ...args, ...preview });
    const warning = expect.stringContaining(
      `does not declare: ${lost}. To keep them, declare them, or set \`exclusive: false\``,
    );
    expect(said).toEqual([warning]);
    await port.create(inputs);
    expect(said).toEqual([warning, warning]);
  });
});

test("an up names the changes of an adoption before it makes them", async () => {
  tenant.resourceServers.create({ identifier, name: "Orders", token_lifetime: 999 });
  const port = portOf("resourceServer");
  const { inputs } = await port.check({}, { identifier, name: "Orders", tokenLifetime: 4000, adopt: true });
  await port.create(inputs);
  expect(said).toEqual([
    expect.stringMatching(
      /existed already \(id \w+\): this run adopts it and changes:\n {2}tokenLifetime: 999 → 4000$/,
    ),
  ]);
  expect(tenant.resourceServers.get(identifier)).toMatchObject({ token_lifetime: 4000 });
});
