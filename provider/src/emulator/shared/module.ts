import { ServiceError } from "./errors.ts";
import { type Rules, rulesOf } from "./interface.ts";
import { type ObjectRules, Objects } from "./objects.ts";
import {
  type Asked,
  type Listing,
  type ListQuery,
  readListQuery,
  type SortKey,
  selectFields,
  sorted,
} from "./query.ts";
import { mapped, type Stored, type WireObject } from "./store.ts";
import { isObject, payloadError } from "./validation.ts";

/** The input of a handler. */
export interface RouteRequest extends Asked {
  /** Returns a decoded path parameter; an empty text if the path does not have the parameter. */
  readonly param: (name: string) => string;
  /** The JSON body; `undefined` for a request without one. */
  readonly body: unknown;
  /**
   * Returns the body of a request, or an empty object for a request without one.
   *
   * @throws ServiceError 400 `invalid_body` for a body that the route does not accept
   */
  readonly given: () => WireObject;
  /** Returns the requested page of a listing. See {@link Cursors.list}. */
  readonly page: <T>(listingFor: (asked: ListQuery) => Listing<T>) => unknown;
  /** Whether the token has a scope. Handlers check with it the scopes that only some requests need. */
  readonly may: (scope: string) => boolean;
  /** Whether the token is still valid: an event stream can last longer than its token. */
  readonly valid: () => boolean;
  /** Returns the value of a header, by its name in lower case; undefined if the request does not have it, or has it several times. */
  readonly header: (name: string) => string | undefined;
}

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Optional settings of a route. */
export interface RouteOptions {
  /** Alternative scopes, each of which is sufficient in place of the first scope of {@link Rules.scopes}. */
  readonly orScopes?: readonly string[];
  /**
   * The name of the route's rate-limit bucket. If it is undefined, or if the plan has no bucket with this name, the route uses the plan's default
   * bucket.
   */
  readonly bucket?: string;
  /** Whether a 429 of this route has `Retry-After`. Default: false. */
  readonly retryAfter?: true;
  /** The status of a response with a body. Default: 201 for a POST, else 200. A response without a body is always a 204. */
  readonly status?: number | ((answered: unknown) => number);
  /** The name in the log. Default: the words of the path, and what the method does, such as `resource-servers.create`. */
  readonly operation?: string;
}

/** One operation of the management API. */
export interface Route extends RouteOptions {
  readonly method: Method;
  /** The path below `/api/v2`; `{name}` is a parameter. */
  readonly path: string;
  /** Matches the path of a request. Its groups are the parameters, not yet decoded. */
  readonly pattern: RegExp;
  readonly operation: string;
  readonly rules: Rules;
  /**
   * Executes the operation completely, or throws a {@link ServiceError}. All changes are made before it returns: it returns a promise only if the
   * response body takes time to compute. Returns the response body; undefined for a response without a body; or a function that is called with the
   * response after the headers were written, and that writes server-sent events.
   */
  readonly handle: (request: RouteRequest) => unknown;
}

const verbs = { GET: "list", POST: "create", PATCH: "update", PUT: "replace", DELETE: "delete" } as const;

/**
 * A route with the rules of the table.
 *
 * @param target method and path below `/api/v2`, such as `GET /roles/{id}`
 */
export function route(target: `${Method} /${string}`, handle: Route["handle"], options: RouteOptions = {}): Route {
  const named = byTarget.get(target) ?? namedRoute(target);
  byTarget.set(target, named);
  return { ...named, handle, ...options };
}

/** What targets say by themselves. All emulators of a process share it. */
const byTarget = new Map<string, NamedRoute>();

type NamedRoute = Pick<Route, "method" | "path" | "pattern" | "operation" | "rules">;

function namedRoute(target: string): NamedRoute {
  const [method, path] = target.split(" ") as [Method, string];
  const words = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  const verb = method === "GET" && path.endsWith("}") ? "get" : verbs[method];
  const operation = `${words.join(".").replaceAll("_", "-")}.${verb}`;
  const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  return { method, path, operation, rules: rulesOf(target), pattern };
}

/** A route that matches a request. */
export interface Match {
  readonly route: Route;
  /**
   * The decoded path parameters.
   *
   * @throws ServiceError 400 `invalid_uri` for broken percent-encoding
   */
  readonly params: () => Readonly<Record<string, string>>;
}

/** Returns a function that finds the route for a method and a path below `/api/v2`. */
export function routerOf(routes: readonly Route[]): (method: string, path: string) => Match | undefined {
  return (method, path) => {
    for (const one of routes) {
      const found = one.method === method ? one.pattern.exec(path) : null;
      if (found) return { route: one, params: () => decoded(found.groups ?? {}) };
    }
    return undefined;
  };
}

function decoded(raw: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return mapped(raw, (value) => decodeURIComponent(value));
  } catch {
    throw new ServiceError(400, "The path is not properly percent-encoded.", "invalid_uri");
  }
}

const operations = {
  list: ["GET", ""],
  create: ["POST", ""],
  get: ["GET", "/{id}"],
  update: ["PATCH", "/{id}"],
  delete: ["DELETE", "/{id}"],
} as const;

const idRefused = "Additional properties not allowed: id";

type Operation = keyof typeof operations;

/** The ways in which the routes of one type of object differ from the usual routes. */
export interface Special<Row extends Stored> {
  /** The key of a list in a response. Default: the path, with underscores. */
  readonly collection?: string;
  /** Returns the filter for the rows of a list. Default: all rows. */
  readonly wanted?: (asked: ListQuery) => (row: Row) => boolean;
  /** The order of a list that is requested by page number. Default: the order of a list that is requested by cursor. */
  readonly order?: (asked: ListQuery) => { by(row: Row): SortKey; readonly isDescending: boolean };
  /** Returns the properties that a response contains even if `fields` does not name them. Default: none. */
  readonly always?: (operation: "list" | "get") => readonly string[];
  /** Called first. It throws for a request that is refused in any case. */
  readonly before?: (request: RouteRequest, operation: Operation) => void;
  /** Set if a delete of a missing object is a 404, with the body of the response to other deletes. Default: every delete is a 204. */
  readonly deleted?: { readonly answer?: unknown };
  /** Returns an object in the form of responses. Default: the whole object. */
  readonly answer?: (object: WireObject, request: RouteRequest, operation: Operation) => WireObject;
  /** Operations that the service does not have. Default: none. */
  readonly without?: readonly Operation[];
  /** Options and handlers that replace the usual ones, by operation. */
  readonly routes?: { readonly [O in Operation]?: RouteOptions & { readonly handle?: Route["handle"] } };
}

/**
 * The routes of one type of object, such as `POST /things` and `GET /things/{id}`. Unless `special` says
 * otherwise, a delete returns 204 even if the object does not exist, and all other operations return the whole
 * object.
 */
export function restRoutes<Row extends Stored>(objects: Objects<Row>, special: Special<Row> = {}): Route[] {
  const {
    collection = objects.path.slice(objects.path.lastIndexOf("/") + 1).replaceAll("-", "_"),
    wanted,
    always = () => [],
    order,
    before,
    deleted,
    answer = (object) => object,
    without = [],
  } = special;
  const usual: Record<Operation, Route["handle"]> = {
    list: (request) =>
      request.page<Row>((asked) => {
        const listing = objects.listing(wanted?.(asked));
        const by = asked.byCursor ? undefined : order?.(asked);
        const all = by ? sorted(listing.all, by.by) : listing.all;
        return {
          ...listing,
          collection,
          all: by?.isDescending ? all.toReversed() : all,
          show: (row) => answer(objects.show(row), request, "list"),
          always: always("list"),
        };
      }),
    create: (request) => {
      const { body } = request;
      // `created` allows an id, because direct access can choose the id of a new object. A request cannot choose the id.
      if (isObject(body) && Object.hasOwn(body, "id")) throw payloadError({ why: idRefused, path: "" });
      return answer(objects.create(body as WireObject), request, "create");
    },
    get: (request) => {
      const asked = readListQuery(request);
      return selectFields(
        answer(objects.show(objects.require(request.param("id"))), request, "get"),
        asked,
        always("get"),
      );
    },
    update: (request) => {
      const { id } = objects.require(request.param("id"));
      return answer(objects.update(id, request.body as WireObject), request, "update");
    },
    delete: ({ param }) => {
      const found = deleted ? objects.require(param("id")) : objects.at(param("id"));
      if (found) objects.delete(found.id);
      return deleted?.answer;
    },
  };
  const offered = (Object.keys(operations) as Operation[]).filter((operation) => !without.includes(operation));
  return offered.map((operation) => {
    const [method, below] = operations[operation];
    const { handle = usual[operation], ...options } = special.routes?.[operation] ?? {};
    const checked: Route["handle"] = (request) => {
      before?.(request, operation);
      return handle(request);
    };
    return route(`${method} ${objects.path}${below}`, checked, options);
  });
}

/** A list that belongs to an object, such as the roles of a user. Requests add and remove single items. */
export interface Links<Item> extends RouteOptions {
  readonly path: `/${string}`;
  /** The property of the body that contains the items. */
  readonly property: string;
  readonly read: Route["handle"];
  readonly add: (request: RouteRequest, given: readonly Item[]) => unknown;
  readonly remove: (request: RouteRequest, given: readonly Item[]) => void;
}

/** The routes of a list that belongs to an object: `GET` lists the items, `POST` adds items, `DELETE` removes items. */
export function linkRoutes<Item>({ path, property, read, add, remove, ...options }: Links<Item>): Route[] {
  const changing = (change: typeof add) => (request: RouteRequest) =>
    change(request, request.given()[property] as Item[]);
  const taking: typeof add = (request, given) => {
    remove(request, given);
  };
  return [
    route(`GET ${path}`, read, options),
    route(`POST ${path}`, changing(add), options),
    route(`DELETE ${path}`, changing(taking), options),
  ];
}

/** The traits of a tenant that is created today. {@link TenantTraits} explains them. */
export const newTenant = {
  /** Whether a new oidc, okta or waad connection gets its name as `display_name`. */
  displayNames: true,
  /** Whether a new connection has `authentication` and `connected_accounts`. */
  purposes: true,
  /** Whether GET, lists and PATCH of connections return `enabled_clients`. */
  enabledClients: true,
  /** Whether databases have `authentication_methods` and `passkey_options`. */
  passkeys: true,
  /** Whether the password method of databases has `api_behavior` and `signup_behavior`. */
  passwordBehaviors: true,
  /** Whether databases have the methods `email_otp` and `phone_otp`. Few tenants have this feature. */
  passwordlessDatabases: false,
  /** Whether a new database has `password_options`; otherwise it has `passwordPolicy`. */
  passwordOptions: true,
  /** Whether the email attribute of a new database has `unique` and `verification_method`. */
  emailAttribute: true,
  /**
   * Whether a connection gets these options if a request omits them: `map_user_id_to_id` (google-apps), `waad_common_endpoint` and
   * `userid_attribute` (waad), and `assertion_decryption_settings` (samlp).
   */
  strategyDefaults: true,
  /** Whether the provisioning tickets of samlp and google-apps have 32 characters; otherwise they have 8. */
  longTickets: true,
  /** Whether a new API gets `subject_type_authorization` if the request omits it. */
  subjectAuthorization: true,
  /** Whether roles have `type`, and organizations `third_party_client_access`. */
  organizationAccess: true,
  /** Whether databases of organizations have `show_as_button` and `is_signup_enabled`. */
  databasesOfOrganizations: true,
  /** Whether a new discovery domain has `use_for_organization_discovery`. */
  discoveryUse: true,
  /** Whether a new organization has `is_app_entitlement_active`. */
  appEntitlements: true,
  /**
   * Whether triggers offer only the runtimes of 2026; otherwise they offer earlier runtimes, too, and a new action gets `node18` instead of
   * `node22`.
   */
  currentRuntimes: true,
  /** Whether a new client has `cross_origin_authentication`, and its `session_transfer` has all of today's settings. */
  crossOriginAuthentication: true,
  /**
   * Whether a new third-party client gets the `third_party_security_mode` `permissive` if the request omits it and `strictThirdParties` is
   * false.
   */
  thirdPartyModes: true,
  /**
   * Whether a new third-party client gets the `third_party_security_mode` `strict` if the request omits it. The service does so since 23
   * October 2026, and did so earlier in tenants that never had third-party clients.
   */
  strictThirdParties: true,
  /** Whether a new client grant gets a `subject_type` if the request omits it. */
  grantSubjectTypes: true,
  /** Whether the settings of a new tenant have session lifetimes, `oidc_logout` and `resource_parameter_profile`. */
  tenantDefaults: true,
  /**
   * Whether the attack protection of a new tenant has `pre-custom-token-exchange` (suspicious IP throttling) and both stages of breached
   * password detection.
   */
  attackProtectionStages: true,
  /** Whether second factors have settings for remembered devices and for one-time codes. */
  factorSettings: true,
  /** Whether renderings of screens have `use_page_template` and `filters`. */
  renderingTargets: true,
  /** Whether a new theme gets `identifiers` if the request omits them. */
  themeIdentifiers: true,
  /** Whether a new log stream gets `isPriority` if the request omits it. */
  logStreamPriority: true,
  /**
   * Whether an update of a log stream keeps the properties of the sink that it omits. Every tenant keeps those of a datadog sink. No exchange shows it
   * for other sinks, so a program has to work with both.
   */
  mergedSinks: false,
  /**
   * Whether an update of the phone provider keeps the credentials that it omits. No exchange shows whether the service keeps them, so a program has to
   * work with both.
   */
  keptPhoneCredentials: false,
  /**
   * Whether the service refuses to create or update a user if the tenant has several verified custom domains and the request names none. A single
   * exchange shows it, so a program has to work with both.
   */
  namedDomains: false,
} as const;

/**
 * Differences between tenants of different ages: over the years, the service adds properties and defaults, mostly in new tenants only. A
 * trait is true if the tenant has the property or default that the comment of the trait in {@link newTenant} describes.
 */
export type TenantTraits = { readonly [K in keyof typeof newTenant]: boolean };

/** The traits of a tenant that was created in 2022: all except `enabledClients` are false. */
export const oldTenant = {
  ...mapped(newTenant, () => false),
  enabledClients: true,
} as TenantTraits;

/** The presets of traits, by the year in which a tenant was created. Of 2024, only the traits of which recordings tell the year are true. */
export const datedTenants = {
  today: newTenant,
  2024: { ...oldTenant, crossOriginAuthentication: true, tenantDefaults: true } as TenantTraits,
  2022: oldTenant,
} as const;

/** The data and functions of a tenant that its modules share. */
export interface Tenant {
  /** The origin, such as `https://example.eu.example.com`. */
  readonly origin: string;
  /** The tenant's name, such as `example`. */
  readonly name: string;
  readonly traits: TenantTraits;
  /** Documents by URL, which the emulator uses instead of requesting them: discovery documents, SAML metadata and metadata of clients. */
  readonly documents: Readonly<Record<string, unknown>>;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** The time of the clock in ISO 8601. */
  readonly time: () => string;
}

const loopback = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Whether a value is the URL of a path at an origin of the loopback interface. Clients derive URLs from the domain, with https, so either scheme
 * and all names of the loopback interface are accepted.
 */
export function isOwnUrl(origin: string, given: unknown, path: string): boolean {
  const asked = URL.parse(String(given));
  if (!asked || !/^https?:$/.test(asked.protocol) || !loopback.includes(asked.hostname)) return false;
  return asked.port === new URL(origin).port && asked.pathname === path && asked.search === "";
}

/** A part of the emulator: the objects of one type, and their routes. */
export interface Module<Held> {
  readonly objects: Held;
  readonly routes: readonly Route[];
}

/** The module of one type of object with {@link restRoutes}. */
export function restModule<Row extends Stored>(rules: ObjectRules<Row>, special?: Special<Row>): Module<Objects<Row>> {
  const objects = new Objects(rules);
  return { objects, routes: restRoutes(objects, special) };
}

/** The author of a change that a request makes. */
export interface Actor {
  /** The client whose token the request has. Undefined if the token is from `issueToken`. */
  readonly clientId: string | undefined;
  /** The request, as the service's events contain it. */
  readonly request: WireObject;
}
