import { sanitize, sanitizeJson } from "./sanitize.ts";
import type { Credentials, ProviderSettings } from "./settings.ts";

/**
 * The effect of a failed call. `refused`: the service rejected the call and changed nothing. `unknown`: the call was sent, but its response
 * was lost, unreadable or a server error, so the change may have happened. `notSent`: the call never left this machine.
 */
type Outcome = "refused" | "unknown" | "notSent";

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
type Forbidden = "scope" | "limit" | "feature" | "other";

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
  /** The next step for the user. */
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

/*
 * The text of a failed call: "Could not <action> <object>: <reason> (…, request id <id>). <advice>". The engine passes on only the text of an
 * error, so a report has to find the reason within the text. The functions below do this.
 */

/**
 * The text of a failed call, without the advice. For {@link reasonIn}, the reason begins after the first colon with a space. So in the object's
 * name, a space after a colon becomes a no-break space.
 */
export function failureText(action: string, subject: string, reason: string): string {
  return sentence(`Could not ${action} ${subject.replaceAll(": ", ":\u00a0")}: ${reason}`);
}

/** The request id in the reason of a failed call. */
export function requestIdText(requestId: string): string {
  return `request id ${requestId}`;
}

/** The beginning of a failed call's text: the action and the object. */
const opening = /^Could not .*?: /s;

/** The reason in the text of a failed call, followed by the advice if there is one. Any other text is returned unchanged. */
export function reasonIn(text: string): string {
  return text.replace(opening, "");
}

/** The reason in the text of a failed call, without the request id, so that the same failure of several objects gives equal texts. */
export function comparableReasonIn(text: string): string {
  return reasonIn(text).replace(/request id [^\s,)]+/g, "request id");
}

/** Whether `text` is `other` with advice added. The provider gives each advice once per run, so only the first of several equal failures has it. */
export function addsAdvice(text: string, other: string): boolean {
  return other.endsWith(".") && text.startsWith(`${other} `);
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Credentials for messages: the client id and the place where the secret or token is configured, never its value. */
export function describeCredentials(credentials: Credentials): string {
  if (credentials.kind === "token") return `the token in ${credentials.source}`;
  return `client id ${sanitizeJson(credentials.clientId)} with ${credentials.source}`;
}

/**
 * The advice for users about a failed call that is not retried: at most two sentences, or undefined if no advice helps.
 *
 * @param method the call's method. If the call changes an object and its outcome is unknown, the advice begins with a check of the object
 */
export function adviseCall(failure: Failure, settings: ProviderSettings, method: string): string | undefined {
  const isInUse = method === "DELETE" && failure.status === 409 && failure.recognised !== false;
  const next = failure.advice ?? (isInUse ? ifInUse : nextStep(failure, settings));
  if (method === "GET" || failure.outcome !== "unknown") return next;
  const unsure = "It is not known whether the tenant executed the call: check the object before you repeat the call.";
  return next === undefined ? unsure : `${unsure} ${next}`;
}

export function nextStep(failure: Failure, settings: ProviderSettings): string | undefined {
  const { status } = failure;
  const { host } = settings;
  if (status === undefined) return transportAdvice(failure.code ?? "", host);
  if (status >= 500) return "This is a failure of the service: try again later.";
  if (status >= 300 && status < 400) {
    return "Redirects are never followed: check that the configured domain is the tenant's domain.";
  }
  if (failure.recognised === false) {
    return `The response is not in the form of the tenant's API: check that ${host} is the tenant's domain, and whether a proxy is in between.`;
  }
  switch (status) {
    case 400:
      return meaningOf(failure) === "feature" ? outsidePlan : "Correct the named problem and run again.";
    case 401:
      return advise401(settings);
    case 402:
      return outsidePlan;
    case 403:
      return advise403(failure, settings);
    case 404:
      return (
        `The object does not exist in the tenant ${host}: it was deleted, or tenants with this plan or of this age do not have it, or the ` +
        "configuration names the wrong tenant."
      );
    case 409:
      return "An object with the same identity already exists, or another change of the object is in progress: check the object in the tenant.";
    case 429:
      return "The tenant's rate limit is exhausted: run again later, when other clients send fewer requests.";
    default:
      return undefined;
  }
}

const ifInUse =
  "Another object of the tenant uses it, or another change of it is in progress: remove it from what uses it, then run the same command again.";

const outsidePlan =
  "The tenant's plan or settings do not include this feature: have it enabled, or remove it from the program.";

function advise401({ credentials, audience, host }: ProviderSettings): string {
  if (credentials.kind === "token") {
    return `The token in ${credentials.source} has expired or is not valid for ${host}: put a new one there, or use client credentials.`;
  }
  return `The tenant also refused a new token: check that the audience ${sanitize(audience)} is this tenant's management API.`;
}

function advise403(failure: Failure, { credentials }: ProviderSettings): string | undefined {
  switch (meaningOf403(failure.errorCode, failure.said)) {
    case "scope": {
      const scopes = scopesIn(failure.said);
      const missing =
        scopes.length === 0
          ? "A scope is missing"
          : scopes.length === 1
            ? `The scope ${scopes.join("")} is missing`
            : `One of the scopes ${scopes.join(", ")} is required`;
      return credentials.kind === "token"
        ? `${missing}: replace the token in ${credentials.source} by one with this scope.`
        : `${missing}: add it to the grant of client ${sanitizeJson(credentials.clientId)} for the management API, then run again.`;
    }
    case "limit":
      return "A limit of the tenant's plan is reached: delete objects that are no longer needed, or have the limit raised.";
    case "feature":
      return outsidePlan;
    case "other":
      return undefined;
  }
}

function transportAdvice(code: string, host: string): string | undefined {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `Check the spelling of ${host}, and the network.`;
  if (code === "TOO_LARGE") {
    return "No response of the tenant's API is that large: check that the domain is the tenant's.";
  }
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) {
    return `Check that ${host} is the tenant's domain; if your network inspects TLS, set NODE_EXTRA_CA_CERTS to a file with the certificate of its CA.`;
  }
  if (code === "PROXY_REFUSED" || code === "PROXY_FAILED") {
    return `Check the proxy's URL in the named variable, with user and password if the proxy requires them, or add ${host} to NO_PROXY.`;
  }
  if (code === "ABORTED" || code === "UNREADABLE") return undefined;
  return `Check the network between here and ${host}, then try again.`;
}
