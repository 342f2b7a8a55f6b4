import type { Definition } from "../schema/definition.ts";
import { own, stringsIn } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { organization, organizationId } from "./organization.ts";

/** The users who are members of an organization. */
export const organizationMembersSchema = {
  noun: "organization",
  fields: {
    /** The organization, at most 50 characters: `org_…`. A change replaces. */
    organizationId,
    /** The ids of the users, `auth0|…`, in any order. */
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
     * Whether the declared users are all that may be members. With false only they are managed, and people can become members by logging in.
     * A switch takes nothing away by itself. Default: false.
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
 * **Shared** by default: each declared user is a member, is shown as drift where the membership is missing, and leaves when he leaves the
 * program. All other members are neither drift nor touched.
 *
 * **Exclusive** with `exclusive: true`: the declared users are all members. Whoever else is one is drift, and the next
 * `pulumi up --refresh` takes the membership away, with the roles. The creation takes away what was there before.
 *
 * **Updates** add first and remove then, ten members with a call, as the service allows no more.
 *
 * **Roles** go with a membership. A member who moves to another resource of the program has them again, where the token may read and give
 * roles of members.
 *
 * **Refresh**: the service's list of members can be seconds behind. A declared member that it does not show is asked for once more, by
 * the member's roles, where the token may read those. Without that a refresh right after a change can show a member as missing.
 *
 * **Destroy** takes back the declared memberships and no others. The users stay.
 *
 * The id is the organization's. Routes: `GET|POST|DELETE /organizations/{id}/members`, and for members that the list does not show
 * `GET /organizations/{id}/members/{user_id}/roles`; scopes: `read|create|delete:organization_members`.
 *
 * @constructor Manages members of one organization.
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
