import { afterEach, describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../../provider/src/emulator/index.ts";
import { Lifecycle } from "../../provider/src/lifecycle/lifecycle.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import type { ResourceType } from "../../provider/src/lifecycle/resource-type.ts";
import { previewKey } from "../../provider/src/schema/provider-code.ts";
import { actionType } from "../../provider/src/types/action/calls.ts";
import { connectionType } from "../../provider/src/types/connection/calls.ts";
import { loseCreation } from "../harness/faults.ts";
import { inProcess } from "../harness/in-process.ts";
import { MiniEngine, revealed } from "../harness/mini-engine.ts";
import { gatherWarnings } from "./warnings.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
const warnings = gatherWarnings();
afterEach(() => world.close());

const start = async (options: EmulatorOptions = {}) => {
  world = await startWorld(options, actionType);
};

const enrich = {
  name: "Enrich",
  supportedTriggers: [{ id: "post-login", version: "v3" }],
  code: "// first",
};

const up = (args: object | undefined) => world.engine.up(args ? { it: { ...args } } : {});
const failureOf = async (args: object | undefined) => {
  const [step] = await up(args);
  return step?.failure?.message ?? "";
};
const only = () => world.tenant.actions.list()[0] ?? {};
const deployments = () => world.calls().filter((call) => call.endsWith("/deploy")).length;
const writes = () => world.calls().filter((call) => !call.startsWith("GET"));

describe("deployment", () => {
  test("a run deploys an action once it is built, and waits until the deployment shows", async () => {
    await start({ actionBuildMs: 20, actionDeployMs: 20 });
    expect(await up(enrich)).toMatchObject([{ op: "create" }]);
    expect(only()).toMatchObject({ status: "built", all_changes_deployed: true, deployed_version: { number: 1 } });
    expect(deployments()).toBe(1);
    const { outputs } = world.engine.state.get("it") ?? {};
    expect(outputs).toMatchObject({ status: "built", allChangesDeployed: true, deploy: true });
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    expect(await world.engine.changes({ it: enrich })).toEqual([]);
  });

  test("a change is deployed; an unchanged action is neither sent nor deployed", async () => {
    await start();
    await up(enrich);
    await up({ ...enrich, code: "// second" });
    expect(only()).toMatchObject({ deployed_version: { number: 2, code: "// second" } });
    world.tenant.clearRequests();
    await up({ ...enrich, code: "// second" });
    expect(writes()).toEqual([]);
  });

  test("an undeployed draft is drift, and the next run restores its declared values and deploys it", async () => {
    await start();
    await up(enrich);
    world.tenant.actions.update(String(only().id), { code: "// theirs" });
    expect(await world.engine.refresh()).toMatchObject([{ op: "update" }]);
    world.tenant.clearRequests();
    await up(enrich);
    expect(writes()).toEqual([
      `PATCH /api/v2/actions/actions/${only().id}`,
      `POST /api/v2/actions/actions/${only().id}/deploy`,
    ]);
    expect(only()).toMatchObject({ all_changes_deployed: true, deployed_version: { code: "// first" } });
  });

  test("with deploy: false, a draft stays a draft, and nothing is undeployed", async () => {
    await start();
    const draft = { ...enrich, deploy: false };
    await up(draft);
    expect(only().deployed_version).toBeUndefined();
    world.tenant.actions.deploy(String(only().id));
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    await up({ ...draft, code: "// second" });
    expect(only()).toMatchObject({ all_changes_deployed: false, deployed_version: { code: "// first" } });
    await up({ ...enrich, code: "// second" });
    expect(only()).toMatchObject({ all_changes_deployed: true, deployed_version: { code: "// second" } });
  });

  test("a failed build is an error at once, and the next run builds again", async () => {
    await start();
    world.tenant.actions.failBuilds(true);
    const failure = await failureOf(enrich);
    expect(failure).toContain('action "Enrich" was not deployed: the service could not build it');
    expect(deployments()).toBe(0);
    world.tenant.actions.failBuilds(false);
    expect(await world.engine.changes({ it: enrich })).not.toEqual([]);
    expect(await up(enrich)).toMatchObject([{ op: "update" }]);
    expect(world.tenant.actions.list()).toMatchObject([{ all_changes_deployed: true }]);
  });

  test("the error of a failed build names a missing dependency as a possible cause", async () => {
    await start();
    const failure = await failureOf({ ...enrich, dependencies: [{ name: "undici", version: "0.0.0" }] });
    expect(failure).toContain("Check that every dependency exists in the declared version");
  });

  test("an endless build times out, and the next run continues", async () => {
    await start({ actionBuildMs: Number.POSITIVE_INFINITY });
    expect(await failureOf(enrich)).toContain("was not built within about 5 minutes");
    world.tenant.actions.finishBuilds();
    world.tenant.clearRequests();
    await up(enrich);
    expect(deployments()).toBe(1);
    expect(world.tenant.actions.list()).toMatchObject([{ all_changes_deployed: true }]);
  });

  test("a deployment that is refused as too early is repeated", async () => {
    await start();
    const message = "A draft must be in the 'built' state before it can be deployed.";
    const body = JSON.stringify({ statusCode: 400, error: "Bad Request", message });
    world.tenant.inject({ kind: "status", status: 400, path: /deploy$/, times: 2, body });
    expect(await up(enrich)).toMatchObject([{ op: "create" }]);
    expect(deployments()).toBe(3);
    expect(only()).toMatchObject({ deployed_version: { number: 1 } });
  });

  test.each(["reset-before", "reset-after", "status-after"] as const)(
    "a deployment whose response was lost (%s) is checked by the next run, and made at most once",
    async (kind) => {
      await start();
      world.tenant.inject({ kind, status: 500, path: /deploy$/, times: 1 });
      expect(await failureOf(enrich)).toContain("It is not known how much of");
      await up(enrich);
      expect(only()).toMatchObject({ all_changes_deployed: true, deployed_version: { number: 1 } });
      expect(await world.engine.changes({ it: enrich })).toEqual([]);
    },
  );
});

describe("code that another team has left undeployed", () => {
  const theirs = "// theirs, not reviewed";
  const dependencies = [{ name: "undici", version: "7.16.0" }];
  const drafted = (draft: object) => world.tenant.actions.update(String(only().id), { ...draft });

  test("is not deployed by a change of another property: the run refuses, names the draft, and sends nothing", async () => {
    await start();
    await up(enrich);
    drafted({ code: theirs });
    world.tenant.clearRequests();
    const failure = await failureOf({ ...enrich, dependencies });
    expect(failure).toContain(
      'action "Enrich" was not changed: at the tenant, its draft and its deployed version differ in code',
    );
    expect(failure).toContain("pulumi up --refresh");
    expect(failure).not.toContain("not reviewed");
    expect(writes()).toEqual([]);
    expect(only()).toMatchObject({ deployed_version: { code: "// first" } });

    // The way out.
    expect(await world.engine.refresh()).toMatchObject([{ op: "update" }]);
    await up({ ...enrich, dependencies });
    expect(only()).toMatchObject({ all_changes_deployed: true, deployed_version: { code: "// first", dependencies } });
  });

  test.each([
    ["dependencies", { dependencies }],
    ["runtime", { runtime: "node18-actions" }],
    ["secrets.THEIRS", { secrets: [{ name: "THEIRS", value: "x" }] }],
  ])("an undeployed draft of an undeclared property is not deployed either: %s", async (named, draft) => {
    await start();
    await up(enrich);
    drafted(draft);
    world.tenant.clearRequests();
    expect(await failureOf({ ...enrich, code: "// second" })).toContain(named);
    expect(writes()).toEqual([]);
  });

  test("an undeployed secret of another team is not deployed either", async () => {
    await start();
    const withSecret = { ...enrich, secrets: { KEY: "one" } };
    await up(withSecret);
    drafted({ secrets: [{ name: "KEY", value: "theirs" }] });
    world.tenant.clearRequests();
    expect(await failureOf({ ...withSecret, dependencies })).toContain("secrets.KEY");
    expect(writes()).toEqual([]);
    await world.engine.refresh();
    await up({ ...withSecret, dependencies });
    expect(world.tenant.export().actions).toMatchObject([{ secrets: [{ name: "KEY", value: "one" }] }]);
    expect(only()).toMatchObject({ all_changes_deployed: true });
  });

  test("a secret that another team removed from the draft is undeployed only with exclusiveSecrets", async () => {
    await start();
    world.tenant.actions.create({
      name: "Enrich",
      supported_triggers: enrich.supportedTriggers,
      code: "// first",
      secrets: [{ name: "THEIRS", value: "x" }],
      deploy: true,
    });
    await up({ ...enrich, adopt: true });
    drafted({ secrets: [] });
    const failure = await failureOf({ ...enrich, dependencies });
    expect(failure).toContain("The program does not declare secrets.THEIRS");
    expect(failure).not.toContain("--refresh");
    expect(await failureOf({ ...enrich, dependencies, secrets: {}, exclusiveSecrets: true })).toBe("");
    expect(only()).toMatchObject({ all_changes_deployed: true, secrets: [] });
  });

  test("is not deployed when an action is adopted", async () => {
    await start();
    world.tenant.actions.create({
      name: "Enrich",
      supported_triggers: enrich.supportedTriggers,
      code: "// first",
      deploy: true,
    });
    drafted({ runtime: "node18-actions" });
    expect(await failureOf({ ...enrich, adopt: true })).toContain("runtime");
    expect(only()).toMatchObject({ all_changes_deployed: false });
  });

  test("a draft that equals the program is deployed; with deploy: false, another team's draft stays", async () => {
    await start();
    await up(enrich);
    drafted({ code: "// second" });
    await up({ ...enrich, code: "// second", dependencies });
    expect(only()).toMatchObject({ all_changes_deployed: true, deployed_version: { code: "// second", dependencies } });
    drafted({ runtime: "node18-actions" });
    await up({ ...enrich, code: "// third", dependencies, deploy: false });
    expect(only()).toMatchObject({
      code: "// third",
      all_changes_deployed: false,
      deployed_version: { code: "// second" },
    });
  });

  test("an edit while the run waits for the build is not deployed", async () => {
    await start();
    await up(enrich);
    let isEdited = false;
    world.tenant.onRequest(({ phase, request }) => {
      if (phase !== "answered" || request.method !== "PATCH" || isEdited) return;
      isEdited = true;
      drafted({ code: theirs });
    });
    expect(await failureOf({ ...enrich, dependencies })).toContain("code");
    expect(only()).toMatchObject({ deployed_version: { code: "// first" } });
    await world.engine.refresh();
    await up({ ...enrich, dependencies });
    expect(only()).toMatchObject({ all_changes_deployed: true, deployed_version: { code: "// first" } });
  });

  test.each([false, true])(
    "a secret sent during the wait for the build is not treated as ours by the next run (exclusiveSecrets: %s)",
    async (exclusiveSecrets) => {
      await start();
      await up({ ...enrich, secrets: { KEY: "one" }, exclusiveSecrets });
      let isEdited = false;
      world.tenant.onRequest(({ phase, request }) => {
        if (phase !== "answered" || request.method !== "PATCH" || isEdited) return;
        isEdited = true;
        drafted({ secrets: [{ name: "KEY", value: "theirs" }] });
      });
      const next = { ...enrich, secrets: { KEY: "two" }, exclusiveSecrets };
      expect(await failureOf(next)).toContain("secrets.KEY");
      expect(await failureOf(next)).toContain("its deployed version differ in secrets.KEY");
      expect(only()).toMatchObject({ all_changes_deployed: false });
      await world.engine.refresh();
      expect(await failureOf(next)).toBe("");
      expect(only()).toMatchObject({ all_changes_deployed: true });
      expect(world.tenant.export().actions).toMatchObject([{ secrets: [{ name: "KEY", value: "two" }] }]);
    },
  );

  test("a secret sent right after the deployment is not treated as ours by the next run", async () => {
    await start();
    let isEdited = false;
    world.tenant.onRequest(({ phase, request }) => {
      if (phase !== "answered" || !request.path.endsWith("/deploy") || isEdited) return;
      isEdited = true;
      drafted({ secrets: [{ name: "KEY", value: "theirs" }] });
    });
    const ours = { ...enrich, secrets: { KEY: "one" } };
    await up(ours);
    expect(await failureOf(ours)).toContain("its deployed version differ in secrets.KEY");
    expect(only()).toMatchObject({ all_changes_deployed: false });
    await world.engine.refresh();
    expect(await failureOf(ours)).toBe("");
    expect(world.tenant.export().actions).toMatchObject([{ secrets: [{ name: "KEY", value: "one" }] }]);
  });

  test("an edit between the run's read and its update is not deployed", async () => {
    await start();
    await up(enrich);
    let isEdited = false;
    world.tenant.onRequest(({ phase, request }) => {
      if (phase !== "answered" || request.method !== "GET" || isEdited) return;
      isEdited = true;
      drafted({ code: theirs });
    });
    expect(await failureOf({ ...enrich, dependencies })).toContain("code");
    expect(only()).toMatchObject({ deployed_version: { code: "// first" } });
    await world.engine.refresh();
    await up({ ...enrich, dependencies });
    expect(only()).toMatchObject({ all_changes_deployed: true, deployed_version: { code: "// first", dependencies } });
  });

  test("is not deployed when a run completes a lost creation", async () => {
    await start();
    loseCreation(world.tenant, /actions$/, 0);
    const all = { ...enrich, dependencies, secrets: { KEY: "one" } };
    expect(await failureOf(all)).toContain("It is not known whether");
    world.tenant.clearFaults();
    drafted({
      secrets: [
        { name: "KEY", value: "one" },
        { name: "THEIRS", value: "x" },
      ],
    });
    await failureOf(all);
    expect(only()).toMatchObject({ all_changes_deployed: false });
    drafted({ secrets: [{ name: "KEY", value: "other" }] });
    // Nothing tells whose the action is, so the program takes it over.
    expect(await failureOf({ ...all, adopt: true })).toBe("");
    expect(only()).toMatchObject({ all_changes_deployed: true, deployed_version: { code: "// first", dependencies } });
    expect(world.tenant.export().actions).toMatchObject([{ secrets: [{ name: "KEY", value: "one" }] }]);
  });

  test("is not deployed by adding `deploy: true` to the program", async () => {
    await start();
    await up({ ...enrich, deploy: false });
    drafted({ runtime: "node18-actions", dependencies });
    expect(await failureOf({ ...enrich, deploy: true })).toContain("dependencies");
    expect(only()).toMatchObject({ all_changes_deployed: false });
  });

  test.each([
    ["", false],
    [" after a refresh", true],
  ])(
    "the next run deploys what an earlier one sent and could not deploy, including removals%s",
    async (_, isRefreshed) => {
      await start();
      await up({ ...enrich, dependencies, secrets: { KEY: "one", OLD: "two" } });
      world.tenant.inject({ kind: "status", status: 403, path: /deploy$/, times: 1 });
      const next = { ...enrich, secrets: { KEY: "other" } };
      expect(await failureOf(next)).toContain("Only a part of");
      if (isRefreshed) await world.engine.refresh();
      expect(await failureOf(next)).toBe("");
      expect(only()).toMatchObject({
        all_changes_deployed: true,
        deployed_version: { dependencies: [], secrets: [{ name: "KEY" }] },
      });
      expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
      expect(await world.engine.changes({ it: next })).toEqual([]);
    },
  );

  test.each([
    ["one secret", { KEY: "one" }],
    ["all secrets", undefined],
  ])(
    "secrets removed from the program and from the draft by a killed run are undeployed by the next run: %s",
    async (_, secrets) => {
      await start();
      await up({ ...enrich, secrets: { KEY: "one", OLD: "two" } });
      const next = { ...enrich, ...(secrets && { secrets }) };
      // The run was killed between its PATCH and the deployment, so the state knows nothing of it.
      const kept = secrets ? [{ name: "KEY", value: "one" }] : [];
      drafted({ secrets: kept });
      await world.engine.refresh();
      expect(await failureOf(next)).toBe("");
      expect(only()).toMatchObject({
        all_changes_deployed: true,
        deployed_version: { secrets: Object.keys(secrets ?? {}).map((name) => ({ name })) },
      });
      expect(await world.engine.changes({ it: next })).toEqual([]);
    },
  );

  test.each([
    ["", false],
    [" after a refresh", true],
  ])(
    "with exclusiveSecrets, the next run deploys an update whose deployment failed, including removed secrets%s",
    async (_, isRefreshed) => {
      await start();
      await up({ ...enrich, secrets: { KEY: "one", OLD: "two" }, exclusiveSecrets: true });
      world.tenant.inject({ kind: "status", status: 500, path: /deploy$/, times: 1 });
      const next = { ...enrich, secrets: { KEY: "other" }, exclusiveSecrets: true };
      expect(await failureOf(next)).toContain("It is not known how much of");
      if (isRefreshed) await world.engine.refresh();
      expect(await failureOf(next)).toBe("");
      expect(only()).toMatchObject({ all_changes_deployed: true, deployed_version: { secrets: [{ name: "KEY" }] } });
      expect(await world.engine.changes({ it: next })).toEqual([]);
    },
  );

  test("with exclusiveSecrets, another team's value of a declared secret is not deployed", async () => {
    await start();
    const all = { ...enrich, secrets: { KEY: "one" }, exclusiveSecrets: true };
    await up(all);
    drafted({ secrets: [{ name: "KEY", value: "theirs" }] });
    const next = { ...all, code: "// second" };
    expect(await failureOf(next)).toContain("its deployed version differ in secrets.KEY");
    expect(only()).toMatchObject({ all_changes_deployed: false, deployed_version: { code: "// first" } });
    await world.engine.refresh();
    expect(await failureOf(next)).toBe("");
    expect(only()).toMatchObject({ all_changes_deployed: true, deployed_version: { code: "// second" } });
    expect(world.tenant.export().actions).toMatchObject([{ secrets: [{ name: "KEY", value: "one" }] }]);
  });
});

describe("code and dependencies", () => {
  test("line endings, the order of dependencies and a registry that the service drops are no drift", async () => {
    await start();
    const dependencies = [
      { name: "undici", version: "7.16.0" },
      { name: "@example/one", version: "1.0.0", registryUrl: "https://npm.example.com" },
    ];
    await up({ ...enrich, code: "// a\r\n// b\r\n", dependencies });
    expect(only().code).toBe("// a\n// b\n");
    const other = { ...enrich, code: "// a\n// b\n", dependencies: dependencies.toReversed() };
    expect(await world.engine.changes({ it: other })).toEqual([]);
    world.tenant.actions.update(String(only().id), { code: "// a\r\n// b\r\n" });
    world.tenant.actions.deploy(String(only().id));
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    const moved = dependencies.map((one) => (one.registryUrl ? { ...one, registryUrl: "https://r.example.com" } : one));
    expect(await world.engine.changes({ it: { ...other, dependencies: moved } })).not.toEqual([]);
  });

  test("an adopted action does not keep the dependency registry of the earlier draft", async () => {
    await start();
    const theirs = { name: "@example/one", version: "1.0.0" };
    const declared = { ...enrich, dependencies: [{ ...theirs, registryUrl: "https://npm.example.com" }] };
    const storedDependencies = () =>
      (world.tenant.export().actions?.[0] as { dependencies?: unknown } | undefined)?.dependencies;
    await up({ ...enrich, dependencies: [theirs] });
    await world.engine.up({ renamed: { ...declared, adopt: true } });
    expect(storedDependencies()).toEqual([{ ...theirs, registry_url: "https://npm.example.com" }]);
    expect(await world.engine.refresh()).toEqual([{ name: "renamed", op: "same" }]);
  });

  test("another version of the trigger updates the action in place; another trigger creates a new action first", async () => {
    await start();
    await up({ ...enrich, supportedTriggers: [{ id: "post-login", version: "v2" }], runtime: "node22" });
    const { id } = only();
    await up(enrich);
    expect(only()).toMatchObject({ id, supported_triggers: [{ id: "post-login", version: "v3" }] });
    world.tenant.clearRequests();
    await up({ ...enrich, supportedTriggers: [{ id: "credentials-exchange", version: "v2" }] });
    expect(writes().map((call) => call.split(" ")[0])).toEqual(["POST", "POST", "DELETE"]);
    expect(world.tenant.actions.list()).toHaveLength(1);
    expect(only().id).not.toBe(id);
  });
});

describe("undeclared secrets of an action", () => {
  const another = { ...enrich, supportedTriggers: [{ id: "credentials-exchange", version: "v2" }] };
  const byHand = (...names: readonly string[]) =>
    world.tenant.actions.update(String(only().id), { secrets: names.map((name) => ({ name, value: "theirs" })) });
  const ids = () => world.tenant.actions.list().map(({ id }) => id);

  test("prevent a replacement by another trigger, already in the preview, unless exclusiveSecrets permits it", async () => {
    await start();
    await up(enrich);
    byHand("THEIRS", "KEY");
    world.tenant.actions.deploy(String(only().id));
    const before = ids();
    warnings.length = 0;
    await world.engine.changes({ it: { ...another, [previewKey]: true } });
    expect(warnings.join("\n")).toContain('`pulumi up` will fail: action "Enrich" is not replaced');
    world.tenant.clearRequests();
    const failure = await failureOf({ ...another, secrets: { KEY: "ours" } });
    expect(failure).toContain('action "Enrich" is not replaced: the existing object (id');
    expect(failure).toContain("has the undeclared secrets THEIRS");
    expect(writes()).toEqual([]);
    expect(ids()).toEqual(before);

    expect(await failureOf({ ...another, exclusiveSecrets: true })).toBe("");
    expect(ids()).not.toEqual(before);
    expect(ids()).toHaveLength(1);
  });

  test("prevent a replacement that deletes first or that a resource option forces", async () => {
    await start();
    await up({ ...enrich, secrets: { KEY: "ours" } });
    byHand("THEIRS", "KEY");
    const before = ids();
    world.engine.forced.add("it");
    const next = { ...enrich, secrets: { KEY: "ours" }, code: "// second" };
    expect(await failureOf(next)).toContain("has the undeclared secrets THEIRS");
    world.engine.deletedFirst.add("it");
    expect(await failureOf(next)).toContain("has the undeclared secrets THEIRS");
    expect(ids()).toEqual(before);
  });

  test("prevent a replacement if this stack declared them before and another client changed them since", async () => {
    await start();
    await up({ ...enrich, secrets: { KEY: "one", OLD: "two" } });
    byHand("OLD", "KEY");
    const before = ids();
    expect(await failureOf({ ...another, secrets: { KEY: "one" } })).toContain("has the undeclared secrets OLD");
    expect(ids()).toEqual(before);
  });

  test("do not prevent a replacement if all are declared, or were removed from the program with it", async () => {
    await start();
    await up({ ...enrich, secrets: { KEY: "one", OLD: "two" } });
    expect(await failureOf({ ...another, secrets: { KEY: "one" } })).toBe("");
    expect(ids()).toHaveLength(1);
    expect(only()).toMatchObject({ supported_triggers: another.supportedTriggers, secrets: [{ name: "KEY" }] });
  });
});

describe("secrets", () => {
  const secret = "plain-text-of-a-secret";
  const both = { ...enrich, secrets: { KEY: secret, OTHER: "another-one" } };
  const stored = () => (world.tenant.export().actions?.[0]?.secrets ?? []) as { name: string; value: string }[];
  const values = () => Object.fromEntries(stored().map(({ name, value }) => [name, value]));

  test("values are sent to the service, and only keyed hashes are in the state", async () => {
    await start();
    await up(both);
    expect(values()).toEqual(both.secrets);
    const state = JSON.stringify(world.engine.state.get("it"));
    expect(state).not.toContain(secret);
    const { secrets } = revealed(world.engine.state.get("it")?.outputs ?? {}) as { secrets: Record<string, string> };
    expect(Object.keys(secrets)).toEqual(["KEY", "OTHER"]);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    expect(await world.engine.changes({ it: both })).toEqual([]);
  });

  test.each([
    [[{ name: "KEY", value: secret }], "secrets: must be a map"],
    [{ KEY: 5 }, "secrets.KEY: must be a string"],
    [{ KEY: "" }, "secrets.KEY: must not be empty"],
  ])("a wrong form is refused in terms of the program, and no secret is quoted: %j", async (wrong, message) => {
    await start();
    const said = await failureOf({ ...enrich, secrets: wrong });
    expect(said.split("\n")).toEqual([message]);
    expect(writes()).toEqual([]);
  });

  test("all secrets are sent if one changes, and none otherwise", async () => {
    await start();
    await up(both);
    await up({ ...both, secrets: { ...both.secrets, KEY: "new" } });
    expect(values()).toEqual({ KEY: "new", OTHER: "another-one" });
    const before = stored();
    await up({ ...both, secrets: { ...both.secrets, KEY: "new" }, code: "// second" });
    expect(stored()).toEqual(before);
    await up(enrich);
    expect(values()).toEqual({});
  });

  test("another client's edit is found by its time, and the next run sends the declared values", async () => {
    await start();
    await up(both);
    world.tenant.actions.update(String(only().id), {
      secrets: [
        { name: "KEY", value: "theirs" },
        { name: "OTHER", value: "another-one" },
      ],
    });
    world.tenant.actions.deploy(String(only().id));
    expect(await world.engine.refresh()).toMatchObject([{ op: "update" }]);
    await up(both);
    expect(values()).toEqual(both.secrets);
  });

  const withTheirs = [
    { name: "KEY", value: secret },
    { name: "OTHER", value: "another-one" },
    { name: "THEIRS", value: "theirs" },
  ];

  test("an update that would delete an undeclared secret is refused by name", async () => {
    await start();
    await up(both);
    world.tenant.actions.update(String(only().id), { secrets: withTheirs });
    await world.engine.refresh();
    expect(await failureOf({ ...both, secrets: { KEY: "new" } })).toMatch(/also has the undeclared secrets THEIRS/);
    expect(values()).toMatchObject({ THEIRS: "theirs", KEY: secret });
    await up({ ...both, secrets: { KEY: "new" }, exclusiveSecrets: true });
    expect(values()).toEqual({ KEY: "new" });
  });

  test("with exclusiveSecrets, an undeclared secret is drift, and the next run deletes it", async () => {
    await start();
    const exclusive = { ...both, exclusiveSecrets: true };
    await up(exclusive);
    world.tenant.actions.update(String(only().id), { secrets: withTheirs });
    expect(await world.engine.refresh()).toMatchObject([{ op: "update" }]);
    const { secrets } = revealed(world.engine.state.get("it")?.inputs ?? {}) as { secrets: Record<string, string> };
    expect(Object.keys(secrets)).toEqual(["KEY", "OTHER", "THEIRS"]);
    await up(exclusive);
    expect(values()).toEqual(both.secrets);
  });

  test("with exclusiveSecrets and no declared secret, an added one is drift, and the next run deletes it", async () => {
    await start();
    const none = { ...enrich, secrets: {}, exclusiveSecrets: true };
    await up(none);
    world.tenant.actions.update(String(only().id), { secrets: [{ name: "THEIRS", value: "theirs" }] });
    expect(await world.engine.refresh()).toMatchObject([{ op: "update" }]);
    await up(none);
    expect(values()).toEqual({});
    expect(await world.engine.refresh()).toMatchObject([{ op: "same" }]);
  });

  test("secrets removed from the program are deleted, also with exclusiveSecrets, unless the program leaves secrets to others", async () => {
    await start();
    await up({ ...both, exclusiveSecrets: true });
    await up(enrich);
    expect(values()).toEqual({});
    await up({ ...both, exclusiveSecrets: true });
    await up({ ...enrich, exclusiveSecrets: false });
    expect(values()).toEqual(both.secrets);
  });

  test("no error quotes a secret that the service repeats", async () => {
    await start();
    const body = JSON.stringify({ statusCode: 400, error: "Bad Request", message: `no ${secret}` });
    world.tenant.inject({ kind: "status", status: 400, method: "POST", path: "/api/v2/actions", times: 1, body });
    expect(await failureOf(both)).not.toContain(secret);
  });
});

test.each([0, 2])("an action with %i triggers is refused before anything is sent", async (count) => {
  await start();
  const supportedTriggers = Array.from({ length: count }, () => ({ id: "post-login", version: "v3" }));
  expect(await failureOf({ ...enrich, supportedTriggers })).toContain("supportedTriggers: must have exactly 1 element");
  expect(world.calls()).toEqual([]);
});

test("a misspelt trigger is refused with a suggestion; an unknown one is sent unchanged", async () => {
  await start();
  const slip = { ...enrich, supportedTriggers: [{ id: "post-logn", version: "v3" }] };
  expect(await failureOf(slip)).toContain(
    'supportedTriggers[0].id: unknown value "post-logn". Did you mean "post-login"?',
  );
  expect(world.calls()).toEqual([]);
  await failureOf({ ...enrich, supportedTriggers: [{ id: "something-new", version: "v1" }] });
  expect(writes()).not.toEqual([]);
});

test("a bound action is not deleted, and the error names the trigger", async () => {
  await start();
  await up(enrich);
  world.tenant.triggerActions.set("post-login", [{ ref: { type: "action_name", value: "Enrich" } }]);
  const message = await failureOf(undefined);
  expect(message).toContain('The action is still bound to the trigger "post-login"');
  expect(message).not.toContain("may have been deleted");
});

test("an action is not adopted if several have its name", async () => {
  await start();
  for (const code of ["// 1", "// 2"]) {
    world.tenant.actions.create({ name: "Enrich", supported_triggers: enrich.supportedTriggers, code });
  }
  expect(await failureOf({ ...enrich, adopt: true })).toContain("2 actions have this name");
});

test("an action from the marketplace is not adopted", async () => {
  await start({
    seed: {
      actions: [{ name: "Enrich", supported_triggers: enrich.supportedTriggers, installed_integration_id: "i" }],
    },
  });
  expect(await failureOf({ ...enrich, adopt: true })).toContain("it came from the marketplace");
});

test("an action with another trigger is not adopted, as its trigger cannot be changed", async () => {
  await start();
  const supported_triggers = [{ id: "credentials-exchange", version: "v2" }];
  world.tenant.actions.create({ name: "Enrich", supported_triggers, code: "// theirs" });
  expect(await failureOf({ ...enrich, adopt: true })).toContain("with another supportedTriggers");
  expect(only()).toMatchObject({ code: "// theirs" });
});

test("a secret from the output of another action is stored as its value, not as its hash", async () => {
  await start();
  const first = { ...enrich, secrets: { KEY: "first-secret" } };
  await up(first);
  const { secrets } = revealed(world.engine.state.get("it")?.outputs ?? {});
  const program = { it: first, copy: { ...enrich, name: "Copy", secrets: secrets ?? null } };
  await world.engine.up(program);
  const stored = (world.tenant.export().actions ?? []).map((one) => one.secrets);
  expect(stored).toMatchObject([[{ value: "first-secret" }], [{ value: "first-secret" }]]);
  expect(await world.engine.changes(program)).toEqual([]);
});

test("a secret from the output of an action at another tenant is stored as its hash, with a warning", async () => {
  await start();
  await up({ ...enrich, secrets: { KEY: "first-secret" } });
  const { outputs = {} } = world.engine.state.get("it") ?? {};
  // The process of another provider has not checked the action, so it does not know the secret.
  const other = await startWorld({}, actionType);
  await other.engine.up({ copy: { ...enrich, secrets: revealed(outputs).secrets ?? null } });
  await other.close();
  expect(warnings.join("\n")).toMatch(/secrets\.KEY: this text looks like the keyed hash/);
});

test("a client secret of a connection from the output of an action is sent as its value, not as its hash", async () => {
  await start();
  const { domain, clientId, clientSecret } = world.tenant;
  const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
  const run = new EngineRun();
  const engineOf = (type: ResourceType) => new MiniEngine(inProcess(() => new Lifecycle(type, undefined, run), config));
  const [actions, connections] = [engineOf(actionType), engineOf(connectionType)];
  await actions.up({ it: { ...enrich, secrets: { KEY: "first-secret" } } });
  const { secrets } = revealed(actions.state.get("it")?.outputs ?? {}) as { secrets?: { KEY: string } };
  const options = { client_id: "a", client_secret: secrets?.KEY ?? "" };
  await connections.up({ corp: { name: "corp", strategy: "oidc", options } });
  const stored = world.tenant.connections.get(connections.state.get("corp")?.id ?? "");
  expect(stored?.options).toMatchObject({ client_secret: "first-secret" });
  expect(await connections.changes({ corp: { name: "corp", strategy: "oidc", options } })).toEqual([]);
});
