import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { Lifecycle } from "../../provider/src/lifecycle/lifecycle.ts";
import { kinds } from "../../provider/src/lifecycle/registry.ts";
import { unknownValue } from "../../provider/src/model/json.ts";
import { secretsKey } from "../../provider/src/model/keys.ts";
import { inProcess } from "../harness/in-process.ts";
import type { KindName } from "../subjects/subject.ts";

/** What a preview says of adopt, which the engine itself shows as a bare creation. */
let tenant: Emulator;
let said: string[];
beforeEach(async () => {
  tenant = await startEmulator();
  said = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void said.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await tenant.close();
});

const identifier = "https://orders.example.com";
const preview = { __preview: true };

function portOf(kind: KindName, more: Readonly<Record<string, string>> = {}) {
  const config = {
    "tenant:domain": tenant.domain,
    "tenant:clientId": tenant.clientId,
    "tenant:clientSecret": tenant.clientSecret,
  };
  return inProcess(new Lifecycle(kinds[kind]), { ...config, ...more });
}
const calls = () => tenant.requests.filter(({ path }) => path.startsWith("/api/")).map(({ method }) => method);

describe("a preview with adopt", () => {
  test("names the object's id and each leaf that changes, was → becomes, and only reads", async () => {
    const { id } = tenant.resourceServers.create({
      identifier,
      name: "Orders",
      token_lifetime: 999,
      scopes: [{ value: "theirs" }],
    });
    const args = { identifier, name: "Orders", tokenLifetime: 4000, scopes: { "read:orders": "Read" }, adopt: true };
    const { inputs, failures } = await portOf("resourceServer").check({}, { ...args, ...preview });
    expect(failures).toEqual([]);
    expect(inputs).not.toHaveProperty("__preview");
    expect(said).toEqual([
      `resource server "${identifier}" exists already (id ${id}): adopt takes it over and changes:\n` +
        '  scopes["read:orders"]: absent → "Read"\n' +
        '  scopes.theirs: "" → absent\n' +
        "  tokenLifetime: 999 → 4000",
    ]);
    expect(calls()).toEqual(["GET"]);
    expect(tenant.resourceServers.get(identifier)).toMatchObject({ token_lifetime: 999 });
  });

  test("says that nothing changes, for the whole run with TENANT_ADOPT", async () => {
    vi.stubEnv("TENANT_ADOPT", "true");
    tenant.resourceServers.create({ identifier, name: "Orders" });
    await portOf("resourceServer").check({}, { identifier, name: "Orders", ...preview });
    expect(said).toEqual([expect.stringMatching(/adopt takes it over and changes nothing of it$/)]);
  });

  test("masks secrets, those that only the program marked included", async () => {
    const options = { issuer: "https://idp.example.com", client_id: "before", client_secret: "old-value-of-it" };
    tenant.connections.create({ name: "corp", strategy: "oidc", display_name: "Corp", options });
    const now = { ...options, client_id: "after", client_secret: "new-value-of-it" };
    const args = { name: "corp", strategy: "oidc", displayName: "Company", options: now, adopt: true };
    await portOf("connection").check({}, { ...args, [secretsKey]: ["/options/client_id"], ...preview });
    expect(said.join("\n")).toMatch(/displayName: "Corp" → "Company"/);
    expect(said.join("\n")).toMatch(/options\.client_id: \[secret\]/);
    expect(said.join("\n")).toMatch(/options\.client_secret: \[secret\]/);
    expect(said.join("\n")).not.toMatch(/value-of-it|before|after/);
  });

  test("says nothing of what is in the state, what does not exist, and what has no name yet", async () => {
    tenant.resourceServers.create({ identifier, name: "Orders", token_lifetime: 999 });
    const port = portOf("resourceServer");
    const args = { identifier, tokenLifetime: 4000, adopt: true, ...preview };
    await port.check({ identifier, __tenant: new URL(tenant.url).host }, args);
    await port.check({}, { ...args, adopt: false });
    await port.check({}, { ...args, identifier: unknownValue });
    expect(calls()).toEqual([]);
    await port.check({}, { ...args, identifier: "https://others.example.com" });
    expect(said).toEqual([]);
  });

  test("and no run but a preview asks at a check", async () => {
    tenant.resourceServers.create({ identifier, name: "Orders" });
    await portOf("resourceServer").check({}, { identifier, adopt: true });
    expect(calls()).toEqual([]);
  });

  test("names what cannot be adopted", async () => {
    tenant.connections.create({ name: "corp", strategy: "samlp", options: {} });
    await portOf("connection").check({}, { name: "corp", strategy: "oidc", adopt: true, ...preview });
    expect(said).toEqual([expect.stringMatching(/^warning: connection "corp" exists already.*with another strategy/)]);
  });

  test("warns once of a tenant that is out of reach, and goes on", async () => {
    tenant.inject({ kind: "status", status: 403, path: "/api/v2/resource-servers", times: 9 });
    const port = portOf("resourceServer");
    for (const n of [1, 2, 3]) {
      const args = { identifier: `${identifier}/${n}`, adopt: true, ...preview };
      expect(await port.check({}, args)).toMatchObject({ failures: [] });
    }
    expect(said).toEqual([
      expect.stringMatching(/^warning: this preview cannot say what adopt would take over and change\./),
    ]);
    expect(calls()).toEqual(["GET"]);
  });

  test("of 300 APIs asks for all of them at once, although checks come one after the other", async () => {
    const all = Array.from({ length: 300 }, (_, n) => ({ identifier: `${identifier}/${n}`, name: `Orders ${n}` }));
    for (const args of all) tenant.resourceServers.create(args);
    const port = portOf("resourceServer");
    for (const args of all) await port.check({}, { ...args, adopt: true, ...preview });
    expect(said).toHaveLength(300);
    expect(calls().length).toBeLessThanOrEqual(2 * 4 + 2);
  });
});

test("an up says the same before it does it", async () => {
  tenant.resourceServers.create({ identifier, name: "Orders", token_lifetime: 999 });
  const port = portOf("resourceServer");
  const { inputs } = await port.check({}, { identifier, name: "Orders", tokenLifetime: 4000, adopt: true });
  await port.create(inputs);
  expect(said).toEqual([
    expect.stringMatching(
      /existed already \(id \w+\): this stack takes it over, as adopt says, and changes:\n {2}tokenLifetime: 999 → 4000$/,
    ),
  ]);
  expect(tenant.resourceServers.get(identifier)).toMatchObject({ token_lifetime: 4000 });
});
