import { describe, expect, test } from "vitest";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { codeOf } from "../harness/fault-run/runtime.ts";
import { type Pair, pairs } from "../harness/keys.ts";
import { revealed, type StateEntry } from "../harness/mini-engine.ts";
import { stackOfEachTest } from "./runs.ts";

/** Replacements that a resource option forces (`replaceOnChanges`), of objects to whose ids nothing refers. */
const stack = stackOfEachTest();
const [key, other] = pairs(2) as unknown as [Pair, Pair];
const audience = "https://orders.example.com";
const rule = { action: "block", scope: "authentication", match: { geoCountryCodes: ["CA"] } };

interface Case {
  readonly name: string;
  readonly prepare: (tenant: Emulator) => JsonObject;
  readonly change: JsonObject;
  /** What the tenant has, and what it must keep. */
  readonly seen: (tenant: Emulator, args: JsonObject) => unknown;
}

const cases: readonly Case[] = [
  {
    name: "networkAcl-it",
    prepare: () => ({ description: "Block", active: true, priority: 10, rule }),
    change: { description: "Block Canada" },
    seen: (tenant) => tenant.networkAcls.list().map(({ id, description }) => ({ id, description })),
  },
  {
    name: "clientGrant-it",
    prepare(tenant) {
      tenant.resourceServers.create({ identifier: audience, scopes: [{ value: "read" }, { value: "buy" }] });
      tenant.clients.create({ client_id: "job", name: "Job" });
      return { clientId: "job", audience, scope: ["read"] };
    },
    change: { scope: ["buy", "read"] },
    seen: (tenant) => tenant.clientGrants.list().map(({ id, scope }) => ({ id, scope })),
  },
  {
    name: "clientAuthentication-it",
    prepare(tenant) {
      tenant.clients.create({ client_id: "job", name: "Job" });
      return { clientId: "job", method: "private_key_jwt", credentials: [{ pem: key.pem }] };
    },
    change: { credentials: [{ pem: key.pem }, { pem: other.pem }] },
    seen: (tenant) => tenant.clients.get("job")?.client_authentication_methods,
  },
  {
    name: "organizationConnection-it",
    prepare(tenant) {
      const { id: organizationId } = tenant.organizations.create({ name: "example" });
      const options = { client_id: "tenant", issuer: "https://idp.example.com/" };
      const { id: connectionId } = tenant.connections.create({ name: "corp", strategy: "oidc", options });
      return { organizationId: String(organizationId), connectionId: String(connectionId) };
    },
    change: { assignMembershipOnLogin: true },
    seen: (tenant, { organizationId }) => tenant.organizationConnections.list(String(organizationId)),
  },
];

const forcedUp = async (name: string, args: JsonObject) => {
  const { engine } = await stack.runs.next();
  engine.forced.add(name);
  stack.tenant.clearRequests();
  const steps = await engine.up({ [name]: args });
  return steps.flatMap(({ op, failure }) => [op, ...(failure ? [failure.message] : [])]);
};
const methods = () =>
  stack.tenant.requests.filter(({ operation }) => operation !== "token").map(({ method }) => method);

test.each(cases)("a forced replacement never leaves the tenant without the object: $name", async ({ name, ...one }) => {
  const args = one.prepare(stack.tenant);
  expect(await stack.up({ [name]: args })).toEqual([]);
  expect(await forcedUp(name, { ...args, ...one.change })).toEqual(["replace"]);
  expect(methods()).not.toContain("DELETE");
  // The old entry has left the state, and takes nothing along.
  expect(await stack.up({ [name]: { ...args, ...one.change } })).toEqual([]);
  expect(methods()).toEqual([]);
  expect(await stack.up({})).toEqual([]);
  expect(methods()).toContain("DELETE");
});

test.each(cases)("a forced replacement that the service refuses keeps the object: $name", async ({ name, ...one }) => {
  const args = one.prepare(stack.tenant);
  expect(await stack.up({ [name]: args })).toEqual([]);
  const before = JSON.stringify(one.seen(stack.tenant, args));
  for (const method of ["POST", "PATCH", "PUT"])
    stack.tenant.inject({ kind: "status", status: 403, method, times: Number.POSITIVE_INFINITY });
  expect(await forcedUp(name, { ...args, ...one.change })).toEqual(["replace", expect.any(String)]);
  stack.tenant.clearFaults();
  expect(JSON.stringify(one.seen(stack.tenant, args))).toBe(before);
  expect(await forcedUp(name, { ...args, ...one.change })).toEqual(["replace"]);
  expect(JSON.stringify(one.seen(stack.tenant, args))).not.toBe(before);
});

test.each(cases)("a replacement by replacementTrigger alone keeps the object: $name", async ({ name, ...one }) => {
  const args = one.prepare(stack.tenant);
  expect(await stack.up({ [name]: args })).toEqual([]);
  const before = JSON.stringify(one.seen(stack.tenant, args));
  const { engine } = await stack.runs.next();
  engine.triggered.add(name);
  const [{ failure } = {}] = await engine.up({ [name]: args });
  expect(failure?.message).toMatch(/exists already/);
  expect(await stack.up({ [name]: args })).toEqual([]);
  expect(JSON.stringify(one.seen(stack.tenant, args))).toBe(before);
});

test("a replacement by replacementTrigger with adopt: false deletes the old application", async () => {
  const [name, args] = ["client-it", { name: "Shop", adopt: false }];
  expect(await stack.up({ [name]: args })).toEqual([]);
  const [before] = stack.tenant.clients.list();
  const { engine } = await stack.runs.next();
  engine.triggered.add(name);
  expect(await engine.up({ [name]: args })).toEqual([{ name, op: "replace" }]);
  expect(stack.tenant.clients.list()).toMatchObject([{ name: "Shop" }]);
  expect(stack.tenant.clients.list()).not.toEqual([before]);
});

/** As a run that is killed after a deletion and before the creation: Pulumi keeps the entry, and replaces it in the next run. */
const deleteOnly = async (name: string) => {
  const { engine, port } = await stack.runs.next();
  const entry = engine.state.get(name) as StateEntry;
  await port.delete(entry.id, revealed(entry.outputs));
  return entry;
};

test.each(cases)("the next run creates an object that a killed run only deleted: $name", async ({ name, ...one }) => {
  const args = one.prepare(stack.tenant);
  const wanted = { ...args, ...one.change };
  expect(await stack.up({ [name]: args })).toEqual([]);
  await deleteOnly(name);
  expect(await forcedUp(name, wanted)).toEqual(["replace"]);
  expect(await stack.up({ [name]: wanted })).toEqual([]);
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toEqual([{ name, op: "same" }]);
});

test("the next run adds all permissions that a killed run only removed (deleteBeforeReplace)", async () => {
  const [name, roleId] = ["rolePermissions-it", String(stack.tenant.roles.create({ name: "editor" }).id)];
  stack.tenant.resourceServers.create({ identifier: audience, scopes: ["a", "b"].map((value) => ({ value })) });
  const of = (...permissions: string[]) => ({ roleId, resourceServerIdentifier: audience, permissions });
  expect(await stack.up({ [name]: of("a") })).toEqual([]);
  const { id, inputs, outputs } = await deleteOnly(name);
  const { port } = await stack.runs.next();
  const code = { __provider: codeOf("rolePermissions") };
  const news = { ...of("a", "b"), __resource: "it", __deletedFirst: true, ...code };
  const compared = await port.check(revealed(inputs), news);
  await port.diff(id, revealed(outputs), { ...revealed(compared.inputs), ...code });
  const again = await port.check({}, news);
  await port.create({ ...revealed(again.inputs), ...code });
  const held = stack.tenant.rolePermissions.list("editor").map(({ permission_name }) => permission_name);
  expect(held.toSorted()).toEqual(["a", "b"]);
});

test("an access rule survives a rule of the same name in a remote component or in a second copy of the package", async () => {
  const [main, remote] = ["networkAcl-main", "networkAcl-remote"];
  const acl = (description: string, priority: number) => ({ description, active: true, priority, rule });
  const of = async (program: Record<string, JsonObject>) => {
    const { engine } = await stack.runs.next();
    for (const origin of [main, remote]) engine.named.set(origin, ['NetworkAcl "acl"', origin]);
    return engine.up(program);
  };
  await of({ [main]: acl("Main", 1) });
  const both = { [main]: acl("Main", 1), [remote]: acl("Remote", 2) };
  expect(await of(both)).toEqual([
    { name: main, op: "same" },
    { name: remote, op: "create" },
  ]);
  expect(stack.tenant.networkAcls.list()).toMatchObject([{ description: "Main" }, { description: "Remote" }]);
  const [, twin] = await of({ [main]: acl("Main", 1), [remote]: acl("Main", 1) });
  expect(twin?.failure?.message).toMatch(/NetworkAcl "acl" \(program 2\) and NetworkAcl "acl" of this program/);
});

test("a replacement keeps keys that another team added", async () => {
  const [, , { name, prepare }] = cases as [Case, Case, Case];
  const args = prepare(stack.tenant);
  expect(await stack.up({ [name]: args })).toEqual([]);
  const seen = () => JSON.stringify(stack.tenant.clients.get("job")?.client_authentication_methods);
  const token = stack.tenant.issueToken();
  const call = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${stack.tenant.url}/api/v2/clients/job${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as JsonObject;
  };
  const theirs = await call("POST", "/credentials", { credential_type: "public_key", name: "Theirs", pem: other.pem });
  const methodsNow = stack.tenant.clients.get("job")?.client_authentication_methods as {
    private_key_jwt: { credentials: object[] };
  };
  const credentials = [...methodsNow.private_key_jwt.credentials, { id: theirs.id }];
  await call("PATCH", "", { client_authentication_methods: { private_key_jwt: { credentials } } });
  const before = seen();
  const [, message] = await forcedUp(name, { ...args, credentials: [{ pem: key.pem, name: "Ours" }] });
  expect(message).toMatch(/has credentials that this stack did not create/);
  expect(seen()).toBe(before);
});

describe("members that others added to a set stay before a refresh has shown them:", () => {
  test("permissions of a role", async () => {
    const [name, roleId] = ["rolePermissions-it", String(stack.tenant.roles.create({ name: "editor" }).id)];
    stack.tenant.resourceServers.create({ identifier: audience, scopes: ["a", "b", "c"].map((value) => ({ value })) });
    const of = (permissions: readonly string[]) => ({ roleId, resourceServerIdentifier: audience, permissions });
    expect(await stack.up({ [name]: of(["a"]) })).toEqual([]);
    stack.tenant.rolePermissions.add(roleId, [{ resource_server_identifier: audience, permission_name: "c" }]);
    expect(await forcedUp(name, of(["b"]))).toEqual(["replace"]);
    const held = stack.tenant.rolePermissions.list("editor").map(({ permission_name }) => permission_name);
    expect(held.toSorted()).toEqual(["b", "c"]);
  });

  test("actions of a trigger", async () => {
    const [name, triggerId] = ["triggerActions-it", "post-login"];
    const supported_triggers = [{ id: triggerId, version: "v3" }];
    for (const id of ["a", "b", "c"]) stack.tenant.actions.create({ id, name: id, supported_triggers, deploy: true });
    const of = (...ids: readonly string[]) => ({ triggerId, actions: ids.map((actionId) => ({ actionId })) });
    expect(await stack.up({ [name]: of("a") })).toEqual([]);
    const bindings = ["a", "c"].map((value) => ({ ref: { type: "action_id", value } }));
    stack.tenant.triggerActions.set(triggerId, bindings);
    expect(await forcedUp(name, of("b"))).toEqual(["replace"]);
    const bound = stack.tenant.triggerActions.list(triggerId).map(({ action }) => (action as JsonObject).id);
    expect(bound).toEqual(["b", "c"]);
  });
});
