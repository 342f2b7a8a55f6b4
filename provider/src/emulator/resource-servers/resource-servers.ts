import { publicKeyFault, thumbprintOf } from "../shared/certificates.ts";
import { ServiceError } from "../shared/errors.ts";
import { isOwnUrl, type Module, restRoutes, type Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { byPage } from "../shared/query.ts";
import { newObjectId, omit, randomAlphanumerics, type Stored, type WireObject } from "../shared/store.ts";
import {
  bodyOf,
  flag,
  integer,
  isObject,
  list,
  object,
  type Properties,
  payloadError,
  type Schema,
  text,
  type Violation,
} from "../shared/validation.ts";

/**
 * The rules of the service for resource servers. They come only from the service's documentation and share nothing with the provider's
 * schemas, so that tests find a wrong bound on either side.
 */
const identifier = text("Unique identifier, used as the audience", { min: 1, max: 600 });

const lifetime = { min: 0, max: 2_592_000 };

const scope = object(
  "Permission",
  {
    value: text("Name of the permission", { min: 1, max: 280 }),
    description: text("Description of the permission", { max: 500 }),
  },
  ["value"],
);

function policyMember(about: string, oneOf: readonly string[]): Schema {
  return object(about, { policy: text("Who may get access", { oneOf }) });
}

const algorithms = ["RSA-OAEP-256", "RSA-OAEP-384", "RSA-OAEP-512"];

const encryptionKey: Properties = {
  name: text("Name of the key"),
  alg: text("Key encryption algorithm", { oneOf: algorithms }),
  kid: text("Id of the key"),
  pem: text("RSA public key or certificate in PEM form", { rule: publicKeyFault }),
};

const keyAbout = "Key that encrypts tokens";

function tokenEncryption(encryption_key: Schema): Schema {
  const format = text("Format of the encrypted token", { oneOf: ["compact-nested-jwe"] });
  const required = ["format", "encryption_key"];
  return object("Encryption of access tokens", { format, encryption_key }, required, { nullable: true });
}

/** The description of `token_lifetime_for_web`. The rule that compares this property with `token_lifetime` needs the description, too. */
const webLifetimeAbout = "Lifetime of access tokens for implicit and hybrid flows in seconds";

const writable: Properties = {
  name: text("Friendly name", { max: 200, pattern: /^[^<>]+$/ }),
  scopes: list("Permissions of the API", scope, { max: 1000 }),
  signing_alg: text("Signing algorithm", { oneOf: ["HS256", "RS256", "RS512", "PS256"] }),
  signing_secret: text("Secret of symmetric algorithms", { min: 16 }),
  allow_offline_access: flag("Whether refresh tokens can be issued"),
  allow_online_access: flag("Whether online refresh tokens can be issued"),
  allow_online_access_with_ephemeral_sessions: flag(
    "Whether online refresh tokens can be issued for ephemeral sessions",
  ),
  token_lifetime: integer("Lifetime of access tokens in seconds", lifetime),
  token_lifetime_for_web: integer(webLifetimeAbout, lifetime),
  token_lifetime_for_anonymous_access_tokens: integer("Lifetime of access tokens of anonymous sessions in seconds", {
    ...lifetime,
    min: 86_400,
    nullable: true,
  }),
  token_dialect: text("Form of access tokens", {
    oneOf: ["access_token", "access_token_authz", "rfc9068_profile", "rfc9068_profile_authz"],
  }),
  skip_consent_for_verifiable_first_party_clients: flag("Whether first-party applications skip consent"),
  enforce_policies: flag("Whether authorization policies are enforced"),
  token_encryption: tokenEncryption(object(keyAbout, encryptionKey, ["alg", "pem"])),
  consent_policy: text("Consent policy", { nullable: true, oneOf: ["transactional-authorization-with-mfa"] }),
  authorization_details: list(
    "Types of authorization details",
    object("Authorization details", { type: text("Type of the authorization details") }, [], { open: true }),
    { nullable: true },
  ),
  proof_of_possession: object(
    "Sender constraint of access tokens",
    {
      mechanism: text("Mechanism", { oneOf: ["mtls", "dpop"] }),
      required: flag("Whether the constraint is required"),
      required_for: text("Clients for which the constraint is required", { oneOf: ["public_clients", "all_clients"] }),
    },
    ["mechanism", "required"],
    { nullable: true },
  ),
  subject_type_authorization: object("Access of applications by type of subject", {
    user: policyMember("Access on behalf of users", ["allow_all", "deny_all", "require_client_grant"]),
    client: policyMember("Access of clients for themselves", ["deny_all", "require_client_grant"]),
    anonymous_user: policyMember("Access for anonymous sessions", ["deny_all", "require_client_grant"]),
  }),
  authorization_policy: object(
    "Authorization policy",
    { policy_id: text("Id of the policy", { min: 1, max: 1024 }) },
    ["policy_id"],
    { nullable: true },
  ),
  access_token: object(
    "Access tokens",
    {
      claims_mapping: object("Sources of claims", {
        custom_claims: list(
          "Custom claims",
          object("Claim", { name: text("Name", { min: 1 }), expression: text("Path", { min: 1 }) }, [
            "name",
            "expression",
          ]),
          { max: 20 },
        ),
      }),
    },
    [],
    { nullable: true },
  ),
};

/** The body of `POST /resource-servers`. */
const created = bodyOf({ identifier, ...writable }, ["identifier"]);

/** The body of `PATCH /resource-servers/{id}`. */
const changed = bodyOf(writable);

const thumbprintSha256 = text("Thumbprint of the key", { pattern: /^[\w-]{43}$/ });

/**
 * The properties of a resource server that only a seed can contain, or that follow other rules in a seed than in a request: in an export, an
 * encryption key has a thumbprint instead of the PEM.
 */
const seeded: Properties = {
  id: text("Id of the API", { pattern: /^[0-9a-f]{24}$/ }),
  is_system: {
    ...flag("Whether the API is a system API"),
    rule: (value: boolean) => (value ? "A system API must have all properties of the service's response" : undefined),
  },
  client_id: text("Client linked to the API"),
  token_encryption: tokenEncryption(
    object(keyAbout, { ...encryptionKey, thumbprint_sha256: thumbprintSha256 }, ["alg"], {
      rule: (key) =>
        "pem" in key === "thumbprint_sha256" in key ? "Expected either pem or thumbprint_sha256" : undefined,
    }),
  ),
};

/** The filter of `GET /resource-servers`. */
const identifiersFilter = list("Identifiers to look for", text("Identifier", { min: 1, max: 600 }), { max: 10 });

/** The properties of a system API that a request can change. {@link SystemApi.changeable} can replace this default. */
const systemSettings = Object.keys(omit(writable, ["name", "scopes", "signing_secret", "enforce_policies"]));

/** The properties that can be cleared with `null`. */
const nullable = Object.keys(writable).filter((name) => writable[name]?.nullable);

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
      key: "identifier",
      created,
      changed,
      seeded,
      whole: ["id", "identifier", "signing_alg", "token_lifetime", "token_lifetime_for_web"],
      newId: newObjectId,
      notFound: () => new ServiceError(404, "The resource server does not exist", "inexistent_resource_server"),
      taken,
      settle: (given, id, before) => settle(given, id, before, tenant),
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
    const found = this.table.find(key) ?? this.table.find(decoded);
    return found ?? (isManagementApi(this.#origin, decoded) ? this.table.find(this.#management) : undefined);
  }

  override get(key: string): WireObject | undefined {
    const found = this.at(key);
    return found && this.show(found);
  }

  override create(wire: WireObject): WireObject {
    if (isOwnUrl(this.#origin, wire?.identifier, "/api/v2/")) throw taken();
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
    const found = this.table.find(identifier);
    if (found && !found.is_system) this.change(identifier, { client_id: clientId });
  }

  override delete(key: string): void {
    if (this.table.find(key)?.identifier === this.#management) throw systemRefusal("deleted");
    super.delete(key);
  }

  /** The management API is left out, because every emulator creates its own. */
  override dump(): WireObject[] {
    return super.dump().filter(({ identifier }) => identifier !== this.#management);
  }
}

/** The tenant's resource servers: `/resource-servers`, scopes `create|read|update|delete:resource_servers`. */
export function resourceServerModule(tenant: Tenant): Module<ResourceServers> {
  const servers = new ResourceServers(tenant);
  const routes = restRoutes("resource-servers", servers, tenant.cursors, {
    parameters: { ...byPage, identifiers: identifiersFilter },
    always: [],
    wanted: ({ filters }) => {
      const identifiers = filters.identifiers as string[] | undefined;
      return ({ identifier }) => identifiers?.includes(identifier) ?? true;
    },
  });
  return { objects: servers, routes };
}

function taken(): ServiceError {
  return new ServiceError(
    409,
    "A resource server with the same identifier already exists.",
    "resource_server_conflict",
  );
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
  given: WireObject,
  id: string,
  before: StoredResourceServer | undefined,
  { origin, traits }: Tenant,
): StoredResourceServer {
  const api = systemApi(origin, String(before?.identifier ?? given.identifier));
  if (before?.is_system) refuseChanges(api, given, before);
  const row = {
    ...(before ?? { ...defaults, ...(traits.subjectAuthorization && byDefault), ...api?.properties }),
    ...given,
    ...(api && { is_system: true, name: api.name }),
    id,
  } as StoredResourceServer & WireObject;
  for (const name of [...nullable, "client_id"]) if (row[name] === null) delete row[name];
  if (isObject(row.subject_type_authorization)) {
    row.subject_type_authorization = withDefaultPolicies(row.subject_type_authorization);
  }
  if (isObject(row.token_encryption)) row.token_encryption = withThumbprint(row.token_encryption);
  if (row.signing_alg === "HS256") row.signing_secret ??= randomAlphanumerics(32);
  const lifetime = Number(row.token_lifetime);
  row.token_lifetime_for_web ??= Math.min(defaultWebLifetime, lifetime);
  if (given.token_lifetime_for_web !== undefined && Number(given.token_lifetime_for_web) > lifetime) {
    const why = `Value ${row.token_lifetime_for_web} is greater than token_lifetime ${lifetime}`;
    throw payloadError({ why, path: "token_lifetime_for_web", about: webLifetimeAbout });
  }
  return row;
}

/** @throws ServiceError 400 if a property of a system API is sent that cannot be changed */
function refuseChanges(api: SystemApi | undefined, given: WireObject, before: WireObject): void {
  const changeable = api?.changeable ?? systemSettings;
  const refused = Object.keys(given).filter((name) => !changeable.includes(name));
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
  const { signing_secret, ...rest } = structuredClone(row) as WireObject;
  return row.signing_alg === "HS256" ? { ...rest, signing_secret } : rest;
}

/** `token_encryption` in the form of responses: the thumbprint of the RSA key (RFC 7638) replaces the key. */
function withThumbprint(encryption: WireObject): WireObject {
  const { pem, ...key } = encryption.encryption_key as WireObject;
  if (typeof pem !== "string") return encryption;
  return { ...encryption, encryption_key: { ...key, thumbprint_sha256: thumbprintOf(pem) } };
}

const verbs = { c: "create", r: "read", u: "update", d: "delete" } as const;

/** The scopes of the management API. By initials of verbs, such as `cru` (create, read, update): the resources with a scope for each verb. */
const resources: Readonly<Record<string, string>> = {
  crud:
    "actions authentication_methods client_credentials client_grants clients connection_profiles connections " +
    "custom_domains custom_signing_keys directory_provisionings email_provider encryption_keys event_streams flows " +
    "flows_vault_connections forms hooks log_streams network_acls organization_connections " +
    "organization_discovery_domains organizations phone_providers phone_templates resource_servers roles rules " +
    "scim_config self_service_profiles token_exchange_profiles user_attribute_profiles users vdcs_templates",
  cru: "connections_keys email_templates signing_keys",
  rud: "branding refresh_tokens sessions",
  crd:
    "group_roles organization_client_grants organization_group_roles organization_invitations " +
    "organization_member_roles organization_members role_members scim_token",
  ru: "attack_protection client_keys connections_options event_deliveries guardian_factors mfa_policies prompts tenant_settings",
  rd: "anomaly_blocks device_credentials flows_executions grants groups guardian_enrollments",
  cd: "current_user_device_credentials sso_access_tickets",
  r:
    "client_summary events group_members logs logs_users organization_groups organization_member_effective_roles " +
    "organizations_summary stats user_effective_permissions user_effective_roles user_idp_tokens",
  c: "guardian_enrollment_tickets user_tickets",
  u: "current_user_identities current_user_metadata users_app_metadata",
};

const titled = (text: string) => text.replaceAll("_", " ").replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** All scopes of the management API. */
const managementScopes = Object.entries(resources).flatMap(([actions, names]) =>
  names.split(" ").flatMap((resource) =>
    [...actions].map((action) => {
      const verb = verbs[action as keyof typeof verbs];
      return { value: `${verb}:${resource}`, description: titled(`${verb} ${resource}`) };
    }),
  ),
);

/** A system API: every tenant has it, or a tenant activates it by a create with its identifier. */
export interface SystemApi {
  readonly name: string;
  /** The properties whose values differ from the defaults of a new API, with these values. */
  readonly properties: WireObject;
  /** The properties that a request can change. Default: `systemSettings`. */
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
  const url = identifier.endsWith("/me/") ? URL.parse(identifier) : null;
  if (url?.pathname !== "/me/") return undefined;
  return isOwnUrl(origin, identifier, "/me/") || serviceHost.test(url.hostname) ? myAccount : undefined;
}
