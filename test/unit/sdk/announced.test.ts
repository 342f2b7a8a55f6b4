import * as pulumi from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { ResourceServer } from "../../../provider/src/index.ts";
import { look } from "../helpers/program.ts";

/** What a preview tells the provider's check, besides the arguments. */
async function hidden(opts: pulumi.CustomResourceOptions): Promise<object> {
  let told = {};
  const newResource: pulumi.runtime.Mocks["newResource"] = ({ inputs }) => {
    const { __preview, __deletedFirst } = inputs;
    told = { __preview, __deletedFirst };
    return { id: "id", state: inputs };
  };
  await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "stack", true);
  await look(new ResourceServer("orders", { identifier: "https://orders.example.com" }, opts).urn);
  return told;
}

it("in a preview, hidden inputs tell the check that it is one, and whether the old object is deleted first", async () => {
  expect(await hidden({})).toEqual({ __preview: true });
  expect(await hidden({ deleteBeforeReplace: true })).toEqual({ __preview: true, __deletedFirst: true });
});
