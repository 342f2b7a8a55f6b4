import { STATUS_CODES } from "node:http";

/** The service's error body. Only some errors have an `errorCode`. */
export interface ErrorBody {
  readonly statusCode: number;
  readonly error: string;
  readonly message: string;
  readonly errorCode?: string;
}

/** An error body in the service's form. */
export function errorBody(status: number, message: string, errorCode?: string): ErrorBody {
  const body = { statusCode: status, error: STATUS_CODES[status] ?? "Unknown", message };
  return errorCode === undefined ? body : { ...body, errorCode };
}

/** The 403 for a token that lacks a scope. */
export function insufficientScope(scope: string): ServiceError {
  return new ServiceError(403, `Insufficient scope, expected any of: ${scope}`, "insufficient_scope");
}

/** The 403 for a create when the tenant already has the maximum number of objects of the type. */
export function tooMany(): ServiceError {
  return new ServiceError(403, "You reached the limit of entities of this type for this tenant.", "too_many_entities");
}

/** An error of the service. Rules and handlers throw it, and the caller receives its {@link ErrorBody}. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";

  /** The HTTP status, 400 to 599. */
  readonly status: number;
  /** The service's own code, such as `inexistent_resource_server`. */
  readonly errorCode: string | undefined;

  constructor(status: number, message: string, errorCode?: string) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
  }
}
