import { join } from "node:path";
import { expect, test } from "vitest";
import { orders, people, previewed, program, watched, withWatchedStack } from "./watched-stack.ts";
import { openIn, person } from "./watcher.ts";
import { stack, tenant } from "./world.ts";

withWatchedStack();

test("a watch reports edits with author, time and address, but not the stack's own runs; open edits equal the preview's", async () => {
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
