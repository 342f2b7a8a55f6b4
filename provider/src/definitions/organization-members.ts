import type { Definition } from "../schema/definition.ts";
import { own, stringsIn } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { organization, organizationId } from "./organization.ts";

/** The users who are members of an organization. */
export const organizationMembersSchema = {
  noun: "organization",
  fields: {
    organizationId,
    members: {
      kind: "set",
      required: true,
      idOf: "user",
      concerns: true,
      item: { kind: "string", min: 1 },
      absent: [],
      remembered: true,
      exclusive: { argument: "exclusive", default: false },
    },
  },
  metaArguments: { exclusive: { kind: "boolean" } },
} as const satisfies Schema;

const scopes = {
  read: ["read:organization_members"],
  add: ["create:organization_members"],
  remove: ["delete:organization_members"],
} as const;

/** The users who are members of organizations. */
export const organizationMembers = {
  type: "OrganizationMembers",
  schema: organizationMembersSchema,
  plural: "memberships of organizations",
  route: "organizations/{organizationId}/members",
  calls: ["GET|POST|DELETE /organizations/{id}/members", "GET /organizations/{id}/members/{user_id}/roles"],
  scopes: {
    create: [...scopes.read, ...scopes.add, ...scopes.remove],
    read: scopes.read,
    update: [...scopes.add, ...scopes.remove],
    delete: scopes.remove,
  },
  uniqueBy: ["organizationId"],
  members: {
    key: "user_id",
    paging: "checkpoint",
    query: { fields: "user_id", include_fields: true },
    atOnce: 10,
  },
  listing: {
    paging: "checkpoint",
    names: [],
    below: { definition: organization, members: "members" },
    isTransient: true,
  },
  imported: { noun: "members", file: "members", module: "memberships" },
  events: {
    types: ["organization.deleted", "organization.member.added", "organization.member.deleted", "user.deleted"],
    subjectsOf: (id, outputs) => [
      `end of organization ${id}`,
      `members of ${id}`,
      ...stringsIn(own(outputs, "members")).map((user) => `end of user ${user}`),
    ],
    about: (type, object) =>
      type.startsWith("organization.member.") ? [`members of ${own(own(object, "organization"), "id")}`] : undefined,
    ofMembers: {
      added: "organization.member.added",
      removed: "organization.member.deleted",
      memberOf: (object) => own(own(object, "user"), "user_id"),
    },
  },
  foreignTypes: {
    auth0_organization_members: { id: ["organization_id"], members: { only: "members" } },
    auth0_organization_member: { id: ["organization_id"], members: { only: "user_id" } },
  },
} as const satisfies Definition;
