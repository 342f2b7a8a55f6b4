import type { Query } from "../schema/service.ts";
import type { ExpectedBody } from "./answer.ts";
import type { TenantError } from "./errors.ts";
import type { Failure } from "./failure.ts";
import type { HttpAnswer } from "./http.ts";
import type { Repeatable } from "./retry.ts";

/** One call of the management API. */
export interface TenantCall {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path segments below `/api/v2`. The client encodes them, and rejects empty segments and dots. */
  path: readonly string[];
  query?: Query | undefined;
  /** The JSON value of the request body. */
  body?: unknown;
  /** The object for error messages: `resource server "https://orders.example.com"`. */
  subject: string;
  /** The action for error messages: "create", "read", … */
  action: string;
  /**
   * Whether the call is retried although it may have been executed. Default: true, but false for POST, whose failure is then thrown at once
   * with outcome `unknown`. "never" also excludes retries of a call that was certainly not executed, because its body was computed from an
   * earlier read and would be outdated.
   */
  repeatable?: Repeatable;
  /** Whether the call completes an operation that an earlier call began. Among calls that wait for the rate limit, it goes first. */
  continues?: boolean;
  /** The expected body of a 2xx response other than 204. Default: "object" for POST and PATCH, "json" for GET, "nothing" for DELETE. */
  expected?: ExpectedBody;
}

/** A call whose response is an event stream. */
export interface TenantStreamCall
  extends Omit<TenantCall, "method" | "body" | "repeatable" | "continues" | "expected"> {
  /** The next step after a refusal, if the caller knows a better one. */
  advise?: (failure: Failure) => string | undefined;
}

/** A successful response. */
export interface TenantAnswer<T> {
  status: number;
  /** The size of the body on the wire, in bytes. */
  bytes: number;
  /** Undefined for 204. Only `expected` is checked; the type is the caller's assertion. */
  body: T | undefined;
  headers: Readonly<HttpAnswer["headers"]>;
}

/** The reason why a stream could not be opened: the failure for code, the error for users. */
export interface NotOpened {
  readonly failure: Failure;
  readonly error: TenantError;
  /** The headers of the service's response; empty without a response. */
  readonly headers: HttpAnswer["headers"];
}
