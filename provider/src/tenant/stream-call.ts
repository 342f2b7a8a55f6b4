import type { TenantError } from "./errors.ts";
import type { Failure } from "./failure.ts";
import type { HttpAnswer } from "./http.ts";
import type { Query } from "./path.ts";

/** One streaming GET of the management API. */
export interface TenantStreamCall {
  /** Segments below `/api/v2`. The client encodes them. */
  path: readonly string[];
  query?: Query | undefined;
  headers?: Readonly<Record<string, string>>;
  /** The content type that the answer must have, such as `text/event-stream`. */
  contentType: string;
  /** For people, in errors: "the tenant's events". */
  subject: string;
  /** For people, in errors: "stream". */
  action: string;
  /** What to do about a refusal, where the caller knows it better. */
  advise?: (failure: Failure) => string | undefined;
}

/** Why a stream could not be opened: the failure for code, the error for people. */
export class OpenFailed extends Error {
  readonly failure: Failure;
  readonly error: TenantError;
  /** Of the service's answer; empty if there was none. */
  readonly headers: HttpAnswer["headers"];

  constructor(failure: Failure, error: TenantError, headers: HttpAnswer["headers"]) {
    super(error.message);
    this.failure = failure;
    this.error = error;
    this.headers = headers;
  }
}
