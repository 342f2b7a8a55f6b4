import { ServiceError } from "../shared/errors.ts";
import type { Route } from "../shared/router.ts";
import { isObject } from "../shared/validation.ts";
import { type Applications, assertionType, type ClientSeed, parseAssertion, type Tokens } from "./tokens.ts";

/** The objects that the token endpoint needs. */
export interface TokenParts {
  /** The origin of the API, such as `http://127.0.0.1:1234`. */
  readonly url: string;
  readonly tokens: Tokens;
  /** The applications of the tenant. They can fetch tokens, too, not only the clients of the emulator's options. */
  readonly applications: Applications;
  /** The lifetime of a token for the management API, in seconds. */
  readonly tokenLifetime: number;
  readonly routes: readonly Route[];
}

const managementPath = "/api/v2/";
const loopback = ["127.0.0.1", "localhost", "[::1]"];

/** The client that requests a token. */
interface Asking {
  readonly clientId: string;
  /** The client of the emulator's options, which needs no grant; undefined for an application of the tenant. */
  readonly seed?: ClientSeed;
}

/**
 * The response to `POST /oauth/token`.
 *
 * @throws ServiceError with the code of RFC 6749
 */
export function grantToken(parts: TokenParts, body: unknown, authorization: string | undefined) {
  const { url, tokens, applications } = parts;
  if (!isObject(body)) throw new ServiceError(400, "The body must be JSON or a form.", "invalid_request");
  if (body.grant_type !== "client_credentials") {
    throw new ServiceError(400, "The grant type must be client_credentials.", "unsupported_grant_type");
  }
  const asking = clientOf(parts, body, authorization);
  const { clientId } = asking;
  const isManagement = isOwnUrl(url, body.audience, managementPath);
  const scopes = scopesFor(parts, asking, body, isManagement);
  const audience = String(body.audience);
  const lifetime = (isManagement ? undefined : applications.lifetimeFor(audience)) ?? parts.tokenLifetime;
  const answer = {
    access_token: isManagement
      ? tokens.issue(scopes, lifetime, clientId)
      : tokens.foreign(audience, scopes ?? [], lifetime, clientId),
    token_type: "Bearer",
    expires_in: lifetime,
    scope: (scopes ?? allScopes(parts.routes)).join(" "),
  };
  return { clientId, answer };
}

function allScopes(routes: readonly Route[]): readonly string[] {
  const all = routes.flatMap(({ scope, orScopes = [], furtherScopes = [] }) => [scope, ...orScopes, ...furtherScopes]);
  return [...new Set(all)];
}

/**
 * The scopes of the requested token; undefined for all scopes. An application gets the requested subset of its granted scopes.
 *
 * @throws ServiceError 403 if the client has no grant for the audience
 */
function scopesFor(
  { url, applications }: TokenParts,
  { clientId, seed }: Asking,
  { audience, scope }: Record<string, unknown>,
  isManagement: boolean,
): readonly string[] | undefined {
  if (seed && isManagement) return seed.scopes;
  if (seed) throw new ServiceError(403, `The audience must be ${url}${managementPath}.`, "access_denied");
  const granted = applications.granted(clientId, isManagement ? `${url}${managementPath}` : String(audience));
  if (typeof granted === "string") throw new ServiceError(403, granted, "access_denied");
  if (typeof scope !== "string" || scope === "") return granted;
  return granted.filter((one) => scope.split(/\s+/).includes(one));
}

/**
 * The client that requests a token.
 *
 * @throws ServiceError for invalid credentials
 */
function clientOf(
  { url, tokens, applications }: TokenParts,
  body: Record<string, unknown>,
  authorization: string | undefined,
): Asking {
  if (!("client_assertion" in body || "client_assertion_type" in body)) {
    const basic = basicIn(authorization);
    const [id, secret] = basic ?? [body.client_id, body.client_secret];
    if (typeof id !== "string") throw new ServiceError(400, "client_id is missing.", "invalid_request");
    const seed = basic ? undefined : tokens.authenticate(id, secret);
    if (seed) return { clientId: id, seed };
    const how = basic ? "client_secret_basic" : "client_secret_post";
    if (!applications.hasSecret(id, secret, how)) throw new ServiceError(401, "Unauthorized", "access_denied");
    return { clientId: id };
  }
  const refusal = (why: string) => new ServiceError(401, why, "invalid_client");
  if (body.client_assertion_type !== assertionType) throw refusal(`client_assertion_type must be ${assertionType}.`);
  if ("client_secret" in body) throw refusal("Either a secret or an assertion, not both.");
  const assertion = parseAssertion(body.client_assertion);
  if (!assertion) throw refusal("client_assertion is not a JWT.");
  if ("client_id" in body && body.client_id !== assertion.claims.sub) throw refusal("client_id and sub differ.");
  const isAudience = (audience: unknown) => ["/", "/oauth/token"].some((path) => isOwnUrl(url, audience, path));
  const clientId = String(assertion.claims.sub);
  const proved = tokens.authenticateByAssertion(assertion, isAudience, () => applications.keysOf(clientId));
  if (typeof proved === "string") throw refusal(proved);
  return { clientId, ...(proved && { seed: proved }) };
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

/** Whether a URL is a path of this server, with any scheme and any name of the loopback interface. */
function isOwnUrl(url: string, given: unknown, path: string): boolean {
  const asked = URL.parse(String(given));
  if (!asked || !/^https?:$/.test(asked.protocol) || !loopback.includes(asked.hostname)) return false;
  return asked.port === new URL(url).port && asked.pathname === path && asked.search === "";
}
