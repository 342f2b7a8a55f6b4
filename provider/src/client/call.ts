import type { Secrecy } from "../schema/secrecy/by-path.ts";
import type { Query } from "../schema/service.ts";
import type { Failure, TenantError } from "./errors.ts";
import type { ExpectedBody, HttpAnswer } from "./http.ts";
import type { Repeatable } from "./retries.ts";
import { sanitize } from "./sanitize.ts";

/** One call of the management API. */
export interface TenantCall {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path segments below `/api/v2`. The client encodes them, and rejects the segments `""`, `"."` and `".."`. */
  path: readonly string[];
  query?: Query | undefined;
  /** The JSON value of the request body. */
  body?: unknown;
  /** Which values of the body are secret, so that errors must not quote them. Default: those whose names look like it. */
  secrecy?: Secrecy;
  /** Headers besides those of every call. Their values must be texts that a header can have. */
  headers?: Readonly<Record<string, string>>;
  /** The object for error messages: `resource server "https://orders.example.com"`. */
  subject: string;
  /** The action for error messages: "create", "read", … */
  action: string;
  /**
   * Whether the call is retried after an attempt that the service may have executed. Default: false for POST, else true. With false, the failure
   * of such an attempt is thrown at once, with outcome `unknown`. "never" is for a body that was computed from an earlier read: the body may be
   * outdated, so the call is not retried even if the service certainly did not execute it.
   */
  repeatable?: Repeatable;
  /** Whether the call completes an operation that an earlier call began. It is then sent before other calls that wait for the rate limit. */
  continues?: boolean;
  /** The expected body of a 2xx response other than 204 and 205. Default: "json" for GET, "nothing" for DELETE, else "object". */
  expected?: ExpectedBody;
  /** The next step for users whose tenant does not have the feature, because of its plan or settings. Default: the general one. */
  ifUnavailable?: string | undefined;
}

/** A call whose response is an event stream. */
export interface TenantStreamCall
  extends Omit<TenantCall, "method" | "body" | "headers" | "repeatable" | "continues" | "expected" | "ifUnavailable"> {
  /** Returns the advice for users after a refusal. If it returns undefined, users get the general advice for the response's status. */
  advise?: (failure: Failure) => string | undefined;
}

/** A successful response. */
export interface TenantAnswer<T> {
  status: number;
  /** The size of the body on the wire, in bytes. */
  bytes: number;
  /** The parsed body; undefined if it is empty. It was checked only against `expected`, not against the type `T`. */
  body: T | undefined;
  headers: Readonly<HttpAnswer["headers"]>;
}

/** The reason why a stream could not be opened: `failure` for decisions in code, `error` for users. */
export interface NotOpened {
  readonly failure: Failure;
  readonly error: TenantError;
  /** The headers of the service's response; empty without a response. */
  readonly headers: HttpAnswer["headers"];
}

/** The path of the management API on a tenant's host. */
const base = "/api/v2";

const paging = new Set(["page", "per_page", "include_totals", "take"]);

/**
 * The path of a call, with percent-encoded segments.
 *
 * @throws RangeError for segments that would address another object: empty, ".", "..", or not well-formed
 */
export function encodePath(segments: readonly string[]): string {
  for (const segment of segments) {
    if (segment === "" || segment === "." || segment === ".." || /\p{Cs}/u.test(segment)) {
      throw new RangeError(`${sanitize(JSON.stringify(segment))} cannot be a path segment`);
    }
  }
  return [base, ...segments.map(encodeURIComponent)].join("/");
}

/** A query string: "?a=1&b=2", or "" for a query without values. */
export function encodeQuery(query: Query | undefined): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of entries(query)) parameters.append(key, value);
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** A query for logs: only paging parameters keep their values. */
export function loggedQuery(query: Query | undefined): string {
  const parts = entries(query).map(([key, value]) => (paging.has(key) ? `${key}=${value}` : `${key}=…`));
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function entries(query: Query | undefined): [string, string][] {
  return Object.entries(query ?? {}).flatMap(([key, value]): [string, string][] => {
    if (value === undefined) return [];
    return (Array.isArray(value) ? value : [value]).map((item) => [key, String(item)]);
  });
}
