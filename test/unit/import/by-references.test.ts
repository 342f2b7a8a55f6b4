import { expect, test } from "vitest";
import { matchedByReferences, type Referring } from "../../../provider/src/import/by-references.ts";
import type { InventoryItem } from "../../../provider/src/import/inventory.ts";
import { type JsonObject, unknownValue } from "../../../provider/src/schema/json.ts";
import type { TypeName } from "../../../provider/src/types/registry.ts";

const item = (type: TypeName, id: string, properties: JsonObject): InventoryItem => ({
  type,
  id,
  properties,
  label: id,
  names: [],
});
const declared = (
  type: TypeName,
  urn: string,
  inputs: JsonObject,
  sources: Readonly<Record<string, readonly string[]>> = {},
): Referring => ({ type, urn, inputs, sources });

const [one, two] = ["one", "two"].map((id) => item("client", id, { name: "Shop" })) as [InventoryItem, InventoryItem];
const shop = declared("client", "shop", { name: "Shop" });
const admin = declared("client", "admin", { name: "Shop" });
const open = [shop, admin].map((resource) => ({ one: resource, candidates: [one, two] }));
const grantOf = (urn: string, client: string, audience: string) =>
  declared("clientGrant", urn, { clientId: unknownValue, audience, scope: [] }, { clientId: [client] });
const grantAt = (id: string, clientId: string, audience: string) => item("clientGrant", id, { clientId, audience });

const match = (resources: readonly Referring[], items: readonly InventoryItem[], of = open, known = new Map()) =>
  [...matchedByReferences(of, [shop, admin, ...resources], [one, two, ...items], known)]
    .map(([urn, { id }]) => `${urn}=${id}`)
    .toSorted();

test("an application is distinguished from one of the same name by its grant, and so is the other one", () => {
  const grants = [grantAt("cgr_1", "two", "https://orders"), grantAt("cgr_2", "three", "https://orders")];
  expect(match([grantOf("grant", "shop", "https://orders")], grants)).toEqual(["admin=one", "shop=two"]);
});

test("no object is chosen without references, if the tenant has none, or if both objects have them", () => {
  const grant = grantOf("grant", "shop", "https://orders");
  const both = [grantAt("cgr_1", "one", "https://orders"), grantAt("cgr_2", "two", "https://orders")];
  expect(match([], both)).toEqual([]);
  expect(match([grant], [grantAt("cgr_1", "one", "https://stock")])).toEqual([]);
  expect(match([grant], both)).toEqual([]);
});

test("no object is chosen if references contradict each other", () => {
  const [orders, stock] = ["https://orders", "https://stock"] as const;
  const grants = [grantAt("cgr_1", "one", orders), grantAt("cgr_2", "two", stock)];
  expect(match([grantOf("a", "shop", orders), grantOf("b", "shop", stock)], grants)).toEqual([]);
  // Both resources would get the first object.
  expect(match([grantOf("a", "shop", orders), grantOf("b", "admin", orders)], grants)).toEqual([]);
});

test("no object is guessed for a third resource of the same name", () => {
  const third = declared("client", "third", { name: "Shop" });
  const three = [...open, { one: third, candidates: [one, two] }];
  const grants = [grantAt("cgr_1", "two", "https://orders")];
  expect(match([third, grantOf("grant", "shop", "https://orders")], grants, three)).toEqual(["shop=two"]);
});

test("an object is distinguished by the objects that it refers to", () => {
  const orders = item("resourceServer", "rs", { identifier: "https://orders" });
  const grants = [
    item("clientGrant", "cgr_1", { clientId: "one", audience: "https://orders", subjectType: "rs" }),
    item("clientGrant", "cgr_2", { clientId: "one", audience: "https://orders", subjectType: "other" }),
  ];
  const grant = declared("clientGrant", "grant", { subjectType: unknownValue }, { subjectType: ["orders"] });
  const known = new Map([["orders", orders]]);
  expect(match([grant], [orders, ...grants], [{ one: grant, candidates: grants }], known)).toEqual(["grant=cgr_1"]);
});

test("a reference to a chosen object distinguishes the next object", () => {
  const actions = ["a", "b"].map((id) => item("action", id, { name: "login", secrets: [id === "a" ? "one" : "two"] }));
  const action = declared("action", "action", { name: "login", secrets: unknownValue }, { secrets: ["shop"] });
  const all = [...open, { one: action, candidates: actions }];
  const grants = [grantAt("cgr_1", "two", "https://orders"), ...actions];
  expect(match([action, grantOf("grant", "shop", "https://orders")], grants, all)).toEqual([
    ...["action=b", "admin=one", "shop=two"],
  ]);
});
