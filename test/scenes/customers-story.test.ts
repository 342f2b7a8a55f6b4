import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { MapDocument } from "../../provider/src/map/map.ts";
import { type CustomersProject, customersProject, lineOf, madeOf, wantedOf } from "../e2e/customers-project.ts";
import { upNow } from "../e2e/project.ts";
import { calls } from "../e2e/world.ts";

/** examples/customers with the real CLI; every test continues where the one before ended. */
let tenant: Emulator;
let project: CustomersProject;
beforeAll(async () => {
  tenant = await startEmulator();
  project = await customersProject(tenant);
  await project.addSecrets(project.lines.map(({ name }) => name));
});
afterAll(async () => {
  await project?.remove();
  await tenant?.close();
});

/** Where in the log the first and the last request of a form stand. */
function placesOf(method: string, path: RegExp) {
  const places = tenant.requests.flatMap((one, at) => (one.method === method && path.test(one.path) ? [at] : []));
  return { first: Math.min(...places), last: Math.max(...places), count: places.length };
}
const writes = () => calls(tenant).filter(({ method }) => method !== "GET");
const permissionPath = /^\/api\/v2\/roles\/[^/]+\/permissions$/;
const apiPath = /^\/api\/v2\/resource-servers/;

test("each line is a customer with all that belongs to it", async () => {
  await project.run(upNow);
  for (const line of project.lines) expect(madeOf(tenant, line)).toEqual(wantedOf(tenant, line, project.secret));
  expect(["Orders buyer", "Orders admin"].map((role) => tenant.rolePermissions.list(role).length)).toEqual([2, 3]);
  // A permission needs its scope, and a role of a member the membership.
  expect(placesOf("POST", apiPath).last).toBeLessThan(placesOf("POST", permissionPath).first);
  await project.settled();
});

test("a map of the tenant has all of it, in a stack, and what a customer's login leads to", async () => {
  tenant.resourceServers.create({ identifier: "https://stock.example.com", name: "Stock" });
  const { code, stdout, stderr } = await project.ours(["map", "--json"]);
  expect(code, stderr).toBe(0);
  const { objects, links, stacks }: MapDocument = JSON.parse(stdout);
  expect(stacks).toEqual([project.name]);
  const states = Map.groupBy(objects, ({ state }) => state);
  expect(states.get("managed")?.length).toBe(
    6 + 4 * project.lines.length + project.lines.flatMap((line) => line.admins).length,
  );
  expect(states.get("unmanaged")?.map(({ kind, label }) => `${kind} ${label}`)).toEqual(["ResourceServer Stock"]);
  const label = (key: string) => objects.find((object) => object.key === key)?.label;
  const [north] = project.lines;
  expect(
    links.filter(({ from }) => label(from) === `${north?.name} · ${north?.name}`).map(({ to }) => label(to)),
  ).toEqual([...[north?.name, north?.name]]);
});

test("wrong lines are told all at once, with what is allowed, and nothing is sent", async () => {
  const [north, south, east] = project.lines;
  tenant.clearRequests();
  await project.write([
    { ...north, name: "North", admins: ["alice"] },
    { ...south, domain: "north.example.com", issuer: "http://login.south.example.com" },
    { ...east, admin: [] },
    "west",
    lineOf("center"),
  ]);
  const { code, stdout, stderr } = await project.run(["preview"], { expect: "any" });
  expect(code).not.toBe(0);
  const said = stdout + stderr;
  for (const line of [
    "line 2: name must be 1 to 50 lower-case letters and digits, with single hyphens between",
    'line 2: admins must be a list of different user ids, like "auth0|0123456789abcdef01234567"',
    "line 3: issuer must be a URL that begins with https://",
    "line 3: domain is that of line 2, too",
    'line 4: "admin" is not known; a customer has name, domain, issuer, clientId, admins, protect',
    "line 5: a customer is an object with name, domain, issuer, clientId, admins, protect",
    'line 6: its secret is missing: run "pulumi config set --secret secret-center"',
  ])
    expect(said).toContain(line);
  expect(calls(tenant)).toEqual([]);
});

test("a line more is a customer more: the preview shows that one, and the run makes no call for others", async () => {
  const line = lineOf("west");
  await project.write([...project.lines, { ...line, protect: false }]);
  await project.addSecrets([line.name]);
  const { steps } = await project.json<{ steps: { op: string; urn: string }[] }>(["preview"]);
  const changed = steps.filter(({ op }) => op !== "same");
  expect(changed.map(({ op, urn }) => [op, urn.split("::").at(-1)])).toEqual([
    ...Array.from({ length: 5 }, () => ["create", "west"]),
    ["create", "west-auth0|west"],
  ]);
  tenant.clearRequests();
  await project.run(upNow);
  expect(madeOf(tenant, line)).toEqual(wantedOf(tenant, line, project.secret));
  const id = tenant.organizations.get(line.name)?.id;
  const strange = writes().filter(({ path }) => !path.includes(String(id)) && !path.includes("/connections"));
  expect(strange.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api/v2/organizations"]);
});

test("a customer whose line vanishes stays, as it is protected", async () => {
  const [north, south] = project.lines;
  await project.write([north, south]);
  const { code, stdout, stderr } = await project.run(["preview"], { expect: "any" });
  expect(code).not.toBe(0);
  expect(stdout + stderr).toMatch(/east[\s\S]*cannot be deleted[\s\S]*protect/);
});

test("without protection a customer is deleted with its line, and all can be destroyed in order", async () => {
  await project.write(project.lines);
  await project.run(["config", "set", "protect", "false"]);
  tenant.clearRequests();
  await project.run(upNow);
  expect(madeOf(tenant, { name: "west" })).toBeUndefined();
  // The organization takes the rest with it.
  expect(
    writes()
      .map(({ method, path }) => `${method} ${path.split("/")[3]}`)
      .toSorted(),
  ).toEqual(["DELETE connections", "DELETE organizations"]);
  tenant.clearRequests();
  await project.destroy();
  expect(placesOf("DELETE", permissionPath)).toMatchObject({ count: 2 });
  expect(placesOf("DELETE", permissionPath).last).toBeLessThan(placesOf("DELETE", apiPath).first);
  expect([tenant.organizations, tenant.connections, tenant.roles].flatMap((all) => all.list())).toEqual([]);
});
