import * as pulumi from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { ResourceServer } from "../../../provider/src/index.ts";
import { look } from "../helpers/program.ts";

/** Whether a preview asks the provider to tell of an object that is in the way. */
async function isAnnounced(opts: pulumi.CustomResourceOptions): Promise<boolean> {
  const asked: boolean[] = [];
  const newResource: pulumi.runtime.Mocks["newResource"] = ({ inputs }) => {
    asked.push(inputs.__preview === true);
    return { id: "id", state: inputs };
  };
  await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "stack", true);
  await look(new ResourceServer("orders", { identifier: "https://orders.example.com" }, opts).urn);
  return asked[0] ?? false;
}

it("a preview looks for objects in the way, but not where the old object may be deleted first", async () => {
  expect(await isAnnounced({})).toBe(true);
  expect(await isAnnounced({ deleteBeforeReplace: true })).toBe(false);
});
