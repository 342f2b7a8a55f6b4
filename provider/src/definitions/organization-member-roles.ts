import type { Definition } from "../schema/definition.ts";
import { own } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { organization, organizationId } from "./organization.ts";

/** The most roles that a member of an organization can have. */
export const maxRoles = 50;

/** The roles that are assigned directly to a member of an organization. */
export const organizationMemberRolesSchema = {
  noun: "organization member",
  fields: {
    organizationId,
    userId: { kind: "string", forceNew: true, required: true, idOf: "user", concerns: true, min: 1 },
    roles: {
      kind: "set",
      required: true,
      idOf: "role",
      item: { kind: "string", min: 1, idPrefix: "rol_" },
      max: maxRoles,
      absent: [],
      remembered: true,
      exclusive: { argument: "exclusive", default: true },
    },
  },
  metaArguments: { exclusive: { kind: "boolean" } },
} as const satisfies Schema;

const scopes = {
  read: ["read:organization_member_roles"],
  add: ["create:organization_member_roles"],
  remove: ["delete:organization_member_roles"],
} as const;

const ofMember = { id: ["organization_id", "user_id"] } as const;

/** The roles that are assigned directly to members of organizations. */
export const organizationMemberRoles = {
  type: "OrganizationMemberRoles",
  schema: organizationMemberRolesSchema,
  plural: "members of organizations",
  route: "organizations/{organizationId}/members/{userId}/roles",
  calls: ["GET|POST|DELETE /organizations/{id}/members/{user_id}/roles"],
  scopes: {
    create: [...scopes.read, ...scopes.add, ...scopes.remove],
    read: scopes.read,
    update: [...scopes.add, ...scopes.remove],
    delete: scopes.remove,
  },
  uniqueBy: ["organizationId", "userId"],
  rateGroups: [{ route: "organizations/*/members/*/roles" }],
  members: { key: "id", paging: "offset", perPage: 50 },
  listing: {
    paging: "both",
    names: ["name", "user_id"],
    // With the names, as a program is easier to read with them than with ids.
    importQuery: { fields: "user_id,name,roles" },
    below: { definition: organization, members: "members", key: "user_id" },
    mentions: { member: "roles", kind: "role" },
  },
  imported: { noun: "member", file: "member-roles", module: "members" },
  events: {
    types: [
      "organization.deleted",
      "organization.member.added",
      "organization.member.deleted",
      "organization.member.role.assigned",
      "organization.member.role.deleted",
      "user.deleted",
    ],
    subjectsOf(_, outputs) {
      const [organization, user] = [own(outputs, "organizationId"), own(outputs, "userId")];
      return [`member ${organization} ${user}`, `end of organization ${organization}`, `end of user ${user}`];
    },
    about: (type, object) =>
      type.startsWith("organization.member.")
        ? [`member ${own(own(object, "organization"), "id")} ${own(own(object, "user"), "user_id")}`]
        : undefined,
    ofMembers: {
      added: "organization.member.role.assigned",
      removed: "organization.member.role.deleted",
      memberOf: (object) => own(own(object, "role"), "id"),
    },
  },
  foreignTypes: {
    auth0_organization_member_roles: { ...ofMember, members: "all" },
    auth0_organization_member_role: { ...ofMember, members: { only: "role_id" } },
    auth0_organization_member: {
      ...ofMember,
      members: "all",
      needs: ["roles", "pulumi-tenant manages members' roles, and this is a membership without roles"],
    },
  },
} as const satisfies Definition;
