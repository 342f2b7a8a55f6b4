import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { Client } from "../../../provider/src/index.ts";
import { recordKey } from "../../../provider/src/schema/provider-code.ts";
import { look } from "../helpers/program.ts";

/** What the state has of a resource: its id, and its record. */
async function inState(id: string, record?: object, preview = false): Promise<void> {
  const state = { ...(record && !preview && { [recordKey]: record }) };
  await pulumi.runtime.setMocks(
    { newResource: ({ inputs }) => ({ id, state: { ...inputs, ...state } }), call: () => ({}) },
    "project",
    "stack",
    preview,
  );
}

test("the client id of an application is its id, also in the preview of an update", async () => {
  await inState("abc", { v: 2, paths: [] }, true);
  const shop = new Client("shop", { name: "Shop" });
  expect(await look(shop.clientId)).toMatchObject({ value: "abc", known: true, secret: false, resources: [shop] });
  expect(await look(shop.id)).toMatchObject({ value: "abc", known: true });
  expect(Object.keys(shop)).toEqual(expect.arrayContaining(["id", "clientId"]));
  expect(Object.keys(shop)).not.toContain(recordKey);
});

test("once the object is found, outputs have its real id, although the state keeps the id of the creation", async () => {
  await inState("unconfirmed:Shop", { v: 2, paths: [], id: "abc" });
  const shop = new Client("shop", { name: "Shop" });
  for (const output of [shop.id, shop.clientId])
    expect(await look(output)).toMatchObject({ value: "abc", known: true });
  await inState("unconfirmed:Shop", { v: 2, paths: [], id: "abc" }, true);
  expect(await look(new Client("shop", { name: "Shop" }).clientId)).toMatchObject({ known: false });
});
