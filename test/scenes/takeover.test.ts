import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ReviewReport } from "../../provider/src/review/types.ts";
import { environmentOf, type Program, testStack, upNow } from "../e2e/project.ts";
import { api, identifier, withWorld } from "../e2e/world.ts";
import { exec } from "../harness/exec.ts";
import { outerEnvironment } from "../harness/stack.ts";

const of = withWorld();
const command = join(import.meta.dirname, "../../provider/bin/pulumi-tenant.js");
const userId = "auth0|0123456789abcdef01234567";

const action = (name: string) =>
  ({
    kind: "Action",
    args: { name, supportedTriggers: [{ id: "post-login", version: "v3" }], code: "exports.x = 1;" },
  }) as const;
const client = (name: string, args: object = {}) =>
  ({ kind: "Client", args: { name, appType: "non_interactive", ...args } }) as const;

/** A program that the first stack has carried out, and that a second stack takes over. */
const program: Program = {
  orders: api({ name: "Orders", scopes: { "read:orders": "Read" }, tokenLifetime: 3600 }),
  // It breaks a rule of the baseline already.
  portal: client("Portal", { appType: "spa", grantTypes: ["implicit"] }),
  job: client("Job"),
  twice: client("Twice"),
  grant: {
    kind: "ClientGrant",
    args: { audience: identifier, scope: ["read:orders"] },
    idsOf: { clientId: "job.clientId" },
  },
  corp: {
    kind: "Connection",
    args: { name: "corp", strategy: "oidc", options: { issuer: "https://idp.example.com/", client_id: "tenant" } },
  },
  corpClients: {
    kind: "ConnectionClients",
    args: { clients: ["", ""] },
    idsOf: { connectionId: "corp", "clients/0": "portal.clientId", "clients/1": "job.clientId" },
  },
  north: { kind: "Organization", args: { name: "north", displayName: "North" } },
  link: {
    kind: "OrganizationConnection",
    args: { assignMembershipOnLogin: true },
    idsOf: { organizationId: "north", connectionId: "corp" },
  },
  members: {
    kind: "OrganizationMembers",
    args: { members: [userId], exclusive: true },
    idsOf: { organizationId: "north" },
  },
  reader: { kind: "Role", args: { name: "reader", description: "Reads" } },
  memberRoles: {
    kind: "OrganizationMemberRoles",
    args: { userId, roles: [""] },
    idsOf: { organizationId: "north", "roles/0": "reader" },
    dependsOn: ["members"],
  },
  permissions: {
    kind: "RolePermissions",
    args: { resourceServerIdentifier: identifier, permissions: ["read:orders"] },
    idsOf: { roleId: "reader" },
    dependsOn: ["orders"],
  },
  enrich: action("Enrich"),
  login: {
    kind: "TriggerActions",
    args: { triggerId: "post-login", actions: [{ actionId: "" }] },
    idsOf: { "actions/0/actionId": "enrich" },
  },
  guard: { kind: "BruteForceProtection", args: { enabled: false } },
};

test("a review of a takeover by the same program has one line per object, and only the values that change", async () => {
  const { tenant } = of();
  await of().up(program);
  tenant.clients.create({ name: "Twice", app_type: "non_interactive" });
  tenant.resourceServers.update(identifier, { token_lifetime: 60 });
  const [north = {}] = tenant.organizations.list();
  tenant.organizationMembers.add(String(north.id), "auth0|0123456789abcdef01234568");
  const other = await testStack(tenant);
  onTestFinished(() => other.remove());
  const fresh = { kind: "Role", args: { name: "fresh" } } as const;
  await other.declare({ ...program, fresh });
  const review = async (...args: readonly string[]) => {
    const words = [command, "review", "--stack", other.name, ...args];
    const env = { ...outerEnvironment(), ...other.env, ...environmentOf(tenant), TENANT_ADOPT: "true" };
    return exec(process.execPath, words, {
      ...{ cwd: join(import.meta.dirname, "../e2e/project"), env, timeoutMs: 120_000 },
    });
  };
  tenant.clearRequests();
  const { code, stdout, stderr } = await review("--json");
  // The run will refuse the name that two applications have.
  expect(code, stderr).toBe(1);
  expect(tenant.requests.filter(({ method, path }) => method !== "GET" && path.startsWith("/api/"))).toEqual([]);
  const report = JSON.parse(stdout) as ReviewReport;
  expect(report.willFail).toEqual([expect.stringContaining('"Twice" cannot be adopted by its name: 2 applications')]);
  const changes = report.resources.flatMap((one) =>
    one.changes.map(({ path, was, is }) => [one.name, path, was, is] as const),
  );
  expect(changes.filter(([name]) => name !== "twice" && name !== "fresh")).toEqual([
    ["members", "members[]", "auth0|0123456789abcdef01234568", undefined],
    ["orders", "tokenLifetime", 60, 3600],
  ]);
  const actionsIn = (wanted: string) => report.resources.filter(({ action }) => action === wanted);
  expect(actionsIn("create").map(({ name }) => name)).toEqual(["fresh"]);
  expect(actionsIn("adopt")).toHaveLength(Object.keys(program).length);
  const unread = actionsIn("adopt").filter(({ isFound }) => !isFound);
  expect(unread.map(({ name }) => name)).toEqual(["twice"]);
  expect(report.baseline).toBeUndefined();
  expect(report.warnings.join()).not.toContain('removes those that are not declared: "');
  expect(report.notes).toEqual([]);

  tenant.clients.delete(String(tenant.clients.list().findLast(({ name }) => name === "Twice")?.client_id));
  const text = await review();
  expect(text.code, text.stderr).toBe(7);
  expect(text.stdout).toContain(`: ${Object.keys(program).length} adopted (2 of them with changes), 1 created\n`);
  expect(text.stdout).toMatch(
    /\n {2}ResourceServer orders \(.*\)\n {4}tokenLifetime: 60 → 3600 \(seconds: 1 minute → 1 hour\)\n/,
  );
  expect(text.stdout).toMatch(/\n {2}ClientGrant grant \(cgr_\w+\): no value changes if clientId comes from /);
  expect(text.stdout).toMatch(/\n {2}Organization north \(org_\w+\): no value changes\n/);

  tenant.clearRequests();
  await other.run(upNow, { env: { TENANT_ADOPT: "true" } });
  const writes = tenant.requests.filter(({ method, path }) => method !== "GET" && path.startsWith("/api/"));
  expect(
    writes
      .map(
        ({ method, path }) =>
          `${method} ${path
            .split("/")
            .slice(3)
            .join("/")
            .replaceAll(/(org|rol)_\w+|\b[0-9a-f]{24}\b/g, "…")}`,
      )
      .sort(),
  ).toEqual([
    "DELETE organizations/…/members",
    "PATCH resource-servers/…",
    // The listing of members can lag behind, so declared members are added again, which changes nothing.
    "POST organizations/…/members",
    "POST roles",
  ]);
});
