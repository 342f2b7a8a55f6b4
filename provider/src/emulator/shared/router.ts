import { ServiceError } from "./errors.ts";

/** A request as a handler gets it. */
export interface RouteRequest {
  /** A parameter of the path, decoded; empty if the path does not have it. */
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
  /** The JSON body; `undefined` when the request had none. */
  readonly body: unknown;
  /** Whether the token has a scope. The route's own scope was checked already. */
  readonly may: (scope: string) => boolean;
  /** Whether the token is still valid; answers that last long ask this again. */
  readonly valid: () => boolean;
  /** The `Last-Event-ID` header. */
  readonly lastEventId: string | undefined;
}

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** What some routes have besides. */
export interface RouteOptions {
  /** Scopes of which one is enough in place of the route's own. */
  readonly orScopes?: readonly string[];
  /** Further scopes that some requests need; the handler asks {@link RouteRequest.may}. */
  readonly furtherScopes?: readonly string[];
  /** Name of the rate-limit bucket, for plans that have a bucket for this route. Default: the bucket of all other routes. */
  readonly bucket?: string;
  /** Whether a 429 of this route has `Retry-After`. Default: false. */
  readonly retryAfter?: true;
  /** Whether a POST, PATCH or PUT may come without a body. Default: false. */
  readonly bodyIsOptional?: true;
  /** The status of an answer with a body. Default: 201 for a POST, else 200. An answer without a body is always a 204. */
  readonly status?: number | ((answered: unknown) => number);
}

/** One operation of the management API. */
export interface Route extends RouteOptions {
  readonly method: Method;
  /** The path below `/api/v2`; `:name` is a parameter. */
  readonly path: string;
  /** Name in the log, as `resource-servers.create`. */
  readonly operation: string;
  /** The scope that a token needs. */
  readonly scope: string;
  /**
   * Carries the operation out completely, or throws a {@link ServiceError}. All changes are made before it returns; a promise
   * is for answers that take time to make. Returns the body of the answer, if it has one. A function is called with the response
   * after the headers were written, and writes server-sent events for as long as the answer lasts.
   */
  readonly handle: (request: RouteRequest) => unknown;
}

/** @param target method and path below `/api/v2`, as `GET /roles/:id` */
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
  /** The parameters of the path, decoded. @throws ServiceError 400 `invalid_uri` for broken percent-encoding */
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
