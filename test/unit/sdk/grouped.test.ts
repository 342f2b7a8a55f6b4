import * as pulumi from "@pulumi/pulumi";
import { beforeEach, expect, test } from "vitest";
import { ConnectionDirectory, UserPermissions } from "../../../provider/src/index.ts";
import { look } from "../helpers/program.ts";

const [orders, billing] = ["https://orders.example.com", "urn:billing"];
const given = { [orders]: ["read:orders", "a b"], [billing]: ["read"] };
const stored = [`${orders} read:orders`, `${orders} a%20b`, `${billing} read`];

beforeEach(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({
      id: `${name}-id`,
      state: name === "stored" ? { ...inputs, permissions: stored } : inputs,
    }),
    call: () => ({}),
  });
});

test.each(["stored", "echoed"])("the output %s has the permissions by API, as the argument has them", async (name) => {
  const rights = new UserPermissions(name, { userId: "auth0|1", permissions: given });
  expect(await look(rights.permissions)).toMatchObject({ value: given });
});

test.each(["stored", "echoed"])(
  "the output %s has the groups of a directory as objects, as the argument has them",
  async (name) => {
    const groups = [{ id: "one" }, { id: "two" }];
    await pulumi.runtime.setMocks({
      newResource: ({ inputs }) => ({
        id: "con_1",
        state: name === "stored" ? { ...inputs, groups: ["one", "two"] } : inputs,
      }),
      call: () => ({}),
    });
    const directory = new ConnectionDirectory(name, { connectionId: "con_1", groups });
    expect(await look(directory.groups)).toMatchObject({ value: groups });
  },
);
