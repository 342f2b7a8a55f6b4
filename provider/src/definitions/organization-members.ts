import type { Definition } from "../schema/definition.ts";
import { own, stringsIn } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { organization, organizationId } from "./organization.ts";

/** The users who are members of an organization. */
export const organizationMembersSchema = {
  noun: "organization",
  fields: {
    /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
    organizationId,
    /** The ids of the users, in any order: `auth0|…`. */
    members: {
      kind: "set",
      required: true,
      idOf: "user",
      affectsTarget: true,
      item: { kind: "string", min: 1 },
      absent: [],
      remembered: true,
      exclusive: { argument: "exclusive", default: false },
    },
  },
  metaArguments: {
    /**
     * Whether all undeclared memberships are removed. With false, only the declared memberships are managed, and users can become members by
     * logging in. A change of this option alone removes nothing. Default: false.
     */
    exclusive: { kind: "boolean" },
  },
} as const satisfies Schema;

const scopes = {
  read: ["read:organization_members"],
  add: ["create:organization_members"],
  remove: ["delete:organization_members"],
} as const;

/**
 * Users who are members of an organization.
 *
 * {@example}
 *
 * **Shared** by default: a declared user becomes a member, a missing membership is drift, and removing the user from the program removes
 * the membership. Other members are neither drift nor changed.
 *
 * **Exclusive** with `exclusive: true`: the declared users are the only members. Another member is drift, and the next `pulumi up --refresh`
 * removes the membership, with the member's roles. The creation removes existing undeclared memberships.
 *
 * **Updates** add members before they remove others, ten in a call, which is the service's limit.
 *
 * **Roles**: the service deletes the roles of a member with the membership. If a member moves to another resource of the program, the
 * provider restores the roles, provided that the token can read and assign roles of members.
 *
 * **Refresh**: the service's list of members can lag some seconds behind. If it lacks a declared member, the provider checks the membership
 * by reading the member's roles, provided that the token can read them. Otherwise, a refresh right after a change can report a member as
 * missing.
 *
 * **Destroy** removes only the declared memberships. The users stay.
 *
 * The id is that of the organization. Routes: `GET|POST|DELETE /organizations/{id}/members`, and `GET
 * /organizations/{id}/members/{user_id}/roles` for members that the list lacks; scopes: `read|create|delete:organization_members`.
 *
 * @constructor Manages members of an organization.
 */
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
    owners: { definition: organization, collection: "members" },
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
