import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { MapDocument } from "../../provider/src/map/map.ts";
import { type CustomersProject, customersProject, madeOf, wantedOf } from "../e2e/customers-project.ts";
import { upNow } from "../e2e/project.ts";
import { calls } from "../e2e/world.ts";

/** examples/customers with the real CLI; every test continues where the one before ended. */
let tenant: Emulator;
let project: CustomersProject;
beforeAll(async () => {
  tenant = await startEmulator();
  project = await customersProject(tenant);
  await project.addSecrets(Object.keys(project.rows.oidcCustomers));
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

test("each row of the table creates a customer with all its objects", async () => {
  await project.run(upNow);
  for (const [name, wanted] of wantedOf(tenant, project.rows, project.secret))
    expect(madeOf(tenant, name)).toEqual(wanted);
  expect(["Orders buyer", "Orders admin"].map((role) => tenant.rolePermissions.list(role).length)).toEqual([1, 2]);
  // A permission needs its scope.
  expect(placesOf("POST", apiPath).last).toBeLessThan(placesOf("POST", permissionPath).first);
  await project.settled();
});

test("a map of the tenant shows all objects in their stack, and what the login of a customer leads to", async () => {
  tenant.resourceServers.create({ identifier: "https://stock.example.com", name: "Stock" });
  const { code, stdout, stderr } = await project.ours(["map", "--json"]);
  expect(code, stderr).toBe(0);
  const { objects, links, stacks }: MapDocument = JSON.parse(stdout);
  expect(stacks).toEqual([project.name]);
  const states = Map.groupBy(objects, ({ state }) => state);
  expect(states.get("managed")?.length).toBe(6 + 3 * 10);
  expect(states.get("unmanaged")?.map(({ kind, label }) => `${kind} ${label}`)).toEqual(["ResourceServer Stock"]);
  const label = (key: string) => objects.find((object) => object.key === key)?.label;
  const ofNorth = links.filter(({ from }) => label(from) === "north · north");
  expect(ofNorth.map(({ to }) => label(to))).toEqual(["north", "north"]);
});

test("a copied and renamed row adds one customer: the preview shows only that one, and no call concerns others", async () => {
  const { samlpCustomers, oidcCustomers } = project.rows;
  await project.write({
    samlpCustomers: { ...samlpCustomers, "new-saml": { displayName: "New", plan: "large" } },
    oidcCustomers: { ...oidcCustomers, "new-oidc": { displayName: "Newer", clientId: "orders" } },
  });
  await project.addSecrets(["new-oidc"]);
  const { steps } = await project.json<{ steps: { op: string; urn: string }[] }>(["preview"]);
  const changed = steps.filter(({ op }) => op !== "same");
  expect(changed.map(({ op }) => op)).toEqual(Array(8).fill("create"));
  expect(changed.filter(({ urn }) => !/::new-(?:saml|oidc)(?:-new-(?:saml|oidc))?$/.test(urn))).toEqual([]);
  tenant.clearRequests();
  await project.run(upNow);
  const rows = {
    samlpCustomers: { "new-saml": { displayName: "New", plan: "large" } },
    oidcCustomers: { "new-oidc": { displayName: "Newer", clientId: "orders" } },
  };
  for (const [name, wanted] of wantedOf(tenant, rows, project.secret)) expect(madeOf(tenant, name)).toEqual(wanted);
  const ids = Object.keys({ ...rows.samlpCustomers, ...rows.oidcCustomers }).map(
    (name) => tenant.organizations.get(name)?.id,
  );
  const strange = writes().filter(
    ({ path }) => !ids.some((id) => path.includes(String(id))) && !path.includes("/connections"),
  );
  expect(strange.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(2).fill("POST /api/v2/organizations"));
});

test("removing a row deletes its customer, and a destroy deletes everything in order", async () => {
  await project.write(project.rows);
  tenant.clearRequests();
  await project.run(upNow);
  expect(madeOf(tenant, "new-saml")).toBeUndefined();
  expect(madeOf(tenant, "north")).toBeDefined();
  tenant.clearRequests();
  await project.destroy();
  expect(placesOf("DELETE", permissionPath)).toMatchObject({ count: 2 });
  expect(placesOf("DELETE", permissionPath).last).toBeLessThan(placesOf("DELETE", apiPath).first);
  expect([tenant.organizations, tenant.connections, tenant.roles].flatMap((all) => all.list())).toEqual([]);
});
