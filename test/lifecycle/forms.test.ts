import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { referencesOf } from "../../provider/src/state/references.ts";
import { secretPaths } from "../../provider/src/state/secrets.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { revealed } from "../harness/mini-engine.ts";
import { stackOfEachTest } from "./runs.ts";

/* What users see of forms, of their flows, and of the credentials in the vault. */

const stack = stackOfEachTest();
const engine = () => {
  if (!stack.runs.engine) throw new Error("no run yet");
  return stack.runs.engine;
};
const writes = () =>
  stack.tenant.requests
    .filter(({ path, method }) => path.startsWith("/api/") && method !== "GET")
    .map(({ method, body }) => [method, body]);

const setup = { type: "BEARER", token: "vault-token-1" };
const vault = { name: "Orders", appId: "HTTP", setup };
const upVault = (args: JsonObject) => stack.up({ "vaultConnection-it": args });
const storedVault = () => stack.tenant.export("vaultConnections").vaultConnections?.[0];
const outputs = () => revealed(engine().state.get("vaultConnection-it")?.outputs ?? {});

test("the setup is sent, and the state has a keyed hash of it, independent of the order of keys", async () => {
  expect(await upVault(vault)).toEqual([]);
  expect(storedVault()).toMatchObject({ setup });
  expect(JSON.stringify([...engine().state])).not.toContain("vault-token-1");
  expect(outputs()).toMatchObject({ setup: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/), ready: true });
  expect(await upVault({ ...vault, setup: { token: "vault-token-1", type: "BEARER" } })).toEqual([]);
  expect(writes()).toEqual([]);
  expect(await upVault({ ...vault, setup: { ...setup, token: "vault-token-2" } })).toEqual([]);
  expect(storedVault()).toMatchObject({ setup: { token: "vault-token-2" } });
});

test("a rename sends only the name and is no drift; a setup of another client is drift", async () => {
  await upVault(vault);
  expect(await upVault({ ...vault, name: "New" })).toEqual([]);
  expect(writes()).toEqual([["PATCH", { name: "New" }]]);
  expect(await engine().refresh()).toEqual([{ name: "vaultConnection-it", op: "same" }]);
  stack.tenant.vaultConnections.update(String(storedVault()?.id), { setup: { type: "BEARER", token: "theirs" } });
  expect(await upVault({ ...vault, name: "Newer" })).toEqual([]);
  expect(await engine().refresh()).toEqual([{ name: "vaultConnection-it", op: "update" }]);
  expect(await upVault({ ...vault, name: "Newer" })).toEqual([]);
  expect(storedVault()).toMatchObject({ name: "Newer", setup });
});

test("an authorized connection without a declared setup is not replaced; one with a declared setup is", async () => {
  const slack = { name: "Chat", appId: "SLACK" };
  await upVault(slack);
  const theirs = { type: "OAUTH_CODE", token: "theirs" };
  stack.tenant.vaultConnections.update(String(storedVault()?.id), { setup: theirs });
  const refused = [expect.stringMatching(/is not replaced: .* has a setup that this stack has not declared/)];
  expect(await upVault({ ...slack, appId: "HUBSPOT" })).toEqual(refused);
  // Nor after one wrong response to a read of it.
  const path = `/api/v2/flows/vault/connections/${storedVault()?.id}`;
  stack.tenant.inject({ kind: "status", status: 404, method: "GET", path });
  expect(await upVault({ ...slack, appId: "HUBSPOT" })).toEqual(refused);
  stack.tenant.clearFaults();
  expect(writes()).toEqual([]);
  expect(storedVault()).toMatchObject({ app_id: "SLACK", setup: theirs });
  expect(await upVault({ ...slack, setup: { type: "WEBHOOK", url: "https://chat.example.com/" } })).toEqual([]);
  expect(await upVault({ ...slack, appId: "HUBSPOT" })).toEqual([]);
  expect(storedVault()).toMatchObject({ app_id: "HUBSPOT" });
});

test("with ignoreChanges, another client's setup stays, even after a refresh has shown it", async () => {
  await upVault(vault);
  const theirs = { type: "BEARER", token: "theirs" };
  stack.tenant.vaultConnections.update(String(storedVault()?.id), { setup: theirs });
  expect(await engine().refresh()).toEqual([{ name: "vaultConnection-it", op: "update" }]);
  engine().ignored.set("vaultConnection-it", ["setup"]);
  const [step] = await engine().up({ "vaultConnection-it": { ...vault, name: "New" } });
  expect(step).toMatchObject({ op: "update" });
  expect(step?.failure).toBeUndefined();
  expect(storedVault()).toMatchObject({ name: "New", setup: theirs });
});

test("a setup without a required member of its type is refused before anything is sent", async () => {
  expect(await upVault({ ...vault, setup: { type: "BEARER" } })).toEqual([
    expect.stringMatching(/setup\.token: is required for this type of setup/),
  ]);
  expect(await upVault({ ...vault, setup: { token: "a" } })).toEqual([
    expect.stringMatching(/setup\.type: is required/),
  ]);
  expect(writes()).toEqual([]);
});

const ask = { id: "ask", type: "STEP", config: { components: [], next_node: "$ending" } };
const form = { name: "Profile", nodes: [ask], start: { next_node: "ask" } };
const upForm = (args: JsonObject) => stack.up({ "form-it": args });

test("an update of one part of a form's graph sends all other parts, including undeclared ones", async () => {
  await upForm(form);
  const [{ id } = {}] = stack.tenant.forms.list();
  stack.tenant.forms.update(String(id), { start: { next_node: "ask", coordinates: { x: 1, y: 2 } } });
  const renamed = { ...ask, id: "ask_2" };
  expect(await upForm({ ...form, nodes: [renamed], start: { next_node: "ask_2" } })).toEqual([]);
  expect(writes()).toEqual([
    [
      "PATCH",
      {
        nodes: [renamed],
        start: { next_node: "ask_2", coordinates: { x: 1, y: 2 } },
        ending: { resume_flow: true },
      },
    ],
  ]);
  expect(await upForm({ ...form, nodes: [renamed], start: { next_node: "ask_2" }, style: { css: "a {}" } })).toEqual(
    [],
  );
  expect(writes()).toEqual([["PATCH", { style: { css: "a {}" } }]]);
});

test("a declared ending replaces the service's, which returns after the removal", async () => {
  const ending = { redirection: { target: "https://app.example.com/" } };
  await upForm(form);
  await upForm({ ...form, ending });
  expect(stack.tenant.forms.list()[0]).toMatchObject({ ending });
  expect(stack.tenant.forms.list()[0]?.ending).toEqual(ending);
  await upForm(form);
  expect(stack.tenant.forms.list()[0]?.ending).toEqual({ resume_flow: true });
});

test("ids in documents are references, at any depth", () => {
  const step = { id: "a", config: { components: [{ config: { flow_id: "af_1" } }] } };
  const refersTo = (type: "form" | "flow", args: JsonObject) =>
    referencesOf(definitions[type].schema.fields, args).map(({ type: to, value }) => [to, value]);
  expect(refersTo("form", { nodes: [step], ending: { after_submit: { flow_id: "af_2" } } })).toEqual([
    ["flow", "af_1"],
    ["flow", "af_2"],
  ]);
  const nested = { params: { else: [{ params: { connection_id: "ac_1" } }] } };
  expect(refersTo("flow", { actions: [nested] })).toEqual([["vaultConnection", "ac_1"]]);
});

test("a secret in one action makes all actions secret; actions without a secret are readable", () => {
  const { fields } = definitions.flow.schema;
  const action = (params: JsonObject) => ({ actions: [{ id: "a", params }] });
  expect(secretPaths(fields, action({ basic: { username: "shop", password: "p" } }))).toEqual([["actions"]]);
  expect(secretPaths(fields, action({ headers: { Authorization: "Bearer a" } }))).toEqual([["actions"]]);
  expect(secretPaths(fields, action({ connection_id: "ac_1", url: "https://api.example.com" }))).toEqual([]);
});
