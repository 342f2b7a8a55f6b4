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

test("the application of a grant is told apart from another of its name, and the other one is the one that is left", () => {
  const grants = [grantAt("cgr_1", "two", "https://orders"), grantAt("cgr_2", "three", "https://orders")];
  expect(match([grantOf("grant", "shop", "https://orders")], grants)).toEqual(["admin=one", "shop=two"]);
});

test("nothing is decided without references, if the tenant has none, or if both objects have them", () => {
  const grant = grantOf("grant", "shop", "https://orders");
  const both = [grantAt("cgr_1", "one", "https://orders"), grantAt("cgr_2", "two", "https://orders")];
  expect(match([], both)).toEqual([]);
  expect(match([grant], [grantAt("cgr_1", "one", "https://stock")])).toEqual([]);
  expect(match([grant], both)).toEqual([]);
});

test("references that contradict each other decide nothing", () => {
  const [orders, stock] = ["https://orders", "https://stock"] as const;
  const grants = [grantAt("cgr_1", "one", orders), grantAt("cgr_2", "two", stock)];
  expect(match([grantOf("a", "shop", orders), grantOf("b", "shop", stock)], grants)).toEqual([]);
  // Both resources would get the first object.
  expect(match([grantOf("a", "shop", orders), grantOf("b", "admin", orders)], grants)).toEqual([]);
});

test("an object of a third resource of the name is not guessed", () => {
  const third = declared("client", "third", { name: "Shop" });
  const three = [...open, { one: third, candidates: [one, two] }];
  const grants = [grantAt("cgr_1", "two", "https://orders")];
  expect(match([third, grantOf("grant", "shop", "https://orders")], grants, three)).toEqual(["shop=two"]);
});

test("an object is told apart by what it refers to", () => {
  const orders = item("resourceServer", "rs", { identifier: "https://orders" });
  const grants = [
    item("clientGrant", "cgr_1", { clientId: "one", audience: "https://orders", subjectType: "rs" }),
    item("clientGrant", "cgr_2", { clientId: "one", audience: "https://orders", subjectType: "other" }),
  ];
  const grant = declared("clientGrant", "grant", { subjectType: unknownValue }, { subjectType: ["orders"] });
  const known = new Map([["orders", orders]]);
  expect(match([grant], [orders, ...grants], [{ one: grant, candidates: grants }], known)).toEqual(["grant=cgr_1"]);
});

test("a reference to an object that was told apart tells apart the next one", () => {
  const actions = ["a", "b"].map((id) => item("action", id, { name: "login", secrets: [id === "a" ? "one" : "two"] }));
  const action = declared("action", "action", { name: "login", secrets: unknownValue }, { secrets: ["shop"] });
  const all = [...open, { one: action, candidates: actions }];
  const grants = [grantAt("cgr_1", "two", "https://orders"), ...actions];
  expect(match([action, grantOf("grant", "shop", "https://orders")], grants, all)).toEqual([
    ...["action=b", "admin=one", "shop=two"],
  ]);
});
