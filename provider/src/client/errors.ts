import { type Failure, type Forbidden, meaningOf403, type Outcome, scopesIn } from "./failure.ts";
import { sanitize } from "./sanitize.ts";

/** What was asked of the service. */
export interface RequestSummary {
  method: string;
  /** Percent-encoded, without the query. */
  path: string;
}

/** What a `TenantError` is made of besides the failure itself. */
interface ErrorContext {
  /** "create", "read", … */
  action: string;
  /** For people: `resource server "https://orders.example.com"`. */
  subject: string;
  request: RequestSummary;
  retries: number;
  advice?: string | undefined;
}

/**
 * A call that failed for good, in words for people: what was tried on which object, what the service said, what to do next.
 * It holds no secrets.
 */
export class TenantError extends Error {
  /** Of the service's answer; undefined if there was none, or if no access token could be fetched. */
  readonly status: number | undefined;
  /** The service's code, such as `insufficient_scope`. */
  readonly errorCode: string | undefined;
  /** The service's id of the request, for its support. */
  readonly requestId: string | undefined;
  readonly request: RequestSummary;
  /** The message without the advice. */
  readonly summary: string;
  /** What to do next. */
  readonly advice: string | undefined;
  /** Of the whole call: `unknown` as soon as one attempt may have been carried out. */
  readonly outcome: Outcome;
  /** How often the call was repeated. */
  readonly retries: number;
  /**
   * The answer has the shape of the service's own errors. A 404 without it may come from a wrong host or a proxy, and does not
   * prove that an object is gone.
   */
  readonly recognised: boolean;
  /** The service has refused the call for now, as there were too many, and the call is one that is never repeated by itself. */
  readonly isHeldBack: boolean;
  /** For status 403: which of its meanings. */
  readonly forbidden: Forbidden | undefined;
  /** For a missing scope: the scopes that the service names. One of them is enough. */
  readonly scopes: readonly string[];

  constructor(failure: Failure, context: ErrorContext) {
    // An object's name may come from the tenant.
    const summary = sentence(`Could not ${context.action} ${sanitize(context.subject)}: ${failure.what}`);
    super(context.advice === undefined ? summary : `${summary} ${context.advice}`);
    this.name = "TenantError";
    // The host prints the stack of every error. People have no use for it.
    this.stack = "";
    this.summary = summary;
    this.request = context.request;
    this.outcome = failure.outcome;
    this.retries = context.retries;
    this.recognised = failure.recognised ?? false;
    this.advice = context.advice;
    this.isHeldBack = failure.queued ?? false;
    this.status = failure.status;
    this.errorCode = failure.errorCode;
    this.requestId = failure.requestId;
    this.forbidden = failure.status === 403 ? meaningOf403(failure.errorCode, failure.said) : undefined;
    this.scopes = this.forbidden === "scope" ? scopesIn(failure.said) : [];
  }

  /** The service itself says that there is no such object. */
  get isAbsence(): boolean {
    return this.status === 404 && this.recognised;
  }
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
