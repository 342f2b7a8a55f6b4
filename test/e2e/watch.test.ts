import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { driftReport } from "../../provider/src/report/report.ts";
import { exec } from "../harness/exec.ts";
import { outerEnvironment } from "../harness/stack.ts";
import { leafOf, openIn, person, startWatch, type Watcher } from "./watcher.ts";
import { stack, tenant, withStack } from "./world.ts";

const people = { alice: "alice-of-support", bob: "bob-of-support" };
const orders = "https://orders.example.com";

withStack({
  clients: Object.values(people).map((clientId) => ({ clientId, clientSecret: `${clientId}-secret` })),
  events: { reorderWithin: 5, duplicates: 0.2, retryMs: 50 },
  seed: {
    users: [{ user_id: "auth0|ann" }],
    roles: [
      { id: "rol_0000000000000001", name: "Admin" },
      { id: "rol_0000000000000002", name: "Reader" },
    ],
    organizations: [{ id: "org_0000000000000001", name: "north" }],
    organizationMembers: [{ organization_id: "org_0000000000000001", user_id: "auth0|ann" }],
  } as never,
});

const program = (displayName = "Corporate login") => ({
  orders: { args: { identifier: orders, name: "Orders", tokenLifetime: 3600 } },
  corp: {
    kind: "Connection" as const,
    args: {
      name: "corp",
      strategy: "oidc",
      displayName,
      showAsButton: true,
      options: {
        type: "back_channel",
        issuer: "https://idp.example.com/",
        client_id: "corp",
        client_secret: "the-corp-secret",
      },
    },
  },
  ann: {
    kind: "OrganizationMemberRoles" as const,
    args: { organizationId: "org_0000000000000001", userId: "auth0|ann", roles: ["rol_0000000000000001"] },
  },
});

function watched(args: readonly string[]): Watcher {
  const watcher = startWatch(stack, args);
  onTestFinished(() => {
    watcher.child.kill("SIGKILL");
  });
  return watcher;
}

/** What a preview of a refresh shows, in the form of {@link openIn}. */
async function previewed(): Promise<Record<string, readonly string[]>> {
  const { stdout } = await stack.run(["refresh", "--preview-only", "--json"]);
  const { resources } = driftReport(parsePreview(stdout));
  return Object.fromEntries(
    resources.map(({ name, state, changes }) => [
      name,
      state === "deleted" ? ["deleted"] : changes.map(({ path, was, is }) => leafOf(path, was, is)).sort(),
    ]),
  );
}

test("edits are reported with who made them, when and from where; runs of the stack are not; what is open in the end is what a preview shows", async () => {
  await stack.up(program());
  const { id: connection = "" } = (await stack.entry("corp")) ?? {};
  const [alice, bob] = await Promise.all(Object.values(people).map((id) => person(tenant, id, `${id}-secret`)));
  if (!alice || !bob) throw new Error("nobody is there");
  const cursor = join(stack.folder, "cursor.json");
  const first = watched(["--every", "10s", "--cursor-file", cursor, "--ready-file", join(stack.folder, "ready")]);
  await first.until(() => first.log.some(({ what }) => what === "ready"));
  expect(first.reports).toEqual([]);

  // Two people edit one object within a second: both are named, each for what they did.
  await alice("PATCH", `connections/${connection}`, { display_name: "Corp of Alice" });
  await bob("PATCH", `connections/${connection}`, { show_as_button: false });
  await first.until(() => openIn(first.reports).corp?.length === 2);
  const byPath = first.reports.flatMap(({ changes, causes }) =>
    changes.map(({ path, causedBy }) => [
      path,
      causes.filter(({ eventId }) => causedBy.includes(eventId)).map(({ who }) => who.clientId),
    ]),
  );
  expect(Object.fromEntries(byPath)).toEqual({ displayName: [people.alice], showAsButton: [people.bob] });
  const [cause] = first.reports[0]?.causes ?? [];
  expect(cause).toMatchObject({
    type: "connection.updated",
    who: { clientId: people.alice },
    from: { ip: "127.0.0.1", userAgent: `browser of ${people.alice}` },
  });
  expect(Date.now() - Date.parse(cause?.when ?? "")).toBeLessThan(60_000);

  // Roles, and an API, of which there are no events.
  await bob("POST", "organizations/org_0000000000000001/members/auth0%7Cann/roles", {
    roles: ["rol_0000000000000002"],
  });
  await first.until(() => first.reports.some(({ name }) => name === "ann"));
  expect(first.reports.find(({ name }) => name === "ann")).toMatchObject({
    kind: "drift",
    changes: [{ path: "roles[]", kind: "add", is: "rol_0000000000000002" }],
    causes: [{ type: "organization.member.role.assigned", who: { clientId: people.bob } }],
  });
  await alice("PATCH", `resource-servers/${encodeURIComponent(orders)}`, { token_lifetime: 60 });
  await first.until(() => first.reports.some(({ name }) => name === "orders"));
  expect(first.reports.find(({ name }) => name === "orders")).toMatchObject({
    changes: [{ path: "tokenLifetime", was: 3600, is: 60 }],
    causes: [],
  });
  expect(openIn(first.reports)).toEqual(await previewed());

  // A run of the stack puts back what it declares, and changes more. Neither is drift.
  const before = first.reports.length;
  await stack.up(program("Corporate login, new"));
  await stack.run(["up", "--yes", "--skip-preview", "--refresh"]);
  await first.until(() => Object.keys(openIn(first.reports)).length === 0);
  expect(first.reports.slice(before).map(({ kind }) => kind)).not.toContain("drift");
  expect(await previewed()).toEqual({});

  // What happens while no watch runs is reported by the next watch, with its cause, and what was known is not said again.
  await bob("PATCH", `connections/${connection}`, { options: undefined, display_name: "Corp of Bob" });
  await first.until(() => openIn(first.reports).corp?.length === 1);
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);
  await alice("PATCH", `connections/${connection}`, { show_as_button: false });
  await bob("DELETE", "organizations/org_0000000000000001/members/auth0%7Cann/roles", {
    roles: ["rol_0000000000000001"],
  });
  const second = watched(["--every", "10s", "--cursor-file", cursor]);
  await second.until(() => second.log.some(({ what }) => what === "ready"));
  await second.until(() => second.reports.length >= 2);
  expect(second.reports.map(({ name, causes }) => [name, causes.map(({ who }) => who.clientId)]).sort()).toEqual([
    ["ann", [people.bob]],
    ["corp", [people.alice]],
  ]);

  // A cut connection, a gap and a deletion.
  tenant.events.cut({ midway: true });
  tenant.events.expireCursors();
  await alice("DELETE", `connections/${connection}`);
  await second.until(() => openIn(second.reports).corp?.[0] === "deleted");
  expect(openIn([...first.reports, ...second.reports])).toEqual(await previewed());
  expect(JSON.stringify([first.reports, second.reports, first.log, second.log])).not.toContain("the-corp-secret");
  second.child.kill("SIGINT");
  expect(await second.ended).toBe(0);
});

test("--once finds what a preview of a refresh finds, with secrets, exceptions and resources that are only read", async () => {
  await stack.run(["refresh", "--yes", "--skip-preview"]);
  const { id: looked } = tenant.connections.create({
    name: "looked",
    strategy: "oidc",
    display_name: "Looked at",
    options: { client_id: "a" },
  });
  await stack.up({
    ...program(),
    looked: { kind: "Connection", get: `${looked}` },
    signed: {
      args: {
        identifier: "https://signed.example.com",
        name: "Signed",
        signingAlg: "HS256",
        signingSecret: "a-first-secret-of-this-api",
        scopes: { "read:a": "Read", "write:a": "Write" },
      },
    },
    ignoring: {
      args: {
        identifier: "https://ignoring.example.com",
        name: "Ignoring",
        tokenLifetime: 100,
        scopes: { a: "A", b: "B" },
      },
      opts: { ignoreChanges: ["tokenLifetime", "scopes.a"] },
    },
    gone: { args: { identifier: "https://gone.example.com", name: "Gone" } },
  });
  await stack.run(["up", "--yes", "--skip-preview", "--refresh"]);
  const fine = watched(["--once"]);
  expect(await fine.ended).toBe(0);
  expect(fine.reports).toEqual([]);

  const edit = (identifier: string, patch: object) =>
    tenant.resourceServers.update(`https://${identifier}.example.com`, { ...patch });
  edit("orders", { token_lifetime: 90, name: "Orders, edited" });
  edit("signed", { signing_secret: "another-secret-of-this-api", scopes: [{ value: "read:a", description: "Reads" }] });
  edit("ignoring", { token_lifetime: 200, scopes: [{ value: "a", description: "other" }, { value: "c" }] });
  tenant.resourceServers.delete("https://gone.example.com");
  tenant.connections.update("corp", {
    options: { type: "back_channel", issuer: "https://other.example.com/", client_id: "corp", client_secret: "edited" },
  });
  tenant.connections.update("looked", { display_name: "Looked at again" });
  tenant.clearRequests();
  const drifted = watched(["--once"]);
  expect(await drifted.ended).toBe(7);
  const shown = await previewed();
  expect(openIn(drifted.reports)).toEqual(shown);
  expect(Object.keys(shown).sort()).toEqual(["corp", "gone", "ignoring", "orders", "signed"]);
  expect(tenant.requests.some(({ path }) => path.includes("/events"))).toBe(false);
  expect(JSON.stringify(drifted.reports)).not.toMatch(/-secret-of-this-api|"edited"/);
});

test("--once says to people in one line that nothing is new, and that there is no drift", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watch-once-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const main = join(import.meta.dirname, "../../provider/dist/commands/main.js");
  const place = ["--stack", stack.name, "--cwd", join(import.meta.dirname, "project")];
  const once = (...args: readonly string[]) =>
    exec(process.execPath, [main, "watch", "--once", ...place, ...args], {
      env: { ...outerEnvironment(), ...stack.env },
      timeoutMs: 60_000,
    });

  const cursor = ["--cursor-file", join(folder, "cursor.json")];
  expect((await once(...cursor)).stdout).toContain("drift  ResourceServer orders");
  const again = await once(...cursor);
  expect(again.code).toBe(7);
  expect(again.stdout).toMatch(
    /^No new drift: all drift was reported by an earlier watch \(resources with drift: 5 of \d+\)\n$/,
  );

  await stack.run(["up", "--yes", "--skip-preview", "--refresh"]);
  const fine = await once();
  expect(fine.code).toBe(0);
  expect(fine.stdout).toMatch(/^No drift: all resources match the state \(resources: [1-9]\d*\)\n$/);
  expect(fine.stderr).not.toContain("watching");
});
