import { ServiceError } from "../shared/errors.ts";
import type { Route } from "../shared/router.ts";
import { isObject } from "../shared/validation.ts";
import { assertionType, type CallerKind, parseAssertion, type Tokens } from "./tokens.ts";

/** The objects that the token endpoint needs. */
export interface TokenParts {
  /** The origin of the API, such as `http://127.0.0.1:1234`. */
  readonly url: string;
  readonly tokens: Tokens;
  /** All callers that can get tokens, by kind. If a client id belongs to callers of two kinds, the first kind applies. */
  readonly callerKinds: readonly CallerKind[];
  /** The lifetime of a token for an API other than the management API, in seconds, if that API sets one. */
  readonly lifetimeFor: (audience: string) => number | undefined;
  /** The lifetime of a token for the management API, in seconds. */
  readonly tokenLifetime: number;
  readonly routes: readonly Route[];
}

const managementPath = "/api/v2/";
const loopback = ["127.0.0.1", "localhost", "[::1]"];

/** The caller that requests a token. */
interface Caller {
  readonly clientId: string;
  readonly kind: CallerKind;
}

/**
 * The response to `POST /oauth/token`.
 *
 * @throws ServiceError with the code of RFC 6749, or 403 if the caller has no grant for the audience
 */
export function grantToken(parts: TokenParts, body: unknown, authorization: string | undefined) {
  const { url, tokens } = parts;
  if (!isObject(body)) throw new ServiceError(400, "The body must be JSON or a form.", "invalid_request");
  if (body.grant_type !== "client_credentials") {
    throw new ServiceError(400, "The grant type must be client_credentials.", "unsupported_grant_type");
  }
  const { clientId, kind } = callerOf(parts, body, authorization);
  const isManagement = isOwnUrl(url, body.audience, managementPath);
  const management = `${url}${managementPath}`;
  const audience = isManagement ? management : String(body.audience);
  const asked = typeof body.scope === "string" && body.scope !== "" ? body.scope.split(/\s+/) : undefined;
  const granted = kind.granted(clientId, audience, management, asked);
  if (typeof granted === "string") throw new ServiceError(403, granted, "access_denied");
  const { scopes } = granted;
  const listed = scopes === "all" ? allScopes(parts.routes) : scopes;
  const lifetime = (isManagement ? undefined : parts.lifetimeFor(audience)) ?? parts.tokenLifetime;
  const answer = {
    access_token: isManagement
      ? tokens.issue(scopes === "all" ? undefined : scopes, lifetime, clientId)
      : tokens.foreign(audience, listed, lifetime, clientId),
    token_type: "Bearer",
    expires_in: lifetime,
    scope: listed.join(" "),
  };
  return { clientId, answer };
}

function allScopes(routes: readonly Route[]): readonly string[] {
  const all = routes.flatMap(({ scope, orScopes = [], furtherScopes = [] }) => [scope, ...orScopes, ...furtherScopes]);
  return [...new Set(all)];
}

/**
 * The caller that requests a token.
 *
 * @throws ServiceError for invalid credentials
 */
function callerOf(
  { url, tokens, callerKinds }: TokenParts,
  body: Record<string, unknown>,
  authorization: string | undefined,
): Caller {
  if (!("client_assertion" in body || "client_assertion_type" in body)) {
    const basic = basicIn(authorization);
    const [id, secret] = basic ?? [body.client_id, body.client_secret];
    if (typeof id !== "string") throw new ServiceError(400, "client_id is missing.", "invalid_request");
    const how = basic ? "client_secret_basic" : "client_secret_post";
    const kind = callerKinds.find((one) => one.hasSecret(id, secret, how));
    if (!kind) throw new ServiceError(401, "Unauthorized", "access_denied");
    return { clientId: id, kind };
  }
  const refusal = (why: string) => new ServiceError(401, why, "invalid_client");
  if (body.client_assertion_type !== assertionType) throw refusal(`client_assertion_type must be ${assertionType}.`);
  if ("client_secret" in body) throw refusal("Either a secret or an assertion, not both.");
  const assertion = parseAssertion(body.client_assertion);
  if (!assertion) throw refusal("client_assertion is not a JWT.");
  if ("client_id" in body && body.client_id !== assertion.claims.sub) throw refusal("client_id and sub differ.");
  const isAudience = (audience: unknown) => ["/", "/oauth/token"].some((path) => isOwnUrl(url, audience, path));
  const clientId = String(assertion.claims.sub);
  const kind = callerKinds.find((one) => one.keysOf(clientId) !== undefined);
  const keys = kind?.keysOf(clientId) ?? [];
  if (!kind || keys.length === 0) throw refusal("The client has no key.");
  const refused = tokens.refusalOf(assertion, isAudience, keys);
  if (refused !== undefined) throw refusal(refused);
  return { clientId, kind };
}

/** The id and the secret in an `Authorization` header (RFC 6749, 2.3.1). */
function basicIn(authorization: string | undefined): readonly [string, string] | undefined {
  const [, encoded] = /^Basic +(\S+)$/i.exec(authorization ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const [id = "", ...secret] = Buffer.from(encoded, "base64").toString().split(":");
  // The id and the secret are form-encoded.
  const decoded = (part: string) => new URLSearchParams(`value=${part}`).get("value") ?? "";
  return [decoded(id), decoded(secret.join(":"))];
}

/** Whether a value is the URL of this path on this server. Any scheme and any name of the loopback interface are accepted. */
function isOwnUrl(url: string, given: unknown, path: string): boolean {
  const asked = URL.parse(String(given));
  if (!asked || !/^https?:$/.test(asked.protocol) || !loopback.includes(asked.hostname)) return false;
  return asked.port === new URL(url).port && asked.pathname === path && asked.search === "";
}
