import { describe, expect, test } from "vitest";
import { problemsOf } from "../../provider/src/lifecycle/checks/validate.ts";
import {
  organizationConnectionSchema,
  organizationMembersSchema,
  organizationSchema,
} from "../../provider/src/types/organization/definition.ts";
import { rolePermissionsSchema } from "../../provider/src/types/role/definition.ts";

const colors = { primary: "#0059d6", pageBackground: "#fff" };

describe("an organization", () => {
  test.each([
    { name: "a" },
    { name: "a".repeat(50) },
    { name: "north-1_b" },
    { name: "1north" },
    { displayName: "A" },
    { displayName: "Ü".repeat(255) },
    { branding: { logoUrl: "https://example.com/logo.png?x=1" } },
    { branding: { colors } },
    { branding: { colors: { primary: "#FFFFFF80", pageBackground: "white" } } },
    { metadata: {} },
    { metadata: Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`key ${n}`, "x".repeat(255)])) },
    { tokenQuota: { clientCredentials: { perDay: 1, perHour: 2_147_483_647, enforce: false } } },
    { thirdPartyClientAccess: "block" },
  ])("can be %j", (part) => {
    expect(problemsOf(organizationSchema, { name: "north", ...part })).toEqual([]);
  });

  test.each([
    [{ name: "" }, ["name"], "must be 1 to 50 characters long"],
    [{ name: "a".repeat(51) }, ["name"], "must be 1 to 50 characters long"],
    [{ name: "North" }, ["name"], "lower-case letters"],
    [{ name: "north corp" }, ["name"], "lower-case letters"],
    [{ name: "-north" }, ["name"], "at both ends"],
    [{ name: "north_" }, ["name"], "at both ends"],
    [{ name: "org_north" }, ["name"], 'not begin with "org_"'],
    [{ displayName: "" }, ["displayName"], "must be 1 to 255 characters long"],
    [{ displayName: "x".repeat(256) }, ["displayName"], "must be 1 to 255 characters long"],
    [{ branding: { logoUrl: "http://example.com/logo.png" } }, ["branding", "logoUrl"], "https://"],
    [{ branding: { colors: { primary: "#000" } } }, ["branding", "colors", "pageBackground"], "is required"],
    [
      { branding: { colors: { ...colors, primary: "#12" } } },
      ["branding", "colors", "primary"],
      "must be a color such as #0059d6",
    ],
    [{ metadata: { plan: "x".repeat(256) } }, ["metadata", "plan"], "255"],
    [{ metadata: { plan: 1 } }, ["metadata", "plan"], "string"],
    [
      { metadata: Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`key ${n}`, "x"])) },
      ["metadata"],
      "at most 25",
    ],
    [{ tokenQuota: { clientCredentials: { perDay: 0 } } }, ["tokenQuota", "clientCredentials", "perDay"], "1 to"],
    [{ tokenQuota: {} }, ["tokenQuota", "clientCredentials"], "is required"],
    [{ thirdPartyClientAccess: "alow" }, ["thirdPartyClientAccess"], '"allow"'],
  ])("cannot be %j", (part, path, says) => {
    const problems = problemsOf(organizationSchema, { name: "north", ...part });
    expect(problems).toContainEqual({ path, says: expect.stringContaining(says) });
  });
});

describe("a connection of an organization", () => {
  const ends = { organizationId: "org_a", connectionId: "con_a" };

  test.each([
    {},
    { assignMembershipOnLogin: true, showAsButton: false, isSignupEnabled: true },
    { organizationConnectionName: "x".repeat(50), organizationAccessLevel: "limited", isEnabled: false },
  ])("can be %j", (part) => {
    expect(problemsOf(organizationConnectionSchema, { ...ends, ...part })).toEqual([]);
  });

  test.each([
    [{ organizationId: "o".repeat(51) }, "organizationId", "50"],
    [{ connectionId: "" }, "connectionId", "1 to 50"],
    [{ organizationConnectionName: "" }, "organizationConnectionName", "1 to 50"],
    [{ organizationConnectionName: "a\0b" }, "organizationConnectionName", "NUL"],
    [{ organizationAccessLevel: "ful" }, "organizationAccessLevel", '"full"'],
    [{ isEnabled: "yes" }, "isEnabled", "true or false"],
  ])("cannot be %j", (part, name, says) => {
    expect(problemsOf(organizationConnectionSchema, { ...ends, ...part })).toEqual([
      { path: [name], says: expect.stringContaining(says) },
    ]);
  });
});

describe("the permissions and the members of a role", () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `act:${n}`);

  test("have the service's bounds", () => {
    const place = { roleId: "rol_a", resourceServerIdentifier: "urn:a" };
    expect(problemsOf(rolePermissionsSchema, { ...place, permissions: names(1000) })).toEqual([]);
    expect(problemsOf(rolePermissionsSchema, { ...place, permissions: names(1001) })).toEqual([
      { path: ["permissions"], says: expect.stringContaining("at most 1000") },
    ]);
    expect(problemsOf(rolePermissionsSchema, { ...place, permissions: ["x".repeat(281)] })).toEqual([
      { path: ["permissions", 0], says: expect.stringContaining("280") },
    ]);
    expect(problemsOf(organizationMembersSchema, { organizationId: "org_a", members: names(5000) })).toEqual([]);
    expect(problemsOf(organizationMembersSchema, { organizationId: "org_a", members: [""] })).toEqual([
      { path: ["members", 0], says: "must not be empty" },
    ]);
  });
});
