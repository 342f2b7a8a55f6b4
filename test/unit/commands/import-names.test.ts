import { expect, test } from "vitest";
import { namedImport, notTakenRows } from "../../../provider/src/commands/import-text.ts";
import type { InventoryItem } from "../../../provider/src/import/inventory.ts";

test("resources that could not be imported stay in the other tool's state", () => {
  const ids = ["con_corp", "con_odd"];
  const items = ids.map((id): InventoryItem => ({ type: "connection", id, properties: {}, label: id, names: [id] }));
  const objects = ids.map((id) => ({ type: "connection", id, name: id, sources: [`auth0_connection.${id}`] }) as const);
  const { handOver } = namedImport(
    { tool: "terraform", objects, left: [], partsLeft: [] },
    { tenant: "tenant.example.com", items, leftOut: [], names: new Map() },
  );
  const { commands, blocks } = handOver(new Set(items.slice(1)));
  expect(commands).toEqual(["terraform state rm -- \\", "  'auth0_connection.con_corp'"]);
  expect(blocks).not.toContain("con_odd");
});

test("resources that stay for the same reason share one line, with two of their addresses", () => {
  const row = (address: string) => ({ address, type: "ResourceServer", reason: "there is no such object" });
  const all = ["a", "b", "c", "d"].map((name) => row(`auth0_resource_server.${name}`));
  const [a, b] = ["auth0_resource_server.a", "auth0_resource_server.b"];
  const rows = (count: number) => notTakenRows(all.slice(0, count)).map(([what]) => what);
  expect(rows(1)).toEqual([a]);
  expect(rows(2)).toEqual([`2 ResourceServer: ${a}, ${b}`]);
  expect(rows(4)).toEqual([`4 ResourceServer: ${a}, ${b} and 2 more`]);
});
