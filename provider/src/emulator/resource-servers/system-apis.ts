import type { WireObject } from "../shared/store.ts";
import { managementScopes } from "./management-scopes.ts";

/** An API of the service itself: a tenant has it from the start, or activates it by creating it under its identifier. */
export interface SystemApi {
  readonly name: string;
  /** The properties that it has when it is activated, where they are not those of any other API. */
  readonly properties: WireObject;
  /** The properties that a client may change. Default: the settings of its tokens. */
  readonly changeable?: readonly string[];
}

const described = (scopes: Readonly<Record<string, string>>) =>
  Object.entries(scopes).map(([value, description]) => ({ value, description }));

const management: SystemApi = {
  name: "Auth0 Management API",
  changeable: ["skip_consent_for_verifiable_first_party_clients", "token_lifetime", "token_lifetime_for_web"],
  properties: {
    scopes: managementScopes,
    token_lifetime_for_web: 7200,
  },
};

const myAccount: SystemApi = {
  name: "Auth0 My Account API",
  properties: {
    scopes: described({
      "create:me:connected_accounts": "Create Connected Accounts",
      "read:me:connected_accounts": "Read Connected Accounts",
      "delete:me:connected_accounts": "Delete Connected Accounts",
    }),
    token_lifetime: 600,
    token_lifetime_for_web: 600,
    allow_offline_access: true,
    skip_consent_for_verifiable_first_party_clients: true,
    subject_type_authorization: { client: { policy: "deny_all" }, user: { policy: "require_client_grant" } },
    proof_of_possession: { mechanism: "dpop", required: false },
  },
};

const express: SystemApi = {
  name: "Okta OIN Express Configuration API",
  properties: {
    scopes: described({
      "express_configure:sso": "Ability to create SSO configurations",
      "express_configure:scim": "Ability to create scim configurations",
    }),
    token_lifetime: 300,
    token_lifetime_for_web: 7200,
    subject_type_authorization: { client: { policy: "deny_all" }, user: { policy: "allow_all" } },
    enforce_policies: true,
  },
};

/** The hosts of the service's own tenants, which identifiers name when they come from one. */
const serviceHost = /^[a-z0-9-]+(\.[a-z]{2}(-\d)?)?\.auth0\.com$/;
const loopback = ["127.0.0.1", "localhost", "[::1]"];

/** Whether this is the management API of a tenant of the service, or of the tenant with this origin. */
export function isManagementApi(origin: string, identifier: unknown): boolean {
  if (identifier === `${origin}/api/v2/`) return true;
  const url = URL.parse(String(identifier));
  return url?.protocol === "https:" && url.pathname === "/api/v2/" && serviceHost.test(url.hostname);
}

/**
 * The API of the service that has this identifier, if one has.
 * @param origin the origin of the tenant
 */
export function systemApi(origin: string, identifier: string): SystemApi | undefined {
  if (identifier === `${origin}/api/v2/`) return management;
  if (identifier === "urn:auth0:express-configure") return express;
  const url = identifier.endsWith("/me/") ? URL.parse(identifier) : null;
  if (url?.pathname !== "/me/") return undefined;
  const own = loopback.includes(url.hostname) && url.port === new URL(origin).port;
  return own || serviceHost.test(url.hostname) ? myAccount : undefined;
}
