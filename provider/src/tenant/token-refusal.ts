import { STATUS_CODES } from "node:http";
import { type AdviceContext, describeCredentials, nextStep } from "./advice.ts";
import type { Failure } from "./failure.ts";
import { legible, legibleJson } from "./legible.ts";
import type { Credentials } from "./settings.ts";

/** What the tenant does not accept, where it gives no access token. */
type Refused = "proof" | "audience" | "grant" | "grant type" | "quota" | "something";

/** Undefined where the token endpoint did not refuse, but could not be reached or failed. */
function refusedOf({ status, errorCode, said }: Failure): Refused | undefined {
  if (status === undefined || status >= 500 || status < 400) return undefined;
  if (status === 429) return "quota";
  if (/audience|service not (found|enabled)/i.test(said ?? "")) return "audience";
  if (errorCode === "unauthorized_client") return "grant type";
  if (errorCode === "access_denied") return status === 403 ? "grant" : "proof";
  return errorCode === "invalid_client" ? "proof" : "something";
}

/** Why no access token came. It completes the sentence "Could not …: ". */
export function explainToken(failure: Failure, credentials: Credentials): string {
  const refused = refusedOf(failure);
  if (refused === undefined) return `signing in to the tenant failed: ${failure.what}`;
  const { status = 0, errorCode, requestId, said } = failure;
  const details = [status, errorCode, requestId && `request id ${requestId}`].filter(Boolean).join(", ");
  const words = said === undefined || said === STATUS_CODES[status] ? "" : `: ${said.replace(/[.\s]+$/, "")}`;
  return `${inWords(refused, credentials)} (${details})${words}`;
}

function inWords(refused: Refused, { kind }: Credentials): string {
  switch (refused) {
    case "proof":
      return kind === "privateKey" ? "the tenant refused the client's key" : "the tenant refused the client's secret";
    case "audience":
      return "the tenant gives no access to the audience";
    case "grant":
      return "the tenant gives the client no access to its management API";
    case "grant type":
      return "the tenant does not let the client sign in by itself";
    case "quota":
      return "the tenant gives no more access tokens for now";
    case "something":
      return "the tenant gave no access token";
  }
}

/** What to do when no access token came. */
export function adviseToken(failure: Failure, context: AdviceContext): string | undefined {
  const { credentials, audience, host } = context;
  const refused = refusedOf(failure);
  if (refused === undefined) return nextStep(failure, context);
  const client = credentials.kind === "token" ? "the client" : `client ${legibleJson(credentials.clientId)}`;
  switch (refused) {
    case "proof":
      return `Check ${credentials.source}, and that ${client} belongs to ${host}.`;
    case "audience":
      return `The audience must be the identifier of this tenant's management API, not ${legible(audience)}. It was asked for with ${describeCredentials(credentials)}.`;
    case "grant":
      return `Give ${client} a grant for the management API, whose audience is ${legible(audience)}.`;
    case "grant type":
      return `Allow the client credentials grant in the settings of ${client}.`;
    case "quota":
      return "Try again later, and check the tenant's quota of tokens.";
    case "something":
      return `Check ${describeCredentials(credentials)}, and the audience ${legible(audience)}.`;
  }
}
