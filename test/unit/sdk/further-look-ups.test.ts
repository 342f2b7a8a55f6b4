import { X509Certificate } from "node:crypto";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import * as tenant from "../../../provider/src/index.ts";
import { wholeTenant } from "../../harness/whole-tenant.ts";
import { at } from "../../harness/whole-tenant-ids.ts";
import { runProgram } from "../helpers/program.ts";

let service: Emulator;

beforeEach(async () => {
  for (const name of Object.keys(process.env)) if (name.startsWith("TENANT_")) vi.stubEnv(name, undefined);
  pulumi.runtime.setAllConfig({});
  service = await startEmulator({ seed: wholeTenant });
  signIn();
  await runProgram();
});

afterEach(() => service.close());

function signIn(scopes?: readonly string[]): void {
  vi.stubEnv("TENANT_DOMAIN", service.domain);
  vi.stubEnv("TENANT_TOKEN", service.issueToken(scopes));
}

const errorOf = (asked: Promise<unknown>) => asked.then(String, (thrown: unknown) => String(thrown));

it("the tenant's signing keys are public certificates, of which one is current", async () => {
  signIn(["read:signing_keys"]);
  const { signingKeys } = await tenant.getSigningKeys();
  expect(signingKeys.map(({ current, next, revoked }) => [current, next, revoked])).toEqual([
    [true, false, false],
    [false, true, false],
  ]);
  for (const { id, cert = "", fingerprint } of signingKeys) {
    expect(id).toMatch(/\S+/);
    expect(new X509Certificate(cert).fingerprint).toBe(fingerprint);
  }
  expect(JSON.stringify(signingKeys)).not.toContain("PRIVATE KEY");
  signIn(["read:clients"]);
  expect(await errorOf(tenant.getSigningKeys({}, { async: true }))).toContain("read:signing_keys");
});

it("getConnectionKeys returns the keys of the connection's strategy, and fails for a strategy without keys", async () => {
  signIn(["read:connections_keys"]);
  const { connectionKeys } = await tenant.getConnectionKeys({ connectionId: at.logins });
  expect(connectionKeys.map(({ current, algorithm, keyUse }) => [current, algorithm, keyUse])).toEqual([
    [true, "RS256", "signing"],
    [false, "RS256", "signing"],
  ]);
  expect(await errorOf(tenant.getConnectionKeys({ connectionId: at.users }))).toContain("getConnectionKeys");
  expect(await errorOf(tenant.getConnectionKeys({ connectionId: "" }))).toContain("connectionId must not be empty");
});

it("the organizations of a user are those of which the user is a member", async () => {
  signIn(["read:organizations"]);
  expect(await tenant.getUserOrganizations({ userId: at.bea })).toEqual({
    organizations: [{ id: at.south, name: "south", displayName: "South" }],
  });
});

it("a group is found by its name or id, and groups of one name by their connection", async () => {
  signIn(["read:groups"]);
  const group = { id: at.group, name: "Support team", connectionId: at.logins };
  expect(await tenant.getGroup({ id: at.group })).toEqual(group);
  expect(await tenant.getGroup({ name: "Support team", connectionId: at.logins })).toEqual(group);
  service.groups.create({ name: "Support team", connection_id: at.users, external_id: "1" });
  expect(await errorOf(tenant.getGroup({ name: "Support team" }))).toContain(
    `"Support team" (${at.group}), connection ${at.logins}`,
  );
  expect(await tenant.getGroup({ name: "Support team", connectionId: at.users })).toMatchObject({ externalId: "1" });
  expect((await tenant.getGroups({ name: "Support team" })).groups).toHaveLength(2);
  expect(await tenant.getGroups({ connectionId: at.logins })).toEqual({ groups: [group] });
  expect(await errorOf(tenant.getGroup({ name: "support team" }))).toContain("has no group");
});

it("client grants are found by API and application", async () => {
  signIn(["read:client_grants"]);
  const { clientGrants } = await tenant.getClientGrants({ audience: at.orders });
  expect(clientGrants.map(({ id, clientId, scope }) => [id, clientId, scope])).toEqual([
    [at.grant, at.job, ["read:orders"]],
  ]);
  expect(await tenant.getClientGrants({ clientId: at.portal })).toEqual({ clientGrants: [] });
  expect((await tenant.getClientGrant({ clientId: at.job, audience: at.orders })).id).toBe(at.grant);
});

it("a module of actions comes with its latest version, by its name or id, and without secrets", async () => {
  const { id } = service.actionModules.create({ name: "shared", code: "exports.one = 1;", publish: true });
  signIn(["read:actions"]);
  const found = await tenant.getActionModule({ name: "shared" });
  const version = { versionId: expect.stringMatching(/\S+/), versionNumber: 1 };
  expect(found).toEqual({ id, name: "shared", code: "exports.one = 1;", dependencies: [], ...version });
  expect(await tenant.getActionModule({ id: String(id) })).toEqual(found);
  service.actionModules.create({ name: "draft", code: "exports.one = 2;" });
  expect(await tenant.getActionModule({ name: "draft" })).toMatchObject({ versionId: "", versionNumber: 0 });
  expect(await errorOf(tenant.getActionModule({ name: "Shared" }))).toMatch(/no action module/i);
});
