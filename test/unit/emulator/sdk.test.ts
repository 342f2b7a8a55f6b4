import { generateKeyPairSync, randomUUID } from "node:crypto";
import tls from "node:tls";
import { ManagementClient, ManagementError } from "auth0";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";

let emulator: Emulator;
let sdk: ManagementClient;

beforeAll(async () => {
  emulator = await startEmulator({ tls: true });
  tls.setDefaultCACertificates([...tls.getCACertificates(), String(emulator.cert)]);
  const { clientId, clientSecret } = emulator;
  sdk = new ManagementClient({ domain: new URL(emulator.url).host, clientId, clientSecret });
});
afterAll(() => emulator.close());

async function all<T>(page: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of page) items.push(item);
  return items;
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as ManagementError,
  );

test("the service's SDK with resource servers: created, listed in pages, changed by identifier, deleted", async () => {
  const made = await Promise.all(
    Array.from({ length: 60 }, (_, n) => sdk.resourceServers.create({ identifier: `https://api-${n}.example.com` })),
  );
  expect(made[0]).toMatchObject({ signing_alg: "RS256", token_lifetime: 86_400 });
  const listed = await all(await sdk.resourceServers.list());
  expect(listed).toHaveLength(61);
  const changed = await sdk.resourceServers.update("https://api-7.example.com", { name: "Seven" });
  expect(changed).toMatchObject({ id: made[7]?.id, name: "Seven" });
  expect(await sdk.resourceServers.get(String(made[7]?.id))).toEqual(changed);
  for (const { id } of made) await sdk.resourceServers.delete(String(id));
  expect(await all(await sdk.resourceServers.list())).toHaveLength(1);
});

test("the service's SDK with connections: created, listed in pages, changed, with clients and keys, deleted", async () => {
  const names = Array.from({ length: 60 }, (_, n) => `c-${n}`);
  const made = await Promise.all(
    names.map((name) => sdk.connections.create({ name, strategy: "oidc", options: { client_id: "a" } })),
  );
  const listed = await all(await sdk.connections.list());
  expect(listed.map(({ name }) => name).sort()).toEqual([...names].sort());
  expect(await all(await sdk.connections.list({ name: "c-7", strategy: ["oidc", "samlp"] }))).toHaveLength(1);
  const id = String(made[7]?.id);
  const options = { client_id: "c", discovery_url: "https://idp.example.com/.well-known/openid-configuration" };
  const changed = await sdk.connections.update(id, { options });
  expect(changed.options).toMatchObject({ ...options, token_endpoint: "https://idp.example.com/token" });
  expect(await sdk.connections.get(id)).toEqual(changed);
  await sdk.connections.clients.update(id, [{ client_id: "a", status: true }]);
  expect(await all(await sdk.connections.clients.get(id))).toEqual([{ client_id: "a" }]);
  expect(await sdk.connections.keys.get(id)).toMatchObject([{ current: true }, { next: true }]);
  for (const connection of made) await sdk.connections.delete(String(connection.id));
  expect(await all(await sdk.connections.list())).toEqual([]);
});

test("the service's SDK with an organization, its members and their roles: all added and removed", async () => {
  const { id } = await sdk.organizations.create({ name: "example", display_name: "Example" });
  const organization = String(id);
  const roles = await Promise.all(["a", "b"].map((name) => sdk.roles.create({ name })));
  const ids = roles.map((role) => String(role.id));
  const user = await sdk.users.create({ connection: "users", email: "a@example.com" });
  const userId = String(user.user_id);
  await sdk.organizations.members.create(organization, { members: [userId, "auth0|2"] });
  const members = await all(await sdk.organizations.members.list(organization));
  expect(members).toMatchObject([{ user_id: userId, email: "a@example.com" }, { user_id: "auth0|2" }]);
  await sdk.organizations.members.roles.assign(organization, userId, { roles: ids });
  expect(await all(await sdk.organizations.members.roles.list(organization, userId))).toMatchObject([
    { name: "a" },
    { name: "b" },
  ]);
  expect(await all(await sdk.organizations.members.effectiveRoles.list(organization, userId))).toHaveLength(2);
  await sdk.organizations.members.roles.delete(organization, userId, { roles: ids.slice(1) });
  expect(await all(await sdk.organizations.members.roles.list(organization, userId))).toHaveLength(1);
  expect(await sdk.organizations.getByName("example")).toMatchObject({ id: organization });
  expect(await all(await sdk.roles.list())).toHaveLength(2);
  expect(await all(await sdk.organizations.list())).toHaveLength(1);
  await sdk.organizations.members.delete(organization, { members: [userId] });
  await sdk.users.delete(userId);
  await sdk.organizations.delete(organization);
  for (const role of ids) await sdk.roles.delete(role);
  expect([emulator.roles.list(), emulator.organizations.list(), emulator.users.list()]).toEqual([[], [], []]);
});

test("the service's SDK with token exchange profiles", async () => {
  const profile = await sdk.tokenExchangeProfiles.create({
    name: "Legacy tokens",
    subject_token_type: "urn:example:legacy",
    action_id: "a",
    type: "custom_authentication",
  });
  await sdk.tokenExchangeProfiles.update(String(profile.id), { name: "Legacy" });
  expect(await all(await sdk.tokenExchangeProfiles.list())).toMatchObject([{ id: profile.id, name: "Legacy" }]);
  await sdk.tokenExchangeProfiles.delete(String(profile.id));
});

test("the service's SDK with log streams", async () => {
  const stream = await sdk.logStreams.create({
    name: "Audit",
    type: "http",
    sink: { httpEndpoint: "https://logs.example.com/tenant" },
    pii_config: { log_fields: ["email"] },
  });
  expect(stream).toMatchObject({ status: "active", isPriority: false, pii_config: { method: "hash" } });
  const id = String("id" in stream ? stream.id : "");
  await sdk.logStreams.update(id, { status: "paused" });
  expect(await sdk.logStreams.list()).toMatchObject([{ id, status: "paused" }]);
  await sdk.logStreams.delete(id);
  await sdk.logStreams.delete(id);
  await expect(sdk.logStreams.get(id)).rejects.toThrow("The log stream does not exist.");
});

test("the service's SDK with applications: created, changed, with new secret, credentials and grants, deleted", async () => {
  const audience = "https://granted.example.com";
  const api = await sdk.resourceServers.create({
    identifier: audience,
    scopes: [{ value: "read" }, { value: "write" }],
  });
  const made = await sdk.clients.create({ name: "Application", app_type: "non_interactive" });
  const id = String(made.client_id);
  expect(id).toMatch(/^[A-Za-z0-9]{32}$/);
  await sdk.clients.update(id, { description: "Nightly", client_metadata: { team: "orders" } });
  expect(await sdk.clients.get(id)).toMatchObject({ description: "Nightly", client_metadata: { team: "orders" } });
  const { client_secret: rotated } = await sdk.clients.rotateSecret(id);
  expect(rotated).not.toBe(made.client_secret);
  const grant = await sdk.clientGrants.create({ client_id: id, audience, scope: ["read"] });
  await sdk.clientGrants.update(String(grant.id), { scope: ["read", "write"] });
  expect(await all(await sdk.clientGrants.list({ client_id: id }))).toMatchObject([{ scope: ["read", "write"] }]);
  await expect(sdk.clientGrants.create({ client_id: id, audience, scope: [] })).rejects.toMatchObject({
    statusCode: 409,
  });
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const credential = await sdk.clients.credentials.create(id, { credential_type: "public_key", name: "key", pem });
  const private_key_jwt = { credentials: [{ id: String(credential.id) }] };
  await sdk.clients.update(id, {
    token_endpoint_auth_method: null,
    client_authentication_methods: { private_key_jwt },
  });
  expect(await sdk.clients.credentials.list(id)).toMatchObject([{ id: credential.id, kid: credential.kid }]);
  await sdk.clientGrants.delete(String(grant.id));
  await sdk.clients.delete(id);
  await sdk.resourceServers.delete(String(api.id));
  expect([emulator.clients.list(), emulator.clientGrants.list()]).toEqual([[], []]);
});

test("the service's SDK with role permissions and organization connections: added, listed, changed, removed", async () => {
  const identifier = "https://permitted.example.com";
  const api = await sdk.resourceServers.create({ identifier, scopes: [{ value: "read" }, { value: "write" }] });
  const role = String((await sdk.roles.create({ name: "editor" })).id);
  const permissions = ["read", "write"].map((name) => ({
    resource_server_identifier: identifier,
    permission_name: name,
  }));
  await sdk.roles.permissions.add(role, { permissions });
  expect(await all(await sdk.roles.permissions.list(role))).toMatchObject(permissions);
  await sdk.roles.permissions.delete(role, { permissions: permissions.slice(1) });
  expect(await all(await sdk.roles.permissions.list(role))).toMatchObject(permissions.slice(0, 1));
  const organization = String((await sdk.organizations.create({ name: "linked" })).id);
  const { id } = await sdk.connections.create({ name: "linked", strategy: "oidc", options: { client_id: "a" } });
  const connection = String(id);
  const { enabledConnections } = sdk.organizations;
  await enabledConnections.add(organization, { connection_id: connection, assign_membership_on_login: true });
  await enabledConnections.update(organization, connection, { show_as_button: false });
  const link = { connection_id: connection, assign_membership_on_login: true, show_as_button: false };
  expect(await all(await enabledConnections.list(organization))).toMatchObject([link]);
  await enabledConnections.delete(organization, connection);
  expect(await all(await enabledConnections.list(organization))).toEqual([]);
  await Promise.all([
    sdk.organizations.delete(organization),
    sdk.connections.delete(connection),
    sdk.roles.delete(role),
  ]);
  await sdk.resourceServers.delete(String(api.id));
});

test("the service's SDK with actions: created, built, deployed, bound, changed, unbound, deleted", async () => {
  const made = await sdk.actions.create({
    name: "Enrich",
    supported_triggers: [{ id: "post-login", version: "v3" }],
    code: "exports.onExecutePostLogin = async () => {};",
    runtime: "node22",
    secrets: [{ name: "KEY", value: randomUUID() }],
  });
  const id = String(made.id);
  await expect.poll(async () => (await sdk.actions.get(id)).status).toBe("built");
  await sdk.actions.deploy(id);
  await expect.poll(async () => (await sdk.actions.get(id)).all_changes_deployed).toBe(true);
  expect(await all(await sdk.actions.versions.list(id))).toMatchObject([{ deployed: true }]);
  expect(await all(await sdk.actions.list({ actionName: "Enrich" }))).toMatchObject([{ id }]);
  const { bindings } = sdk.actions.triggers;
  const bound = [{ ref: { type: "action_id", value: id }, display_name: "Enrich" }] as const;
  await bindings.updateMany("post-login", { bindings: [...bound] });
  expect(await all(await bindings.list("post-login"))).toMatchObject([{ action: { id }, display_name: "Enrich" }]);
  await expect(sdk.actions.delete(id)).rejects.toThrow();
  await sdk.actions.update(id, { code: "// another" });
  await bindings.updateMany("post-login", { bindings: [] });
  await sdk.actions.delete(id);
  expect(emulator.actions.list()).toEqual([]);
});

test("the service's SDK throws its own classes of errors", async () => {
  const notFound = await failure(sdk.connections.get("con_0000000000000000"));
  expect(notFound).toBeInstanceOf(ManagementError);
  expect([notFound?.name, notFound?.statusCode]).toEqual(["NotFoundError", 404]);
  const bad = await failure(sdk.connections.create({ name: "-", strategy: "oidc", options: { client_id: "a" } }));
  expect([bad?.name, bad?.statusCode]).toEqual(["BadRequestError", 400]);
  await sdk.resourceServers.create({ identifier: "urn:taken" });
  const taken = await failure(sdk.resourceServers.create({ identifier: "urn:taken" }));
  expect([taken?.name, taken?.statusCode]).toEqual(["ConflictError", 409]);
  const token = emulator.issueToken(["read:roles"]);
  const scopeless = new ManagementClient({ domain: new URL(emulator.url).host, token });
  const forbidden = await failure(scopeless.connections.list().then(all));
  expect([forbidden?.name, forbidden?.statusCode]).toEqual(["ForbiddenError", 403]);
});

test("the service's SDK with the event stream", async () => {
  const stream = await sdk.events.subscribe({ event_type: ["connection.created"] });
  const items = stream[Symbol.asyncIterator]();
  const next = items.next();
  await expect.poll(() => emulator.events.streams).toBe(1);
  emulator.connections.create({
    name: "streamed",
    strategy: "samlp",
    options: { signInEndpoint: "https://idp.example.com/login" },
  });
  const { value } = await next;
  expect(value).toMatchObject({ type: "connection.created", event: { data: { object: { name: "streamed" } } } });
  await items.return?.(undefined);
});
