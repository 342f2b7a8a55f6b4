import { publicKeyFault, thumbprintOf } from "../shared/certificates.ts";
import { ServiceError } from "../shared/errors.ts";
import { bodyOf, scopesOfTable } from "../shared/interface.ts";
import { isOwnUrl, type Module, restRoutes, type Tenant } from "../shared/module.ts";
import { Objects, type Write } from "../shared/objects.ts";
import { copyOf, newObjectId, randomAlphanumerics, type Stored, type WireObject } from "../shared/store.ts";
import {
  flag,
  isObject,
  type ObjectSchema,
  object,
  type Properties,
  payloadError,
  text,
  type Violation,
} from "../shared/validation.ts";

/**
 * The properties of a resource server that only a seed can contain, or that follow other rules in a seed than in a request: in an export, an
 * encryption key has a thumbprint instead of the PEM.
 */
function seeded(): Properties {
  const encryption = bodyOf("POST /resource-servers").properties.token_encryption as ObjectSchema;
  const { encryption_key: key, ...others } = encryption.properties;
  const exported = object(
    { ...(key as ObjectSchema).properties, thumbprint_sha256: text({ pattern: /^[\w-]{43}$/ }) },
    ["alg"],
    {
      rule: (given) =>
        "pem" in given === "thumbprint_sha256" in given ? "Expected either pem or thumbprint_sha256" : undefined,
    },
  );
  return {
    id: text({ pattern: /^[0-9a-f]{24}$/ }),
    is_system: {
      ...flag,
      rule: (value: boolean) => (value ? "A system API must have all properties of the service's response" : undefined),
    },
    client_id: text(),
    token_encryption: object({ ...others, encryption_key: exported }, ["format", "encryption_key"], { nullable: true }),
  };
}

/** The properties of a system API that no request can change. {@link SystemApi.changeable} can replace this default. */
const fixed = ["name", "scopes", "signing_secret", "enforce_policies"];

interface StoredResourceServer extends Stored {
  readonly identifier: string;
  /** Absent for an API that the user created. */
  readonly is_system?: boolean;
}

const defaultWebLifetime = 7200;
const defaultPolicies = { client: { policy: "require_client_grant" }, user: { policy: "allow_all" } };
const byDefault = { subject_type_authorization: defaultPolicies };

/** The values that properties get if a create omits them. */
const defaults = {
  allow_offline_access: false,
  skip_consent_for_verifiable_first_party_clients: false,
  token_lifetime: 86_400,
  signing_alg: "RS256",
};

/**
 * The tenant's resource servers. The management API always exists. A create with the identifier of another system API activates that system API.
 */
export class ResourceServers extends Objects<StoredResourceServer> {
  /** The origin of the tenant, with which the identifier of its management API begins. */
  readonly #origin: string;
  /** The identifier of the management API. */
  #management: string;

  constructor(tenant: Tenant) {
    super({
      path: "/resource-servers",
      key: "identifier",
      seeded: seeded(),
      whole: ["id", "identifier", "signing_alg", "token_lifetime", "token_lifetime_for_web"],
      newId: newObjectId,
      missing: ["The resource server does not exist", "inexistent_resource_server"],
      taken: ["A resource server with the same identifier already exists.", "resource_server_conflict"],
      fresh: { ...defaults, ...(tenant.traits.subjectAuthorization && byDefault) },
      settle: (row, write) => settle(row, write, tenant.origin),
      view,
    });
    this.#origin = tenant.origin;
    this.#management = `${tenant.origin}/api/v2/`;
    this.add({ identifier: this.#management });
  }

  /**
   * A path may contain a resource server's identifier instead of its id, also percent-encoded twice. The identifier of any tenant's management API
   * finds the management API of this tenant, because the seed and the program may come from different tenants.
   */
  override at(key: string): StoredResourceServer | undefined {
    const decoded = decodedAgain(key);
    const found = this.find(key) ?? this.find(decoded);
    return found ?? (isManagementApi(this.#origin, decoded) ? this.find(this.#management) : undefined);
  }

  override get(key: string): WireObject | undefined {
    const found = this.at(key);
    return found && this.show(found);
  }

  override create(wire: WireObject): WireObject {
    if (isOwnUrl(this.#origin, wire?.identifier, "/api/v2/")) throw this.taken();
    return super.create(wire);
  }

  /** The management API of a seed replaces the existing one, even if the seed comes from another tenant. */
  override load(wire: unknown): Violation | undefined {
    if (isObject(wire) && wire.is_system === true && isManagementApi(this.#origin, wire.identifier)) {
      super.delete(this.#management);
      this.#management = String(wire.identifier);
    }
    return super.load(wire);
  }

  /** Links an API with the client that represents it; null removes the link. */
  link(identifier: string, clientId: unknown): void {
    const found = this.find(identifier);
    if (found && !found.is_system) this.change(identifier, { client_id: clientId });
  }

  override delete(key: string): void {
    if (this.find(key)?.identifier === this.#management) throw systemRefusal("deleted");
    super.delete(key);
  }

  /** The management API is left out, because every emulator creates its own. */
  override dump(): WireObject[] {
    return super.dump().filter(({ identifier }) => identifier !== this.#management);
  }
}

/** The tenant's resource servers: `/resource-servers`. */
export function resourceServerModule(tenant: Tenant): Module<ResourceServers> {
  const servers = new ResourceServers(tenant);
  const routes = restRoutes(servers, {
    wanted: ({ filters }) => {
      const identifiers = filters.identifiers as string[] | undefined;
      return ({ identifier }) => identifiers?.includes(identifier) ?? true;
    },
  });
  return { objects: servers, routes };
}

function decodedAgain(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

function systemRefusal(what: string): ServiceError {
  return new ServiceError(400, `System APIs cannot be ${what}.`, "operation_not_supported");
}

/**
 * The row to store after a create or an update.
 *
 * @throws ServiceError for a refused change
 */
function settle(
  draft: WireObject,
  { given, before }: Write<StoredResourceServer>,
  origin: string,
): StoredResourceServer {
  const api = systemApi(origin, String(draft.identifier));
  if (before?.is_system) refuseChanges(api, given, before);
  const row = {
    ...draft,
    ...(!before && { ...api?.properties, ...given }),
    ...(api && { is_system: true, name: api.name }),
  } as StoredResourceServer & WireObject;
  for (const name of Object.keys(row)) if (row[name] === null) delete row[name];
  if (isObject(row.subject_type_authorization)) {
    row.subject_type_authorization = withDefaultPolicies(row.subject_type_authorization);
  }
  if (isObject(row.token_encryption)) row.token_encryption = withThumbprint(row.token_encryption);
  if (row.signing_alg === "HS256") row.signing_secret ??= randomAlphanumerics(32);
  const lifetime = Number(row.token_lifetime);
  row.token_lifetime_for_web ??= Math.min(defaultWebLifetime, lifetime);
  if (given.token_lifetime_for_web !== undefined && Number(given.token_lifetime_for_web) > lifetime) {
    const why = `Value ${row.token_lifetime_for_web} is greater than token_lifetime ${lifetime}`;
    throw payloadError({ why, path: "token_lifetime_for_web" });
  }
  return row;
}

/** @throws ServiceError 400 if a property of a system API is sent that cannot be changed */
function refuseChanges(api: SystemApi | undefined, given: WireObject, before: WireObject): void {
  const isFixed = (name: string) => !(api?.changeable?.includes(name) ?? !fixed.includes(name));
  const refused = Object.keys(given).filter(isFixed);
  if (refused.length > 0) {
    throw payloadError({ why: `Additional properties not allowed: ${refused.join(",")}`, path: "" });
  }
  const [sent, has] = [given, before].map(({ subject_type_authorization: policies }) =>
    isObject(policies) && isObject(policies.client) ? policies.client.policy : undefined,
  );
  if (api?.hasFixedClientPolicy && sent !== undefined && sent !== has) {
    throw systemRefusal("changed: subject_type_authorization.client");
  }
}

function withDefaultPolicies({ user, client, ...others }: WireObject): WireObject {
  return {
    ...others,
    user: { ...defaultPolicies.user, ...(isObject(user) ? user : {}) },
    client: { ...defaultPolicies.client, ...(isObject(client) ? client : {}) },
  };
}

/** A row in the form of responses. The signing secret is left out if the algorithm does not use it. */
function view(row: StoredResourceServer): WireObject {
  const { signing_secret, ...rest } = copyOf(row) as WireObject;
  return row.signing_alg === "HS256" ? { ...rest, signing_secret } : rest;
}

/** `token_encryption` in the form of responses: the thumbprint of the RSA key (RFC 7638) replaces the key. */
function withThumbprint(encryption: WireObject): WireObject {
  const { pem, ...key } = encryption.encryption_key as WireObject;
  if (typeof pem !== "string") return encryption;
  const why = publicKeyFault(pem);
  if (why !== undefined) throw payloadError({ why, path: "token_encryption.encryption_key.pem" });
  return { ...encryption, encryption_key: { ...key, thumbprint_sha256: thumbprintOf(pem) } };
}

const verbs = { c: "create", r: "read", u: "update", d: "delete" } as const;

/** The scopes of the management API that no route of the table needs. By initials of verbs, such as `cru`: the resources with a scope for each verb. */
const further: Readonly<Record<string, string>> = {
  crud:
    "authentication_methods connection_profiles custom_signing_keys encryption_keys event_streams flows " +
    "flows_vault_connections forms hooks phone_providers phone_templates rules self_service_profiles " +
    "user_attribute_profiles vdcs_templates",
  cru: "signing_keys",
  rud: "refresh_tokens sessions",
  crd: "group_roles organization_group_roles",
  cd: "organization_invitations current_user_device_credentials sso_access_tickets",
  ru: "event_deliveries",
  rd: "anomaly_blocks device_credentials flows_executions grants groups guardian_enrollments",
  r: "group_members logs logs_users organization_groups stats user_effective_permissions user_idp_tokens",
  c: "guardian_enrollment_tickets user_tickets",
  u: "current_user_identities current_user_metadata users_app_metadata",
};

const titled = (text: string) => text.replaceAll(/[_:]/g, " ").replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** All scopes of the management API. */
const managementScopes = [
  ...scopesOfTable(),
  ...Object.entries(further).flatMap(([actions, names]) =>
    names
      .split(" ")
      .flatMap((resource) => [...actions].map((action) => `${verbs[action as keyof typeof verbs]}:${resource}`)),
  ),
].map((value) => ({ value, description: titled(value) }));

/** A system API: every tenant has it, or a tenant activates it by a create with its identifier. */
export interface SystemApi {
  readonly name: string;
  /** The properties whose values differ from the defaults of a new API, with these values. */
  readonly properties: WireObject;
  /** The properties that a request can change. Default: all except `fixed`. */
  readonly changeable?: readonly string[];
  /** No request can change the policy for clients. */
  readonly hasFixedClientPolicy?: true;
}

const described = (scopes: Readonly<Record<string, string>>) =>
  Object.entries(scopes).map(([value, description]) => ({ value, description }));

const management: SystemApi = {
  name: "Auth0 Management API",
  changeable: [
    "skip_consent_for_verifiable_first_party_clients",
    "subject_type_authorization",
    "token_lifetime",
    "token_lifetime_for_web",
  ],
  hasFixedClientPolicy: true,
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

const myOrganization: SystemApi = {
  name: "Auth0 My Organization API",
  properties: {
    scopes: [
      ...["read:my_org:details", "update:my_org:details"],
      ...["create", "read", "update", "delete"].flatMap((verb) =>
        ["organization_domains", "identity_providers"].map((part) => `${verb}:my_org:${part}`),
      ),
    ].map((value) => ({ value, description: titled(value) })),
    subject_type_authorization: { client: { policy: "deny_all" }, user: { policy: "require_client_grant" } },
  },
};

/** The system APIs of each tenant whose identifiers are URLs of its domain, by path. */
const byPath: Readonly<Record<string, SystemApi>> = { "/me/": myAccount, "/my-org/": myOrganization };

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

/** Matches the hosts of the service's tenants. The identifiers of system APIs contain such a host. */
const serviceHost = /^[a-z0-9-]+(\.[a-z]{2}(-\d)?)?\.auth0\.com$/;

/** Whether an identifier is that of a management API: of this tenant, whose origin is given, or of any tenant of the service. */
function isManagementApi(origin: string, identifier: unknown): boolean {
  if (isOwnUrl(origin, identifier, "/api/v2/")) return true;
  const url = URL.parse(String(identifier));
  return url?.protocol === "https:" && url.pathname === "/api/v2/" && serviceHost.test(url.hostname);
}

/**
 * The system API with this identifier, if any.
 *
 * @param origin the origin of the tenant
 */
function systemApi(origin: string, identifier: string): SystemApi | undefined {
  if (identifier === `${origin}/api/v2/`) return management;
  if (identifier === "urn:auth0:express-configure") return express;
  const url = URL.parse(identifier);
  const [path, api] = Object.entries(byPath).find(([one]) => identifier.endsWith(one) && url?.pathname === one) ?? [];
  if (!url || !path) return undefined;
  return isOwnUrl(origin, identifier, path) || serviceHost.test(url.hostname) ? api : undefined;
}
