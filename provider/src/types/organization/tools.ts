import { isObject, own, stringsIn } from "../../schema/json.ts";
import { keyed, listIn, named, type Part } from "../deploy-cli.ts";
import type { FeatureTools } from "../tool-data.ts";

const ends = ["organization_id", "connection_id"] as const;

const ofMember = { id: ["organization_id", "user_id"] } as const;

/** What the tools need to know of the types in this folder. */
export const organizationTools = {
  organization: {
    foreignTypes: { auth0_organization: { id: ["id"] } },
    terraform: { type: "auth0_organization" },
    imported: {
      ...{ noun: "organization", file: "organizations", module: "organizations" },
      component: { name: "Customer", file: "customers" },
    },
    impactGroup: "organizations",
    events: {
      areComplete: true,
      types: ["organization.created", "organization.updated", "organization.deleted"],
      subjectsOf: (id) => [`organization ${id}`],
    },
    calls: ["POST /organizations", "GET|PATCH|DELETE /organizations/{id}", "GET /organizations/name/{name}"],
    deployed: {
      organizations: (entry, find) => {
        const connections = listIn(own(entry, "connections")).flatMap((link) =>
          isObject(link) ? [{ ...link, connection_id: find("auth0_connection", keyed(link, "name")) }] : [],
        );
        const all = named("auth0_organization")({ ...entry, connections }, find);
        if (listIn(own(entry, "clients")).length === 0) return all;
        const clients = all.map(
          ({ attributes }): Part => ({
            type: "auth0_organization_clients",
            attributes: { organization_id: own(attributes, "id") ?? null },
          }),
        );
        return [...all, ...clients];
      },
    },
  },
  organizationConnection: {
    foreignTypes: {
      auth0_organization_connection: { id: ends },
      auth0_organization_connections: { id: ends, each: "enabled_connections" },
      auth0_organization: { id: ["id", "connection_id"], inside: "connections" },
    },
    terraform: { type: "auth0_organization_connection" },
    imported: { noun: "connection", file: "organization-connections", module: "organizationConnections" },
    events: {
      areComplete: true,
      types: [
        "organization.deleted",
        "organization.connection.added",
        "organization.connection.updated",
        "organization.connection.removed",
        "connection.deleted",
      ],
      subjectsOf: (_, { organizationId, connectionId }) => [
        `end of organization ${organizationId}`,
        `end of connection ${connectionId}`,
        `connection ${connectionId} of organization ${organizationId}`,
      ],
      about: (type, object) =>
        type.startsWith("organization.connection.")
          ? [
              `connection ${own(own(object, "connection"), "id")} of organization ${own(own(object, "organization"), "id")}`,
            ]
          : undefined,
    },
    calls: [
      "POST /organizations/{id}/enabled_connections",
      "GET|PATCH|DELETE /organizations/{id}/enabled_connections/{connection_id}",
      "POST /organizations/{id}/connections",
      "GET|PATCH|DELETE /organizations/{id}/connections/{connection_id}",
    ],
  },
  organizationMembers: {
    foreignTypes: {
      auth0_organization_members: { id: ["organization_id"], members: { only: "members" } },
      auth0_organization_member: { id: ["organization_id"], members: { only: "user_id" } },
    },
    terraform: {
      members: {
        property: "members",
        of: { organization_id: "organizationId" },
        whole: { type: "auth0_organization_members", argument: "members" },
        each: { type: "auth0_organization_member", argument: "user_id" },
      },
    },
    imported: { noun: "members", file: "members", module: "memberships" },
    events: {
      areComplete: true,
      types: ["organization.deleted", "organization.member.added", "organization.member.deleted", "user.deleted"],
      subjectsOf: (id, outputs) => [
        `end of organization ${id}`,
        `members of ${id}`,
        ...stringsIn(own(outputs, "members")).map((user) => `end of user ${user}`),
      ],
      about: (type, object) =>
        type.startsWith("organization.member.") ? [`members of ${own(own(object, "organization"), "id")}`] : undefined,
      ofMembers: {
        added: ["organization.member.added"],
        removed: ["organization.member.deleted"],
        memberOf: (object) => own(own(object, "user"), "user_id"),
      },
    },
    calls: ["GET|POST|DELETE /organizations/{id}/members", "GET /organizations/{id}/members/{user_id}/roles"],
  },
  organizationMemberRoles: {
    foreignTypes: {
      auth0_organization_member_roles: { ...ofMember, members: "all" },
      auth0_organization_member_role: { ...ofMember, members: { only: "role_id" } },
      auth0_organization_member: {
        ...ofMember,
        members: "all",
        needs: ["roles", "OrganizationMemberRoles manages only roles, and this membership has none"],
      },
    },
    terraform: {
      members: {
        property: "roles",
        of: { organization_id: "organizationId", user_id: "userId" },
        whole: { type: "auth0_organization_member_roles", argument: "roles" },
        each: { type: "auth0_organization_member_role", argument: "role_id" },
      },
    },
    imported: { noun: "member", file: "member-roles", module: "members" },
    events: {
      areComplete: true,
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
        added: ["organization.member.role.assigned"],
        removed: ["organization.member.role.deleted"],
        memberOf: (object) => own(own(object, "role"), "id"),
      },
    },
    calls: ["GET|POST|DELETE /organizations/{id}/members/{user_id}/roles"],
  },
} satisfies FeatureTools;
