import { generateKeyPairSync, randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ResourceType } from "../../provider/src/lifecycle/resource-type.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { changedMarker } from "../../provider/src/state/record.ts";
import { connectionType } from "../../provider/src/types/connection/calls.ts";
import { organizationMemberRolesType } from "../../provider/src/types/organization/calls.ts";
import { inClear } from "../harness/mini-engine.ts";
import { startWorld, type World } from "./world.ts";

/** Facts that are uncertain after a failure: nothing is removed, and nothing is left out, on suspicion. */
const ever = Number.POSITIVE_INFINITY;
const identifier = "https://orders.example.com";
const corp = { name: "corp", strategy: "oidc", options: { issuer: "https://idp.example.com/", client_id: "client" } };
const [secret = "", other = ""] = [0, 1].map(() => randomBytes(16).toString("hex"));

let world: World;
const start = async (type: ResourceType = connectionType) => {
  world = await startWorld({}, type);
};
beforeEach(() => {
  for (const method of ["warn", "info"] as const) vi.spyOn(console, method).mockImplementation(() => {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const up = async (args?: JsonObject, engine = world.engine) => (await engine.up(args ? { corp: args } : {}))[0];
const live = () => world.tenant.connections.get("corp");
const clients = () => world.tenant.connections.clientsOf("corp");

/** A creation that is carried out or not, and whose response never comes. */
const lose = async (args: JsonObject, isCarriedOut = true) => {
  if (isCarriedOut) world.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/" });
  // The read before the creation succeeds.
  world.tenant.inject({ kind: "status", status: 503, times: ever, path: "/api/v2/", skip: 1 });
  const step = await up(args);
  world.tenant.clearFaults();
  expect(step?.failure?.message).toMatch(/It is not known whether/);
};

describe("clients that others enabled", () => {
  const theirs = ["app-1", "app-2", "app-3"];

  test.each([false, true])(
    "stay if an update failed before its request for them (refresh: %s)",
    async (isRefreshed) => {
      await start();
      await up(corp);
      world.tenant.connections.setClients("corp", theirs);
      world.tenant.inject({ kind: "status", status: 503, method: "PATCH", times: ever });
      await up({ ...corp, displayName: "New", enabledClients: ["mine"] });
      world.tenant.clearFaults();
      if (isRefreshed) await world.engine.refresh();
      expect((await up(corp))?.failure).toBeUndefined();
      expect(clients()).toEqual(theirs);
    },
  );

  test("stay if their listing was malformed", async () => {
    await start();
    await up(corp);
    world.tenant.connections.setClients("corp", theirs);
    const body = { clients: [{ name: "without an id" }] };
    world.tenant.inject({ kind: "status", status: 200, body, method: "GET", path: /clients/, times: ever });
    const step = await up({ ...corp, enabledClients: ["mine"] });
    expect(step?.failure?.message).toMatch(/without "client_id"\. A proxy between this machine and the tenant/);
    world.tenant.clearFaults();
    await up(corp);
    expect(clients()).toEqual(theirs);
  });

  test("are removed by an empty declared list, even after a lost update and a refresh", async () => {
    await start();
    await up(corp);
    world.tenant.connections.setClients("corp", theirs);
    const none = { ...corp, displayName: "New", enabledClients: [] };
    world.tenant.inject({ kind: "reset-before", method: "PATCH", times: ever });
    await up(none);
    world.tenant.clearFaults();
    await world.engine.refresh();
    await up(none);
    expect(clients()).toEqual([]);
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
  });

  test("are removed by a list that is first declared empty after a lost creation", async () => {
    await start();
    await lose(corp);
    world.tenant.connections.setClients("corp", theirs);
    await up({ ...corp, enabledClients: [], adopt: true });
    expect(clients()).toEqual([]);
  });
});

describe("an object that a run found or adopted is not deleted by the same run:", () => {
  test.each([
    ["after a lost creation", async () => lose(corp), { adopt: true }, "renamed"],
    [
      "after a lost creation that a later run settled",
      async () => {
        await lose(corp);
        await up({ ...corp, adopt: true });
      },
      { adopt: true },
      "renamed",
    ],
    [
      // As without a fault: what was there before is not taken over, and the old entry stays.
      "if the refusal of the second creation is lost",
      async () => {
        await up(corp);
        world.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/connections" });
      },
      {},
      "corp",
    ],
  ])("the connection of a renamed resource, %s", async (_, prepare, more, kept) => {
    await start();
    await prepare();
    await world.engine.up({ renamed: { ...corp, ...more } });
    expect(live()).toBeDefined();
    expect([...world.engine.state.keys()]).toEqual([kept]);
  });

  test("roles that another resource now declares", async () => {
    await start(organizationMemberRolesType);
    const { organizationId, userId, role } = member();
    const args = { organizationId, userId, roles: [role] };
    await world.engine.up({ alice: args });
    await world.engine.up({ renamed: args });
    expect(world.tenant.organizationMembers.get(organizationId, userId)?.roles).toEqual([role]);
  });
});

describe("objects that may be another team's are not deleted:", () => {
  test("a connection of the same name, created after ours was adopted and deleted by hand", async () => {
    await start();
    await lose(corp);
    expect((await up({ ...corp, adopt: true }))?.failure).toBeUndefined();
    world.tenant.connections.delete("corp");
    world.tenant.connections.create({
      name: "corp",
      strategy: "samlp",
      options: { signInEndpoint: "https://theirs.example.com" },
    });
    await up();
    expect(live()).toMatchObject({ strategy: "samlp" });
  });

  test("a connection with all values of a creation that never arrived", async () => {
    await start();
    await lose(corp, false);
    world.tenant.connections.create({ ...corp, options: { ...corp.options, client_secret: secret } });
    world.tenant.connections.setClients("corp", ["production"]);
    await up();
    expect(live()).toBeDefined();
  });

  test("roles that a member had before, if the run could not even read them", async () => {
    await start(organizationMemberRolesType);
    const { organizationId, userId, role } = member();
    world.tenant.organizationMembers.assignRoles(organizationId, userId, [role]);
    for (const fault of [{ status: 503 }, { status: 200, body: { roles: [null] } }]) {
      world.tenant.inject({ kind: "status", times: ever, path: "/api/v2/", ...fault });
      expect((await up({ organizationId, userId, roles: [role] }))?.failure).toBeDefined();
      world.tenant.clearFaults();
      await up(undefined, world.reconfigured({}));
    }
    expect(world.tenant.organizationMembers.get(organizationId, userId)?.roles).toEqual([role]);
  });
});

describe("a declared value that no response contains is enforced:", () => {
  test("a database's configuration, if its update failed during the adoption after a lost creation", async () => {
    await start();
    const database = (key: string) => ({
      name: "corp",
      strategy: "auth0",
      options: { configuration: { key } },
      adopt: true,
    });
    await lose(database(secret));
    world.tenant.inject({ kind: "status", status: 400, method: "PATCH", times: ever });
    await up(database(other));
    world.tenant.clearFaults();
    await world.engine.refresh();
    await up(database(other));
    expect(world.tenant.connections.configurationPlain("corp")).toEqual({ key: other });
  });

  test("an encryption key, if its update failed in the same way", async () => {
    world = await startWorld();
    const pem = () =>
      generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }).toString();
    const encrypted = (key: string): JsonObject => ({
      identifier,
      tokenEncryption: { format: "compact-nested-jwe", encryptionKey: { alg: "RSA-OAEP-256", pem: key } },
      adopt: true,
    });
    const [first, second] = [pem(), pem()];
    await lose(encrypted(first));
    const before = JSON.stringify(world.tenant.resourceServers.get(identifier)?.token_encryption);
    world.tenant.inject({ kind: "status", status: 400, method: "PATCH", times: ever });
    await up(encrypted(second));
    world.tenant.clearFaults();
    await world.engine.refresh();
    await up(encrypted(second));
    expect(JSON.stringify(world.tenant.resourceServers.get(identifier)?.token_encryption)).not.toBe(before);
  });

  test("the removal of metadata that a lost creation sent", async () => {
    await start();
    const metadataXml =
      '<EntityDescriptor entityID="urn:x"><SingleSignOnService Binding="urn:b" Location="https://x.example.com"/></EntityDescriptor>';
    const saml = (options: JsonObject) => ({ name: "corp", strategy: "samlp", options: { debug: true, ...options } });
    await lose(saml({ metadataXml }));
    expect((await up({ ...saml({}), adopt: true }))?.failure).toBeUndefined();
    expect(world.tenant.connections.hiddenOptions("corp")).toEqual({});
  });

  test("a signing secret, if another client changed it together with the algorithm", async () => {
    world = await startWorld();
    const signed = { identifier, signingAlg: "HS256", signingSecret: secret };
    await up(signed);
    world.tenant.resourceServers.update(identifier, { signing_alg: "RS256", signing_secret: other });
    await world.engine.refresh();
    await up(signed);
    expect(world.tenant.resourceServers.get(identifier)).toMatchObject({
      signing_alg: "HS256",
      signing_secret: secret,
    });
  });
});

test("a secret that a tenant returns in place of a ciphertext is encrypted in the state", async () => {
  await start();
  const args = { name: "corp", strategy: "auth0", options: { configuration: { key: secret } } };
  const body = { id: "con_0123456789abcdef", ...args };
  world.tenant.inject({ kind: "status", status: 201, body, method: "POST", path: "/api/v2/connections" });
  await up(args);
  const { inputs = {}, outputs = {} } = world.engine.state.get("corp") ?? {};
  expect(JSON.stringify(outputs)).toContain(secret);
  expect(JSON.stringify(inClear({ inputs, outputs }))).not.toContain(secret);
});

test("a creation never sends the marker of a changed value", async () => {
  await start();
  const step = await up({ name: "corp", strategy: "auth0", options: { configuration: { key: changedMarker } } });
  expect(step?.failure?.message).toMatch(/configuration\.key.*ignoreChanges/);
  expect(live()).toBeUndefined();
});

test("options of another connection in a wrong response are not written into ours", async () => {
  await start();
  await up(corp);
  const stray = { ...live(), id: "con_other", name: "other", options: { theirs: true } };
  world.tenant.inject({ kind: "status", status: 200, body: stray, method: "GET", path: "/api/v2/connections" });
  const step = await up({ ...corp, displayName: "New" });
  expect(step?.failure?.message).toMatch(/contains another object/);
  expect(live()?.options).not.toHaveProperty("theirs");
  expect((await up({ ...corp, displayName: "New" }))?.failure).toBeUndefined();
});

test("removing an empty options object sends nothing", async () => {
  await start();
  await up({ name: "corp", strategy: "auth0", options: {} });
  world.tenant.connections.editOptions("corp", { configuration: { theirs: secret } });
  expect((await up({ name: "corp", strategy: "auth0" }))?.failure).toBeUndefined();
  expect(world.tenant.connections.configurationPlain("corp")).toEqual({ theirs: secret });
});

test("an unconfirmed connection whose options the token cannot read leaves the state with a warning", async () => {
  await start();
  const token = world.tenant.issueToken(["create:connections", "read:connections"]);
  await lose(corp);
  const engine = world.reconfigured({ "tenant:clientId": "", "tenant:clientSecret": "", "tenant:token": token });
  await engine.refresh();
  expect(vi.mocked(console.warn)).toHaveBeenCalledWith(
    expect.stringMatching(/connection "corp".*stays at the tenant: it is not certain/),
  );
});

/** A member of an organization, and a role. */
function member(): { organizationId: string; userId: string; role: string } {
  const userId = "auth0|0123456789abcdef";
  const organizationId = String(world.tenant.organizations.create({ name: "example" }).id);
  world.tenant.organizationMembers.add(organizationId, userId);
  return { organizationId, userId, role: String(world.tenant.roles.create({ name: "reader" }).id) };
}
