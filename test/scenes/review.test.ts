import { expect, test } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { toText } from "../../provider/src/review/render.ts";
import { notReviewed } from "../../provider/src/review/reviewed.ts";
import { type Program, upNow } from "../e2e/project.ts";
import { reviewOf, reviewsOf } from "../e2e/reviewing.ts";
import { withWorld } from "../e2e/world.ts";

const of = withWorld();

test("a review does not count as deleted: objects only read, objects that stay, objects that an earlier run deleted", async () => {
  const { tenant, stack } = of();
  const apis = ["https://read.example.com", "https://kept.example.com", "https://next.example.com"] as const;
  const [read, kept, next] = apis;
  const lost = (strategy: string): Program => ({
    lost: {
      kind: "Connection",
      args: { name: "lost", strategy, options: { client_id: "a", domain: "idp.example.com" } },
      opts: { protect: false },
    },
  });
  const own = (identifier: string): Program => ({
    own: { args: { identifier }, opts: { retainOnDelete: true } },
  });
  tenant.resourceServers.create({ identifier: read });
  await of().up({ read: { get: read }, ...own(kept), ...lost("oidc") });
  const [posts, times] = [{ method: "POST", path: "/api/v2/connections" }, Number.POSITIVE_INFINITY];
  tenant.inject({ kind: "status", status: 403, ...posts, times });
  await of().up({ read: { get: read }, ...own(kept), ...lost("okta") }, { expect: "any" });
  tenant.clearFaults();
  await stack.declare({ ...own(next), ...lost("okta") });
  const text = toText(await reviewOf(stack));
  expect(text).toMatch(/^The next up of stack \S+: 2 recreated\n/);
  expect(text).toMatch(/Connection lost \(.*\)\n {4}an earlier run deleted the old object/);
  expect(text).toMatch(/ResourceServer own \(.*\)\n {4}the old object stays at the tenant/);
  expect(text).not.toContain("deleted with it");
  await stack.run(upNow);
  for (const api of apis) expect(tenant.resourceServers.get(api)).toBeDefined();
});

test("a review names unchanged resources that refer to a deleted object, and removed values that the tenant keeps", async () => {
  const { stack } = of();
  const corp = { kind: "Connection", args: { name: "corp", strategy: "auth0" } } as const;
  const east = { kind: "Organization", args: { name: "east" } } as const;
  const west = (more: object) => ({ kind: "Organization", args: { name: "west", ...more } }) as const;
  const before = { corp, east, west: west({ displayName: "West" }) };
  await of().up(before);
  const [organizationId, connectionId] = [(await stack.entry("east"))?.id, (await stack.entry("corp"))?.id];
  const link = { kind: "OrganizationConnection", args: { organizationId, connectionId } } as const;
  await of().up({ ...before, link });
  await stack.declare({ corp, link, west: west({}) });
  const text = toText(await reviewOf(stack));
  expect(text).toContain("1 resource of this program still refers to this object: OrganizationConnection link\n");
  expect(text).toContain('displayName: "West" → no longer managed, stays as it is\n');
});

test("a saved plan and its preview have the same review: renames, parts, secrets, deletions before replacements", async () => {
  const { stack } = of();
  const options = (issuer: string, client_secret: string) => ({ issuer, client_id: "a", client_secret });
  const group = { kind: "Component" } as const;
  const before: Program = {
    group,
    api: { args: { identifier: "https://api.example.com", scopes: { read: "Read" } }, parent: "group" },
    corp: {
      kind: "Connection",
      args: { name: "plan-corp", strategy: "oidc", options: options("https://a.example.com", "first-secret-1") },
    },
    north: { kind: "Organization", args: { name: "plan-north", metadata: { a: "1", b: "2" } } },
    link: { kind: "OrganizationConnection", idsOf: { organizationId: "north", connectionId: "corp" } },
    portal: { kind: "Client", args: { name: "Plan portal", appType: "spa" } },
    enrich: {
      kind: "Action",
      args: {
        name: "Plan",
        code: "exports.x = 1;",
        supportedTriggers: [{ id: "post-login", version: "v3" }],
        secrets: { A: "first-secret-2" },
      },
    },
  };
  await of().up(before);
  const { group: _, api, link: _link, corp: _corp, north: _north, portal, enrich, ...rest } = before;
  await stack.declare({
    ...rest,
    // Another component, without an alias of its own in the API.
    team: { ...group, opts: { aliases: [{ name: "group" }] } as never },
    api: { ...api, args: { ...api?.args, scopes: { read: "Read all" } }, parent: "team" },
    // Deleted first, as the name stays; the link is in the program no more.
    corp: {
      kind: "Connection",
      args: { name: "plan-corp", strategy: "okta", options: { client_id: "a", domain: "idp.example.com" } },
    },
    north: { kind: "Organization", args: { name: "plan-north", metadata: { a: "3" } } },
    customers: {
      ...portal,
      args: { ...portal?.args, name: "Plan customers" },
      opts: { aliases: [{ name: "portal" }] },
    },
    enrich: { ...enrich, args: { ...enrich?.args, secrets: { A: "other-secret-2", B: "third-secret-3" } } },
    east: { kind: "Organization", args: { name: "plan-east" } },
  } as Program);
  const report = await reviewOf(stack);
  const found = report.resources.map(({ action, name }) => `${action} ${name}`);
  expect(found.toSorted()).toEqual([
    ...["create east", "delete link", "replace corp"],
    ...["update api", "update customers", "update enrich", "update north"],
  ]);
});

test("a refactoring into a component changes nothing: resources with aliases are listed as renamed or moved", async () => {
  const { stack } = of();
  const api = { args: { identifier: "https://moved.example.com" } } as const;
  const portal = { kind: "Client", args: { name: "Moved portal", appType: "spa" } } as const;
  const north = { kind: "Organization", args: { name: "moved-north" } } as const;
  await of().up({ orders: api, portal, north });
  const { urn = "" } = (await stack.entry("orders")) ?? {};
  await stack.declare({
    team: { kind: "Component" },
    orders: { ...api, parent: "team", opts: { aliases: [urn] } },
    customers: { ...portal, opts: { aliases: [{ name: "portal" }] } },
    north,
  } as Program);
  const { report, planned } = await reviewsOf(stack);
  // The CLI prints no steps for resources that do not change.
  expect(report).toMatchObject({ changes: false, resources: [] });
  expect(planned).toMatchObject({ changes: false, counts: { move: 2, create: 0, delete: 0, update: 0 }, concerns: [] });
  const text = toText(planned);
  expect(text).toMatch(/^The next up of stack \S+ changes nothing: 2 only renamed or moved\n/);
  expect(text).toContain(
    "moved in the program, by an alias: from the top of the stack to end-to-end:index:Component team\n",
  );
  expect(text).toContain("renamed in the program, by an alias: before, it was Client portal\n");
});

test("a member that another apply added and an adoption are reported as losses that the earlier review did not show", async () => {
  const { stack } = of();
  const withMembers = (...members: readonly string[]): Program => ({
    north: { kind: "Organization", args: { name: "north" } },
    members: { kind: "OrganizationMembers", args: { members }, idsOf: { organizationId: "north" } },
  });
  await of().up(withMembers("auth0|a", "auth0|b"));
  await stack.declare(withMembers("auth0|a"));
  const reviewed = await reviewOf(stack);
  expect(notReviewed(reviewed, reviewed)).toEqual([]);
  await of().up(withMembers("auth0|a", "auth0|b", "auth0|c"));
  of().tenant.roles.create({ name: "reader" });
  await stack.declare({ ...withMembers("auth0|a"), role: { kind: "Role", args: { name: "reader", adopt: true } } });
  expect(notReviewed(await reviewOf(stack), reviewed)).toEqual([
    expect.stringMatching(/^update OrganizationMembers members \(.*\): members\[\] "auth0\|c" is removed$/),
    "adopt Role role",
  ]);
});

test("a review shows changes without a value: a removed protection, ignored edits, an unsent deletion, the tenant", async () => {
  const { tenant, stack } = of();
  const other = await startEmulator();
  const { domain, clientId, clientSecret } = other;
  const decoy = { kind: "Role", args: { name: "decoy" } } as const;
  const implicit = { name: "Implicit", appType: "spa", grantTypes: ["implicit"] };
  const app = (opts: object): Program => ({ app: { kind: "Client", args: { name: "App", appType: "spa" }, opts } });
  await of().up({
    ...app({ protect: true }),
    decoy,
    implicit: { kind: "Client", args: implicit, deletedWith: "decoy" },
  });
  await stack.declare({
    ...app({ ignoreChanges: ["callbacks"] }),
    other: { kind: "Provider", args: { domain, clientId, clientSecret } },
    reader: { kind: "Role", args: { name: "reader" }, provider: "other" },
  });
  const report = await reviewOf(stack);
  expect(report.baseline).toBeUndefined();
  const text = toText(report);
  const here = `\n    at tenant ${new URL(tenant.url).host}\n    `;
  expect(text).toMatch(/^The next up of stack \S+: 2 deleted, 1 changed, 2 created\n/);
  expect(text).toMatch(
    new RegExp(
      `Client implicit \\(.*\\), appType "spa"${here}the run does not delete this object: it stays unless .* Role decoy`,
    ),
  );
  expect(text).toMatch(
    new RegExp(`Client app \\(.*\\)${here}no longer protected.*\n    ignored from now on .*: callbacks\\.`),
  );
  expect(text).toContain(`Role reader\n    at tenant ${new URL(other.url).host}\n`);
  await stack.run(upNow);
  expect(tenant.clients.list().map(({ name }) => name)).toContain("Implicit");
  await other.close();
});
