import { type Definition, scopesFor } from "../../schema/definition.ts";
import type { Schema } from "../../schema/schema.ts";
import { ownOrganizationId } from "../organization/definition.ts";
import { assignedRoles } from "../user/definition.ts";

/** The groups, which identity providers make and no resource type manages. */
const groups = {
  type: "Group",
  plural: "groups",
  route: "groups",
  schema: { noun: "group" },
  listing: { paging: "checkpoint", names: ["name", "id"] },
} as const;

/** Maximum number of roles of a group. */
export const maxGroupRoles = 10;

/** The roles that all members of a group have. */
export const groupRolesSchema = {
  noun: "group's roles",
  fields: {
    /** The id of the group: `grp_…`. A change replaces the resource. */
    groupId: {
      kind: "string",
      forceNew: true,
      required: true,
      idOf: "group",
      affectsTarget: true,
      idPrefix: "grp_",
      min: 1,
    },
    /**
     * The id of the organization in which the members of the group have the roles, `org_…`: at most 50 characters. Without it, they have the roles in
     * the tenant. A change replaces the resource.
     */
    organizationId: ownOrganizationId,
    /** The ids of the roles, `rol_…`: at most 10, in any order. An empty set means no roles. */
    roles: {
      ...assignedRoles,
      safeguard: "All members of the group have the permissions of these roles.",
      grantsTo: ["groupId"],
      max: maxGroupRoles,
      exclusive: { argument: "exclusive", default: false },
    },
  },
  metaArguments: {
    /**
     * Whether all undeclared roles of the group are removed. With false, only the declared roles are managed, so several stacks can assign roles
     * to one group. A change of this option alone removes nothing. Default: false.
     */
    exclusive: { kind: "boolean" },
  },
} as const satisfies Schema;

const [inTenant, inOrganization] = [scopesFor("group_roles"), scopesFor("organization_group_roles")];
const write = [inTenant, inOrganization].flatMap(({ read, create, delete: remove }) => [...read, ...create, ...remove]);

/**
 * The roles of a group: all its members have them, in the tenant or in one organization.
 *
 * {@example}
 *
 * **Groups** come from the directory of an identity provider, by SCIM or directory provisioning. No resource makes them; `getGroup` finds a group by
 * its name.
 *
 * **Shared** by default: a declared role is assigned, is drift if it is missing, and is removed when you remove it from the program. Undeclared roles
 * are neither drift nor changed.
 *
 * **Exclusive** with `exclusive: true`: the declared roles are the only roles of the group. An undeclared role is drift, and the next
 * `pulumi up --refresh` removes it. The creation removes existing undeclared roles. The roles in the tenant and the roles in each organization are
 * separate sets.
 *
 * **Updates** first add roles, then remove roles, so no member loses access meanwhile. At the limit of 10 roles, roles are removed first.
 *
 * **Destroy** removes only the declared roles. The group stays. If the group or a role was deleted, nothing is left to remove.
 *
 * **Import**: `npx pulumi-tenant import --kinds GroupRoles` imports the roles of groups in the tenant. Roles in an organization are not listed: use
 * `pulumi import` with the id.
 *
 * **Plans**: not every plan has groups.
 *
 * The id is that of the group, or `groupId::organizationId`. Routes: `GET|POST|DELETE /groups/{id}/roles`, `GET|POST|DELETE
 * /organizations/{organization_id}/groups/{group_id}/roles`; scopes: `read|create|delete:group_roles`, with an organization
 * `read|create|delete:organization_group_roles`.
 *
 * @constructor Manages the roles of a group.
 */
export const groupRoles = {
  type: "GroupRoles",
  schema: groupRolesSchema,
  plural: "roles of groups",
  route: "groups/{groupId}/roles",
  routeWith: { property: "organizationId", route: "organizations/{organizationId}/groups/{groupId}/roles" },
  scopes: {
    create: write,
    read: [...inTenant.read, ...inOrganization.read],
    update: write,
    delete: [...inTenant.delete, ...inOrganization.delete],
  },
  uniqueBy: ["groupId", "organizationId"],
  members: { key: "id", paging: "checkpoint" },
  listing: { paging: "checkpoint", names: [], owners: { definition: groups, collection: "roles" } },
} as const satisfies Definition;
