/**
 * The effect of a failed call. `refused`: the service rejected the call and changed nothing. `unknown`: the call was sent, but its response
 * was lost, unreadable or a server error, so the change may have happened. `notSent`: the call never left this machine.
 */
export type Outcome = "refused" | "unknown" | "notSent";

/** One failed attempt. The texts are for users and free of secrets. */
export interface Failure {
  outcome: Outcome;
  /** The reason, which follows "Could not …: " in messages. */
  what: string;
  /** The status of the response, if there was one. */
  status?: number | undefined;
  /** The transport's code ("ECONNRESET"), or a code that pulumi-tenant defines ("UNREADABLE"). */
  code?: string | undefined;
  /** The service's own code, such as `insufficient_scope`. */
  errorCode?: string | undefined;
  /** The service's own message. */
  said?: string | undefined;
  requestId?: string | undefined;
  /** Whether the response has the form of the service's own errors. */
  recognised?: boolean | undefined;
  /** The wait that the service requests, in milliseconds. */
  retryAfterMs?: number | undefined;
  /**
   * Whether to repeat the call. `never`: a retry cannot help. `later`: the call is not retried, but the cause may be temporary: for example,
   * there was no network to fetch an access token. `queue`: the rate limit refused the call, which may wait in the queue again. Default: as the
   * outcome and the status permit.
   */
  retry?: "never" | "later" | "queue" | undefined;
  /** The next step for users. Default: the general advice for such failures. */
  advice?: string | undefined;
}

/** The failure of one attempt, as an exception. */
export class AttemptFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.what);
    this.failure = failure;
  }
}

/** The last failure of a whole call, as an exception. */
export class CallFailed extends Error {
  readonly failure: Failure;
  /** The number of retries, those with a new access token included. */
  readonly retries: number;

  constructor(failure: Failure, retries: number) {
    super(failure.what);
    this.failure = failure;
    this.retries = retries;
  }
}

/** The meaning of a refusal: a missing scope, an exhausted limit, a feature outside the plan, or another reason. */
export type Forbidden = "scope" | "limit" | "feature" | "other";

/** The meaning of a 403: by the service's code, or by its message if the code is absent or unknown. */
export function meaningOf403(errorCode: string | undefined, said: string | undefined): Forbidden {
  if (errorCode === "insufficient_scope") return "scope";
  // The code `insufficient_entitlement` stands for a reached limit and for a feature outside the plan. Only the second has one of these messages.
  if (/\bupgrade your subscription\b|\bthis deprecated feature\b/i.test(said ?? "")) return "feature";
  if (errorCode === "insufficient_entitlement") return "limit";
  if (errorCode === "feature_not_enabled" || errorCode === "operation_not_supported") return "feature";
  const text = said ?? "";
  if (/insufficient scope/i.test(text)) return "scope";
  if (/\b(limit|quota|maximum|too many|entitlement|exceed)/i.test(text)) return "limit";
  if (/not (enabled|available|supported)\b/i.test(text)) return "feature";
  return "other";
}

/** The meaning of a response that refuses a call regardless of the call's content; undefined for other failures. */
export function meaningOf({ status, errorCode, said }: Failure): Forbidden | undefined {
  if (status === 402) return "feature";
  if (status === 403) return meaningOf403(errorCode, said);
  // For some features, the service answers 400 if the tenant has no custom domain. This counts as a missing feature.
  return status === 400 && /\bfeature requires at least one custom domain\b/i.test(said ?? "") ? "feature" : undefined;
}

/** The scopes in a message such as "Insufficient scope, expected any of: read:a,update:a". */
export function scopesIn(said: string | undefined): string[] {
  return [...new Set(said?.match(/\b(?:create|read|update|delete):[a-z_]+/g) ?? [])];
}
