import { afterEach, describe, expect, test } from "vitest";
import { oldTenant } from "../../../provider/src/emulator/index.ts";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

const base = "/actions/actions";
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/);
const triggers = [{ id: "post-login", version: "v3" }];
const enrich = { name: "Enrich", supported_triggers: triggers, code: "// one" };
const draft = { ...enrich, created_at: time, updated_at: time, dependencies: [], runtime: "node22", secrets: [] };
const version = (number: number, more = {}) => ({
  ...{
    id: uuid,
    number,
    code: "// one",
    dependencies: [],
    runtime: "node22",
    secrets: [],
    supported_triggers: triggers,
  },
  ...{ created_at: time, updated_at: time, status: "built", ...more },
});
const current = (number: number, more = {}) => ({
  ...{ id: uuid, number, code: "// one", runtime: "node22", created_at: time, updated_at: time },
  ...{ status: "BUILT", build_time: time, ...more },
});
const shortOf = (id: string) => ({
  ...{ id, name: "Enrich", supported_triggers: triggers, created_at: time, updated_at: time },
  all_changes_deployed: false,
});

const started = async (options = {}) => {
  const own = await setup(options);
  const { body } = await own.call("POST", base, enrich);
  return { ...own, id: String(body.id), path: `${base}/${body.id}` };
};

describe("an action", () => {
  test("is created with 201, pending and without versions; later reads show it as built, until its deployment", async () => {
    const { call } = await setup();
    const { status, body } = await call("POST", base, enrich);
    expect([status, body]).toEqual([201, { id: uuid, ...draft, status: "pending", all_changes_deployed: false }]);
    expect((await call("GET", `${base}/${body.id}`)).body).toEqual({ ...body, status: "built" });
    expect((await call("GET", base)).body).toEqual({ actions: [{ ...body, status: "built" }], total: 1, per_page: 20 });
  });

  test("is deployed with 200 and a version, which is not yet deployed and has the action in its short form", async () => {
    const { call, id, path } = await started();
    const { status, body } = await call("POST", `${path}/deploy`);
    expect([status, body]).toEqual([200, version(1, { deployed: false, action: shortOf(id) })]);
  });

  test("that is deployed has current_version with its times, and deployed_version with the build time", async () => {
    const { call, id, path } = await started();
    const { body: deployed } = await call("POST", `${path}/deploy`);
    const { body } = await call("GET", path);
    const versions = {
      current_version: current(1, { id: deployed.id }),
      deployed_version: version(1, { id: deployed.id, deployed: true, built_at: time }),
    };
    expect(body).toEqual({ id, ...draft, status: "built", all_changes_deployed: true, ...versions });
    // What runs stays when the draft changes.
    const changed = await call("PATCH", path, { code: "// two" });
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...body, ...{ code: "// two", updated_at: time, status: "pending", all_changes_deployed: false } },
    ]);
    // A PATCH that changes nothing builds again and keeps the deployment.
    await call("POST", `${path}/deploy`);
    const same = await call("PATCH", path, { code: "// two" });
    expect(same.body).toMatchObject({ status: "pending", all_changes_deployed: true });
  });

  test("created with deploy: true has a pending first version, which the next read shows as built", async () => {
    const { call } = await setup();
    const { status, body } = await call("POST", base, { ...enrich, deploy: true });
    const { build_time: _, ...pending } = current(1, { status: "PENDING" }) as Record<string, unknown>;
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: uuid, ...draft, status: "pending", all_changes_deployed: true, current_version: pending },
        deployed_version: version(1, { deployed: true, status: "pending" }),
      },
    ]);
    expect((await call("GET", `${base}/${body.id}`)).body).toMatchObject({
      ...{ status: "built", current_version: current(1) },
      deployed_version: version(1, { deployed: true, built_at: time }),
    });
    expect((await call("PATCH", `${base}/${body.id}`, { deploy: true })).body).toMatchObject({
      statusCode: 400,
      errorCode: "invalid_body",
      message: "Payload validation error: 'Additional properties not allowed: deploy'.",
    });
  });

  test("has an old version deployed as a new one, and the draft follows only with update_draft", async () => {
    const { call, id, path } = await started();
    const { body: first } = await call("POST", `${path}/deploy`);
    await call("PATCH", path, { code: "// two" });
    await call("POST", `${path}/deploy`);
    const again = `${path}/versions/${first.id}/deploy`;
    const { status, body } = await call("POST", again);
    expect([status, body]).toEqual([200, version(3, { deployed: false, action: shortOf(id) })]);
    expect((await call("GET", path)).body).toMatchObject({ code: "// two", all_changes_deployed: false });
    await call("POST", again, { update_draft: true });
    expect((await call("GET", path)).body).toMatchObject({ code: "// one", all_changes_deployed: true });
    const { body: all } = await call("GET", `${path}/versions`);
    expect(all).toMatchObject({ total: 4, per_page: 20 });
    expect(all).not.toHaveProperty("page");
    expect(all.versions[3]).toEqual(version(1, { deployed: false, built_at: time, action: shortOf(id) }));
    expect((await call("GET", `${path}/versions/${all.versions[0].id}`)).body).toEqual(
      version(4, { deployed: true, built_at: time, action: shortOf(id) }),
    );
    expect((await call("GET", `${path}/versions?page=1`)).body).toMatchObject({ page: 1 });
  });

  test("gets a new version by a deployment without changes, and keeps 50 versions", async () => {
    const { call, emulator, path } = await started();
    const id = path.slice(base.length + 1);
    for (let times = 0; times < 51; times += 1) emulator.actions.deploy(id);
    const { body } = await call("GET", `${path}/versions?per_page=100`);
    expect([body.total, body.versions[0].number, body.versions.at(-1).number]).toEqual([50, 51, 2]);
  });

  test("has secrets that are returned by name and time; one that is sent again gets a new time", async () => {
    const { call, path } = await started();
    const secrets = [{ name: "KEY", value: "one" }];
    const { body: first } = await call("PATCH", path, { secrets });
    expect(first.secrets).toEqual([{ name: "KEY", updated_at: time }]);
    expect((await call("PATCH", path, { code: "// two" })).body.secrets).toEqual(first.secrets);
    const { body: second } = await call("PATCH", path, { secrets });
    expect(second.secrets[0].updated_at).not.toBe(first.secrets[0].updated_at);
    expect((await call("PATCH", path, { secrets: [] })).body.secrets).toEqual([]);
  });

  test("is returned with registry_url until the draft is built", async () => {
    const { call, emulator } = await setup({ actionBuildMs: Number.POSITIVE_INFINITY });
    const dependencies = [{ name: "undici", version: "7.0.0", registry_url: "https://npm.example.com" }];
    const { body } = await call("POST", base, { ...enrich, dependencies });
    expect(body.dependencies).toEqual(dependencies);
    const path = `${base}/${body.id}`;
    expect((await call("GET", path)).body.dependencies).toEqual(dependencies);
    emulator.actions.finishBuilds();
    expect((await call("GET", path)).body.dependencies).toEqual([{ name: "undici", version: "7.0.0" }]);
    expect((await call("POST", `${path}/deploy`)).body.dependencies).toEqual([{ name: "undici", version: "7.0.0" }]);
  });

  test.each([
    ["deployed too early", "A draft must be in the 'built' state before it can be deployed."],
    ["failed", "A draft must be in the 'built' state before it can be deployed."],
  ])("that is %s is a 400", async (how, message) => {
    const isEarly = how === "deployed too early";
    const { call } = await setup(isEarly ? { actionBuildMs: Number.POSITIVE_INFINITY } : {});
    const dependencies = isEarly ? [] : [{ name: "undici", version: "0.0.0" }];
    const { body } = await call("POST", base, { ...enrich, dependencies });
    expect((await call("POST", `${base}/${body.id}/deploy`)).body).toEqual({
      ...{ statusCode: 400, error: "Bad Request", message },
    });
  });

  test.each([
    ["a runtime that its trigger does not offer", { ...enrich, runtime: "node16" }, "runtime is not supported"],
  ])("with %s is refused, except by an older tenant", async (_, sent, message) => {
    const { call } = await setup();
    expect((await call("POST", base, sent)).body).toEqual({ statusCode: 400, error: "Bad Request", message });
    const older = await setup({ traits: oldTenant });
    expect((await older.call("POST", base, sent)).status).toBe(201);
  });

  test("cannot change its trigger, and can change the trigger's version", async () => {
    const { call, path } = await started();
    const to = (id: string, of: string) => ({ supported_triggers: [{ id, version: of }] });
    expect((await call("PATCH", path, to("credentials-exchange", "v2"))).body).toEqual({
      ...{ statusCode: 400, error: "Bad Request", message: "can't upgrade to this trigger." },
    });
    expect((await call("PATCH", path, to("post-login", "v2"))).status).toBe(200);
  });

  test("that is unknown is a 404 in every operation", async () => {
    const { call } = await setup();
    const missing = { statusCode: 404, error: "Not Found", message: "That action does not exist." };
    const calls: [string, string, unknown?][] = [
      ["GET", ""],
      ["PATCH", "", { code: "" }],
      ["DELETE", ""],
      ["POST", "/deploy"],
      ["GET", "/versions"],
      ["POST", "/test", { payload: {} }],
    ];
    for (const [method, below, body] of calls) {
      expect((await call(method, `${base}/none${below}`, body)).body).toEqual(missing);
    }
    expect((await call("GET", "/actions/executions/none")).body).toEqual({
      ...missing,
      message: "That execution does not exist.",
    });
  });

  test("is deleted with 204, then a 404; a bound action is a 409 without force", async () => {
    const { call, id, path } = await started();
    await call("POST", `${path}/deploy`);
    const ref = { type: "action_id", value: id };
    await call("PATCH", "/actions/triggers/post-login/bindings", { bindings: [{ ref }] });
    expect((await call("DELETE", path)).body).toEqual({
      ...{ statusCode: 409, error: "Conflict", message: "Unable to delete an action bound to a trigger." },
    });
    expect((await call("DELETE", `${path}?force=true`)).status).toBe(204);
    expect((await call("GET", "/actions/triggers/post-login/bindings")).body).toEqual({ bindings: [], per_page: 20 });
    expect((await call("DELETE", path)).status).toBe(404);
  });

  test("is tested with 200", async () => {
    const { call, path } = await started();
    const { status, body } = await call("POST", `${path}/test`, { payload: {} });
    expect([status, Object.keys(body)]).toEqual([200, ["payload", "stats"]]);
  });

  test("is refused after 100 others", async () => {
    const actions = Array.from({ length: 100 }, (_, n) => ({ ...enrich, name: `Action ${n}` }));
    const { call } = await setup({ seed: { actions } });
    const { status, body } = await call("POST", base, enrich);
    expect([status, body.errorCode]).toEqual([403, "too_many_entities"]);
  });

  test("of a seed is returned as the service has returned it", async () => {
    const { call, path } = await started();
    await call("POST", `${path}/deploy`);
    await call("PATCH", path, { code: "// two" });
    const { body: answered } = await call("GET", path);
    const copy = await setup({ seed: { actions: [answered] } });
    expect((await copy.call("GET", path)).body).toEqual(answered);
  });
});

describe("the listing of actions", () => {
  test("omits a total of 0 and the number of the first page; 20 entries to a page", async () => {
    const { call } = await setup();
    expect((await call("GET", base)).body).toEqual({ actions: [], per_page: 20 });
    expect((await call("GET", `${base}?page=1&per_page=100`)).body).toEqual({ actions: [], page: 1, per_page: 100 });
  });

  test("is filtered by trigger, name, deployment and origin, and refuses include_totals", async () => {
    const { call, path } = await started();
    await call("POST", base, { name: "Machine", supported_triggers: [{ id: "credentials-exchange", version: "v2" }] });
    await call("POST", `${path}/deploy`);
    const listed = async (query: string) =>
      (await call("GET", `${base}?${query}`)).body.actions.map(({ name }: { name: string }) => name);
    expect(await listed("triggerId=post-login")).toEqual(["Enrich"]);
    expect(await listed("actionName=Machine")).toEqual(["Machine"]);
    expect(await listed("deployed=true")).toEqual(["Enrich"]);
    expect(await listed("deployed=false")).toEqual(["Machine"]);
    expect(await listed("installed=true")).toEqual([]);
    const { status, body } = await call("GET", `${base}?include_totals=true`);
    expect([status, body.message]).toEqual([
      400,
      expect.stringContaining("Additional properties not allowed: include_totals"),
    ]);
  });
});

describe("the bindings of a trigger", () => {
  const path = "/actions/triggers/post-login/bindings";
  const refTo = (value: string) => ({ ref: { type: "action_id", value } });

  test("contain the action with its versions and without its draft, never as deployed", async () => {
    const { call, id, path: action } = await started();
    await call("POST", `${action}/deploy`);
    const { body: whole } = await call("GET", action);
    const bound = {
      ...{ id: uuid, trigger_id: "post-login", created_at: time, updated_at: time, display_name: "Shown" },
      action: {
        ...shortOf(id),
        ...{ current_version: whole.current_version, deployed_version: whole.deployed_version },
      },
    };
    const { status, body } = await call("PATCH", path, { bindings: [{ ...refTo(id), display_name: "Shown" }] });
    expect([status, body]).toEqual([200, { bindings: [bound] }]);
    expect((await call("GET", path)).body).toEqual({ ...body, total: 1, per_page: 20 });
  });

  test("have a page number on the first page only, and not if there are none", async () => {
    const { call, id, path: action } = await started();
    expect((await call("GET", path)).body).toEqual({ bindings: [], per_page: 20 });
    await call("POST", `${action}/deploy`);
    await call("PATCH", path, { bindings: [refTo(id)] });
    expect((await call("GET", `${path}?page=1&per_page=50`)).body).toEqual({ bindings: [], page: 1, per_page: 50 });
  });

  test("of a seed are returned as the service has returned them, with their actions", async () => {
    const { call, id, path: action } = await started();
    await call("POST", `${action}/deploy`);
    await call("PATCH", path, { bindings: [{ ...refTo(id), display_name: "Shown" }] });
    const { body: whole } = await call("GET", action);
    const { body: answered } = await call("GET", path);
    const triggerActions = [{ trigger_id: "post-login", bindings: answered.bindings }];
    const copy = await setup({ seed: { actions: [whole], triggerActions } });
    expect((await copy.call("GET", path)).body).toEqual(answered);
    expect((await copy.call("GET", action)).body).toEqual(whole);
  });

  test("of a seed refer to an action", async () => {
    const seed = { triggerActions: [{ trigger_id: "post-login", bindings: [{ id: "b" }] }] };
    await expect(setup({ seed })).rejects.toThrow("triggerActions[0].bindings[0]: Missing required property: ref");
  });

  test.each([["login-post-identifier"], ["signup-post-identifier"]])(
    "can be those of %s, which no list of triggers contains",
    async (trigger) => {
      const supported_triggers = [{ id: trigger, version: "v1" }];
      const action = { id: "identify", name: "Identify", supported_triggers, all_changes_deployed: true };
      const { call } = await setup({ seed: { actions: [action] } });
      const bindings = `/actions/triggers/${trigger}/bindings`;
      expect((await call("PATCH", bindings, { bindings: [refTo("identify")] })).status).toBe(200);
      expect((await call("GET", bindings)).body).toMatchObject({
        bindings: [{ action: { id: "identify" } }],
        total: 1,
      });
      const { body } = await call("GET", "/actions/triggers");
      expect(body.triggers.map(({ id }: { id: string }) => id)).not.toContain(trigger);
    },
  );

  test("get new ids with every write, and are removed by an empty list", async () => {
    const { call, id, path: action } = await started();
    await call("POST", `${action}/deploy`);
    const { body: first } = await call("PATCH", path, { bindings: [refTo(id)] });
    const { body: second } = await call("PATCH", path, {
      bindings: [{ ref: { type: "binding_id", value: first.bindings[0].id } }],
    });
    expect(second.bindings[0]).toMatchObject({ display_name: "Enrich", action: { id } });
    expect(second.bindings[0].id).not.toBe(first.bindings[0].id);
    expect((await call("PATCH", path, { bindings: [] })).body).toEqual({ bindings: [] });
  });

  test.each([
    [
      "another form",
      {},
      "Payload validation error: 'Data does not match any schemas from 'oneOf'' on property bindings[0].",
    ],
    [
      "an action of another trigger",
      refTo("machine"),
      "Trying to create a binding between an incompatible action and trigger.",
    ],
    [
      "an action that is not deployed",
      refTo("draft"),
      "Trying to create a binding for an action that has not been deployed.",
    ],
  ])("%s is a 400", async (_, sent, message) => {
    const machine = [{ id: "credentials-exchange", version: "v2" }];
    const { call } = await setup({
      seed: {
        actions: [
          { id: "machine", name: "Machine", supported_triggers: machine, all_changes_deployed: true },
          { id: "draft", ...enrich },
        ],
      },
    });
    const { status, body } = await call("PATCH", path, { bindings: [sent] });
    expect([status, body.message]).toEqual([400, message]);
  });

  test("of a trigger that another object binds are an empty list, and cannot be written", async () => {
    const { call } = await setup();
    const bindings = "/actions/triggers/custom-token-exchange/bindings";
    expect((await call("GET", bindings)).body).toEqual({ bindings: [], per_page: 20 });
    expect((await call("PATCH", bindings, { bindings: [] })).status).toBe(400);
  });

  test("are 20 at most", async () => {
    const deployed = Array.from({ length: 21 }, (_, n) => ({ id: `${n}`, ...enrich, all_changes_deployed: true }));
    const { call } = await setup({ seed: { actions: deployed } });
    const bindings = deployed.map(({ id }) => refTo(id));
    const { status, body } = await call("PATCH", path, { bindings });
    expect([status, body.errorCode]).toEqual([403, "too_many_entities"]);
    expect((await call("PATCH", path, { bindings: bindings.slice(1) })).status).toBe(200);
  });
});

test("triggers are returned with their runtimes, their policy, and the versions that they replace", async () => {
  const { call } = await setup();
  const { body } = await call("GET", "/actions/triggers");
  expect(Object.keys(body)).toEqual(["triggers"]);
  expect(body.triggers).toContainEqual({
    ...{ id: "post-login", version: "v3", status: "CURRENT", runtimes: ["node18-actions", "node22"] },
    ...{ default_runtime: "node22", binding_policy: "trigger-bound" },
    compatible_triggers: [{ id: "post-login", version: "v2" }],
  });
  expect(body.triggers).toContainEqual(
    expect.objectContaining({ id: "mcp-tool", binding_policy: "entity-bound", runtimes: ["node22"] }),
  );
});
