import { legible, TenantError } from "../../client/index.ts";
import type { Claim } from "../../lifecycle/claims.ts";
import { UserError } from "../../lifecycle/errors.ts";
import type { Problem } from "../../lifecycle/resource-type.ts";
import { isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { type Path, valueAt } from "../../schema/pointer.ts";

/** Sets and lists that the service refuses where they are empty: what is not declared has none. */
const notEmpty: readonly Path[] = [
  ["organizationDiscoveryMethods"],
  ["asyncApprovalNotificationChannels"],
  ["refreshToken", "policies"],
  ["mobile", "android", "sha256CertFingerprints"],
];

const metadataKey = /^[A-Za-z0-9:,\-+=_*?"/\\()<>@ \t]{1,255}$/;

/** What the table cannot say of an application. Values may be unknown. */
export function problemsOf(args: JsonObject): readonly Problem[] {
  return [
    ...notEmpty.flatMap((path) => {
      const value = valueAt(args, path);
      return Array.isArray(value) && value.length === 0
        ? [{ path, says: "must have at least 1 element; leave it out for none" }]
        : [];
    }),
    ...exclusive(args),
    ...needed(args),
    ...keysOf(own(args, "clientMetadata")),
  ];
}

/** Pairs that exclude each other. */
function exclusive(args: JsonObject): readonly Problem[] {
  const isPublic = own(args, "tokenEndpointAuthMethod") === "none";
  const grants = own(args, "grantTypes");
  const problems: Problem[] = [];
  if (own(args, "secretRotation") !== undefined && own(args, "clientSecret") !== undefined) {
    problems.push({
      path: ["secretRotation"],
      says: "cannot stand beside clientSecret: a rotation makes another secret",
    });
  }
  if (isPublic && Array.isArray(grants) && grants.includes("client_credentials")) {
    problems.push({
      path: ["grantTypes"],
      says: 'cannot have client_credentials beside tokenEndpointAuthMethod "none", which proves nothing',
    });
  }
  if (isPublic && own(args, "isTokenEndpointIpHeaderTrusted") === true) {
    problems.push({
      path: ["isTokenEndpointIpHeaderTrusted"],
      says: 'cannot stand beside tokenEndpointAuthMethod "none": it needs a secret',
    });
  }
  for (const name of ["organizationUsage", "organizationRequireBehavior"]) {
    if (own(args, "isFirstParty") === false && own(args, name) !== undefined) {
      problems.push({ path: [name], says: "cannot stand beside isFirstParty: false, as it is for first parties" });
    }
  }
  return problems;
}

/** What needs something else. */
function needed(args: JsonObject): readonly Problem[] {
  const [type, identifier] = [own(args, "appType"), own(args, "resourceServerIdentifier")];
  const isApi = type === "resource_server";
  const problems: Problem[] = [];
  if (isApi && identifier === undefined) {
    problems.push({ path: ["resourceServerIdentifier"], says: 'is required beside appType "resource_server"' });
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

/** What is claimed, for people. */
export const authenticationMethods = "authentication methods (tokenEndpointAuthMethod, credentials)";

/**
 * What a resource declares of how an application proves who it is: the service takes either a method at the token endpoint or credentials.
 * Undefined where the application is not known yet.
 *
 * @param property how the program says it
 */
export function claimOnAuthentication(clientId: Json | undefined, property: string): Claim | undefined {
  if (typeof clientId !== "string" || clientId === unknownValue) return undefined;
  return {
    key: JSON.stringify(["authentication", clientId]),
    on: `the ${authenticationMethods} of application "${legible(clientId)}"`,
    isWhole: true,
    members: [property],
  };
}

/** What a refused update means that says how an application proves who it is: it may have credentials in use. */
export function explained(error: unknown, sent: JsonObject): unknown {
  const isAbout = own(sent, "token_endpoint_auth_method") !== undefined;
  if (!isAbout || !(error instanceof TenantError) || error.status !== 400) return error;
  return new UserError(
    `${error.summary} The service takes no tokenEndpointAuthMethod while credentials are in use. ` +
      "Take them away first: a ClientAuthentication that leaves the program gives the application its method back, in a run of its own.",
    { cause: error },
  );
}
