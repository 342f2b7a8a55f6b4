import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Schema } from "../../provider/src/schema/schema.ts";
import { connectionSchema } from "../../provider/src/types/connection/definition.ts";
import { resourceServerSchema } from "../../provider/src/types/resource-server/definition.ts";
import { environmentOf, upNow } from "../e2e/project.ts";
import { api, calls, connection, identifier, issuer, methods, ownApis, random, withWorld } from "../e2e/world.ts";
import { createStack, type EngineEvent, type RunOptions } from "../harness/stack.ts";

/** What users of other tools for identity tenants complain about. Below, tests under each one's name show that it does not happen here. */
const complaints = [
  "updates wipe options the program never mentioned",
  "perpetual diffs (order of scopes, null versus absent, server-derived keys)",
  "secrets readable in state, in logs and in data sources",
  "429 storms, retries without bound",
  "options vanish when a scope is missing",
  "removing a line from the program changes nothing at the tenant",
  "409 for objects that exist already (no way to adopt)",
  "import leaves half the fields out",
  "more than 50 clients on a connection",
  "system APIs fail every run",
  "a 404 on update silently drops the resource",
  "partial failures leave orphans",
] as const;

function complaint(name: (typeof complaints)[number], tests: () => void): void {
  describe(name, tests);
}

test("every complaint has tests under its name, in this order", ({ task }) => {
  const themes = task.file.tasks.flatMap((one) => (one.type === "suite" ? [one] : []));
  expect(themes.map(({ name }) => name)).toEqual(complaints);
  for (const { name, tasks } of themes) expect(tasks.length, name).toBeGreaterThan(0);
});

complaint("updates wipe options the program never mentioned", () => {
  const world = withWorld();

  test("an update keeps all values that were set by hand, including secrets and nested objects", async () => {
    const { tenant, up } = world();
    const user = (policy: string) => api({ subjectTypeAuthorization: { user: { policy } } });
    await up({ corp: connection({ client_id: "one" }), orders: user("allow_all") });
    tenant.connections.editOptions("corp", {
      client_secret: random(),
      icon_url: "https://example.com/i.png",
      attribute_map: { mapping_mode: "use_map", attributes: { email: "mail" } },
      upstream_params: { login_hint: { alias: "login_hint" }, ticket: { value: random() } },
    });
    tenant.connections.edit("corp", {
      display_name: "By hand",
      realms: ["corp", "example"],
      is_domain_connection: true,
      show_as_button: true,
      metadata: { owner: "by hand" },
      authentication: { active: false },
      enabled_clients: ["portal"],
    });
    tenant.resourceServers.update(identifier, {
      token_lifetime: 600,
      token_lifetime_for_web: 600,
      scopes: [{ value: "read:orders" }],
      subject_type_authorization: { user: { policy: "allow_all" }, client: { policy: "deny_all" } },
    });

    // Both objects are compared as a whole: whatever an update has not meant to change must be as it was.
    const corp = tenant.connections.get("corp") as { options: { upstream_params: object }; metadata: object };
    const orders = tenant.resourceServers.get(identifier) as object;
    const policies = (policy: string) => ({ user: { policy }, client: { policy: "deny_all" } });

    const upstream_params = { screen_name: { alias: "login_hint" } };
    tenant.clearRequests();
    await up({
      corp: connection({ client_id: "two", upstream_params }, { metadata: { team: "identity" } }),
      orders: user("require_client_grant"),
    });
    expect(calls(tenant).map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(["connections.get", "connections.update"]),
    );
    // Each object is read until two responses are equal, and then updated.
    expect(calls(tenant)).toHaveLength(6);
    expect(tenant.connections.get("corp")).toEqual({
      ...corp,
      options: {
        ...corp.options,
        client_id: "two",
        upstream_params: { ...corp.options.upstream_params, ...upstream_params },
      },
      metadata: { ...corp.metadata, team: "identity" },
    });
    expect(tenant.resourceServers.get(identifier)).toEqual({
      ...orders,
      subject_type_authorization: policies("require_client_grant"),
    });

    // Out of the program goes what was in it, and nothing else.
    const least = connection({}, { displayName: "Corporate login", options: { issuer } });
    await up({ corp: least, orders: user("allow_all") });
    const { client_id: _, ...rest } = corp.options as Record<string, unknown>;
    expect(tenant.connections.get("corp")).toEqual({ ...corp, options: rest, display_name: "Corporate login" });
    expect(tenant.resourceServers.get(identifier)).toEqual(orders);
  });
});

complaint("perpetual diffs (order of scopes, null versus absent, server-derived keys)", () => {
  const world = withWorld();
  const userId = "auth0|0123456789abcdef";

  test("nothing differs after an up, nor after the tenant has returned values in another order", async () => {
    const { tenant, stack, up } = world();
    const nothingToDo = () => stack.run(["preview", "--refresh", "--expect-no-changes"]);
    const organizationId = String(tenant.organizations.create({ name: "example" }).id);
    const roles = ["writer", "reader", "auditor"].map((name) => String(tenant.roles.create({ name }).id));
    tenant.organizationMembers.add(organizationId, userId);
    const orders = {
      scopes: [{ value: "write:orders", description: "Write" }, { value: "admin:orders" }, { value: "read:orders" }],
      name: null,
      consentPolicy: null,
      tokenEncryption: null,
      authorizationDetails: [],
      allowOfflineAccess: false,
      subjectTypeAuthorization: { client: { policy: "deny_all" } },
    };
    const withNulls = "https://nulls.example.com";
    await up({
      orders: api(orders),
      nulls: api({ ...orders, identifier: withNulls }),
      empty: { args: { identifier: "https://empty.example.com", scopes: {} } },
      corp: connection(
        { client_id: "one", domain_aliases: ["b.example.com", "a.example.com"], icon_url: null, upstream_params: {} },
        { realms: ["z.example.com", "a.example.com"], enabledClients: ["two", "one"], displayName: null, metadata: {} },
      ),
      okta: connection(
        {},
        { name: "okta", strategy: "okta", realms: [], options: { domain: "login.example.com", client_id: "o" } },
      ),
      saml: connection(
        {},
        {
          name: "saml",
          strategy: "samlp",
          options: { signInEndpoint: "https://sso.example.com/in", signingCert: randomBytes(64).toString("base64") },
        },
      ),
      social: connection(
        {},
        {
          name: "social",
          strategy: "google-oauth2",
          showAsButton: true,
          options: { client_id: "c", scope: ["profile", "email"] },
        },
      ),
      database: connection(
        {},
        { name: "users", strategy: "auth0", options: { disable_signup: true, configuration: { key: random() } } },
        { protect: false },
      ),
      member: { kind: "OrganizationMemberRoles", args: { organizationId, userId, roles } },
    });
    await nothingToDo();

    for (const one of [identifier, withNulls]) {
      const { scopes } = tenant.resourceServers.get(one) as { scopes: unknown[] };
      tenant.resourceServers.update(one, { scopes: scopes.toReversed() });
    }
    tenant.connections.edit("corp", { realms: ["a.example.com", "z.example.com"] });
    tenant.connections.editOptions("corp", { domain_aliases: ["a.example.com", "b.example.com"] });
    tenant.connections.editOptions("social", { scope: ["email", "profile"] });
    tenant.organizationMembers.removeRoles(organizationId, userId, roles);
    tenant.organizationMembers.assignRoles(organizationId, userId, roles.toReversed());
    // The service leaves out what is not set; here it answers null for once.
    const nulls = { name: null, consent_policy: null, authorization_details: null, token_dialect: null };
    const body = tenant.resourceServers
      .list()
      .map((row) => (row.identifier === withNulls ? { ...row, ...nulls } : row));
    // Three APIs are read by one listing.
    const path = /\/resource-servers\?/;
    const answered = tenant.inject({ kind: "status", status: 200, method: "GET", path, body });
    await nothingToDo();
    expect(answered.hits).toBe(1);
    // No preview saves what it has read, so this one sees the state as the up has left it.
    await stack.run(["preview", "--expect-no-changes"]);
  });
});

complaint("secrets readable in state, in logs and in data sources", () => {
  const world = withWorld();
  const projects = join(import.meta.dirname, "../../.local/programs");
  const signingSecret = random();
  const clientSecret = random();
  const byHand = random();

  /**
   * What Pulumi's SDK says for --debug: every property in clear, whatever the provider. The event log and `up --json`
   * hold it without that flag too.
   */
  function isDebug({ diagnosticEvent }: EngineEvent): boolean {
    return (diagnosticEvent as { severity?: string } | undefined)?.severity === "debug";
  }

  /** All files of a folder, as one text. */
  async function everythingIn(folder: string): Promise<string> {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const texts = files
      .filter((file) => file.isFile())
      .map((file) => readFile(join(file.parentPath, file.name), "utf8"));
    return (await Promise.all(texts)).join("\n");
  }

  function expectNoSecretIn(text: string): void {
    const secrets = { signingSecret, clientSecret, byHand, ofTheClient: world().tenant.clientSecret };
    const readable = Object.entries(secrets).filter(([, secret]) => text.includes(secret));
    expect(readable.map(([name]) => name)).toEqual([]);
  }

  test("secrets are masked in state, screen, --json, saved plan, events, debug log and failing previews", async () => {
    const { tenant, stack } = world();
    const said: string[] = [];
    const env = { TENANT_LOG: "debug" };
    const run = async (args: string[], expected: RunOptions["expect"] = 0) => {
      const { stdout, stderr, events } = await stack.events(args, { expect: expected, env });
      said.push(stdout, stderr, JSON.stringify(events.filter((event) => !isDebug(event))));
    };
    const declare = (more: object = {}) =>
      stack.declare({
        orders: api({ signingAlg: "HS256", signingSecret, ...more }),
        corp: connection({ client_id: "one", client_secret: clientSecret }),
      });
    await declare({ name: "<" });
    await run(["preview", "--diff"], 1);
    await declare();
    const plan = join(stack.folder, "plan.json");
    await run(["preview", "--diff", "--save-plan", plan]);
    await run([...upNow, "--plan", plan]);
    expect(tenant.resourceServers.get(identifier)).toMatchObject({ signing_secret: signingSecret });

    tenant.resourceServers.update(identifier, { signing_secret: byHand });
    tenant.connections.editOptions("corp", { client_secret: `${byHand}-too`, their_secret: byHand });
    await run(["preview", "--refresh", "--diff"]);
    await run(["preview", "--refresh", "--json"]);
    const told = await stack.json<EngineEvent[]>([...upNow, "--refresh"], { env });
    said.push(JSON.stringify(told.filter((event) => !isDebug(event))));
    expect(tenant.resourceServers.get(identifier)).toMatchObject({ signing_secret: signingSecret });
    expect(tenant.connections.get("corp")).toMatchObject({
      options: { client_secret: clientSecret, their_secret: byHand },
    });
    const exported = (await stack.run(["stack", "export"])).stdout;
    said.push(exported, (await stack.run(["stack", "output", "--json"])).stdout);
    // What the program does not declare is not in the state at all, encrypted or not.
    expect(exported).not.toContain("their_secret");

    const everything = [...said, await everythingIn(stack.folder), JSON.stringify(tenant.requests)].join("\n");
    expectNoSecretIn(everything);
    expect(everything).toContain("[secret]");
    expect(everything).toMatch(/tenant: POST \/api\/v2\/resource-servers 201/);
  });

  test("data sources contain no secret: Connection.get, ResourceServer.get, getTokenExchangeProfiles, look-ups", async () => {
    const { tenant } = world();
    const projectDir = join(projects, randomUUID());
    await mkdir(projectDir, { recursive: true });
    await writeFile(join(projectDir, "Pulumi.yaml"), "name: data-sources\nruntime: nodejs\n");
    await writeFile(join(projectDir, "package.json"), JSON.stringify({ type: "module", main: "index.ts" }));
    await writeFile(
      join(projectDir, "index.ts"),
      `import * as tenant from "pulumi-tenant";
const { CORP, ORDERS } = process.env;
export const corp = tenant.Connection.get("corp", CORP);
export const orders = tenant.ResourceServer.get("orders", ORDERS);
export const { tokenExchangeProfiles } = await tenant.getTokenExchangeProfiles();
export const { resourceServers } = await tenant.getResourceServers({ identifiers: ["${identifier}"] });
export const { connections } = await tenant.getConnections({ name: "corp", options: ["issuer"] });
export const refused = await tenant.getConnection({ name: "corp", options: ["nested"] }).catch(String);
`,
    );
    const profile = {
      id: "tep_0123456789abcdef",
      name: "Legacy",
      subject_token_type: "urn:example:legacy",
      action_id: "legacy",
      type: "custom_authentication",
    };
    // A service that one day answers more than it does now.
    const body = { token_exchange_profiles: [{ ...profile, action_secret: byHand }] };
    tenant.inject({ kind: "status", status: 200, path: "/api/v2/token-exchange-profiles", body });
    tenant.connections.editOptions("corp", { nested: { key: byHand } });
    const env = {
      ...environmentOf(tenant),
      CORP: String(tenant.connections.get("corp")?.id),
      ORDERS: String(tenant.resourceServers.get(identifier)?.id),
      TENANT_LOG: "debug",
    };
    const stack = await createStack({ projectDir, name: `sources-${randomUUID().slice(0, 8)}`, env });
    try {
      const { stdout, stderr, events } = await stack.events(upNow);
      const outputs = (await stack.run(["stack", "output", "--json", "--show-secrets"])).stdout;
      expect(JSON.parse(outputs)).toMatchObject({
        corp: { name: "corp", strategy: "oidc" },
        orders: { identifier, signingAlg: "HS256" },
        tokenExchangeProfiles: [{ id: profile.id, name: "Legacy", actionId: "legacy" }],
        resourceServers: [{ identifier, signingAlg: "HS256", isSystem: false }],
        connections: [{ name: "corp", options: { issuer: "https://idp.example.com/" } }],
        refused: expect.stringContaining("contains values that look secret (nested.key)"),
      });
      const stored = await everythingIn(stack.folder);
      const told = JSON.stringify(events.filter((event) => !isDebug(event)));
      expectNoSecretIn([stdout, stderr, outputs, told, stored].join("\n"));
    } finally {
      await stack.remove();
      await rm(projectDir, { recursive: true });
    }
  });
});

complaint("429 storms, retries without bound", () => {
  const world = withWorld();
  const apis = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `api-${index}`,
        { args: { identifier: `https://api-${index}.example.com` } },
      ]),
    );

  test("a tenant that always returns 429 ends the run after a bounded number of requests; the next run continues", async () => {
    const { tenant, stack, up, refused, settled } = world();
    await stack.declare(apis(6));
    const path = "/api/v2/";
    // It asks for more patience than a run has: without that, the run would take ten minutes.
    const headers = { "retry-after": "3600" };
    // The looks before the creations pass.
    tenant.inject({
      kind: "status",
      status: 429,
      method: "POST",
      path,
      headers,
      skip: 2,
      times: Number.POSITIVE_INFINITY,
    });
    const output = await refused(upNow);
    expect(output).toMatch(/Could not create resource server "https:\/\/api-\d\.example\.com".*429/);
    expect(output).toMatch(/Global limit has been reached[\s\S]*requests a wait of 3600 s/);
    // One attempt for each that was refused.
    const posts = () => methods(tenant).filter((method) => method === "POST");
    expect(posts().length).toBeLessThanOrEqual(2 + 4);
    expect(ownApis(tenant)).toHaveLength(2);

    tenant.clearFaults();
    tenant.clearRequests();
    await up(apis(6));
    expect(posts()).toHaveLength(4);
    await settled();
  });
});

complaint("options vanish when a scope is missing", () => {
  const limited = {
    clientId: "limited",
    clientSecret: random(),
    scopes: ["create", "read", "update", "delete"]
      .map((verb) => `${verb}:connections`)
      .concat("update:connections_options"),
  };
  const env = { TENANT_CLIENT_ID: limited.clientId, TENANT_CLIENT_SECRET: limited.clientSecret };
  const world = withWorld({ clients: [limited] });
  const client_secret = random();
  const corp = (client_id: string, displayName: string) => ({
    corp: connection({ client_id, client_secret }, { displayName }),
  });

  test("a refresh and an update of another property keep all options, in the state and at the tenant", async () => {
    const { tenant, stack, settled } = world();
    await world().up(corp("one", "Corp"));
    tenant.connections.editOptions("corp", { their_secret: random() });
    const { options } = tenant.connections.get("corp") as { options: object };
    const known = (await stack.entry("corp"))?.inputs?.options as object;

    await stack.declare(corp("one", "Corporate login"));
    const { stdout, stderr } = await stack.run([...upNow, "--refresh"], { env });
    expect(stdout + stderr).toContain("read:connections_options");
    expect(tenant.connections.get("corp")).toMatchObject({ display_name: "Corporate login", options });
    expect(Object.keys((await stack.entry("corp"))?.inputs?.options as object)).toEqual(Object.keys(known));
    await settled();
  });

  test("an update of the options is refused before any write, and the error names the missing scope", async () => {
    const { tenant, stack, refused } = world();
    const before = tenant.connections.get("corp");
    await stack.declare(corp("two", "Corporate login"));
    tenant.clearRequests();
    expect(await refused(upNow, { env })).toMatch(/was not changed[\s\S]*read:connections_options/);
    expect(new Set(methods(tenant))).toEqual(new Set(["GET"]));
    expect(tenant.connections.get("corp")).toEqual(before);
  });
});

complaint("removing a line from the program changes nothing at the tenant", () => {
  const world = withWorld();
  const others = { live: "https://live.example.com", lost: "https://lost.example.com" };
  const consentPolicy = "transactional-authorization-with-mfa";
  const program = (orders: object, live: object, lost: object, options: object) => ({
    orders: api({ name: "Orders", ...orders }),
    live: { args: { identifier: others.live, ...live } },
    lost: { args: { identifier: others.lost, ...lost } },
    corp: connection(options),
  });

  test("the preview shows the removal, and the property gets its default, even if the live value was declared", async () => {
    const { tenant, stack, up, settled } = world();
    const declared = { tokenLifetime: 60, allowOfflineAccess: true };
    const options = { client_id: "one", icon_url: "https://example.com/i.png", upstream_params: { a: { alias: "b" } } };
    await up(program(declared, {}, { consentPolicy }, options));
    tenant.connections.editOptions("corp", { theirs: "kept" });
    tenant.resourceServers.update(others.live, { allow_offline_access: true });
    tenant.resourceServers.update(others.lost, { consent_policy: null });

    // What the tenant has lost and the program drops in the same run is forgotten, and nothing is sent for it.
    tenant.clearRequests();
    await stack.declare(program(declared, { allowOfflineAccess: true }, {}, options));
    await stack.run([...upNow, "--refresh"]);
    const written = calls(tenant).filter(({ method }) => method !== "GET");
    expect(written.map(({ path }) => path)).toEqual([
      `/api/v2/resource-servers/${tenant.resourceServers.get(others.live)?.id}`,
    ]);
    tenant.resourceServers.update(others.lost, { consent_policy: consentPolicy });

    await stack.declare(program({}, {}, {}, { client_id: "one" }));
    const { stdout } = await stack.run(["preview", "--diff", "--expect-no-changes"], { expect: 7 });
    expect(stdout).toMatch(/- tokenLifetime\s*: 60/);
    expect(stdout.match(/- allowOfflineAccess\s*: true/g)).toHaveLength(2);
    expect(stdout).toMatch(/- icon_url\s*: "https:\/\/example\.com\/i\.png"/);
    await stack.run(upNow);
    expect(tenant.resourceServers.get(identifier)).toMatchObject({
      token_lifetime: 86_400,
      allow_offline_access: false,
    });
    expect(tenant.resourceServers.get(others.live)).toMatchObject({ allow_offline_access: false });
    expect(tenant.resourceServers.get(others.lost)).toMatchObject({ consent_policy: consentPolicy });
    const corp = tenant.connections.get("corp") as { options: object };
    expect(corp.options).toMatchObject({ client_id: "one", theirs: "kept" });
    expect(corp.options).not.toHaveProperty("icon_url");
    expect(corp.options).not.toHaveProperty("upstream_params");
    await settled();
  });

  test("a resource that is removed from the program is deleted", async () => {
    const { tenant, up } = world();
    await up({ orders: api({ name: "Orders" }) });
    expect(ownApis(tenant).map((one) => one.identifier)).toEqual([identifier]);
    expect(tenant.connections.list()).toEqual([]);
  });
});

complaint("409 for objects that exist already (no way to adopt)", () => {
  const world = withWorld();

  test("the error names both ways to adopt; each takes over the object and keeps undeclared values", async () => {
    const { tenant, stack, refused, settled } = world();
    const another = "https://another.example.com";
    const byHand = { token_lifetime: 60, token_lifetime_for_web: 60 };
    const ids = [
      tenant.resourceServers.create({ identifier, name: "By hand", ...byHand }),
      tenant.resourceServers.create({ identifier: another, name: "By hand", ...byHand }),
      tenant.connections.create({
        name: "corp",
        strategy: "oidc",
        options: { issuer, client_id: "theirs", theirs: "kept" },
      }),
    ].map(({ id }) => id);
    await stack.declare({
      another: { args: { identifier: another, name: "Another", adopt: true } },
      orders: api({ name: "Orders" }),
      corp: connection({ client_id: "one" }),
    });
    const preview = await stack.run(["preview"]);
    for (const label of [`resource server "${identifier}"`, 'connection "corp"']) {
      expect(preview.stdout).toMatch(new RegExp(`warning: .pulumi up. will fail: ${label} exists already`));
    }
    expect(methods(tenant).filter((method) => method !== "GET")).toEqual([]);
    const output = await refused([...upNow, "--continue-on-error"]);
    for (const label of [`resource server "${identifier}"`, 'connection "corp"']) {
      expect(output).toMatch(new RegExp(`${label} exists already[\\s\\S]*adopt: true[\\s\\S]*TENANT_ADOPT=true`));
    }
    expect(output).toMatch(new RegExp(`"${another}" existed already.*adopts it`));
    expect(tenant.resourceServers.get(another)).toMatchObject({ name: "Another", ...byHand });
    expect(tenant.resourceServers.get(identifier)).toMatchObject({ name: "By hand" });

    const { stdout, stderr } = await stack.run(upNow, { env: { TENANT_ADOPT: "true" } });
    expect(stdout + stderr).toMatch(/"corp" existed already.*adopts it/);
    expect(tenant.resourceServers.get(identifier)).toMatchObject({ name: "Orders", ...byHand });
    expect(tenant.connections.get("corp")).toMatchObject({ options: { client_id: "one", theirs: "kept" } });
    expect([...ownApis(tenant), ...tenant.connections.list()].map(({ id }) => id)).toEqual(ids);
    await settled();
  });
});

complaint("import leaves half the fields out", () => {
  const world = withWorld();
  const publicKey = () =>
    generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }).toString();
  const [signingSecret, client_secret] = [random(), random()];

  const signed = "https://signed.example.com";

  /** Every argument that there is, identity and adopt aside. */
  const everyApiField = {
    name: "Orders",
    scopes: { "read:orders": "Read" },
    signingAlg: "HS256",
    signingSecret,
    allowOfflineAccess: true,
    allowOnlineAccess: true,
    allowOnlineAccessWithEphemeralSessions: true,
    tokenLifetime: 600,
    tokenLifetimeForWeb: 300,
    tokenLifetimeForAnonymousAccessTokens: 86_400,
    tokenDialect: "access_token_authz",
    skipConsentForVerifiableFirstPartyClients: true,
    enforcePolicies: true,
    tokenEncryption: {
      format: "compact-nested-jwe",
      encryptionKey: { name: "main", alg: "RSA-OAEP-256", kid: "one", pem: publicKey() },
    },
    consentPolicy: "transactional-authorization-with-mfa",
    authorizationDetails: [{ type: "payment" }],
    proofOfPossession: { mechanism: "dpop", required: true, requiredFor: "all_clients" },
    subjectTypeAuthorization: { user: { policy: "deny_all" }, client: { policy: "deny_all" } },
    authorizationPolicy: { policyId: "policy" },
    accessToken: { claimsMapping: { customClaims: [{ name: "country", expression: "metadata.country" }] } },
  };
  const everyConnectionField = {
    displayName: "Corporate login",
    options: { issuer, client_id: "one", client_secret, upstream_params: { ticket: { value: "a" } } },
    realms: ["corp", "example"],
    isDomainConnection: true,
    showAsButton: true,
    metadata: { team: "identity" },
    authentication: { active: true },
    connectedAccounts: { active: true, crossAppAccess: true },
    crossAppAccessRequestingApp: { active: true },
    crossAppAccessResourceApp: { status: "enabled" },
    enabledClients: ["portal", "shop"],
  };

  /** The same objects as another client has made them: nothing is as the program has it. */
  const apiByHand = () => ({
    name: "By hand",
    scopes: [{ value: "read:orders", description: "By hand" }],
    signing_alg: "HS256",
    signing_secret: random(),
    allow_offline_access: false,
    allow_online_access: false,
    allow_online_access_with_ephemeral_sessions: false,
    token_lifetime: 1200,
    token_lifetime_for_web: 1200,
    token_lifetime_for_anonymous_access_tokens: 172_800,
    token_dialect: "access_token",
    skip_consent_for_verifiable_first_party_clients: false,
    enforce_policies: false,
    token_encryption: {
      format: "compact-nested-jwe",
      encryption_key: { name: "theirs", alg: "RSA-OAEP-512", kid: "two", pem: publicKey() },
    },
    consent_policy: null,
    authorization_details: [{ type: "theirs" }],
    proof_of_possession: { mechanism: "mtls", required: false },
    subject_type_authorization: { user: { policy: "allow_all" }, client: { policy: "require_client_grant" } },
    authorization_policy: { policy_id: "theirs" },
    access_token: { claims_mapping: { custom_claims: [{ name: "city", expression: "metadata.city" }] } },
  });
  const connectionByHand = () => ({
    display_name: "By hand",
    realms: ["theirs"],
    is_domain_connection: false,
    show_as_button: false,
    metadata: { team: "theirs" },
    authentication: { active: false },
    connected_accounts: { active: false, cross_app_access: false },
    cross_app_access_requesting_app: { active: false },
    cross_app_access_resource_app: { status: "disabled" },
    enabled_clients: ["theirs"],
    options: {
      issuer: "https://theirs.example.com/",
      client_id: "two",
      client_secret: random(),
      upstream_params: { ticket: { value: "b" } },
    },
  });

  const program = {
    orders: api({ ...everyApiField, adopt: true }),
    corp: connection({}, { ...everyConnectionField, adopt: true }),
    little: { args: { identifier: "https://little.example.com", name: "Little", adopt: true } },
    // With another algorithm than this one there is no secret, so the drift of both cannot be seen at once.
    signed: { args: { identifier: signed, signingAlg: "PS256", adopt: true } },
  };

  const declarable = ({ fields }: Schema) =>
    Object.entries(fields).flatMap(([name, field]) => (field.forceNew || field.computed ? [] : [name]));

  test("an adopted object gets every declared property, and drift of each is found and repaired", async () => {
    const { tenant, stack, up, settled } = world();
    expect(Object.keys(everyApiField)).toEqual(expect.arrayContaining(declarable(resourceServerSchema)));
    expect(Object.keys(everyConnectionField)).toEqual(expect.arrayContaining(declarable(connectionSchema)));
    tenant.resourceServers.create({ identifier, ...apiByHand() });
    tenant.connections.create({ name: "corp", strategy: "oidc", ...connectionByHand() });
    const little = tenant.resourceServers.create({ identifier: "https://little.example.com", ...apiByHand() });
    tenant.resourceServers.create({ identifier: signed, signing_alg: "RS256" });
    await up(program);
    const adopted = () => [tenant.resourceServers.get(identifier), tenant.connections.get("corp")];
    const [orders, corp] = adopted();
    expect(orders).toMatchObject({ name: "Orders", signing_secret: signingSecret, token_lifetime: 600 });
    expect(corp).toMatchObject({ display_name: "Corporate login", options: { client_id: "one", client_secret } });
    expect(tenant.resourceServers.get("https://little.example.com")).toEqual({ ...little, name: "Little" });
    await settled();

    tenant.resourceServers.update(identifier, apiByHand());
    tenant.resourceServers.update(signed, { signing_alg: "RS512" });
    const { options, ...rest } = connectionByHand();
    tenant.connections.edit("corp", rest);
    tenant.connections.editOptions("corp", options);
    const { steps } = await stack.json<{ steps: { urn: string; detailedDiff?: object }[] }>([
      "refresh",
      "--preview-only",
    ]);
    const drifted = (name: string) =>
      Object.keys(steps.find(({ urn }) => urn.endsWith(`::${name}`))?.detailedDiff ?? {});
    const tops = (paths: string[]) => [...new Set(paths.map((path) => path.replace(/\W.*$/, "")))].toSorted();
    expect(tops([...drifted("orders"), ...drifted("signed")])).toEqual(declarable(resourceServerSchema).toSorted());
    expect(tops(drifted("corp"))).toEqual(declarable(connectionSchema).toSorted());
    expect(drifted("corp")).toEqual(
      expect.arrayContaining(["options.issuer", "options.client_id", "options.client_secret"]),
    );
    expect(drifted("little")).toEqual([]);
    await stack.run([...upNow, "--refresh"]);
    expect(adopted()).toEqual([orders, corp]);
  });

  test("the import option is refused, and the message names the alternatives", async () => {
    const { stack, refused } = world();
    await stack.declare({ imported: api({}, { import: "0123456789abcdef01234567" }) });
    expect(await refused(["preview"])).toMatch(/import[\s\S]*adopt: true[\s\S]*ResourceServer\.get/);
  });

  test("pulumi import fails in the SDK's host, with the message on the troubleshooting page", async () => {
    const { refused } = world();
    const type = "pulumi-nodejs:dynamic/tenant:ResourceServer";
    const output = await refused(["import", type, "imported", "0123456789abcdef01234567", "--yes"]);
    const page = await readFile(join(import.meta.dirname, "../../docs/troubleshooting.md"), "utf8");
    const sections = page.split("\n### ").filter((section) => section.includes("`pulumi import`"));
    const messages = sections.map((section) => section.match(/^`([^`]+)` \(from Pulumi\)/)?.[1] ?? "none");
    expect(messages).not.toEqual([]);
    for (const message of messages) expect(output).toContain(`error: Preview failed: ${message}`);
    expect(sections.join("")).toMatch(/Run\s+\[`pulumi-tenant import`\]/);
  });
});

complaint("more than 50 clients on a connection", () => {
  const world = withWorld();
  const clients = Array.from({ length: 120 }, (_, index) => `client-${String(index).padStart(3, "0")}`);

  test("120 clients are set and listed, drift of the 101st is found, and a change to 3 clients removes the others", async () => {
    const { tenant, stack, up, settled } = world();
    await up({ corp: connection({}, { enabledClients: clients }) });
    expect(tenant.connections.clientsOf("corp")).toEqual(clients);

    const hundredAndFirst = String(clients[100]);
    tenant.connections.setClients(
      "corp",
      clients.filter((client) => client !== hundredAndFirst),
    );
    const { stdout } = await stack.run(["preview", "--refresh", "--diff", "--expect-no-changes"], { expect: 7 });
    expect(stdout).toContain(hundredAndFirst);
    tenant.clearRequests();
    await stack.run([...upNow, "--refresh"]);
    const patches = calls(tenant).filter(({ method }) => method === "PATCH");
    expect(patches.map(({ body }) => body)).toEqual([[{ client_id: hundredAndFirst, status: true }]]);
    expect(tenant.connections.clientsOf("corp")).toEqual(clients);

    const three = clients.slice(-3);
    await up({ corp: connection({}, { enabledClients: three }) });
    expect(tenant.connections.clientsOf("corp")).toEqual(three);
    await settled();
  });
});

complaint("system APIs fail every run", () => {
  const world = withWorld();

  test("a system API that is read with get passes every command, and no write is sent for it", async () => {
    const { tenant, stack, up, settled } = world();
    const management = `${tenant.url}/api/v2/`;
    const id = String(tenant.resourceServers.get(management)?.id);
    const program = { management: { get: id }, orders: api({ name: "Orders" }) };
    await up(program);
    await stack.run(["refresh", "--yes", "--skip-preview"]);
    await up({ ...program, orders: api({ name: "Orders, new" }) });
    await settled();
    expect((await stack.entry("management"))?.outputs).toMatchObject({ identifier: management, isSystem: true });
    await up({});
    expect(calls(tenant).filter(({ method, path }) => method !== "GET" && path.includes(id))).toEqual([]);
    expect(tenant.resourceServers.get(management)).toBeDefined();
  });

  test("a declared system API keeps the service's properties: the preview names the refused property and the permitted ones", async () => {
    const { tenant, stack, refused, up } = world();
    const identifier = `${tenant.url}/api/v2/`;
    await stack.declare({ management: { args: { identifier, allowOfflineAccess: true } } });
    expect(await refused(["preview"])).toMatch(/allowOfflineAccess[\s\S]*belongs to the service/);
    await up({ management: { args: { identifier, tokenLifetime: 3600 } } });
    expect(tenant.resourceServers.get(identifier)).toMatchObject({ token_lifetime: 3600 });
    await up({});
    expect(tenant.resourceServers.get(identifier)).toBeDefined();
  });
});

complaint("a 404 on update silently drops the resource", () => {
  const world = withWorld();
  const program = (name: string) => ({
    orders: api({ name }),
    corp: connection({}, { displayName: name }),
  });
  const entries = async () => [await world().stack.entry("orders"), await world().stack.entry("corp")];

  test("an update of an object that was deleted outside Pulumi is an error, and the entry stays in the state", async () => {
    const { tenant, stack, up, refused } = world();
    await up(program("Orders"));
    const before = await entries();
    tenant.resourceServers.delete(identifier);
    tenant.connections.delete("corp");
    await stack.declare(program("Orders, new"));
    const output = await refused([...upNow, "--continue-on-error"]);
    for (const label of [`resource server "${identifier}"`, 'connection "corp"']) {
      expect(output).toMatch(
        new RegExp(`${label} no longer exists at the tenant: it was deleted outside Pulumi.*pulumi refresh`),
      );
    }
    const after = await entries();
    expect(after.map((entry) => entry?.id)).toEqual(before.map((entry) => entry?.id));
    expect(after.map((entry) => entry?.outputs)).toEqual(before.map((entry) => entry?.outputs));
  });
});

complaint("partial failures leave orphans", () => {
  const world = withWorld();
  const clients = ["portal", "shop"];

  test("a connection whose clients cannot be set is in the state, and the next up sets the clients", async () => {
    const { tenant, stack, refused, settled } = world();
    const orders = api({ name: "Orders" });
    await stack.declare({ corp: connection({ client_id: "one" }, { enabledClients: clients }), orders });
    tenant.inject({ kind: "status", status: 400, method: "PATCH", path: /clients$/ });
    expect(await refused([...upNow, "--continue-on-error"])).toContain("Only a part of connection");
    expect(await stack.entry("corp")).toMatchObject({
      id: tenant.connections.get("corp")?.id,
      initErrors: [expect.stringContaining("clients")],
    });
    tenant.clearRequests();
    await stack.run(upNow);
    expect(calls(tenant).map(({ operation }) => operation)).not.toContain("connections.create");
    expect(tenant.connections.clientsOf("corp")).toEqual(clients);
    expect(tenant.connections.list()).toHaveLength(1);
    await settled();
  });

  const found = { args: { identifier: "https://found.example.com" } };
  const creation = { method: "POST", path: "/api/v2/resource-servers" } as const;

  test("a creation whose response is lost is found by the same run", async () => {
    const { tenant, stack, up } = world();
    tenant.inject({ kind: "reset-after", ...creation });
    await up({ found });
    expect((await stack.entry("found"))?.id).toBe(tenant.resourceServers.get(found.args.identifier)?.id);
  });
});
