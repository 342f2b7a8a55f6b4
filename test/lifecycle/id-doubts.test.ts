import { expect, test, vi } from "vitest";
import { type JsonObject, unknownValue } from "../../provider/src/model/json.ts";
import { secretsKey } from "../../provider/src/model/keys.ts";
import { type KindName, kinds } from "../subjects/kinds.ts";
import { startWorld } from "./world.ts";

/** What a check says of arguments, which it never refuses. */
async function saidOf(kind: KindName, args: JsonObject): Promise<readonly string[]> {
  using warn = vi.spyOn(console, "warn").mockReturnValue();
  const world = await startWorld({}, kinds[kind]);
  const { failures } = await world.port.check({}, args);
  await world.close();
  expect(failures).toEqual([]);
  return warn.mock.calls.map(([line]) => String(line));
}

const member = { organizationId: "org_0123456789abcdef", userId: "auth0|alice", roles: ["rol_0123456789abcdef"] };

test.each<[KindName, JsonObject, string]>([
  [
    "organizationMemberRoles",
    { ...member, organizationId: "north" },
    'organizationId: ids begin with "org_" here; did you give a name in place of one ("north")?',
  ],
  [
    "organizationMemberRoles",
    { ...member, roles: ["admin", ...member.roles, "editor"] },
    'roles: ids begin with "rol_" here; did you give a name in place of one ("admin", "editor")?',
  ],
  [
    "connectionClients",
    { connectionId: "corp", clients: ["any text"] },
    'connectionId: ids begin with "con_" here; did you give a name in place of one ("corp")?',
  ],
])(
  "%s: a name in place of an id gets a hint at what ids begin with, and is not refused: %j",
  async (kind, args, hint) => {
    expect(await saidOf(kind, args)).toEqual([`warning: ${kinds[kind].label(args)}: ${hint}`]);
  },
);

test.each<[KindName, JsonObject]>([
  ["organizationMemberRoles", member],
  ["organizationMemberRoles", { organizationId: unknownValue, userId: unknownValue, roles: [unknownValue] }],
  ["organizationMemberRoles", { ...member, roles: unknownValue }],
  ["connectionClients", { connectionId: unknownValue, clients: ["any text"] }],
])("%s: ids, and what is not known yet, get none: %j", async (kind, args) => {
  expect(await saidOf(kind, args)).toEqual([]);
});

test("a hint shows neither a secret nor signs that rule a terminal", async () => {
  const [hint, ...more] = await saidOf("organizationMemberRoles", {
    ...member,
    organizationId: "hidden-name",
    roles: ["\u001b[2K"],
    [secretsKey]: ["/organizationId"],
  });
  expect(hint).toMatch(/organizationId: ids begin with "org_" here/);
  const all = [hint, ...more].join("\n");
  expect(all).not.toContain("hidden-name");
  expect(all).not.toContain("\u001b");
});
