import { sanitize, TenantError } from "../../client/index.ts";
import type { Claim } from "../../lifecycle/claims.ts";
import { UserError } from "../../lifecycle/errors.ts";
import type { Problem } from "../../lifecycle/resource-type.ts";
import { isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { valueAt } from "../../schema/pointer.ts";
import { problemsOfVault } from "./token-vault.ts";

const metadataKey = /^[A-Za-z0-9:,\-+=_*?"/\\()<>@ \t]{1,255}$/;

/** Rules for an application that the schema cannot express. Values can be unknown. */
export function problemsOf(args: JsonObject): readonly Problem[] {
  return [
    ...exclusive(args),
    ...needed(args),
    ...problemsOfVault(own(args, "tokenVaultPrivilegedAccess")),
    ...keysOf(own(args, "clientMetadata")),
  ];
}

/** Rules for pairs of properties that exclude each other. */
function exclusive(args: JsonObject): readonly Problem[] {
  const isPublic = own(args, "tokenEndpointAuthMethod") === "none";
  const grants = own(args, "grantTypes");
  const problems: Problem[] = [];
  if (own(args, "secretRotation") !== undefined && own(args, "clientSecret") !== undefined) {
    problems.push({
      path: ["secretRotation"],
      says: "cannot be declared together with clientSecret: a rotation generates another secret",
    });
  }
  if (isPublic && Array.isArray(grants) && grants.includes("client_credentials")) {
    problems.push({
      path: ["grantTypes"],
      says: 'cannot contain client_credentials together with tokenEndpointAuthMethod "none": this grant type needs authentication',
    });
  }
  if (isPublic && own(args, "isTokenEndpointIpHeaderTrusted") === true) {
    problems.push({
      path: ["isTokenEndpointIpHeaderTrusted"],
      says: 'cannot be true together with tokenEndpointAuthMethod "none": it needs a client secret',
    });
  }
  for (const name of ["organizationUsage", "organizationRequireBehavior"]) {
    if (own(args, "isFirstParty") === false && own(args, name) !== undefined) {
      problems.push({
        path: [name],
        says: "cannot be declared together with isFirstParty: false: only first-party applications have this property",
      });
    }
  }
  return problems;
}

/** Rules for properties that need another property. */
function needed(args: JsonObject): readonly Problem[] {
  const [type, identifier] = [own(args, "appType"), own(args, "resourceServerIdentifier")];
  const isApi = type === "resource_server";
  const problems: Problem[] = [];
  if (isApi && identifier === undefined) {
    problems.push({ path: ["resourceServerIdentifier"], says: 'is required for appType "resource_server"' });
  }
  if (!isApi && type !== unknownValue && identifier !== undefined) {
    problems.push({ path: ["resourceServerIdentifier"], says: 'needs appType "resource_server"' });
  }
  const quota = valueAt(args, ["tokenQuota", "clientCredentials"]);
  if (isObject(quota) && Object.keys(quota).length === 0) {
    problems.push({
      path: ["tokenQuota", "clientCredentials"],
      says: "must have at least one of enforce, perDay and perHour",
    });
  }
  return problems;
}

function keysOf(metadata: Json | undefined): readonly Problem[] {
  const keys = isObject(metadata) ? Object.keys(metadata) : [];
  return keys
    .filter((key) => !metadataKey.test(key))
    .map((key) => ({
      path: ["clientMetadata", key],
      says: 'must have a key of 1 to 255 letters, digits, blanks, tabs and :,-+=_*?"/\\()<>@',
    }));
}

/** The properties in a claim on the authentication of an application, as text for messages. */
export const authenticationMethods = "authentication methods (tokenEndpointAuthMethod, credentials)";

/**
 * A resource's claim on the authentication of an application, so that a Client and a ClientAuthentication cannot both declare it: the API accepts
 * either a token endpoint method or credentials. Undefined if the id of the application is unknown.
 *
 * @param property the property with which the resource declares the authentication
 */
export function claimOnAuthentication(clientId: Json | undefined, property: string): Claim | undefined {
  if (typeof clientId !== "string" || clientId === unknownValue) return undefined;
  return {
    key: JSON.stringify(["authentication", clientId]),
    on: `the ${authenticationMethods} of application "${sanitize(clientId)}"`,
    isWhole: true,
    members: [property],
  };
}

/** Explains a rejected update of the token endpoint method: the application probably has credentials in use. */
export function explained(error: unknown, sent: JsonObject): unknown {
  const isAbout = own(sent, "token_endpoint_auth_method") !== undefined;
  if (!isAbout || !(error instanceof TenantError) || error.status !== 400) return error;
  return new UserError(
    `${error.summary} The API accepts no tokenEndpointAuthMethod while credentials are in use. ` +
      "Remove the ClientAuthentication from the program first, in a separate run: this restores the application's previous method.",
    { cause: error },
  );
}
