import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { typeToken } from "../../../provider/src/schema/provider-code.ts";
import { followedTypes, subjectsOf, subjectsOfEvent } from "../../../provider/src/watch/causes.ts";

const organization = { id: "org_a", name: "north" };
const user = { user_id: "auth0|1" };
const connection = { id: "con_a" };

const resources: readonly (readonly [type: string, id: string, outputs: JsonObject])[] = [
  ["Organization", "org_a", { name: "north" }],
  ["OrganizationConnection", "org_a::con_a", { organizationId: "org_a", connectionId: "con_a" }],
  ["OrganizationMembers", "org_a", { organizationId: "org_a", members: ["auth0|1"] }],
  ["OrganizationMemberRoles", "org_a::auth0|1", { organizationId: "org_a", userId: "auth0|1", roles: [] }],
  ["Connection", "con_a", { strategy: "oidc" }],
  ["Organization", "org_b", { name: "other" }],
  ["OrganizationMembers", "org_b", { organizationId: "org_b", members: ["auth0|2"] }],
];

/** The resources that an event concerns. */
function concerned(type: string, object: JsonObject): readonly string[] {
  const about = new Set(subjectsOfEvent({ type, data: { object } } as never));
  return resources
    .filter(([kind, id, outputs]) => {
      const subjects = subjectsOf({ type: typeToken(kind), id, outputs } as never);
      return subjects?.some((subject) => about.has(subject));
    })
    .map(([kind, id]) => `${kind} ${id}`);
}

describe("an event concerns the resources whose objects it changes, and no others", () => {
  it.each([
    ["organization.updated", organization, ["Organization org_a"]],
    [
      "organization.deleted",
      organization,
      [
        "Organization org_a",
        "OrganizationConnection org_a::con_a",
        "OrganizationMembers org_a",
        "OrganizationMemberRoles org_a::auth0|1",
      ],
    ],
    ["organization.connection.updated", { organization, connection }, ["OrganizationConnection org_a::con_a"]],
    ["organization.connection.removed", { organization, connection: { id: "con_b" } }, []],
    [
      "organization.member.deleted",
      { organization, user },
      ["OrganizationMembers org_a", "OrganizationMemberRoles org_a::auth0|1"],
    ],
    ["organization.member.added", { organization, user: { user_id: "auth0|9" } }, ["OrganizationMembers org_a"]],
    [
      "organization.member.role.assigned",
      { organization, user, role: { id: "rol_a" } },
      ["OrganizationMemberRoles org_a::auth0|1"],
    ],
    ["connection.deleted", connection, ["OrganizationConnection org_a::con_a", "Connection con_a"]],
    ["user.deleted", user, ["OrganizationMembers org_a", "OrganizationMemberRoles org_a::auth0|1"]],
  ])("%s %j", (type, object, expected) => {
    expect(concerned(type, object as JsonObject)).toEqual(expected);
  });
});

it("the stream requests each type of event once", () => {
  expect(new Set(followedTypes).size).toBe(followedTypes.length);
});
