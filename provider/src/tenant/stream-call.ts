import type { TenantError } from "./errors.ts";
import type { Failure } from "./failure.ts";
import type { HttpAnswer } from "./http.ts";
import type { HttpStream } from "./http-stream.ts";
import type { Query } from "./path.ts";

/** One streaming GET of the management API. */
export interface TenantStreamCall {
  /** Segments below `/api/v2`; the client encodes them. */
  path: readonly string[];
  query?: Query | undefined;
  headers?: Readonly<Record<string, string>>;
  /** What the answer must be, as `text/event-stream`. */
  contentType: string;
  /** For people, in errors: "the tenant's events". */
  subject: string;
  /** For people, in errors: "stream". */
  action: string;
  /** What to do about a refusal, where the caller knows it better. */
  advise?: (failure: Failure) => string | undefined;
}

/** A stream that is open; the service accepted the access token. */
export type TenantStream = HttpStream;

/** Why a stream could not be opened: for code to decide about, and as an error for people. */
export class OpenFailed extends Error {
  constructor(
    readonly failure: Failure,
    readonly error: TenantError,
    /** Of the service's answer; empty if there was none. */
    readonly headers: HttpAnswer["headers"],
  ) {
    super(error.message);
  }
}
