import { type Reply, ServiceError } from "./errors.ts";

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

/** One operation of the management API. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path below `/api/v2`; `:name` is a parameter. */
  readonly path: string;
  /** Name in the log, as `resource-servers.create`. */
  readonly operation: string;
  /** The scope that a token needs. */
  readonly scope: string;
  /** Further scopes that some requests need; the handler asks {@link RouteRequest.may}. */
  readonly furtherScopes?: readonly string[];
  /** Name of the rate-limit bucket, for plans that have a bucket for this route. Default: the bucket of all other routes. */
  readonly bucket?: string;
  /** Whether a 429 of this route has `Retry-After`. Default: false. */
  readonly retryAfter?: true;
  /** Whether a POST, PATCH or PUT may come without a body. Default: false. */
  readonly bodyIsOptional?: true;
  /**
   * Carries the operation out completely, or throws a {@link ServiceError}. All changes are made before it returns; a promise
   * is for answers that take time to make.
   */
  readonly handle: (request: RouteRequest) => Reply | Promise<Reply>;
}

/** A route that matches a request; the parameters are still percent-encoded. */
export interface Match {
  readonly route: Route;
  readonly rawParams: Readonly<Record<string, string>>;
}

/** Finds the route for a method and a path below `/api/v2`, if there is one. */
export function routerOf(routes: readonly Route[]): (method: string, path: string) => Match | undefined {
  const known = routes.map((route) => ({ route, pattern: route.path.split("/") }));
  return (method, path) => {
    const segments = path.split("/");
    for (const { route, pattern } of known) {
      if (route.method !== method) continue;
      const rawParams = matchSegments(pattern, segments);
      if (rawParams) return { route, rawParams };
    }
    return undefined;
  };
}

/**
 * Decodes the parameters of a path.
 * @throws ServiceError 400 `invalid_uri` for broken percent-encoding
 */
export function decodeParams(rawParams: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(rawParams).map(([name, raw]) => [name, decodeURIComponent(raw)]));
  } catch {
    throw new ServiceError(400, "The path is not properly percent-encoded.", "invalid_uri");
  }
}

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith(":") && segment !== "") params[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return params;
}
