import type { Query } from "../schema/service.ts";
import type { ExpectedBody } from "./answer.ts";
import type { TenantError } from "./errors.ts";
import type { Failure } from "./failure.ts";
import type { HttpAnswer } from "./http.ts";
import type { Repeatable } from "./retry.ts";

/** One call of the management API. */
export interface TenantCall {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Segments below `/api/v2`. The client encodes them, and refuses empty ones and dots. */
  path: readonly string[];
  query?: Query | undefined;
  /** JSON. */
  body?: unknown;
  /** For people, in errors: `resource server "https://orders.example.com"`. */
  subject: string;
  /** For people, in errors: "create", "read", … */
  action: string;
  /**
   * Whether the call is sent again when it is not known to have been carried out. Default: true, but false for POST: such a failure
   * is then thrown at once with outcome `unknown`. "never": not even where it was certainly not carried out, as its body, made from what
   * was read before, would be old by then.
   */
  repeatable?: Repeatable;
  /** The call finishes something that an earlier one has begun. Where calls wait for the rate limit, it goes before others. */
  continues?: boolean;
  /** What a 2xx answer other than 204 must hold. Default: "object" for POST and PATCH, "json" for GET, "nothing" for DELETE. */
  expected?: ExpectedBody;
}

/** A call whose answer is a stream of events. */
export interface TenantStreamCall
  extends Omit<TenantCall, "method" | "body" | "repeatable" | "continues" | "expected"> {
  /** What to do about a refusal, where the caller knows it better. */
  advise?: (failure: Failure) => string | undefined;
}

/** A successful answer. */
export interface TenantAnswer<T> {
  status: number;
  /** The size of the body on the wire. */
  bytes: number;
  /** Undefined for 204. Only what `expected` says is checked; the type is the caller's claim. */
  body: T | undefined;
  headers: Readonly<HttpAnswer["headers"]>;
}

/** Why a stream could not be opened: the failure for code, the error for people. */
export interface NotOpened {
  readonly failure: Failure;
  readonly error: TenantError;
  /** Of the service's answer; empty if there was none. */
  readonly headers: HttpAnswer["headers"];
}
