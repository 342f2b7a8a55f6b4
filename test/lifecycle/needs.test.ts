import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import { type JsonObject, unknownValue } from "../../provider/src/schema/json.ts";
import { nameKey } from "../../provider/src/schema/provider-code.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import { providerFor } from "./world.ts";

/** What a resource declares of the scopes of an API that the same program declares: only a check can know that they will not be there. */
const config = { "tenant:domain": "tenant.example.com", "tenant:token": "none" };
const identifier = "https://orders.example.com";
let warned: string[];
beforeEach(() => {
  warned = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void warned.push(line));
});
afterEach(() => void vi.restoreAllMocks());

/** Checks resources of one program, one after the other. */
async function check(...program: readonly (readonly [TypeName, JsonObject])[]): Promise<void> {
  const run = new EngineRun();
  for (const [kind, args] of program) {
    const { failures } = await providerFor(kinds[kind], config, run).check({}, { ...args, [nameKey]: `the ${kind}` });
    expect(failures).toEqual([]);
  }
}

const api = (scopes: JsonObject | string, more: JsonObject = {}) =>
  ["resourceServer", { identifier, scopes, ...more }] as const;
const permissions = [
  "rolePermissions",
  { roleId: "rol_1", resourceServerIdentifier: identifier, permissions: ["read", "delete"] },
] as const;
const grant = ["clientGrant", { clientId: "client", audience: identifier, scope: ["read", "delete"] }] as const;

test.each([
  ["permissions", permissions],
  ["scope", grant],
] as const)(
  "%s: a scope that the program's API does not declare causes a warning with the remedy",
  async (property, needing) => {
    await check(api({ read: "" }), needing);
    expect(warned).toEqual([
      expect.stringMatching(
        new RegExp(
          `${property}: the resourceServer of this program declares all of the scopes of resource server "${identifier}", but not "delete"\\. Declare the missing ones in the resourceServer, or remove them from this resource\\.$`,
        ),
      ),
    ]);
  },
);

test.each([
  ["declares the scope", api({ read: "", delete: "" })],
  ["leaves scopes to others", api({ read: "" }, { exclusiveScopes: false })],
  ["has unknown scopes", api(unknownValue)],
  ["is another API", ["resourceServer", { identifier: "urn:other", scopes: { read: "" } }] as const],
])("no warning appears if the API %s", async (_, declared) => {
  await check(declared, permissions, grant);
  expect(warned).toEqual([]);
});

describe("roles of a member, beside an OrganizationMembers in the program,", () => {
  const organizationId = "org_0000000000000001";
  const roles = ["organizationMemberRoles", { organizationId, userId: "auth0|bob", roles: [] }] as const;
  const members = (ids: readonly string[], exclusive = true) =>
    ["organizationMembers", { organizationId, members: ids, exclusive }] as const;

  test("cause a warning if that exclusively declares other members", async () => {
    await check(members(["auth0|alice"]), roles);
    expect(warned).toEqual([
      expect.stringMatching(
        /^warning: .*userId: .* declares all of the members of organization .*, but not "auth0\|bob"/,
      ),
    ]);
  });

  test.each([
    ["declares the user", members(["auth0|alice", "auth0|bob"])],
    ["leaves members to others", members(["auth0|alice"], false)],
    ["has an unknown member", members(["auth0|alice", unknownValue])],
  ])("cause no warning if that %s", async (_, declared) => {
    await check(declared, roles);
    expect(warned).toEqual([]);
  });
});
