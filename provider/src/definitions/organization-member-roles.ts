import type { Definition } from "../schema/definition.ts";
import { own } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { organization, organizationId } from "./organization.ts";

/** Maximum number of roles of a member in an organization. */
export const maxRoles = 50;

/** The roles that are assigned directly to a member of an organization. */
export const organizationMemberRolesSchema = {
  noun: "organization member",
  fields: {
    /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
    organizationId,
    /** The id of the user, who must be a member of the organization: `auth0|…`. A change replaces the resource. */
    userId: { kind: "string", forceNew: true, required: true, idOf: "user", affectsTarget: true, min: 1 },
    /** The ids of the roles, `rol_…`: at most 50, in any order. An empty set means no roles. */
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
     * Whether all undeclared roles of the member are removed. With false, only the declared roles are managed, so several stacks can assign
     * roles to one member. A change of this option alone removes nothing. Default: true.
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
 * **Members only**: only members can have roles. If the program also declares the membership, list it in the `dependsOn` option, because Pulumi
 * cannot infer the dependency from the arguments:
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
 * **Exclusive** by default: the declared roles are the only roles of the member. Another role is drift, and the next `pulumi up --refresh`
 * removes it. The creation removes existing undeclared roles. Declare the roles of a member in only one resource. Roles that are not
 * assigned directly (from a group, for example) are neither shown nor changed.
 *
 * **Shared** with `exclusive: false`: a declared role is assigned, is drift if it is missing, and is removed when you remove it from the
 * program. Other roles are neither drift nor changed. After a change to `exclusive: true`, the next refresh shows the other roles, and the
 * update after it removes them.
 *
 * **Former members**: if the member has left or the organization was deleted, the run continues: the roles stay in the state, each refresh
 * shows them as drift, and an update prints a warning. The first run after the member's return assigns the roles. The creation of a new
 * resource for a user who is not a member fails.
 *
 * **Destroy** removes only the declared roles. The member stays.
 *
 * The id is `organizationId::userId`. Routes: `GET|POST|DELETE /organizations/{id}/members/{user_id}/roles`; scopes
 * `read|create|delete:organization_member_roles`.
 *
 * @constructor Manages the roles of a member of an organization.
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
    // The members' names are requested because an imported program with names is easier to read than one with ids.
    importQuery: { fields: "user_id,name,roles" },
    owners: { definition: organization, collection: "members", key: "user_id" },
    mentions: { property: "roles", type: "role" },
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
      needs: ["roles", "OrganizationMemberRoles manages only roles, and this membership has none"],
    },
  },
} as const satisfies Definition;
