import type { Query } from "../schema/service.ts";
import { sanitize } from "./sanitize.ts";

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
