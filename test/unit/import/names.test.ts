import { describe, expect, test } from "vitest";
import type { InventoryItem } from "../../../provider/src/import/inventory.ts";
import { Naming } from "../../../provider/src/import/names.ts";
import { type TypeName, typeNames } from "../../../provider/src/types/registry.ts";

const item = (name: string, type: TypeName = "connection"): InventoryItem => ({
  ...{ type, id: name, properties: {}, label: name },
  names: [name],
});

const namesOf = (name: string) => new Naming().namesOf(item(name));

describe("names of an import", () => {
  test.each([
    ["Username-Password-Authentication", "usernamePassword", "username-password-authentication"],
    ["UsernamePasswordAuthentication", "usernamePassword", "usernamepasswordauthentication"],
    [
      "Identity Verification Service of the Department for Fishery and Forests",
      "identityVerification",
      "identity-verification-service-of-the-department-for-fishery",
    ],
    [
      "注文管理システム本番環境用アプリケーション",
      "注文管理システム本番環境",
      "注文管理システム本番環境用アプリケーション",
    ],
    ["Donaudampfschifffahrtsgesellschaft", "connection", "donaudampfschifffahrtsgesellschaft"],
    ["x".repeat(61), "connection", "connection"],
    ["1st of all", "connection1stOfAll", "1st-of-all"],
  ])("are never cut within a word: %s", (name, variable, resource) => {
    expect(namesOf(name)).toEqual({ variable, name: resource });
  });

  test.each(typeNames)("include a valid variable name for an unnamed object of type %s", (type) => {
    const naming = new Naming();
    const { variable } = naming.namesOf({ type, id: "id", properties: {}, label: "it", names: [] });
    expect(variable).toMatch(/^[a-z][A-Za-z\d]*$/);
    expect(() => new Function(`const ${variable} = 1;`)).not.toThrow();
  });

  test.each(["Defaults", "data", "all2", "Row", "name", "args", "config"])(
    "are not reserved words of tables and loops: %s",
    (name) => {
      expect(namesOf(name).variable).toMatch(/^connection[A-Z]/);
    },
  );

  test("are unique, even if many objects have equal names, or names that are equal once they are cut", () => {
    const naming = new Naming(["connection orders-2"]);
    const long = "a very long name that says all that there is to say about it and";
    const names = ["Orders", "orders", "ORDERS!", `${long} one`, `${long} two`, "orders 2"].map((name) => {
      const { variable, name: resource } = naming.namesOf(item(name));
      return `${variable} ${resource}`;
    });
    const cut = "a-very-long-name-that-says-all-that-there-is-to-say-about-it";
    expect(names).toEqual([
      ...["orders orders", "orders2 orders-3", "orders3 orders-4"],
      ...[`aVeryLongNameThatSaysAll ${cut}`, `aVeryLongNameThatSaysAll2 ${cut}-2`],
      "orders22 orders-2-2",
    ]);
  });

  test("of 10,000 members with the same name are made in less than 5 s", () => {
    const naming = new Naming();
    const before = process.threadCpuUsage();
    const names = Array.from({ length: 10_000 }, () =>
      naming.namesOf(item("north John Smith", "organizationMemberRoles")),
    );
    const { user, system } = process.threadCpuUsage(before);
    expect(new Set(names.map(({ name }) => name)).size).toBe(10_000);
    expect(new Set(names.map(({ variable }) => variable)).size).toBe(10_000);
    expect((user + system) / 1000).toBeLessThan(5_000);
  });
});
