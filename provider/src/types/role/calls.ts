import type { TenantError } from "../../client/index.ts";
import { quoted } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { membershipType } from "../../lifecycle/members/membership.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { type JsonObject, own } from "../../schema/json.ts";
import { scopeNeeds } from "../resource-server-scopes/need.ts";
import { role, rolePermissions } from "./definition.ts";

const ofOrganization = (args: JsonObject) => own(args, "organizationId");

const { type } = restOf(role, {
  label: (args) =>
    `role${quoted(args, "name")}${ofOrganization(args) === undefined ? "" : ` of organization${quoted(args, "organizationId")}`}`,
  toBody: (body) => (own(body, "owner_id") === undefined ? body : { ...body, type: "organization" }),
});

/** Roles. Users who have a role lose its permissions when the role is deleted, so a role is never disposable. */
export const roleType: ResourceType = {
  ...type,
  isDisposable: false,
  // Each organization has a listing of its own, and the listing of the tenant's roles says nothing about the roles of organizations.
  listable: {
    ...type.listable,
    entryFor: (asked, values) =>
      ofOrganization(values) === undefined ? type.listable.entryFor(asked, values) : undefined,
  },
  find: (service, args) => {
    const owner = ofOrganization(args);
    return type.find(service, args, typeof owner === "string" ? { type: "organization", owner_id: owner } : {});
  },
};

/** The permissions of a role on one API. */
export const rolePermissionsType: ResourceType = {
  ...membershipType(rolePermissions, {
    label: (args) =>
      `the permissions of role${quoted(args, "roleId")} on API${quoted(args, "resourceServerIdentifier")}`,
    idIs: "a role's permissions",
    sentAs: (permission, args) => ({
      resource_server_identifier: own(args, "resourceServerIdentifier") ?? null,
      permission_name: permission,
    }),
    explain: (error) => (error.status === 404 || error.status === 400 ? missing(error) : error),
  }),
  // The service deletes a permission together with its scope, so the scope must exist first.
  needs: (args) => scopeNeeds(rolePermissions.schema, args),
};

function missing(error: TenantError): UserError {
  return new UserError(
    `${error.summary} The role, the API and all declared scopes must exist first. Remove permissions that are not among the scopes of the API. ` +
      "Refer to the resources of this program (`role.id`, `api.identifier`), so that they are created first. For a role or API that this program " +
      "does not manage, use getRole or getResourceServer.",
    { cause: error },
  );
}
