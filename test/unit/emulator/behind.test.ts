import { afterEach, beforeEach, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";

let now: number;
let tenant: Emulator;
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1);
  const seed = { resourceServers: [{ identifier: "https://old.example.com", name: "Old" }] };
  tenant = await startEmulator({ listingsBehindMs: 10_000, seed, now: () => now });
});
afterEach(() => tenant.close());

const get = async (path: string) => {
  const headers = { authorization: `Bearer ${tenant.issueToken()}` };
  return (await fetch(`${tenant.url}/api/v2/${path}`, { headers })).json();
};
const namesListed = async () => ((await get("resource-servers")) as { name?: string }[]).map(({ name }) => name);

test("a listing lags by the chosen time; an object that is read by its id is current", async () => {
  const { id = "" } = tenant.resourceServers.get("https://old.example.com") as { id?: string };
  expect(await namesListed()).toEqual(["Auth0 Management API", "Old"]);
  tenant.resourceServers.update(id, { name: "New" });
  tenant.resourceServers.create({ identifier: "https://another.example.com", name: "Another" });
  now += 9_999;
  expect(await namesListed()).toEqual(["Auth0 Management API", "Old"]);
  expect(await get(`resource-servers/${id}`)).toMatchObject({ name: "New" });
  now += 1;
  expect(await namesListed()).toEqual(["Auth0 Management API", "New", "Another"]);
  tenant.resourceServers.delete(id);
  expect(await namesListed()).toEqual(["Auth0 Management API", "New", "Another"]);
  now += 10_000;
  expect(await namesListed()).toEqual(["Auth0 Management API", "Another"]);
});

test("the listing of an organization's members with their roles lags as well", async () => {
  const role = String(tenant.roles.create({ name: "reader" }).id);
  const organization = String(tenant.organizations.create({ name: "corp" }).id);
  tenant.organizationMembers.add(organization, "auth0|1");
  now += 20_000;
  tenant.organizationMembers.assignRoles(organization, "auth0|1", [role]);
  const listed = () => get(`organizations/${organization}/members?fields=user_id,roles`);
  expect(await listed()).toEqual([{ user_id: "auth0|1", roles: [] }]);
  expect(await get(`organizations/${organization}/members/${encodeURIComponent("auth0|1")}/roles`)).toHaveLength(1);
  now += 10_000;
  expect(await listed()).toEqual([{ user_id: "auth0|1", roles: [{ id: role, name: "reader" }] }]);
});
