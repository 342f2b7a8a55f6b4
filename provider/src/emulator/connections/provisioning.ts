import { randomBytes } from "node:crypto";
import { entriesOf } from "../shared/entries.ts";
import { ServiceError } from "../shared/errors.ts";
import { type Route, type RouteRequest, route, type Tenant } from "../shared/module.ts";
import { byId } from "../shared/query.ts";
import { newPrefixedId, type WireObject } from "../shared/store.ts";
import type { Connections, Provisioning, ProvisioningName } from "./connections.ts";

/**
 * The routes for the provisioning of a connection's users: SCIM (`/connections/{id}/scim-configuration`, with `/tokens`) and the
 * directory of google-apps (`/connections/{id}/directory-provisioning`, with `/synchronized-groups`).
 */
export function provisioningRoutes(connections: Connections, tenant: Tenant): Route[] {
  const scim = provisioningOf(connections, tenant, {
    name: "scim-configuration",
    strategies: ["oidc", "okta", "samlp", "waad"],
    mapping: scimMapping,
    defaults: (strategy) => ({
      tenant_name: tenant.name,
      user_id_attribute: strategy === "samlp" ? "userName" : "externalId",
    }),
    unsupported: () => new ServiceError(404, "This connection type does not support SCIM."),
    // Only the status and the end of the message are known.
    taken: () => new ServiceError(400, "The SCIM configuration already exists"),
    changedAt: "updated_on",
  });
  const directory = provisioningOf(connections, tenant, {
    name: "directory-provisioning",
    strategies: ["google-apps"],
    mapping: () => directoryMapping,
    defaults: () => ({ synchronize_automatically: false, synchronize_groups: "off" }),
    unsupported: () => new ServiceError(404, "Not Found"),
    taken: () => new ServiceError(409, "The configuration already exists."),
    changedAt: "updated_at",
  });
  const listing = (path: `/${string}`, collection: string, { kind }: Provisionings) =>
    route(`GET ${path}`, (request) =>
      request.page(() => ({ collection, all: connections.provisioningsOf(kind.name) })),
    );
  return [
    ...scim.routes,
    ...tokenRoutes(scim, tenant),
    listing("/connections-scim-configurations", "scim_configurations", scim),
    ...directory.routes,
    ...groupRoutes(directory),
    listing("/connections-directory-provisionings", "directory_provisionings", directory),
  ];
}

/** The maximum number of SCIM tokens of a connection. */
const tokenLimit = 2;

function tokenRoutes(scim: Provisionings, { now, time }: Tenant): Route[] {
  const path = "/connections/{id}/scim-configuration/tokens";
  const tokens = entriesOf({ ...scim.below, key: "token_id", param: "tokenId" });
  const create = (request: RouteRequest) => {
    const { scopes = ["get:users", "post:users", "put:users", "patch:users", "delete:users"], token_lifetime } =
      request.given();
    // Only the status is documented.
    if (tokens.all(request).length >= tokenLimit)
      throw new ServiceError(409, "The connection has the maximum number of SCIM tokens.");
    const until = typeof token_lifetime === "number" ? new Date(now() + token_lifetime * 1_000) : undefined;
    const token = {
      ...{ token_id: newPrefixedId("tok_"), scopes, created_at: time() },
      valid_until: until?.toISOString(),
    };
    tokens.add(request, [token]);
    return { ...token, token: `${token.token_id}.${randomBytes(32).toString("hex")}` };
  };
  return [
    route(`GET ${path}`, tokens.all),
    route(`POST ${path}`, create),
    route(`DELETE ${path}/{tokenId}`, (request) => tokens.remove(request)),
  ];
}

/** The groups are listed by id, whatever the order in which they were sent. */
function groupRoutes({ below }: Provisionings): Route[] {
  const path = "/connections/{id}/directory-provisioning/synchronized-groups";
  const set = (request: RouteRequest, all: readonly WireObject[]) => below.set(request, byId(all));
  const groups = entriesOf({ ...below, set, key: "id" });
  const given = (request: RouteRequest) => request.given().groups as WireObject[];
  const remove = (request: RouteRequest) =>
    groups.remove(
      request,
      given(request).map(({ id }) => id),
    );
  return [
    route(`GET ${path}`, (request) => groups.page(request, "groups")),
    route(`PUT ${path}`, (request) => set(request, given(request))),
    // A group that is sent again loses the properties that are not sent.
    route(`POST ${path}`, (request) => {
      remove(request);
      groups.add(request, given(request));
    }),
    route(`DELETE ${path}`, remove),
  ];
}

const words = (text: string) => text.split(/\s+/);
const pair = (source: string) => (attribute: string, other: string) => ({ [source]: other, auth0: attribute });

const scim = pair("scim");
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const workAddress = (part: string) => `addresses[type eq "work"].${part}`;

const core = [
  scim("app_metadata.external_id", "externalId"),
  scim("blocked", "active"),
  scim("name", "displayName"),
  scim("given_name", "name.givenName"),
  scim("family_name", "name.familyName"),
];
const look = [scim("nickname", "nickName"), scim("picture", 'photos[type eq "photo"].value')];
const mobilePhone = scim("app_metadata.mobile_phone_number", 'phoneNumbers[type eq "mobile"].value');
const rest = [
  scim("app_metadata.street_address", workAddress("streetAddress")),
  scim("app_metadata.city", workAddress("locality")),
  scim("app_metadata.state", workAddress("region")),
  scim("app_metadata.postal_code", workAddress("postalCode")),
  scim("app_metadata.postal_address", workAddress("formatted")),
  scim("app_metadata.country", workAddress("country")),
  scim("app_metadata.profile_url", "profileUrl"),
  scim("app_metadata.user_type", "userType"),
  scim("app_metadata.title", "title"),
  scim("app_metadata.language", "preferredLanguage"),
  scim("app_metadata.locale", "locale"),
  scim("app_metadata.timezone", "timezone"),
  scim("app_metadata.employee_id", `${enterprise}.employeeNumber`),
  scim("app_metadata.cost_center", `${enterprise}.costCenter`),
  scim("app_metadata.organization", `${enterprise}.organization`),
  scim("app_metadata.division", `${enterprise}.division`),
  scim("app_metadata.department", `${enterprise}.department`),
  scim("app_metadata.manager", `${enterprise}.manager`),
];

const azureMapping = [
  scim("upn", "userName"),
  scim("email", 'emails[type eq "work"].value'),
  ...core,
  ...look,
  scim("app_metadata.work_phone_number", 'phoneNumbers[type eq "work"].value'),
  mobilePhone,
  scim("app_metadata.fax_number", 'phoneNumbers[type eq "fax"].value'),
  ...rest,
];

const usualMapping = [
  scim("preferred_username", "userName"),
  scim("email", "emails[primary eq true].value"),
  ...core,
  scim("app_metadata.middle_name", "name.middleName"),
  scim("app_metadata.honorific_prefix", "name.honorificPrefix"),
  scim("app_metadata.honorific_suffix", "name.honorificSuffix"),
  ...look,
  scim("app_metadata.primary_phone_number", "phoneNumbers[primary eq true].value"),
  mobilePhone,
  ...rest,
];

/** The default mapping of SCIM attributes to user attributes. */
function scimMapping(strategy: string): readonly WireObject[] {
  return strategy === "waad" ? azureMapping : usualMapping;
}

const idp = pair("idp");

/** The default mapping of directory attributes to user attributes. */
const directoryMapping: readonly WireObject[] = [
  idp("app_metadata.external_id", "id"),
  idp("email", "primaryEmail"),
  idp("primaryEmail", "primaryEmail"),
  idp("name", "name.fullName"),
  idp("given_name", "name.givenName"),
  idp("family_name", "name.familyName"),
  idp("isAdmin", "isAdmin"),
  idp("is_admin", "isAdmin"),
  idp("isDelegatedAdmin", "isDelegatedAdmin"),
  idp("agreedToTerms", "agreedToTerms"),
  idp("tou_accepted", "agreedToTerms"),
  idp("suspended", "suspended"),
  idp("is_suspended", "suspended"),
  idp("blocked", "suspended"),
  idp("suspensionReason", "suspensionReason"),
  idp("archived", "archived"),
  idp("ipWhitelisted", "ipWhitelisted"),
  idp("is_ipWhitelisted", "ipWhitelisted"),
  ...words(
    `kind etag customerId orgUnitPath emails phones externalIds aliases addresses organizations nonEditableAliases relations
    languages posixAccounts notes websites locations keywords gender ims creationTime lastLoginTime changePasswordAtNextLogin
    isMailboxSetup includeInGlobalAddressList thumbnailPhotoUrl thumbnailPhotoEtag isEnrolledIn2Sv isEnforcedIn2Sv
    recoveryEmail recoveryPhone sshPublicKeys customSchemas`,
  ).map((name) => idp(name, name)),
];

/** A type of provisioning. A connection has at most one configuration of each type. */
interface ProvisioningKind {
  /** The name in paths: `/connections/{id}/{name}`. */
  readonly name: ProvisioningName;
  readonly strategies: readonly string[];
  /** The default attribute mapping. */
  readonly mapping: (strategy: string) => readonly WireObject[];
  readonly defaults: (strategy: string) => WireObject;
  /** The error for a connection whose strategy is not supported. */
  readonly unsupported: () => ServiceError;
  /** The error for a connection that already has a configuration. */
  readonly taken: () => ServiceError;
  /** The name of the property that contains the time of the last change. */
  readonly changedAt: string;
}

/** The configurations of one type of provisioning, and the operations on them. */
type Provisionings = ReturnType<typeof provisioningOf>;

function provisioningOf(connections: Connections, { time }: Tenant, kind: ProvisioningKind) {
  const { name, mapping } = kind;
  const connection = ({ param }: RouteRequest) => connections.require(param("id"));
  /** @throws ServiceError 404 if the connection has no configuration */
  const find = (request: RouteRequest): Provisioning => {
    const found = connections.provisioningOf(connection(request).id, name);
    if (!found) throw new ServiceError(404, "Not Found");
    return found;
  };
  const put = (id: string, changed: WireObject, below: readonly WireObject[] = []) => {
    const configuration = { ...changed, [kind.changedAt]: time() };
    connections.setProvisioning(id, name, { configuration, below });
    return configuration;
  };
  const below = {
    all: (request: RouteRequest) => find(request).below,
    set: (request: RouteRequest, entries: readonly WireObject[]) =>
      connections.setProvisioning(connection(request).id, name, { ...find(request), below: entries }),
  };
  const create = (request: RouteRequest) => {
    const sent = request.given();
    const { id, name: connection_name, strategy } = connection(request);
    if (!kind.strategies.includes(strategy)) throw kind.unsupported();
    if (connections.provisioningOf(id, name)) throw kind.taken();
    const identity = { connection_id: id, connection_name, strategy };
    const made = { mapping: mapping(strategy), ...sent, created_at: time() };
    return put(id, { ...kind.defaults(strategy), ...identity, ...made });
  };
  const path = `/connections/{id}/${name}` as const;
  const routes = [
    route(`GET ${path}`, (request) => find(request).configuration),
    route(`GET ${path}/default-mapping`, (request) => ({ mapping: mapping(connection(request).strategy) })),
    route(`POST ${path}`, create),
    route(`PATCH ${path}`, (request) => {
      const { configuration, below } = find(request);
      return put(connection(request).id, { ...configuration, ...request.given() }, below);
    }),
    route(`DELETE ${path}`, (request) => {
      connections.setProvisioning(connection(request).id, name, undefined);
    }),
  ];
  return { kind, below, routes };
}
