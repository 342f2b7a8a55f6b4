import { afterEach, expect, test } from "vitest";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

test("groups are listed by cursor, each once, in the order of creation", async () => {
  const { call, emulator } = await setup();
  const names = ["c", "a", "b"];
  for (const name of names) emulator.groups.create({ name });
  const pages: string[] = [];
  let next: string | undefined;
  do {
    const { body } = await call("GET", `/groups?take=1${next === undefined ? "" : `&from=${next}`}`);
    pages.push(...body.groups.map(({ name }: { name: string }) => name));
    next = body.next;
  } while (next !== undefined && pages.length < 9);
  expect(pages).toEqual(names);
});

test("the roles of a group are deleted with the group, the role or the organization", async () => {
  const { emulator } = await setup({
    seed: {
      roles: [{ name: "a" }, { name: "b" }],
      organizations: [{ name: "one" }],
      groups: [{ name: "g" }, { name: "h" }],
    },
  });
  const [g, h] = emulator.groups.list().map(({ id }) => String(id)) as [string, string];
  const id = String(emulator.roles.get("b")?.id);
  emulator.groupRoles.add(g, ["a", "b"]);
  emulator.groupRoles.add(g, ["a"], "one");
  emulator.groupRoles.add(h, ["b"]);
  emulator.roles.delete("a");
  emulator.organizations.delete("one");
  expect(emulator.export("groupRoles")).toEqual({
    groupRoles: [
      { group_id: g, roles: [id] },
      { group_id: h, roles: [id] },
    ],
  });
  emulator.groups.delete(h);
  expect(emulator.export("groupRoles")).toEqual({ groupRoles: [{ group_id: g, roles: [id] }] });
});
