import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { worldOfEachTest } from "./world.ts";

const world = worldOfEachTest(resourceTypes.networkAclKey);

const [one, two] = [1, 2].map((fill) => Buffer.alloc(32, fill).toString("base64")) as [string, string];
const gateway: JsonObject = { name: "gateway", value: one };
const failureOf = async (key?: JsonObject) => {
  const steps = await world.engine.up(key ? { key } : {});
  return steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
};
const stored = () => world.tenant.networkAclKeys.list();
const outputs = () => world.engine.state.get("key")?.outputs ?? {};
const fingerprint = (value: string) => createHash("sha256").update(Buffer.from(value, "base64")).digest("hex");
const made = (value: string) =>
  String(world.tenant.networkAclKeys.create({ name: "gateway", alg: "hmac-sha256", value }).id);
const refer = (id: string) =>
  world.tenant.networkAcls.create({
    ...{ description: "Unsigned", active: true, priority: 1 },
    rule: {
      action: { block: true },
      scope: "authentication",
      not_match: { http_message_signature: { keys: [{ id }] } },
    },
  });

describe("a key for network ACLs", () => {
  test("is created with its algorithm, and its value is not in the state", async () => {
    expect(await failureOf(gateway)).toBe("");
    expect(stored()).toMatchObject([{ name: "gateway", alg: "hmac-sha256", fingerprint: fingerprint(one) }]);
    expect(outputs()).toMatchObject({ fingerprint: fingerprint(one) });
    expect(JSON.stringify(outputs())).not.toContain(one);
  });

  test("is replaced by a key with another value, even with the same name", async () => {
    await failureOf(gateway);
    const [before] = stored();
    expect(await failureOf({ ...gateway, value: two })).toBe("");
    expect(stored()).toMatchObject([{ name: "gateway", fingerprint: fingerprint(two) }]);
    expect(stored()[0]?.id).not.toBe(before?.id);
  });

  test("is not deleted while a network ACL refers to it, and the message says how to change it", async () => {
    await failureOf(gateway);
    refer(String(stored()[0]?.id));
    expect(await failureOf({ ...gateway, value: two })).toMatch(
      /refers to the key.*For a new value, also declare another name/s,
    );
    expect(stored()).toMatchObject([{ fingerprint: fingerprint(one) }]);
  });

  test("of another team is adopted only with the declared value", async () => {
    const id = made(one);
    expect(await failureOf({ ...gateway, value: two, adopt: true })).toMatch(/has another value than the declared one/);
    expect(stored()).toMatchObject([{ id, fingerprint: fingerprint(one) }]);
    expect(await failureOf({ ...gateway, adopt: true })).toBe("");
    expect(world.engine.state.get("key")?.id).toBe(id);
    expect(await failureOf()).toBe("");
    expect(stored()).toEqual([]);
  });

  test("is compared with a value that the program adds later, as after an import, and stays without one", async () => {
    const id = made(one);
    expect(await failureOf({ name: "gateway", adopt: true })).toBe("");
    expect(await failureOf({ ...gateway, value: two })).toMatch(/has another value than the declared one/);
    expect(await failureOf(gateway)).toBe("");
    expect(await failureOf({ name: "gateway" })).toBe("");
    expect(stored()).toMatchObject([{ id, fingerprint: fingerprint(one) }]);
  });

  test.each<[string, JsonObject, RegExp]>([
    ["31 bytes", { ...gateway, value: Buffer.alloc(31).toString("base64") }, /^value: must be 32 to 512 bytes/],
    ["513 bytes", { ...gateway, value: Buffer.alloc(513).toString("base64") }, /^value: must be 32 to 512 bytes/],
    ["a text", { ...gateway, value: "not base64 ".repeat(5) }, /^value: must be 32 to 512 bytes/],
    ["a long name", { ...gateway, name: "x".repeat(256) }, /^name: must (have|be) /],
  ])("with %s is refused before anything is sent", async (_, args, says) => {
    const { failures } = await world.port.check({}, args);
    expect(failures.join("\n")).toMatch(says);
    expect(failures.join("\n")).not.toContain(String(args.value));
  });
});
