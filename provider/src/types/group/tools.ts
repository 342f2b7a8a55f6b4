import { own } from "../../schema/json.ts";
import type { FeatureTools } from "../tool-data.ts";

/** The key of the events about a group's roles. */
function rolesOf(group: unknown, organization: unknown): string {
  return `roles of group ${group}${organization === undefined ? "" : ` in ${organization}`}`;
}

/** What the tools need to know of the types in this folder. */
export const groupTools = {
  groupRoles: {
    foreignTypes: {},
    imported: { noun: "roles", file: "group-roles", module: "groupRoles" },
    events: {
      types: [
        "group.deleted",
        "group.role.assigned",
        "group.role.deleted",
        "organization.deleted",
        "organization.group.role.assigned",
        "organization.group.role.deleted",
      ],
      subjectsOf(_, outputs) {
        const [group, organization] = [own(outputs, "groupId"), own(outputs, "organizationId")];
        const ofOrganization = organization === undefined ? [] : [`end of organization ${organization}`];
        return [rolesOf(group, organization), `end of group ${group}`, ...ofOrganization];
      },
      about: (type, object) =>
        type.includes("group.role.")
          ? [rolesOf(own(own(object, "group"), "id"), own(own(object, "organization"), "id"))]
          : undefined,
      ofMembers: {
        added: ["group.role.assigned", "organization.group.role.assigned"],
        removed: ["group.role.deleted", "organization.group.role.deleted"],
        memberOf: (object) => own(own(object, "role"), "id"),
      },
    },
    calls: [
      "GET|POST|DELETE /groups/{id}/roles",
      "GET|POST|DELETE /organizations/{organization_id}/groups/{group_id}/roles",
    ],
  },
} satisfies FeatureTools;
