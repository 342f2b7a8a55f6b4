import type { ServerResponse } from "node:http";
import type { Connections } from "../connections/connections.ts";
import { enterpriseStrategies } from "../connections/strategies.ts";
import type { OrganizationLinks } from "../organizations/connections.ts";
import type { Members } from "../organizations/members.ts";
import type { Organizations } from "../organizations/organizations.ts";
import type { StoredRole } from "../roles/roles.ts";
import { ServiceError } from "../shared/errors.ts";
import { type Actor, type Route, route } from "../shared/module.ts";
import type { Objects } from "../shared/objects.ts";
import { readQuery } from "../shared/query.ts";
import type { Rows } from "../shared/rows.ts";
import { looksSecret } from "../shared/secrets.ts";
import { copyOf, filtered, mapped, newPrefixedId, pick, type Stored, type WireObject } from "../shared/store.ts";
import { type ArraySchema, check, isObject } from "../shared/validation.ts";
import {
  checkBehaviour,
  defaultBehaviour,
  EventLog,
  type EventsBehaviour,
  type EventsControl,
  Feed,
  type FeedParts,
  type PublishedEvent,
} from "./feed.ts";

/** Publishes, retains and streams the tenant's events. */
export class TenantEvents implements EventsControl {
  readonly #log: EventLog;
  readonly #feeds = new Set<Feed>();
  readonly #tenant: string;
  readonly #id = newPrefixedId("ten_");
  /** The id of the tenant's event stream. All clients read the same stream. */
  readonly #stream = newPrefixedId("est_");
  readonly #limit: number;
  #behaviour: EventsBehaviour;
  #actor: Actor | undefined;

  /**
   * @param tenant the tenant's name in the events
   * @param limit the maximum number of open streams
   * @throws RangeError for options out of bounds
   */
  constructor(tenant: string, limit: number, behaviour: Partial<EventsBehaviour>, now: () => number) {
    this.#log = new EventLog(now);
    this.#tenant = tenant;
    this.#limit = limit;
    this.#behaviour = checkBehaviour({ ...defaultBehaviour, ...behaviour });
  }

  /** Runs a function, and publishes the changes that it makes with this actor. All other changes have no actor, like changes at the dashboard. */
  by<T>(actor: Actor, work: () => T): T {
    this.#actor = actor;
    try {
      return work();
    } finally {
      this.#actor = undefined;
    }
  }

  /** Publishes an event. Returns its id. @param previous the object before an update; undefined for other events */
  publish(type: string, object: WireObject, previous?: WireObject): string {
    const { clientId: id, request } = this.#actor ?? {};
    const context = { tenant: { tenant_id: this.#id }, client: id && { id, name: id, metadata: {} }, request };
    const before = previous && { previous_object: previous };
    return this.#log.add(type, copyOf({ object, ...before, context }), this.#behaviour.retention).id;
  }

  /**
   * The start position of a stream.
   *
   * @throws ServiceError 400 or 410 for an invalid or expired position, 403 if too many streams are open
   */
  place({ cursor, timestamp }: { cursor?: string | undefined; timestamp?: number | undefined }): number {
    if (this.#feeds.size >= this.#limit) {
      const message = "Maximum concurrent event stream connections reached. Please close existing connections.";
      throw new ServiceError(403, message);
    }
    if (cursor !== undefined) return this.#log.positionOf(cursor);
    return timestamp === undefined ? this.#log.last : this.#log.positionAt(timestamp);
  }

  /** Starts a stream. The headers of the response must have been written. */
  stream(asked: Pick<FeedParts, "after" | "types" | "valid">, response: ServerResponse): void {
    const parts = { log: this.#log, tenant: this.#tenant, stream: this.#stream, behaviour: () => this.#behaviour };
    const feed = new Feed({ ...parts, ...asked }, response, () => this.#feeds.delete(feed));
    this.#feeds.add(feed);
  }

  get behaviour(): EventsBehaviour {
    return this.#behaviour;
  }

  get streams(): number {
    return this.#feeds.size;
  }

  get published(): PublishedEvent[] {
    return this.#log.all.map(({ position: _, ...event }) => copyOf(event));
  }

  configure(change: Partial<EventsBehaviour>): void {
    this.#behaviour = checkBehaviour({ ...this.#behaviour, ...change });
    this.#each((feed) => {
      feed.beat();
      feed.pump();
    });
  }

  rotate(): void {
    this.#each((feed) => feed.rotate());
  }

  cut({ midway = false } = {}): void {
    this.#each((feed) => feed.cut(midway));
  }

  fail(code: string, message = "Injected.", offset?: string | null): void {
    this.#each((feed) => feed.fail(code, message, offset));
  }

  inject(text: string): void {
    this.#each((feed) => feed.write(text));
  }

  expireCursors({ timestamps = false } = {}): void {
    this.#log.expire(timestamps);
  }

  #each(work: (feed: Feed) => void): void {
    for (const feed of [...this.#feeds]) work(feed);
  }
}

/** The event stream: `GET /events`. */
export function eventRoutes(events: TenantEvents): Route[] {
  const stream: Route["handle"] = (request) => {
    const { header, valid } = request;
    const { items } = request.parameters.event_type as ArraySchema;
    if (request.query.getAll("event_type").some((type) => check(items, type))) {
      throw new ServiceError(400, "Unsupported event type.", "invalid_query_string");
    }
    const asked = readQuery(request);
    const { from, from_timestamp } = asked as { from?: string; from_timestamp?: string };
    if (from !== undefined && from_timestamp !== undefined) {
      throw new ServiceError(400, "Only one of from and from_timestamp can be given.", "invalid_query_string");
    }
    const timestamp = from_timestamp === undefined ? undefined : Date.parse(from_timestamp);
    if (Number.isNaN(timestamp)) {
      throw new ServiceError(400, "from_timestamp is not a date.", "invalid_query_string");
    }
    // A caller that reconnects repeats its query and adds the header `Last-Event-ID`, whose position is newer.
    const after = events.place({ cursor: header("last-event-id") ?? from, timestamp });
    const types = asked.event_type as string[] | undefined;
    return (response: ServerResponse) => events.stream({ after, types, valid }, response);
  };
  return [route("GET /events", stream, { retryAfter: true, operation: "events.stream" })];
}

/** The properties of a connection in its events. */
const shownFields = [
  "id",
  "name",
  "strategy",
  "authentication",
  "display_name",
  "enabled_clients",
  "is_domain_connection",
  "metadata",
  "realms",
  "connected_accounts",
  "show_as_button",
];

/** The properties of an organization in its events. */
const shownOfOrganization = ["id", "name", "display_name", "metadata", "branding"];

/** The properties of an organization's connection in its events. */
const shownOfLink = ["assign_membership_on_login", "show_as_button", "is_signup_enabled"];

/** The options of a connection in its events. */
const shownOptions = [
  "client_id",
  "authorization_endpoint",
  "connection_settings",
  "domain_aliases",
  "federated_connections_access_tokens",
  "icon_url",
  "id_token_session_expiry_supported",
  "id_token_signed_response_algs",
  "issuer",
  "jwks_uri",
  "non_persistent_attrs",
  "oidc_metadata",
  "scope",
  "send_back_channel_nonce",
  "tenant_domain",
  "token_endpoint",
  "upstream_params",
  "userinfo_endpoint",
  "attribute_map",
  "discovery_url",
];

/**
 * From now on, publishes all changes for which the service has events: changes of organizations, of their connections and members, of the members'
 * roles, of connections with enterprise strategies, and of users.
 */
export function publishChanges(
  events: TenantEvents,
  held: {
    connections: Connections;
    organizations: Organizations;
    organizationConnections: OrganizationLinks;
    organizationMembers: Members;
    roles: Objects<StoredRole>;
    users: Objects;
  },
): void {
  const organizationOf = ({ organization_id: id }: WireObject) =>
    pick(held.organizations.at(String(id)) ?? { id }, ["id", "name"]);
  publishOf(events, "user", held.users, (user) => held.users.show(user));
  publishOf(events, "connection", held.connections, (connection) =>
    enterpriseStrategies.includes(connection.strategy) ? shownConnection(held.connections.show(connection)) : undefined,
  );
  publishOf(events, "organization", held.organizations, (organization) => pick(organization, shownOfOrganization));
  const links = held.organizationConnections;
  publishOf(
    events,
    "organization.connection",
    links,
    (link) => ({
      organization: organizationOf(link),
      connection: { id: link.connection_id },
      ...(links.find(link.id) && pick(link, shownOfLink)),
    }),
    { created: "added", updated: "updated", deleted: "removed" },
  );
  const members = held.organizationMembers;
  const memberOf = ({ organization_id: id, user_id }: WireObject) => ({ organization: { id }, user: { user_id } });
  const tellRole = (what: "assigned" | "deleted", row: WireObject) => {
    const { role_id: id } = row;
    const role = { id, name: held.roles.find(String(id))?.name };
    events.publish(`organization.member.role.${what}`, { ...memberOf(row), role });
  };
  members.changed.listen(({ row, previous, isQuiet }) => {
    if (isQuiet || (row && previous)) return;
    events.publish(`organization.member.${row ? "added" : "deleted"}`, memberOf(row ?? previous ?? {}));
    for (const role of row ? members.roles.where(pick(row, ["organization_id", "user_id"])) : []) {
      tellRole("assigned", role);
    }
  });
  // A role also goes with its deletion. Of users who are not members, or no longer, the service tells nothing.
  members.roles.changed.listen(({ row, previous }) => {
    const one: WireObject = row ?? previous ?? {};
    if (members.at(String(one.organization_id), String(one.user_id))) tellRole(row ? "assigned" : "deleted", one);
  });
}

const usualNames = { created: "created", updated: "updated", deleted: "deleted" };

/**
 * Publishes the changes of the rows of one kind.
 *
 * @param shown returns a row in the form of events; undefined for a row of which the service tells nothing
 * @param names the last words of the events' types
 */
function publishOf<Row extends Stored>(
  events: TenantEvents,
  kind: string,
  rows: Rows<Row>,
  shown: (row: Row) => WireObject | undefined,
  names = usualNames,
): void {
  rows.changed.listen(({ row, previous, isQuiet }) => {
    const one = row ?? previous;
    const object = one && !isQuiet ? shown(one) : undefined;
    if (!object) return;
    const what = !row ? "deleted" : previous ? "updated" : "created";
    events.publish(`${kind}.${names[what]}`, object, row && previous && shown(previous));
  });
}

/** The connection in the form of events. Secrets in its free-form objects are left out. */
function shownConnection(connection: WireObject): WireObject {
  const options = isObject(connection.options) ? connection.options : {};
  return { ...pick(connection, shownFields), options: withoutSecrets(pick(options, shownOptions)) };
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  const shown = filtered(value, (_, key) => !looksSecret(key));
  return mapped(shown, withoutSecrets);
}
