import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { worldOfEachTest } from "./world.ts";

const world = worldOfEachTest(resourceTypes.actionModule);

const plans: JsonObject = { name: "plans", code: "// one" };
const failureOf = async (module?: JsonObject) => {
  const steps = await world.engine.up(module ? { module } : {});
  return steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
};
const up = async (module?: JsonObject) => expect(await failureOf(module)).toBe("");
const stored = () => (world.tenant.actionModules.get("plans") ?? {}) as JsonObject;
const outputs = () => world.engine.state.get("module")?.outputs ?? {};
const writes = () =>
  world.tenant.requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
const latest = () => stored().latest_version as JsonObject | undefined;
/** Another client saves a draft. */
const save = (values: JsonObject) => world.tenant.actionModules.update(String(stored().id), values);

describe("versions", () => {
  test("a creation and an update each publish a version, and the outputs name it", async () => {
    await up(plans);
    expect(latest()).toMatchObject({ version_number: 1, code: "// one" });
    expect(outputs()).toMatchObject({ versionId: latest()?.id, versionNumber: 1, publish: true });
    await up({ ...plans, code: "// two" });
    expect(latest()).toMatchObject({ version_number: 2, code: "// two" });
    expect(outputs()).toMatchObject({ versionId: latest()?.id, versionNumber: 2 });
    world.tenant.clearRequests();
    await up({ ...plans, code: "// two" });
    expect(writes()).toEqual([]);
  });

  test("a draft is published once the program no longer sets publish: false", async () => {
    await up({ ...plans, publish: false });
    expect(latest()).toBeUndefined();
    expect(outputs()).toMatchObject({ versionId: "", versionNumber: 0, publish: false });
    await up(plans);
    expect(latest()).toMatchObject({ version_number: 1, code: "// one" });
    expect(outputs()).toMatchObject({ versionId: latest()?.id, versionNumber: 1 });
  });

  test("a draft of another client is not published", async () => {
    await up(plans);
    save({ code: "// theirs" });
    world.tenant.clearRequests();
    const packages = [{ name: "undici", version: "7.16.0" }];
    expect(await failureOf({ ...plans, dependencies: packages })).toMatch(
      /its draft and its published version differ in code\. The state does not show that this stack made the unpublished change, and this run would publish it/,
    );
    expect(writes()).toEqual([]);
    await world.engine.refresh();
    await up({ ...plans, dependencies: packages });
    expect(latest()).toMatchObject({ version_number: 2, code: "// one", dependencies: packages });
  });

  test("another client's change between the update and the publication is not published", async () => {
    await up(plans);
    const stop = world.tenant.onRequest(({ phase, request }) => {
      if (phase === "answered" && request.method === "PATCH")
        save({ dependencies: [{ name: "theirs", version: "1.0.0" }] });
    });
    expect(await failureOf({ ...plans, code: "// two" })).toMatch(
      /was not published: another client has changed its dependencies since this run wrote it/,
    );
    stop();
    expect(latest()).toMatchObject({ version_number: 1 });
  });

  test("a publication whose response was lost is not sent again", async () => {
    await up(plans);
    world.tenant.inject({ kind: "reset-after", method: "POST", path: /versions$/ });
    expect(await failureOf({ ...plans, code: "// two" })).not.toBe("");
    await up({ ...plans, code: "// two" });
    expect(latest()).toMatchObject({ version_number: 2, code: "// two" });
    expect(outputs()).toMatchObject({ versionId: latest()?.id, versionNumber: 2, publish: true });
  });

  test("if actions use all versions, the error names the remedy", async () => {
    await up(plans);
    world.tenant.inject({ kind: "status", status: 412, method: "POST", path: /versions$/ });
    expect(await failureOf({ ...plans, code: "// two" })).toMatch(/Let actions use a later version, and deploy them/);
  });
});

describe("secrets", () => {
  const withSecrets = { ...plans, secrets: { KEY: "one", OTHER: "two" } };

  test("are always sent together, and a refresh after an update finds no change", async () => {
    await up(withSecrets);
    await up({ ...withSecrets, secrets: { KEY: "new", OTHER: "two" } });
    const row = world.tenant.export("actionModules").actionModules?.[0];
    expect(row?.secrets).toMatchObject([
      { name: "KEY", value: "new" },
      { name: "OTHER", value: "two" },
    ]);
    expect(await world.engine.refresh()).toEqual([{ name: "module", op: "same" }]);
    expect(JSON.stringify([...world.engine.state.values()])).not.toMatch(/"new"|"two"/);
  });

  test.each([false, true])(
    "whose timestamps could not be read after an update are sent again (exclusive: %s)",
    async (exclusiveSecrets) => {
      await up({ ...withSecrets, exclusiveSecrets });
      const changed = { ...withSecrets, exclusiveSecrets, secrets: { KEY: "new", OTHER: "two" } };
      world.tenant.inject({ kind: "status", status: 400, method: "GET", path: /modules\/./, skip: 2, times: 1 });
      expect(await failureOf(changed)).not.toBe("");
      await up(changed);
      expect(latest()).toMatchObject({ version_number: 2 });
      expect(await world.engine.refresh()).toEqual([{ name: "module", op: "same" }]);
    },
  );

  test("that the program does not declare are deleted only with exclusiveSecrets", async () => {
    await up({ ...plans, secrets: { KEY: "one" } });
    save({ secrets: [{ name: "THEIRS", value: "x" }] });
    await world.engine.refresh();
    expect(await failureOf({ ...plans, secrets: { KEY: "new" } })).toMatch(/undeclared secrets THEIRS/);
    await up({ ...plans, secrets: { KEY: "new" }, exclusiveSecrets: true });
    expect(stored().secrets).toMatchObject([{ name: "KEY" }]);
  });
});

test("the refusal to delete a module names the actions that use it", async () => {
  await up(plans);
  const { id } = stored();
  const using = [{ module_id: id, module_version_id: latest()?.id }];
  for (const name of ["Enrich", "Check"]) {
    const supported_triggers = [{ id: "post-login", version: "v3" }];
    world.tenant.actions.create({ name, supported_triggers, code: "", modules: using });
  }
  expect(await failureOf()).toMatch(/these actions use the module: "Enrich", "Check"\. First remove the module from/);
  expect(stored().id).toBe(id);
});

test.each([
  [{ ...plans, code: "x".repeat(65_537) }, /^code: must be/],
  [{ ...plans, name: "x".repeat(256) }, /^name: must be/],
  [{ ...plans, code: "\u0000" }, /^code: must not contain a NUL character/],
  [{ ...plans, secrets: { KEY: "x".repeat(4097) } }, /^secrets\.KEY: must be/],
  [
    { ...plans, dependencies: Array.from({ length: 11 }, (_, n) => ({ name: `n${n}`, version: "1.0.0" })) },
    /^dependencies/,
  ],
])("a module beyond a limit is refused before anything is sent", async (args, says) => {
  const { failures } = await world.port.check({}, args);
  expect(failures.join("\n")).toMatch(says);
});
