import { expect, test } from "vitest";
import { namedImport } from "../../../provider/src/cli/import-names.ts";
import type { InventoryItem } from "../../../provider/src/importer/index.ts";

test("the other tool keeps what could not be imported", () => {
  const ids = ["con_corp", "con_odd"];
  const items = ids.map((id): InventoryItem => ({ kind: "connection", id, live: {}, label: id, names: [id] }));
  const objects = ids.map((id) => ({ kind: "Connection", id, name: id, sources: [`auth0_connection.${id}`] }) as const);
  const { handOver } = namedImport(
    { tool: "terraform", objects, left: [] },
    { tenant: "tenant.example.com", items, leftOut: [] },
  );
  const { commands, blocks } = handOver(new Set(items.slice(1)));
  expect(commands).toEqual(["terraform state rm \\", "  'auth0_connection.con_corp'"]);
  expect(blocks).not.toContain("con_odd");
});
