import { type Failure, meaningOf, meaningOf403, scopesIn } from "./errors.ts";
import { sanitize, sanitizeJson } from "./sanitize.ts";
import type { Credentials, ProviderSettings } from "./settings.ts";

/** Credentials for messages: the client id and the place where the secret or token is configured, never its value. */
export function describeCredentials(credentials: Credentials): string {
  if (credentials.kind === "token") return `the token in ${credentials.source}`;
  return `client id ${sanitizeJson(credentials.clientId)} with ${credentials.source}`;
}

/**
 * The advice for users about a failed call that is not retried: at most two sentences, or undefined if no advice helps.
 *
 * @param isWrite whether the call changes an object. If so, and if the outcome is unknown, the advice begins with a check of the object
 */
export function adviseCall(failure: Failure, settings: ProviderSettings, isWrite: boolean): string | undefined {
  const next = failure.advice ?? nextStep(failure, settings);
  if (!isWrite || failure.outcome !== "unknown") return next;
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
    return `The response is not in the form of the tenant's API: check that ${host} is the tenant, and whether a proxy is in between.`;
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
        `The object does not exist in the tenant ${host}: it was deleted, or tenants of this plan or age do not have it, or the configuration ` +
        "names the wrong tenant."
      );
    case 409:
      return "An object with the same identity already exists, or another change of the object is in progress: check the object in the tenant.";
    case 429:
      return "The tenant's rate limit is exhausted: run again later, when other clients send fewer requests.";
    default:
      return undefined;
  }
}

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
    return `Check that ${host} is the tenant; if your network inspects TLS, set NODE_EXTRA_CA_CERTS to a file with the certificate of its CA.`;
  }
  if (code === "PROXY_REFUSED" || code === "PROXY_FAILED") {
    return `Check the proxy's URL in that variable, with user and password if the proxy requires them, or add ${host} to NO_PROXY.`;
  }
  if (code === "ABORTED" || code === "UNREADABLE") return undefined;
  return `Check the network between here and ${host}, then try again.`;
}
