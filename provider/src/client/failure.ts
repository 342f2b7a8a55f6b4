/**
 * How far a failed call got. `refused`: the service said no and changed nothing. `unknown`: the call was sent, but its answer was
 * lost, unreadable or a server error, so the change may have happened. `notSent`: the call never left this machine.
 */
export type Outcome = "refused" | "unknown" | "notSent";

/** One attempt that failed. The texts are for people and free of secrets. */
export interface Failure {
  outcome: Outcome;
  /** Completes the sentence "Could not …: ". */
  what: string;
  /** Status of the answer, if there was one. */
  status?: number | undefined;
  /** The transport's code ("ECONNRESET"), or one of this package ("UNREADABLE"). */
  code?: string | undefined;
  /** The service's own code, such as `insufficient_scope`. */
  errorCode?: string | undefined;
  /** The service's own message. */
  said?: string | undefined;
  requestId?: string | undefined;
  /** The answer has the shape of the service's own errors. */
  recognised?: boolean | undefined;
  /** How long the service asks to wait. */
  retryAfterMs?: number | undefined;
  /** Another attempt cannot help. */
  permanent?: boolean | undefined;
  /** The failure ended this call, but its cause may pass: for instance, there was no network to fetch an access token. */
  passing?: boolean | undefined;
  /** The call may be repeated at once: it is queued until the rate limit has room for it. */
  queued?: boolean | undefined;
  /** What to do next, where the code that made this failure knows it best. */
  advice?: string | undefined;
}

/** Carries a failure out of one attempt. */
export class AttemptFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.what);
    this.failure = failure;
  }
}

/** Carries the last failure out of a whole call. */
export class CallFailed extends Error {
  readonly failure: Failure;
  /** How often the call was repeated, with a new access token or for another reason. */
  readonly retries: number;

  constructor(failure: Failure, retries: number) {
    super(failure.what);
    this.failure = failure;
    this.retries = retries;
  }
}

/** What a 403 means: a scope is missing, a limit of the tenant is reached, its plan lacks the feature, or something else. */
export type Forbidden = "scope" | "limit" | "feature" | "other";

/** The meaning of a 403: by the service's code, or by its message if the code is absent or another one. */
export function meaningOf403(errorCode: string | undefined, said: string | undefined): Forbidden {
  if (errorCode === "insufficient_scope") return "scope";
  if (errorCode === "insufficient_entitlement") return "limit";
  if (errorCode === "feature_not_enabled") return "feature";
  const text = said ?? "";
  if (/insufficient scope/i.test(text)) return "scope";
  if (/\b(limit|quota|maximum|too many|entitlement|exceed)/i.test(text)) return "limit";
  if (/not (enabled|available|supported)\b/i.test(text)) return "feature";
  return "other";
}

/** The scopes in a message such as "Insufficient scope, expected any of: read:a,update:a". */
export function scopesIn(said: string | undefined): string[] {
  return [...new Set(said?.match(/\b(?:create|read|update|delete):[a-z_]+/g) ?? [])];
}
