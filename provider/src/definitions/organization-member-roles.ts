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
    /** The organization, at most 50 characters: `org_…`. A change replaces. */
    organizationId,
    /** The user, who must be a member of the organization: `auth0|…`. A change replaces. */
    userId: { kind: "string", forceNew: true, required: true, idOf: "user", affectsTarget: true, min: 1 },
    /** The ids of the roles, `rol_…`: at most 50, in any order. The empty set means "no roles". */
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
  metaArguments: {
    /**
     * Whether the declared roles are all that the member may have. With false only they are managed, and several stacks can
     * give roles to one member. A switch takes nothing away by itself. Default: true.
     */
    exclusive: { kind: "boolean" },
  },
} as const satisfies Schema;

const scopes = {
  read: ["read:organization_member_roles"],
  add: ["create:organization_member_roles"],
  remove: ["delete:organization_member_roles"],
} as const;

const ofMember = { id: ["organization_id", "user_id"] } as const;

/**
 * The roles that are assigned directly to a member of an organization.
 *
 * {@example}
 *
 * **Members only**: the service gives roles to nobody else. Where the program makes the user a member as well, the roles depend on that,
 * which nothing in their arguments tells Pulumi:
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const north = new tenant.Organization("north", { name: "north" }, { protect: true });
 * const userId = "auth0|0123456789abcdef01234567";
 * const members = new tenant.OrganizationMembers("north", { organizationId: north.id, members: [userId] });
 * new tenant.OrganizationMemberRoles(
 *   "alice",
 *   { organizationId: north.id, userId, roles: ["rol_0123456789abcdef"] },
 *   { dependsOn: [members] },
 * );
 * ```
 *
 * **Exclusive** by default: the declared roles are all that the member has. A role that somebody else assigns is drift, and the
 * next `pulumi up --refresh` takes it away. The creation takes away what was assigned before. Declare one member's roles
 * of an organization in one place only. Roles from elsewhere (from a group, for example) are not assigned directly: they
 * are neither shown nor touched.
 *
 * **Shared** with `exclusive: false`: each declared role is given, shown as drift where it is missing, and taken back when
 * it leaves the program. All other roles are neither drift nor touched. A stack that switches to `exclusive: true` shows
 * the other roles at its next refresh, and takes them away with the update after that.
 *
 * **A member who has left** the organization, or an organization that is gone, ends no run: the roles stay in the state, each refresh shows
 * them as drift, and an update warns and names the member. They are given by the first run after the member is back. A new resource for
 * somebody who is no member fails.
 *
 * **Destroy** takes back the declared roles and no others. The member stays.
 *
 * The id is `organizationId::userId`. Routes: `GET|POST|DELETE /organizations/{id}/members/{user_id}/roles`; scopes
 * `read|create|delete:organization_member_roles`.
 *
 * @constructor Manages the roles of one member of one organization.
 */
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
