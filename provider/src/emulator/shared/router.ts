import { ServiceError } from "./errors.ts";

/** The input of a handler. */
export interface RouteRequest {
  /** A decoded path parameter; an empty text if the path does not have it. */
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
  /** The JSON body; `undefined` for a request without one. */
  readonly body: unknown;
  /**
   * Whether the token has a scope. Handlers check {@link RouteOptions.furtherScopes} with it; {@link Route.scope} has already been checked.
   */
  readonly may: (scope: string) => boolean;
  /** Whether the token is still valid, for event streams that outlast their token. */
  readonly valid: () => boolean;
  /** The `Last-Event-ID` header. */
  readonly lastEventId: string | undefined;
}

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Optional settings of a route. */
export interface RouteOptions {
  /** Alternative scopes, each of which is sufficient in place of {@link Route.scope}. */
  readonly orScopes?: readonly string[];
  /** Scopes that some requests need in addition to {@link Route.scope}. The handler checks them with {@link RouteRequest.may}. */
  readonly furtherScopes?: readonly string[];
  /**
   * The name of the route's rate-limit bucket. If it is undefined, or if the plan has no bucket with this name, the route uses the plan's default
   * bucket.
   */
  readonly bucket?: string;
  /** Whether a 429 of this route has `Retry-After`. Default: false. */
  readonly retryAfter?: true;
  /** Whether the body of a POST, PATCH or PUT is optional. Default: false. */
  readonly bodyIsOptional?: true;
  /** The status of a response with a body. Default: 201 for a POST, else 200. A response without a body is always a 204. */
  readonly status?: number | ((answered: unknown) => number);
}

/** One operation of the management API. */
export interface Route extends RouteOptions {
  readonly method: Method;
  /** The path below `/api/v2`; `:name` is a parameter. */
  readonly path: string;
  /** The name in the log, such as `resource-servers.create`. */
  readonly operation: string;
  /** The required scope. */
  readonly scope: string;
  /**
   * Executes the operation completely, or throws a {@link ServiceError}. All changes are made before it returns: a promise is only for a
   * response body that takes time to compute. Returns the response body; undefined for a response without a body; or a function that
   * receives the response, once its headers are written, and writes server-sent events to it.
   */
  readonly handle: (request: RouteRequest) => unknown;
}

/** @param target method and path below `/api/v2`, such as `GET /roles/:id` */
export function route(
  operation: string,
  target: `${Method} /${string}`,
  scope: string,
  handle: Route["handle"],
): Route {
  const [method, path] = target.split(" ") as [Method, string];
  return { operation, method, path, scope, handle };
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
  const known = routes.map((one) => {
    return { route: one, pattern: new RegExp(`^${one.path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`) };
  });
  return (method, path) => {
    for (const { route: one, pattern } of known) {
      const found = one.method === method ? pattern.exec(path) : null;
      if (found) return { route: one, params: () => decoded(found.groups ?? {}) };
    }
    return undefined;
  };
}

function decoded(raw: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw new ServiceError(400, "The path is not properly percent-encoded.", "invalid_uri");
  }
}
