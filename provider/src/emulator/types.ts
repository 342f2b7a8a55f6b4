import type { ActionCollection } from "./actions/actions.ts";
import type { TriggerBindings } from "./actions/bindings.ts";
import type { ConnectionCollection } from "./connections/connections.ts";
import type { EventsBehaviour, EventsControl } from "./events/control.ts";
import type { Fault, InjectedFault } from "./http/faults.ts";
import type { LoggedRequest, RequestListener } from "./http/log.ts";
import type { Plan, PlanName } from "./http/rate-limit.ts";
import type { ClientSeed } from "./http/tokens.ts";
import type { OrganizationConnections } from "./organizations/connections.ts";
import type { OrganizationMembers } from "./organizations/members.ts";
import type { RolePermissions } from "./roles/permissions.ts";
import type { Collection, WireObject } from "./shared/store.ts";
import type { TenantTraits } from "./shared/traits.ts";

/** The objects of a tenant. */
interface TenantObjects {
  /** The resource servers, by id or identifier. */
  readonly resourceServers: Collection;
  /** The connections, by id or name. */
  readonly connections: ConnectionCollection;
  /** The organizations, by id or name. */
  readonly organizations: Collection;
  /** The roles, by id or name. */
  readonly roles: Collection;
  /** The permissions of the roles. */
  readonly rolePermissions: RolePermissions;
  /** The connections that are enabled for the organizations. */
  readonly organizationConnections: OrganizationConnections;
  /** The members of the organizations, and their roles there. */
  readonly organizationMembers: OrganizationMembers;
  /**
   * The applications, by `client_id`. They get tokens for what is granted to them. The clients of {@link EmulatorOptions.clients}, who
   * may do anything that their scopes say, are not among them.
   */
  readonly clients: Collection;
  /** The client grants, by id. */
  readonly clientGrants: Collection;
  /** The users, by `user_id`. */
  readonly users: Collection;
  /** The actions, by id. */
  readonly actions: ActionCollection;
  /** The actions that are bound to triggers. */
  readonly triggerActions: TriggerBindings;
  /** The token exchange profiles, by id or subject token type. */
  readonly tokenExchangeProfiles: Collection;
  /** The log streams, by id. They send nothing. */
  readonly logStreams: Collection;
}

/**
 * The objects that an emulator starts with, in the form in which the service answers them. Omitted properties get the service's
 * defaults. Properties that the service generates, such as ids, may be given.
 *
 * Connections may have the options that the service never answers; `options.configuration` of a database connection is in plain
 * text. Members are `{ organization_id, user_id, name?, email?, picture?, roles? }`, with organization and roles by id or name.
 * Permissions of roles are `{ role, permissions: [{ resource_server_identifier, permission_name }] }`, with the role by id or name.
 * Connections of organizations are `{ organization_id, connection_id, … }`, with both by id or name.
 * Actions of triggers are `{ trigger_id, bindings: [{ ref: { type, value }, display_name? }] }`.
 */
export type Seed = { readonly [K in keyof TenantObjects]?: readonly WireObject[] };

/** How to start an emulator. */
export interface EmulatorOptions {
  /** The port to listen at. Default: any free port. */
  readonly port?: number;
  /** The loopback address to listen at. Default: `127.0.0.1`. */
  readonly host?: "127.0.0.1" | "::1" | "localhost";
  /**
   * Whether to serve HTTPS, for clients that insist on it. The certificate is made at the start: see {@link Emulator.cert}.
   * Default: false.
   */
  readonly tls?: boolean;
  /** The id of the main client, whose tokens have all scopes. Default: random. */
  readonly clientId?: string;
  /** The secret of the main client. Default: random. */
  readonly clientSecret?: string;
  /** Further clients. Default: none. */
  readonly clients?: readonly ClientSeed[];
  /** The objects that the tenant has at the start, or the path of a JSON file with them. Default: none. */
  readonly seed?: Seed | string;
  /** The rate limits: the name of one of the service's plans, or your own plan. Default: `unlimited`. */
  readonly plan?: PlanName | Plan;
  /**
   * The share of every bucket's refill, 0 to 1, that other clients of the tenant use all the time. Their requests are not in the
   * log; a client sees them only in `X-RateLimit-Remaining`. Default: 0.
   */
  readonly others?: number;
  /** Milliseconds that every answer is delayed. Default: 0. */
  readonly latencyMs?: number | { readonly min: number; readonly max: number };
  /**
   * Milliseconds by which listings are behind: they show objects as they were that long ago, while an object that is read by its id is
   * shown as it is. With `min` and `max` it is another time for each listing. Default: 0.
   */
  readonly listingsBehindMs?: number | { readonly min: number; readonly max: number };
  /** Seconds that a token for the management API is valid. Default: 86,400. Another API's token lasts as long as the API says. */
  readonly tokenLifetime?: number;
  /**
   * Whether a PATCH of a connection keeps display_name, realms, is_domain_connection and show_as_button if it does not contain
   * them. Default: true, as real tenants do. With false the PATCH resets them, as the service documents it; programs should not
   * depend on either behaviour.
   */
  readonly lenientPatch?: boolean;
  /**
   * Milliseconds for which the name of a deleted connection stays taken. Default: 0. With `Infinity` the name stays taken until
   * `connections.finishDeletions()` is called.
   */
  readonly connectionDeletionMs?: number;
  /**
   * Milliseconds that the service takes to build an action. Default: 0, so that the first look after a write finds it built. With
   * `Infinity` a build ends when `actions.finishBuilds()` is called.
   */
  readonly actionBuildMs?: number | { readonly min: number; readonly max: number };
  /** Milliseconds after which a deployed version of an action is shown. Default: 0. */
  readonly actionDeployMs?: number | { readonly min: number; readonly max: number };
  /** What differs between tenants by their age. Default: that of a `newTenant`; `oldTenant` is the other end. */
  readonly traits?: Partial<TenantTraits>;
  /**
   * What connections find at the addresses of their identity providers, by URL: discovery documents (objects) and SAML metadata
   * (texts). The emulator fetches nothing. Default: discovery finds a document that is made up; metadata is taken to be what the
   * connection had before.
   */
  readonly documents?: Readonly<Record<string, unknown>>;
  /** The behaviour of the event stream at the start. {@link Emulator.events} can change it later. */
  readonly events?: Partial<EventsBehaviour>;
  /**
   * The clock, in milliseconds since the epoch: for tokens, rate limits, cursors, deletions, times of objects and the log.
   * Default: the real time.
   */
  readonly now?: () => number;
}

/** A tenant in memory, reached over HTTP. */
export interface Emulator extends TenantObjects {
  /** The origin of the emulator, as `http://127.0.0.1:1234`. */
  readonly url: string;
  /** With `tls`: the certificate in PEM form. Clients have to trust it, as with NODE_EXTRA_CA_CERTS. */
  readonly cert: string | undefined;
  /** The same as `url`, under its name in a provider's configuration (`TENANT_DOMAIN`). */
  readonly domain: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The last 10,000 requests, oldest first. They contain no secrets and no tokens. */
  readonly requests: readonly LoggedRequest[];
  /** Removes all requests from the log. */
  clearRequests(): void;
  /** Makes requests fail. If several faults match a request, the fault that was injected first hits it. */
  inject(fault: Fault): InjectedFault;
  /** Removes all faults. */
  clearFaults(): void;
  /**
   * What answers show in place of secrets from now on, as some tokens get them: `""`, `"********"`, … Undefined: the secrets
   * themselves, as at the start.
   */
  maskSecrets(mask: string | undefined): void;
  /** Issues a token. Default: all scopes, and the lifetime of all tokens. With a lifetime of 0 or less it has expired. */
  issueToken(scopes?: readonly string[], lifetimeSeconds?: number): string;
  /** Makes all tokens issued so far invalid. Clients can fetch new tokens. */
  revokeTokens(): void;
  /** The event stream. Changes through the API and direct changes are published alike. */
  readonly events: EventsControl;
  /** Calls the listener when a request has arrived and when it is answered. Returns a function that stops this. */
  onRequest(listener: RequestListener): () => void;
  /** All objects of the tenant, as a seed for another emulator. The seed contains secrets. */
  export(): Seed;
  /** Stops the emulator and closes all connections, including hanging ones. */
  close(): Promise<void>;
}
