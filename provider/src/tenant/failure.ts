/**
 * What is known of a call that failed. `refused`: the service said no, nothing changed. `unknown`: it was sent, and the answer
 * was lost, unreadable or a server error, so it may have happened. `notSent`: it never left this machine.
 */
export type Outcome = "refused" | "unknown" | "notSent";

/** One attempt that failed. Texts are for people and free of secrets. */
export interface Failure {
  outcome: Outcome;
  /** Completes the sentence "Could not …: ". */
  what: string;
  /** Status of the answer, if there was one. */
  status?: number;
  /** The service's code, or the transport's ("ECONNRESET"). */
  code?: string;
  errorCode?: string;
  /** The service's own message. */
  said?: string;
  requestId?: string;
  /** The answer has the shape of the service's own errors. */
  recognised?: boolean;
  /** How long the service asks to wait. */
  retryAfterMs?: number;
  /** Trying again cannot help. */
  permanent?: boolean;
  /** It stopped this call for good, but its cause may pass: no access token for want of a network, for instance. */
  passing?: boolean;
  /** What to do next, where whoever made this failure knows it best. */
  advice?: string;
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
  readonly retries: number;

  constructor(failure: Failure, retries: number) {
    super(failure.what);
    this.failure = failure;
    this.retries = retries;
  }
}
