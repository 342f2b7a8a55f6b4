import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { exec } from "../harness/exec.ts";
import { configureQuickstart, quickstartMember, quickstartSeed } from "../harness/quickstart.ts";
import { createStack, outerEnvironment, type Stack, type StateResource } from "../harness/stack.ts";
import { environmentOf, upNow } from "./project.ts";

/** The quickstart as it is in the repository, from its root: every test continues where the one before ended. */
const root = join(import.meta.dirname, "../..");
const identifier = "https://orders.example.com";

let tenant: Emulator;
let stack: Stack;
let clientSecret: string;
beforeAll(async () => {
  tenant = await startEmulator({ seed: quickstartSeed });
  stack = await createStack({
    projectDir: root,
    name: `story-${randomUUID().slice(0, 8)}`,
    env: environmentOf(tenant),
  });
  clientSecret = await configureQuickstart(stack);
});
afterAll(async () => {
  await stack?.remove();
  await tenant?.close();
});

interface PreviewStep {
  readonly op: string;
  readonly urn: string;
  readonly replaceReasons?: readonly string[];
}

const preview = async (...args: string[]) => {
  const { steps } = await stack.json<{ steps: PreviewStep[] }>(["preview", ...args], { expect: "any" });
  return steps.filter(({ urn }) => urn.endsWith("::orders"));
};
const entry = async (): Promise<StateResource | undefined> =>
  (await stack.export()).deployment.resources?.find(({ urn }) => urn.endsWith("::orders"));
const calls = () =>
  tenant.requests.filter(({ operation }) => operation !== "token").map(({ method, path }) => `${method} ${path}`);

const { organizationId, userId, roles } = quickstartMember;
const memberPath = `/api/v2/organizations/${organizationId}/members/${encodeURIComponent(userId)}/roles`;
const rolesOf = () => tenant.organizationMembers.get(organizationId, userId)?.roles;

test("before the first up, drift reports in every format that nothing is deployed, and exits with 0", async () => {
  const file = (name: string) => join(stack.folder, name);
  const command = [join(root, "provider/bin/pulumi-tenant.js"), "drift", "--stack", stack.name, "--github"];
  const { code, stdout, stderr } = await exec(
    process.execPath,
    [...command, "--json", file("drift.json"), "--markdown", file("drift.md")],
    { cwd: root, env: { ...outerEnvironment(), ...stack.env }, timeoutMs: 120_000 },
  );
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "No drift: nothing is deployed\n", stderr: "" });
  expect(await readFile(file("drift.md"), "utf8")).toBe("### No drift: nothing is deployed\n");
  const report = JSON.parse(await readFile(file("drift.json"), "utf8"));
  expect(report).toMatchObject({ drift: false, complete: true, counts: { total: 0 }, errors: [] });
});

test("up creates every object with one call, and pins it to its tenant", async () => {
  const { stdout } = await stack.run(upNow);
  expect(stdout).toContain("+ 6 created");
  expect(stdout).toMatch(/profiles\s*: \[\s*\[?0?\]?:? ?"Legacy sessions"/);
  const writes = calls().filter((call) => !call.startsWith("GET"));
  expect(writes.toSorted()).toEqual(
    [
      "POST /api/v2/connections",
      `POST ${memberPath}`,
      "POST /api/v2/resource-servers",
      "POST /api/v2/actions/actions",
      `POST /api/v2/actions/actions/${tenant.actions.list()[0]?.id}/deploy`,
      "POST /api/v2/token-exchange-profiles",
    ].toSorted(),
  );
  expect(tenant.connections.get("corp")).toMatchObject({ options: { client_secret: clientSecret } });
  expect(rolesOf()).toEqual(roles);
  expect(tenant.resourceServers.get(identifier)).toMatchObject({ name: "Orders", token_lifetime: 3600 });
  expect(await entry()).toMatchObject({
    id: tenant.resourceServers.get(identifier)?.id,
    inputs: { identifier, __tenant: new URL(tenant.url).host },
  });
});

test("the entry of a resource is short, and its provider code below 200 characters", async () => {
  const {
    created: _c,
    modified: _m,
    sourcePosition,
    stackTrace,
    ...rest
  } = ((await entry()) ?? {}) as StateResource & Record<string, unknown>;
  // The class lowers the limit of stack traces, and the SDK finds the positions all the same.
  expect(sourcePosition).toMatch(/resources\/resource-server\.made\.js#\d+,\d+$/);
  expect(stackTrace).toContainEqual({ sourcePosition });
  expect(String(rest.inputs?.__provider).length).toBeLessThan(200);
  // The text is in the inputs and in the outputs.
  expect(JSON.stringify(rest).length).toBeLessThan(1310);
});

test("a second preview, an up and a preview with refresh find no change", async () => {
  tenant.clearRequests();
  await stack.run(["preview", "--expect-no-changes"]);
  await stack.run([...upNow, "--expect-no-changes"]);
  const objects = () => calls().filter((call) => !call.includes("/token-exchange-profiles"));
  expect(objects()).toEqual([]);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
  expect(objects().filter((call) => call.includes("resource-servers"))).toEqual([
    `GET /api/v2/resource-servers/${(await entry())?.id}`,
  ]);
  expect(objects()).toHaveLength(4);
});

test("a preview with refresh shows an edit as the declared properties, and nothing undeclared", async () => {
  tenant.resourceServers.update(identifier, {
    token_lifetime: 7200,
    allow_offline_access: true,
    scopes: [
      { value: "write:orders", description: "Place and change orders" },
      { value: "read:orders", description: "Read everything" },
    ],
  });
  tenant.connections.editOptions("corp", { client_id: "edited", icon_url: "https://example.com/logo.png" });
  tenant.organizationMembers.assignRoles(organizationId, userId, ["rol_0000000000000003"]);
  tenant.organizationMembers.removeRoles(organizationId, userId, ["rol_0000000000000001"]);
  const { stdout } = await stack.run(["preview", "--refresh", "--diff", "--expect-no-changes"], { expect: 7 });
  expect(stdout).toMatch(/~ client_id\s*: "tenant" => "edited"/);
  expect(stdout).toMatch(/\[0\]: "rol_0000000000000001" => "rol_0000000000000003"/);
  expect(stdout).toMatch(/\[0\]: "rol_0000000000000003" => "rol_0000000000000001"/);
  expect(stdout).not.toContain('rol_0000000000000002" =>');
  expect(stdout).not.toMatch(/icon_url|attribute_map|oidc_metadata/);
  expect(stdout).toMatch(/~ tokenLifetime\s*: 3600 => 7200/);
  expect(stdout).toMatch(/~ read:orders\s*: "Read orders" => "Read everything"/);
  expect(stdout).toMatch(/~ tokenLifetime\s*: 7200 => 3600/);
  expect(stdout).not.toMatch(/allow|offline|__managed|tokenLifetimeForWeb/i);
  expect(stdout).not.toMatch(/[~+-] write:orders/);
});

test("up repairs declared values and leaves all others unchanged", async () => {
  tenant.clearRequests();
  await stack.run([...upNow, "--refresh"]);
  const patches = tenant.requests.filter(({ method }) => method === "PATCH");
  expect(patches.filter(({ path }) => path.includes("resource-servers")).map(({ body }) => body)).toEqual([
    {
      token_lifetime: 3600,
      scopes: [
        { value: "read:orders", description: "Read orders" },
        { value: "write:orders", description: "Place and change orders" },
      ],
    },
  ]);
  expect(tenant.resourceServers.get(identifier)).toMatchObject({ allow_offline_access: true });
  expect(tenant.connections.get("corp")).toMatchObject({
    options: { client_id: "tenant", icon_url: "https://example.com/logo.png", client_secret: clientSecret },
  });
  expect(new Set(rolesOf() as string[])).toEqual(new Set(roles));
  const roleWrites = calls().filter((call) => call.endsWith(memberPath) && !call.startsWith("GET"));
  expect(roleWrites).toEqual([`POST ${memberPath}`, `DELETE ${memberPath}`]);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

test("a new identifier replaces the API: the new one is created before the old one is deleted", async () => {
  await stack.run(["config", "set", "identifier", "https://new.example.com"]);
  expect((await preview()).map(({ op, replaceReasons }) => [op, replaceReasons])).toContainEqual([
    "replace",
    ["identifier"],
  ]);
  tenant.clearRequests();
  await stack.run(upNow);
  const onApis = calls().filter((call) => call.includes("resource-servers"));
  // It looks before the creation whether another team has such an API.
  expect(onApis.map((call) => call.split(" ")[0])).toEqual(["GET", "POST", "DELETE"]);
  expect(tenant.resourceServers.get(identifier)).toBeUndefined();
  expect(tenant.resourceServers.get("https://new.example.com")).toBeDefined();
});

test("an API that was deleted outside Pulumi is created again", async () => {
  tenant.resourceServers.delete("https://new.example.com");
  await stack.run(["preview", "--refresh", "--expect-no-changes"], { expect: 7 });
  await stack.run([...upNow, "--refresh"]);
  expect(tenant.resourceServers.get("https://new.example.com")).toMatchObject({ name: "Orders" });
});

test("destroy deletes only the objects that the program created", async () => {
  await stack.destroy();
  expect(tenant.resourceServers.list().filter(({ is_system }) => !is_system)).toEqual([]);
  expect(tenant.connections.list()).toEqual([]);
  expect(rolesOf()).toEqual([]);
});
