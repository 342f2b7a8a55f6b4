import type { TenantError } from "../../client/index.ts";
import { quoted } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { membershipType } from "../../lifecycle/membership.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { partsOfElement } from "../../schema/program-forms.ts";
import { scopeNeeds } from "../resource-server-scopes/need.ts";
import { maxRoles, userPermissions, userRoles } from "./definition.ts";

/** The roles that are assigned directly to a user. */
export const userRolesType: ResourceType = membershipType(userRoles, {
  label: (args) => `the roles of user${quoted(args, "userId")}`,
  idIs: "a user's roles",
  explain(error, isExclusive) {
    if (error.status === 409) return tooManyRoles(error, isExclusive, "user");
    return error.isAbsence ? missing(error, "The user and all roles must exist first.") : error;
  },
});

/** The permissions that are assigned directly to a user. */
export const userPermissionsType: ResourceType = {
  ...membershipType(userPermissions, {
    label: (args) => `the permissions of user${quoted(args, "userId")}`,
    idIs: "a user's permissions",
    sentAs: (permission) => {
      const [resource_server_identifier, permission_name] = partsOfElement(permission);
      return { resource_server_identifier, permission_name };
    },
    explain: (error) =>
      error.status === 404 || error.status === 400
        ? missing(error, "The user, the APIs and all declared scopes must exist first.")
        : error,
  }),
  // The service deletes a permission together with its scope, so the scope must exist first.
  needs: (args) => scopeNeeds(userPermissions.schema, args),
};

/** The error for a holder of roles who would have more roles than the service allows. */
export function tooManyRoles(
  error: TenantError,
  isExclusive: boolean,
  holder: "user" | "member" | "group",
  max: number = maxRoles,
): UserError {
  const advice = isExclusive
    ? "Run `pulumi refresh` to see the undeclared roles; the next `pulumi up` removes them."
    : "Remove some of the undeclared roles with the tool that assigned them, or in the dashboard.";
  return new UserError(
    `${error.summary} A ${holder} can have at most ${max} roles, and this ${holder} has further roles that the program does not declare. ${advice}`,
    { cause: error },
  );
}

function missing(error: TenantError, needed: string): UserError {
  return new UserError(
    `${error.summary} ${needed} getUser finds a user by e-mail address, getRole a role by name. The id of a user changes if the user's ` +
      "account is linked to another one.",
    { cause: error },
  );
}
