import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { type Program, type TestStack, testStack, upNow } from "../e2e/project.ts";

/** Many resources with the real engine, which asks for one object at a time and never says how many there will be. */
const roleId = "rol_0000000000000001";
const organizations = ["org_000000000000000a", "org_000000000000000b"];
const count = (length: number) => Array.from({ length }, (_, index) => index);

const apis: Program = Object.fromEntries(
  count(40).map((n) => [`api-${n}`, { args: { identifier: `https://api-${n}.example.com`, name: `API ${n}` } }]),
);
const others: Program = {
  ...Object.fromEntries(
    count(10).map((n) => [
      `corp-${n}`,
      {
        kind: "Connection",
        args: { name: `corp-${n}`, strategy: "oidc", options: { client_id: "tenant" }, enabledClients: ["client-a"] },
      },
    ]),
  ),
  ...Object.fromEntries(
    count(10).map((n) => [
      `roles-${n}`,
      {
        kind: "OrganizationMemberRoles",
        args: { organizationId: organizations[n % 2], userId: `auth0|${n}`, roles: [roleId] },
      },
    ]),
  ),
};

let tenant: Emulator;
let stack: TestStack;
beforeAll(async () => {
  tenant = await startEmulator({ latencyMs: { min: 20, max: 80 } });
  tenant.roles.create({ id: roleId, name: "Reader" });
  for (const id of organizations) tenant.organizations.create({ id, name: id.replace("_", "-") });
  for (const n of count(10)) tenant.organizationMembers.add(organizations[n % 2] ?? "", `auth0|${n}`);
  stack = await testStack(tenant);
});
afterAll(async () => {
  await stack?.remove();
  await tenant?.close();
});

const calls = () =>
  tenant.requests
    .filter(({ operation }) => operation !== "token")
    .map(({ method, path, status }) => `${method} ${path} ${status}`);

test("adopt takes over 40 APIs with at most 6 calls and names each; the preview shows what changes", async () => {
  for (const n of count(40)) {
    tenant.resourceServers.create({ identifier: `https://api-${n}.example.com`, name: `API ${n}` });
  }
  const renamed = { args: { identifier: "https://api-7.example.com", name: "Renamed" } };
  await stack.declare({ ...apis, "api-7": renamed });
  const env = { TENANT_ADOPT: "true" };
  const preview = await stack.run(["preview"], { env });
  const announced = `${preview.stdout}${preview.stderr}`.match(/exists already \(id \w+\): `pulumi up` adopts it/g);
  expect(new Set(announced).size).toBe(40);
  expect(preview.stdout + preview.stderr).toMatch(/adopts it and changes:\s+name: "API 7" → "Renamed"/);
  expect(calls().filter((call) => !call.startsWith("GET "))).toEqual([]);
  expect(calls().length).toBeLessThanOrEqual(6);
  tenant.clearRequests();
  const { stdout, stderr } = await stack.up(apis, { env });
  const named = `${stdout}${stderr}`.match(/"https:\S+" existed already \(id \w+\): this run adopts it/g);
  expect(new Set(named).size).toBe(40);
  expect(calls().length).toBeLessThanOrEqual(6);
  expect(calls().filter((call) => !call.startsWith("GET "))).toEqual([]);
});

test("a refresh of 60 resources makes at most 12 calls, and shows each edit", async () => {
  await stack.up({ ...apis, ...others });
  tenant.clearRequests();
  await stack.settled();
  // At most twice what five listings would have cost, and two.
  expect(calls().length).toBeLessThanOrEqual(12);

  tenant.resourceServers.update("https://api-7.example.com", { name: "By hand" });
  tenant.clearRequests();
  const shown = await stack.run([...upNow, "--refresh", "--diff"]);
  expect(shown.stdout).toMatch(/"By hand" => "API 7"/);
  expect(calls().length).toBeLessThanOrEqual(12 + 2);
  expect(tenant.resourceServers.get("https://api-7.example.com")).toMatchObject({ name: "API 7" });
});
