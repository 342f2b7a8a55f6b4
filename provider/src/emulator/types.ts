import type { ConnectionCollection } from "./connections/connections.ts";
import type { EventsBehaviour, EventsControl } from "./events/control.ts";
import type { Fault, InjectedFault } from "./http/faults.ts";
import type { LoggedRequest, RequestListener } from "./http/log.ts";
import type { Plan, PlanName } from "./http/rate-limit.ts";
import type { ClientSeed } from "./http/tokens.ts";
import type { OrganizationMembers } from "./organizations/members.ts";
import type { Seed } from "./seed.ts";
import type { Collection } from "./shared/store.ts";

/** How to start an emulator; everything has a default. */
export interface EmulatorOptions {
  /** The port to listen at; any free one unless told. */
  readonly port?: number;
  /** The address to listen at, which must be a loopback one; `127.0.0.1` unless told. */
  readonly host?: "127.0.0.1" | "::1" | "localhost";
  /** The main client, whose tokens have all scopes; random unless told. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Further clients. */
  readonly clients?: readonly ClientSeed[];
  /** What the tenant holds at the start, or the path of a JSON file with it. */
  readonly seed?: Seed | string;
  /** The rate limits, one of the service's plans or your own; `unlimited` unless told. */
  readonly plan?: PlanName | Plan;
  /** Milliseconds that every answer takes longer; none unless told. */
  readonly latencyMs?: number | { readonly min: number; readonly max: number };
  /** Seconds that a token is good for; 86,400 unless told. */
  readonly tokenLifetime?: number;
  /**
   * Whether a PATCH of a connection leaves realms, is_domain_connection and show_as_button alone when they are not in it. They
   * are reset unless told, as the specification gives defaults for them; no program should depend on either.
   */
  readonly lenientPatch?: boolean;
  /**
   * Milliseconds for which the name of a deleted connection stays taken; none unless told. With `Infinity` it is until
   * `connections.finishDeletions()`.
   */
  readonly connectionDeletionMs?: number;
  /** How the event stream behaves at the start; {@link Emulator.events} changes it later. */
  readonly events?: Partial<EventsBehaviour>;
  /** The clock for tokens, rate limits, cursors, deletions, times of objects and log, in milliseconds since the epoch; the real one unless told. */
  readonly now?: () => number;
}

/** A tenant in memory, reached over HTTP. */
export interface Emulator {
  /** The origin it is reached at, as `http://127.0.0.1:1234`. */
  readonly url: string;
  /** The same, under the name it has in a provider's configuration (`TENANT_DOMAIN`). */
  readonly domain: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The requests so far, oldest first; never with a secret or a token in them. The last 10,000 are kept. */
  readonly requests: readonly LoggedRequest[];
  /** Forgets the requests so far. */
  clearRequests(): void;
  /** Makes requests fail. Of several faults that fit a request, the one injected first hits. */
  inject(fault: Fault): InjectedFault;
  /** Takes all faults out. */
  clearFaults(): void;
  /** A ready token, with all scopes and the usual lifetime unless told. A lifetime of 0 or less has expired. */
  issueToken(scopes?: readonly string[], lifetimeSeconds?: number): string;
  /** Makes all tokens so far invalid; clients can fetch new ones. */
  revokeTokens(): void;
  /** The resource servers, by id or identifier. */
  readonly resourceServers: Collection;
  /** The connections, by id or name. */
  readonly connections: ConnectionCollection;
  /** The organizations, by id or name. */
  readonly organizations: Collection;
  /** The roles, by id or name. */
  readonly roles: Collection;
  /** The members of the organizations and the roles they have there. */
  readonly organizationMembers: OrganizationMembers;
  /** The token exchange profiles, by id or subject token type. */
  readonly tokenExchangeProfiles: Collection;
  /** The event stream. It tells of every change, those made here directly included. */
  readonly events: EventsControl;
  /** Calls the listener when a request has arrived and when it is answered; answers how to stop that. */
  onRequest(listener: RequestListener): () => void;
  /** What the tenant holds, as a seed for another one. It holds secrets. */
  export(): Seed;
  /** Ends it, and every connection, hanging ones included. */
  close(): Promise<void>;
}
