import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { stackOfEachTest } from "./runs.ts";

/** Edits of declared members of nested objects by another client, of which the state knows nothing when an update changes other members. */
const stack = stackOfEachTest();

describe("an update of one member reverts no edit that its preview does not show", () => {
  test("of a network ACL: addresses that an operator blocked stay blocked", async () => {
    const rule = { action: "block", scope: "authentication", match: { ipv4Cidrs: ["198.51.100.0/24"] } };
    const acl = (more: JsonObject = {}) => ({
      "networkAcl-it": { description: "Block", active: true, priority: 10, rule: { ...rule, ...more } },
    });
    expect(await stack.up(acl())).toEqual([]);
    const cidrs = ["198.51.100.0/24", "203.0.113.0/24"];
    const [{ id = "", ...one } = {}] = stack.tenant.networkAcls.list();
    const edited = { ...(one.rule as JsonObject), match: { ipv4_cidrs: cidrs } };
    stack.tenant.networkAcls.update(String(id), { description: "Block", active: true, priority: 10, rule: edited });
    expect(await stack.up(acl({ scope: "dynamic_client_registration" }))).toEqual([]);
    expect(stack.tenant.networkAcls.get(String(id))).toMatchObject({
      rule: { scope: "dynamic_client_registration", match: { ipv4_cidrs: cidrs } },
    });
  });

  test("of an application: a lifetime shortened during an incident stays short", async () => {
    const refreshToken = { rotationType: "rotating", expirationType: "expiring", tokenLifetime: 2_000 };
    const app = (more: JsonObject = {}) => ({
      "client-it": { name: "Shop", refreshToken: { ...refreshToken, ...more } },
    });
    expect(await stack.up(app())).toEqual([]);
    const shop = () => stack.tenant.clients.list().find(({ name }) => name === "Shop") ?? {};
    const { client_id, refresh_token } = shop();
    const edited = { ...(refresh_token as JsonObject), token_lifetime: 1_000, idle_token_lifetime: 500 };
    stack.tenant.clients.update(String(client_id), { refresh_token: edited });
    expect(await stack.up(app({ leeway: 10 }))).toEqual([]);
    expect(shop().refresh_token).toMatchObject({ leeway: 10, token_lifetime: 1_000, idle_token_lifetime: 500 });
    // A refresh shows it, and the next run takes it back.
    const { engine } = await stack.runs.next();
    expect(await engine.refresh()).toEqual([{ name: "client-it", op: "update" }]);
    expect(await stack.up(app({ leeway: 10 }))).toEqual([]);
    expect(shop().refresh_token).toMatchObject({ token_lifetime: 2_000 });
  });
});

test("a write-only secret is sent with the key id that belongs to it", async () => {
  const sns = { awsAccessKeyId: "ours", awsSecretAccessKey: randomBytes(12).toString("hex"), awsRegion: "eu-west-1" };
  expect(await stack.up({ "multiFactorPush-it": { sns } })).toEqual([]);
  const theirs = { aws_access_key_id: "theirs", aws_secret_access_key: "theirs", aws_region: "eu-west-1" };
  stack.tenant.settings.update("guardian/factors/push-notification", { sns: theirs });
  expect(await stack.up({ "multiFactorPush-it": { sns: { ...sns, awsRegion: "eu-west-3" } } })).toEqual([]);
  const sent = stack.tenant.requests.filter(({ method, path }) => method === "PUT" && path.endsWith("/sns"));
  expect(sent.map(({ body }) => body)).toMatchObject([
    { aws_access_key_id: "ours", aws_secret_access_key: "[redacted]", aws_region: "eu-west-3" },
  ]);
});

test("secrets that a lost update may have removed are sent again, and not treated as another client's", async () => {
  const action = (more: JsonObject) => ({
    "action-it": {
      name: "Greet",
      code: "exports.onExecutePostLogin = async () => {};",
      supportedTriggers: [{ id: "post-login", version: "v3" }],
      ...more,
    },
  });
  expect(await stack.up(action({ secrets: { KEY: "one", OTHER: "one" }, exclusiveSecrets: true }))).toEqual([]);
  stack.tenant.inject({ kind: "reset-after", times: Number.POSITIVE_INFINITY, method: "PATCH" });
  expect(await stack.up(action({}))).toHaveLength(1);
  stack.tenant.clearFaults();
  expect(await stack.up(action({ secrets: { KEY: "one", OTHER: "two" } }))).toEqual([]);
  const [{ secrets = [] } = {}] = stack.tenant.actions.list();
  expect(secrets).toMatchObject([{ name: "KEY" }, { name: "OTHER" }]);
});

test("an ignored address that another client has set stays when the secret beside it changes", async () => {
  const stream = (token: string) => ({
    "eventStream-it": {
      name: "Users",
      subscriptions: ["user.created"],
      webhook: { endpoint: "https://events.example.com/", authorization: { method: "bearer", token } },
    },
  });
  expect(await stack.up(stream("one"))).toEqual([]);
  const [{ id } = {}] = stack.tenant.eventStreams.list();
  const configuration = {
    webhook_endpoint: "https://new.example.com/",
    webhook_authorization: { method: "bearer", token: "one" },
  };
  stack.tenant.eventStreams.update(String(id), { destination: { type: "webhook", configuration } });
  const { engine } = await stack.runs.next();
  engine.ignored.set("eventStream-it", ["webhook.endpoint"]);
  expect(await engine.up(stream("two"))).toEqual([{ name: "eventStream-it", op: "update" }]);
  const [{ destination } = {}] = stack.tenant.export("eventStreams").eventStreams ?? [];
  const authorization = { method: "bearer", token: "two" };
  expect(destination).toMatchObject({
    configuration: { ...configuration, webhook_authorization: authorization },
  });
});

test("an update that adds and removes applications of an organization leaves the use of the others", async () => {
  stack.tenant.organizations.create({ id: "org_0123456789abcdef", name: "north" });
  const ids = ["one", "two", "three"].map((name) => String(stack.tenant.clients.create({ name }).client_id));
  const [one = "", two = "", three = ""] = ids;
  const entitled = (...some: readonly string[]) => ({
    "organizationClients-it": {
      organizationId: "org_0123456789abcdef",
      clients: Object.fromEntries(some.map((id) => [id, { useForMemberAccess: true }])),
    },
  });
  expect(await stack.up(entitled(one, two))).toEqual([]);
  stack.tenant.organizations.setListOf("org_0123456789abcdef", "clients", [
    { client_id: one, use_for_member_access: false },
    { client_id: two, use_for_member_access: true },
  ]);
  expect(await stack.up(entitled(one, three))).toEqual([]);
  expect(stack.tenant.organizations.listOf("org_0123456789abcdef", "clients")).toMatchObject([
    { client_id: one, use_for_member_access: false },
    { client_id: three, use_for_member_access: true },
  ]);
});
