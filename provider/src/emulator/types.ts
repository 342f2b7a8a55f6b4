import type { ActionCollection } from "./actions/actions.ts";
import type { TriggerBindings } from "./actions/module.ts";
import type { ActionModuleCollection } from "./actions/modules.ts";
import type { ClientGrantCollection } from "./client-grants/client-grants.ts";
import type { ConnectionCollection } from "./connections/connections.ts";
import type { CustomDomainCollection } from "./custom-domains/custom-domains.ts";
import type { EventsBehaviour, EventsControl } from "./events/feed.ts";
import type { RolesOfGroups } from "./groups/groups.ts";
import type { Fault, InjectedFault, LoggedRequest, RequestListener } from "./http/log.ts";
import type { Plan, PlanName } from "./http/rate-limit.ts";
import type { ClientSeed } from "./http/tokens.ts";
import type { OrganizationConnections } from "./organizations/connections.ts";
import type { OrganizationMembers } from "./organizations/members.ts";
import type { OrganizationCollection } from "./organizations/organizations.ts";
import type { SelfServiceProfileCollection } from "./profiles/profiles.ts";
import type { HeldPermissions } from "./roles/roles.ts";
import type { TenantTraits } from "./shared/module.ts";
import type { Collection, WireObject } from "./shared/store.ts";
import type { AssignedRoles } from "./users/routes.ts";

/** Direct access to the objects of a tenant. The comments name the keys that the methods accept, such as an object's id or name. */
interface TenantObjects {
  /** The resource servers, by id or identifier. */
  readonly resourceServers: Collection;
  /** The connections, by id or name. */
  readonly connections: ConnectionCollection;
  /** The organizations, by id or name, and their applications and discovery domains. */
  readonly organizations: OrganizationCollection;
  /** The roles, by id or name. */
  readonly roles: Collection;
  /** The permissions of the roles. */
  readonly rolePermissions: HeldPermissions;
  /** The connections of the organizations: which connections are enabled for which organization. */
  readonly organizationConnections: OrganizationConnections;
  /** The members of the organizations, and their roles there. */
  readonly organizationMembers: OrganizationMembers;
  /**
   * The applications, by `client_id`. An application can get tokens for the APIs of its client grants. The clients of
   * {@link EmulatorOptions.clients}, which need no grant, are not included.
   */
  readonly clients: Collection;
  /** The client grants, by id, and the organizations that have them. */
  readonly clientGrants: ClientGrantCollection;
  /** The users, by `user_id`. */
  readonly users: Collection;
  /** The roles of the users in the tenant. */
  readonly userRoles: AssignedRoles;
  /** The permissions that are assigned to the users directly. */
  readonly userPermissions: HeldPermissions;
  /** The groups, by id. The emulator has no directory that makes groups, so only seeds and direct access do. */
  readonly groups: Collection;
  /** The roles of the groups, in the tenant and in organizations. */
  readonly groupRoles: RolesOfGroups;
  /** The actions, by id. */
  readonly actions: ActionCollection;
  /** The modules of actions, by id or name. The emulator does not run their code. */
  readonly actionModules: ActionModuleCollection;
  /** The actions that are bound to triggers. */
  readonly triggerActions: TriggerBindings;
  /** The token exchange profiles, by id or subject token type. */
  readonly tokenExchangeProfiles: Collection;
  /** The event streams, by id or name. The emulator sends no events to them. */
  readonly eventStreams: Collection;
  /** The log streams, by id. The emulator sends no logs. */
  readonly logStreams: Collection;
  /** The rules of network access control, by id or priority. The emulator stores the rules, but does not apply them to requests. */
  readonly networkAcls: Collection;
  /** The keys for signatures of HTTP messages, by id or name. They have no update. The emulator verifies no signatures. */
  readonly networkAclKeys: Collection;
  /** The limits for requests of applications, by id or selector. The emulator does not enforce them. */
  readonly rateLimitPolicies: Collection;
  /** The custom domains, by id or domain. */
  readonly customDomains: CustomDomainCollection;
  /** The vault connections, by id. */
  readonly vaultConnections: Collection;
  /** The flows, by id. The emulator does not run them. */
  readonly flows: Collection;
  /** The forms, by id. The emulator does not show them. */
  readonly forms: Collection;
  /** The user attribute profiles, by id or name. */
  readonly userAttributeProfiles: Collection;
  /** The connection profiles, by id or name. */
  readonly connectionProfiles: Collection;
  /** The self-service profiles, by id. In seeds and exports, `texts` has their texts. The emulator does not show them. */
  readonly selfServiceProfiles: SelfServiceProfileCollection;
  /**
   * The settings that every tenant has exactly once, by their paths: `attack-protection/brute-force-protection`. `delete` resets the
   * settings at a path to those of a new tenant.
   */
  readonly settings: Collection;
}

/**
 * The initial objects of an emulator, in the form of the service's responses. Omitted properties get the service's defaults. Properties
 * that the service generates, such as ids, may be given.
 *
 * Connections may have the options that the service never returns; `options.configuration` of a database connection is in plain text. The provisioning
 * of a connection's users is in `provisioning`: by the name of its route (`scim-configuration`, `directory-provisioning`), its `configuration`, and its
 * tokens or groups (`below`).
 * Members are `{ organization_id, user_id, name?, email?, picture?, roles? }`, with organization and roles by id or name. Permissions of
 * roles are `{ role, permissions: [{ resource_server_identifier, permission_name }] }`, with the role by id or name, those of users have
 * `user_id` in place of `role`. Roles of users are `{ user_id, roles }`, with the roles by id or name; roles of groups are `{ group_id, organization_id?, roles }`. Connections of organizations are `{ organization_id, connection_id, … }`, with both by id or name. Actions of triggers are `{ trigger_id, bindings: [{
 * ref: { type, value }, display_name? }] }`.
 */
export type Seed = { readonly [K in keyof TenantObjects]?: readonly WireObject[] };

/** The options of an emulator. */
export interface EmulatorOptions {
  /** The port to listen on. Default: any free port. */
  readonly port?: number;
  /** The loopback address to listen on. Default: `127.0.0.1`. */
  readonly host?: "127.0.0.1" | "::1" | "localhost";
  /**
   * Whether to serve HTTPS, for clients that require it. The certificate is generated at the start: see {@link Emulator.cert}. Default:
   * false.
   */
  readonly tls?: boolean;
  /** The id of the main client, whose tokens have all scopes. Default: random. */
  readonly clientId?: string;
  /** The secret of the main client. Default: random. */
  readonly clientSecret?: string;
  /** Further clients that can get tokens for the management API, besides the main client. Default: none. */
  readonly clients?: readonly ClientSeed[];
  /** The initial objects of the tenant, or the path of a JSON file with them. Default: none. */
  readonly seed?: Seed | string;
  /** The rate limits: the name of one of the service's plans, or a custom plan. Default: `unlimited`. */
  readonly plan?: PlanName | Plan;
  /**
   * The share of every rate-limit bucket's refill, from 0 to 1, that other clients of the tenant use up. The log does not contain their
   * requests: they only make the buckets refill more slowly, as `X-RateLimit-Remaining` shows. Default: 0.
   */
  readonly others?: number;
  /** The delay of every response, in milliseconds. With `min` and `max`, each delay is random. Default: 0. */
  readonly latencyMs?: number | { readonly min: number; readonly max: number };
  /**
   * The time by which listings lag behind, in milliseconds: a listing returns the objects as they were that long ago, while a read by id
   * returns the current object. With `min` and `max`, the time is random for each listing. Default: 0.
   */
  readonly listingsBehindMs?: number | { readonly min: number; readonly max: number };
  /**
   * The lifetime of a token for the management API, in seconds. Default: 86,400. A token for another API has the `token_lifetime` of that
   * API.
   */
  readonly tokenLifetime?: number;
  /**
   * Whether a PATCH of a connection keeps display_name, realms, is_domain_connection and show_as_button if the body does not contain them.
   * Default: true, as in real tenants. With false, the PATCH resets them, as documented by the service; programs should not depend on
   * either behavior.
   */
  readonly lenientPatch?: boolean;
  /**
   * The time for which the name of a deleted connection stays reserved, in milliseconds. Default: 0. With `Infinity` the name stays
   * reserved until `connections.finishDeletions()` is called.
   */
  readonly connectionDeletionMs?: number;
  /**
   * The build time of an action, in milliseconds. Default: 0, so the first read after a write returns the action as built. With `Infinity`
   * a build ends when `actions.finishBuilds()` is called.
   */
  readonly actionBuildMs?: number | { readonly min: number; readonly max: number };
  /** The time after which a deployed version of an action is visible, in milliseconds. Default: 0. */
  readonly actionDeployMs?: number | { readonly min: number; readonly max: number };
  /**
   * The traits of the tenant: properties and defaults that depend on the year in which a tenant was created. Omitted traits are those of
   * `newTenant`; `oldTenant` has the traits of a tenant that was created in 2022. `datedTenants` has these presets by year, with that of 2024.
   */
  readonly traits?: Partial<TenantTraits>;
  /**
   * Whether the emulator stores properties that it does not know, as a newer version of the service would. Default: false, which refuses requests
   * with such properties with 400.
   */
  readonly newerService?: boolean;
  /**
   * Whether network ACLs block requests. The emulator knows no addresses of callers, so it judges by the form of the rules: an active rule with the
   * action `block` or `redirect` refuses (403) all requests of its scope (`management`: the API; `tenant`: tokens, too), unless an active rule with
   * the action `allow` for this scope or for `tenant` has a lower priority number. Default: false, so all requests pass.
   */
  readonly networkAclsBlock?: boolean;
  /**
   * The documents that the service would request from other hosts, by URL: discovery documents and metadata of clients (objects), and SAML
   * metadata (texts). The emulator sends no requests. For a URL without a document, discovery uses an invented document, SAML metadata
   * counts as unchanged, and the registration of a client is refused.
   */
  readonly documents?: Readonly<Record<string, unknown>>;
  /** The behaviour of the event stream at the start. {@link Emulator.events} can change the behaviour later. */
  readonly events?: Partial<EventsBehaviour>;
  /**
   * The clock, in milliseconds since the epoch: for tokens, rate limits, cursors, deletions, times of objects and the log. Default: the
   * real time.
   */
  readonly now?: () => number;
}

/** A tenant in memory, accessible over HTTP. */
export interface Emulator extends TenantObjects {
  /** The origin of the emulator, such as `http://127.0.0.1:1234`. */
  readonly url: string;
  /** With `tls`: the certificate in PEM form. Clients have to trust it, for example with NODE_EXTRA_CA_CERTS. */
  readonly cert: string | undefined;
  /** Equal to `url`: the value of `TENANT_DOMAIN` in a provider's configuration. */
  readonly domain: string;
  /** The id of the main client, whose tokens have all scopes. */
  readonly clientId: string;
  /** The secret of the main client. */
  readonly clientSecret: string;
  /** The last 10,000 requests, oldest first. They contain no secrets and no tokens. */
  readonly requests: readonly LoggedRequest[];
  /** Removes all requests from the log. */
  clearRequests(): void;
  /** Makes requests fail. If several faults match a request, the first injected fault applies. */
  inject(fault: Fault): InjectedFault;
  /** Removes all faults. */
  clearFaults(): void;
  /**
   * Replaces secrets in responses with a mask such as `""` or `"********"`, as the service does for some tokens. With undefined, responses contain
   * the secrets again, as at the start.
   */
  maskSecrets(mask: string | undefined): void;
  /**
   * Issues a token for the management API. Default: all scopes, and the lifetime of the option `tokenLifetime`. With a lifetime of 0 or
   * less, the token has already expired.
   */
  issueToken(scopes?: readonly string[], lifetimeSeconds?: number): string;
  /** Invalidates all tokens issued so far. Clients can fetch new tokens. */
  revokeTokens(): void;
  /** Control of the event stream, which publishes changes by requests and changes by direct access. */
  readonly events: EventsControl;
  /** Adds a listener for the arrival and the completion of requests. Returns a function that removes it. */
  onRequest(listener: RequestListener): () => void;
  /**
   * All objects of the tenant, as a seed for another emulator. The seed contains secrets.
   *
   * @param only the collections to export. Default: all
   */
  export(...only: readonly (keyof Seed)[]): Seed;
  /** Stops the emulator and closes all connections, including hanging ones. */
  close(): Promise<void>;
}
