import { STATUS_CODES } from "node:http";
import { describeCredentials, nextStep } from "./advice.ts";
import type { Failure } from "./failure.ts";
import { legible, legibleJson } from "./legible.ts";
import type { TenantSettings } from "./settings.ts";

/** Why no access token came, which completes the sentence "Could not …: ", and what to do. */
interface NoToken {
  readonly what: string;
  readonly advice: string | undefined;
}

/** The same for a failure of the token endpoint. */
export function explainToken(failure: Failure, settings: TenantSettings): NoToken {
  const refusal = refusalIn(failure, settings);
  if (refusal === undefined) {
    return { what: `signing in to the tenant failed: ${failure.what}`, advice: nextStep(failure, settings) };
  }
  const { status = 0, errorCode, requestId, said } = failure;
  const details = [status, errorCode, requestId && `request id ${requestId}`].filter(Boolean).join(", ");
  const words = said === undefined || said === STATUS_CODES[status] ? "" : `: ${said.replace(/[.\s]+$/, "")}`;
  return { what: `${refusal.what} (${details})${words}`, advice: refusal.advice };
}

/** What the tenant does not accept. Undefined where the token endpoint did not refuse, but could not be reached or failed. */
function refusalIn({ status, errorCode, said }: Failure, settings: TenantSettings): NoToken | undefined {
  const { credentials, host } = settings;
  if (status === undefined || status >= 500 || status < 400) return undefined;
  const client = credentials.kind === "token" ? "the client" : `client ${legibleJson(credentials.clientId)}`;
  const audience = legible(settings.audience);
  if (status === 429) {
    return {
      what: "the tenant gives no more access tokens for now",
      advice: "Try again later, and check the tenant's quota of tokens.",
    };
  }
  if (/audience|service not (found|enabled)/i.test(said ?? "")) {
    return {
      what: "the tenant gives no access to the audience",
      advice: `The audience must be the identifier of this tenant's management API, not ${audience}. It was asked for with ${describeCredentials(credentials)}.`,
    };
  }
  if (errorCode === "unauthorized_client") {
    return {
      what: "the tenant does not let the client sign in by itself",
      advice: `Allow the client credentials grant in the settings of ${client}.`,
    };
  }
  if (errorCode === "access_denied" && status === 403) {
    return {
      what: "the tenant gives the client no access to its management API",
      advice: `Give ${client} a grant for the management API, whose audience is ${audience}.`,
    };
  }
  if (errorCode === "access_denied" || errorCode === "invalid_client") {
    return {
      what:
        credentials.kind === "privateKey"
          ? "the tenant refused the client's key"
          : "the tenant refused the client's secret",
      advice: `Check ${credentials.source}, and that ${client} belongs to ${host}.`,
    };
  }
  return {
    what: "the tenant gave no access token",
    advice: `Check ${describeCredentials(credentials)}, and the audience ${audience}.`,
  };
}
