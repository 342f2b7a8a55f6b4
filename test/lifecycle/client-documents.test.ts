import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { previewKey } from "../../provider/src/schema/provider-code.ts";
import { clientType } from "../../provider/src/types/client/calls.ts";
import { startWorld, type World } from "./world.ts";

const [url, other] = ["https://agent.example.com/metadata.json", "https://other.example.com/metadata.json"];
const documents = {
  [url]: { client_name: "Agent", redirect_uris: ["https://agent.example.com/callback"] },
  [other]: { client_name: "Other" },
};
const register = "/api/v2/clients/cimd/register";
const agent = (more: JsonObject = {}): JsonObject => ({ externalClientId: url, ...more });

let world: World;
const warn = vi.fn();
beforeEach(async () => {
  world = await startWorld({ documents }, clientType);
  vi.spyOn(console, "warn").mockImplementation(warn);
});
afterEach(async () => {
  vi.restoreAllMocks();
  warn.mockReset();
  await world.close();
});

const failureOf = async (args: JsonObject | undefined, engine = world.engine) =>
  (await engine.up(args ? { it: args } : {})).flatMap(({ failure }) => failure?.message ?? []).join("\n");
const up = async (args: JsonObject | undefined) => expect(await failureOf(args)).toBe("");
const registered = () => world.tenant.clients.list().filter((one) => one.external_client_id !== undefined);
const registrations = () => world.calls().filter((call) => call === `POST ${register}`).length;
const said = () => warn.mock.calls.flat().join("\n");
/** Another team registers a document. Returns the id of its application. */
const theirs = async (document = url) => {
  const response = await fetch(`${world.tenant.url}${register}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${world.tenant.issueToken(["create:clients", "update:clients"])}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ external_client_id: document }),
  });
  return ((await response.json()) as { readonly client_id: string }).client_id;
};

test("an application is registered by its document, gets the other declared values, is changed and deleted", async () => {
  await up(agent({ description: "Books", organizationUsage: "allow" }));
  const [made] = registered();
  expect(made).toMatchObject({ external_client_id: url, name: "Agent", description: "Books" });
  expect(world.engine.state.get("it")?.id).toBe(made?.client_id);
  expect(world.engine.state.get("it")?.outputs).toMatchObject({ externalClientId: url, externalMetadataType: "cimd" });
  expect(await world.engine.changes({ it: agent({ description: "Books", organizationUsage: "allow" }) })).toEqual([]);

  const changed = agent({ description: "Books rooms" });
  await up(changed);
  expect(world.engine.state.get("it")?.outputs).toMatchObject({ externalClientId: url, externalMetadataType: "cimd" });
  expect((await world.engine.refresh()).map(({ op }) => op)).toEqual(["same"]);
  expect(await world.engine.changes({ it: changed })).toEqual([]);
  expect(registered()).toMatchObject([{ client_id: made?.client_id, description: "Books rooms" }]);
  expect(registrations()).toBe(1);

  await up(undefined);
  expect(registered()).toEqual([]);
});

test("an update outside Pulumi is drift; values that the document defines are not", async () => {
  await up(agent({ description: "Books" }));
  const id = String(registered()[0]?.client_id);
  world.tenant.clients.update(id, { description: "Edited" });
  expect((await world.engine.refresh()).map(({ op }) => op)).toEqual(["update"]);
  await up(agent({ description: "Books" }));
  expect(world.tenant.clients.get(id)?.description).toBe("Books");
});

describe("bad input is refused before anything is sent:", () => {
  test.each<[JsonObject, string]>([
    [{ description: "d" }, "name: is required, except with externalClientId"],
    [agent({ name: "Agent" }), "name: cannot be declared together with externalClientId"],
    [agent({ callbacks: [] }), "callbacks: cannot be declared together with externalClientId: the metadata document"],
    [agent({ grantTypes: ["authorization_code"] }), "grantTypes: cannot be declared together with externalClientId"],
    [agent({ logoUri: "" }), "logoUri: cannot be declared together with externalClientId"],
    [agent({ secretRotation: "1" }), "secretRotation: cannot be declared together with externalClientId"],
    [agent({ externalClientId: "" }), "externalClientId: must be 1 to 120 characters"],
    [agent({ externalClientId: `https://${"a".repeat(113)}` }), "externalClientId: must be 1 to 120 characters"],
  ])("%j", async (args, says) => {
    expect(await failureOf(args)).toContain(says);
    expect(world.calls()).toEqual([]);
  });
});

test("every property that the service accepts in an update can be declared", async () => {
  const all = {
    ...{ description: "d", appType: "regular_web", allowedOrigins: [], webOrigins: [], oidcConformant: true },
    ...{ jwtConfiguration: { lifetimeInSeconds: 60 }, clientMetadata: { team: "a" }, organizationUsage: "allow" },
    ...{ refreshToken: { rotationType: "rotating", expirationType: "expiring" }, requireProofOfPossession: false },
    ...{ organizationRequireBehavior: "no_prompt", skipNonVerifiableCallbackUriConfirmationPrompt: true },
  };
  await up(agent(all));
  expect((await world.engine.refresh()).map(({ op }) => op)).toEqual(["same"]);
});

describe("an application of another team", () => {
  test("is not registered again: run and preview refuse it", async () => {
    const id = await theirs();
    const before = registered();
    await world.port.check({}, { ...agent(), [previewKey]: true });
    const says = `application "${url}" exists already`;
    expect(said()).toContain(says);
    const message = await failureOf(agent({ description: "Ours" }));
    expect(message).toContain(says);
    expect(message).toContain(id);
    expect(registered()).toEqual(before);
    expect(registrations()).toBe(1);
    expect(world.engine.state.size).toBe(0);
  });

  test("is adopted with `adopt`, without a registration", async () => {
    const id = await theirs();
    await up(agent({ description: "Ours", adopt: true }));
    expect(world.engine.state.get("it")?.id).toBe(id);
    expect(registered()).toMatchObject([{ description: "Ours" }]);
    expect(registrations()).toBe(1);
  });

  test("is refused even if it is registered between the run's read and its registration", async () => {
    const id = await theirs();
    const body = { clients: [], total: 0, start: 0, limit: 50 };
    world.tenant.inject({ kind: "status", status: 200, body, method: "GET", path: "/api/v2/clients", times: 2 });
    const message = await failureOf(agent({ description: "Ours" }));
    expect(message).toContain("exists already");
    expect(message).toContain(id);
    expect(registrations()).toBe(2);
    expect(registered()[0]).not.toHaveProperty("description");
    expect(world.engine.state.size).toBe(0);
  });

  test("cannot be adopted by its name", async () => {
    await theirs();
    expect(await failureOf({ name: "Agent", adopt: true })).toContain("registered itself");
  });
});

describe("the response to a registration is lost:", () => {
  test("the same run finds the application, manages it and sends the rest", async () => {
    world.tenant.inject({ kind: "reset-after", method: "POST", path: register });
    await up(agent({ description: "Books" }));
    expect(registered()).toMatchObject([{ description: "Books" }]);
    expect(world.engine.state.get("it")?.id).toBe(registered()[0]?.client_id);
    expect(registrations()).toBe(1);
  });

  test("a request that never arrived is sent again, after a read", async () => {
    world.tenant.inject({ kind: "reset-before", method: "POST", path: register });
    await up(agent());
    expect(registered()).toHaveLength(1);
  });

  test("if the read fails as well, a later run decides by the listing, and adopts with `adopt`", async () => {
    world.tenant.inject({ kind: "reset-after", method: "POST", path: register });
    world.tenant.inject({ kind: "status", status: 403, method: "GET", path: "/api/v2/clients", times: 9, skip: 2 });
    const program = agent({ description: "Books" });
    expect(await failureOf(program)).toContain("It is not known whether");
    world.tenant.clearFaults();
    expect(await failureOf(program)).toContain("every value that was sent");
    expect(registrations()).toBe(1);
    await up(agent({ description: "Books", adopt: true }));
    expect(registered()).toMatchObject([{ description: "Books" }]);
  });
});

test("if values besides the document are refused, the state has the application, and the next run sends them", async () => {
  world.tenant.inject({ kind: "status", status: 400, method: "PATCH", path: "/api/v2/clients" });
  expect(await failureOf(agent({ description: "Books" }))).toContain("Only a part of");
  expect(world.engine.state.get("it")?.id).toBe(registered()[0]?.client_id);
  await up(agent({ description: "Books" }));
  expect(registered()).toMatchObject([{ description: "Books" }]);
  expect(registrations()).toBe(1);
});

describe("a replacement", () => {
  test("from a name to a document and back creates another application each time, and deletes the last one", async () => {
    await up({ name: "Agent" });
    const first = world.engine.state.get("it")?.id;
    await up(agent());
    expect(world.tenant.clients.list()).toMatchObject([{ external_client_id: url }]);
    await up({ name: "Agent" });
    const [last, ...more] = world.tenant.clients.list();
    expect(more).toEqual([]);
    expect(last).not.toHaveProperty("external_client_id");
    expect(last?.client_id).not.toBe(first);
  });

  test("by another document warns of the new client id, and a rollback restores the first one", async () => {
    await up(agent());
    await up(agent({ externalClientId: other }));
    expect(said()).toContain("externalClientId cannot be changed, so the application is replaced");
    expect(registered()).toMatchObject([{ external_client_id: other }]);
    await up(agent());
    expect(registered()).toMatchObject([{ external_client_id: url }]);
  });

  test("of the same document deletes the old application first", async () => {
    await up(agent());
    const [before] = registered();
    world.engine.forced.add("it");
    await up(agent({ description: "Books" }));
    expect(registered()).toHaveLength(1);
    expect(registered()[0]?.client_id).not.toBe(before?.client_id);
  });
});

test("two resources of one program with one document are refused", async () => {
  const steps = await world.engine.up({ one: agent(), two: agent() });
  const messages = steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
  expect(messages).toContain("declare the same object");
  expect(registered().length).toBeLessThanOrEqual(1);
});
