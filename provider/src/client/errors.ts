import { failureText } from "./error-text.ts";
import { type Failure, type Forbidden, meaningOf, type Outcome, scopesIn } from "./failure.ts";
import { sanitize } from "./sanitize.ts";

/** The request of a call. */
export interface RequestSummary {
  method: string;
  /** The percent-encoded path, without the query. */
  path: string;
}

/** The context of a `TenantError`, besides the failure itself. */
interface ErrorContext {
  /** The action: "create", "read", … */
  action: string;
  /** The printable object: `resource server "https://orders.example.com"`. */
  subject: string;
  request: RequestSummary;
  retries: number;
  advice?: string | undefined;
}

/**
 * A call that failed and is not retried, in words for users: the attempted action and its object, the service's message, and the next step.
 * It contains no secrets.
 */
export class TenantError extends Error {
  /** The status of the response; undefined without a response, or if no access token could be fetched. */
  readonly status: number | undefined;
  /** The service's code, such as `insufficient_scope`. */
  readonly errorCode: string | undefined;
  /** The id that the service gave the request. The service's support asks for this id. */
  readonly requestId: string | undefined;
  readonly request: RequestSummary;
  /** The message without the advice. */
  readonly summary: string;
  /** The next step. */
  readonly advice: string | undefined;
  /** The outcome of the whole call: `unknown` as soon as one attempt may have been executed. */
  readonly outcome: Outcome;
  /** The number of retries. */
  readonly retries: number;
  /**
   * Whether the response has the form of the service's own errors. A 404 in another form may come from a wrong host or a proxy, and does
   * not prove that an object was deleted.
   */
  readonly recognised: boolean;
  /** Whether the rate limit refused the call, and the client did not queue the call again (`repeatable: "never"`, or the run is stopped). */
  readonly isHeldBack: boolean;
  /** The reason for which the service refuses such calls regardless of their content; undefined for other failures. */
  readonly forbidden: Forbidden | undefined;
  /** If a scope is missing: the scopes that the service names. The call needs only one of them. */
  readonly scopes: readonly string[];

  constructor(failure: Failure, context: ErrorContext) {
    // The subject is untrusted: it may contain an object's name from the tenant.
    const summary = failureText(context.action, sanitize(context.subject), failure.what);
    super(context.advice === undefined ? summary : `${summary} ${context.advice}`);
    this.name = "TenantError";
    // The SDK's provider process prints the stack trace of every error, which is of no use to users.
    this.stack = "";
    this.summary = summary;
    this.request = context.request;
    this.outcome = failure.outcome;
    this.retries = context.retries;
    this.recognised = failure.recognised ?? false;
    this.advice = context.advice;
    this.isHeldBack = failure.retry === "queue";
    this.status = failure.status;
    this.errorCode = failure.errorCode;
    this.requestId = failure.requestId;
    this.forbidden = meaningOf(failure);
    this.scopes = this.forbidden === "scope" ? scopesIn(failure.said) : [];
  }

  /** Whether the tenant's plan or settings do not include the feature. Such an error does not tell whether an object exists. */
  get isOutsidePlan(): boolean {
    return this.forbidden === "feature";
  }

  /** Whether the service itself reports that the object does not exist. */
  get isAbsence(): boolean {
    return this.status === 404 && this.recognised;
  }
}
