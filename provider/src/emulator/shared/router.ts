import { ServiceError } from "./errors.ts";

/** The input of a handler. */
export interface RouteRequest {
  /** A decoded path parameter; empty if the path does not have it. */
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
  /** The JSON body; `undefined` for a request without one. */
  readonly body: unknown;
  /** Whether the token has a scope. The route's own scope has already been checked. */
  readonly may: (scope: string) => boolean;
  /** Whether the token is still valid, for long-lasting responses. */
  readonly valid: () => boolean;
  /** The `Last-Event-ID` header. */
  readonly lastEventId: string | undefined;
}

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Optional settings of a route. */
export interface RouteOptions {
  /** Alternative scopes, each sufficient in place of the route's own. */
  readonly orScopes?: readonly string[];
  /** Further scopes that some requests need; the handler checks {@link RouteRequest.may}. */
  readonly furtherScopes?: readonly string[];
  /** The rate-limit bucket, for plans with a bucket for this route. Default: the bucket of all other routes. */
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
   * Executes the operation completely, or throws a {@link ServiceError}. All changes are made before it returns; a promise is only for
   * responses that take time to compute. Returns the response body, if any. A returned function is called with the response after the
   * headers were written, and writes server-sent events as long as the response lasts.
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

/** Finds the route for a method and a path below `/api/v2`, if there is one. */
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
