import { type ServerResponse, STATUS_CODES } from "node:http";

/** What a handler answers; a missing `body` is an answer without one. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** An answer that goes on: server-sent events, written by whoever is called here once the headers are. */
  readonly stream?: (response: ServerResponse) => void;
}

/** The service's error body (facts page, "Common"): `errorCode` is there for some errors only. */
export interface ErrorBody {
  readonly statusCode: number;
  readonly error: string;
  readonly message: string;
  readonly errorCode?: string;
}

/** An error in the service's own shape, for a status whose body nobody has given. */
export function errorBody(status: number, message: string, errorCode?: string): ErrorBody {
  const body = { statusCode: status, error: STATUS_CODES[status] ?? "Unknown", message };
  return errorCode === undefined ? body : { ...body, errorCode };
}

/** The 403 for a token that lacks a scope. */
export function insufficientScope(scope: string): ServiceError {
  return new ServiceError(403, `Insufficient scope, expected any of: ${scope}`, "insufficient_scope");
}

/** A refusal of the service: thrown by rules and handlers, answered as {@link ErrorBody}. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";

  constructor(
    /** The HTTP status, 400 to 599. */
    readonly status: number,
    message: string,
    /** The service's own code, as `inexistent_resource_server`. */
    readonly errorCode?: string,
  ) {
    super(message);
  }

  /** The answer that says so. */
  toReply(): Reply {
    return { status: this.status, body: errorBody(this.status, this.message, this.errorCode) };
  }
}
