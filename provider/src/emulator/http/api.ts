import type { Actor } from "../shared/actor.ts";
import { errorBody, insufficientScope, type Reply, ServiceError } from "../shared/errors.ts";
import { decodeParams, type Match, type Route } from "../shared/router.ts";
import { isObject } from "../shared/validation.ts";
import { assertionType, parseAssertion } from "./client-assertion.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { ClientSeed, Grant, Tokens } from "./tokens.ts";

/** A request as it arrived, with its body. */
export interface Incoming {
  readonly method: string;
  /** As in the request line, without the query. */
  readonly path: string;
  readonly query: string;
  readonly authorization: string | undefined;
  readonly contentType: string;
  readonly lastEventId: string | undefined;
  readonly hostname: string | undefined;
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  /** The body; empty if there was none, `undefined` if it was larger than {@link bodyLimit}. */
  readonly text: string | undefined;
}

/** An answer with its headers and what the log records of it. */
export interface Outcome extends Reply {
  readonly operation?: string;
  readonly clientId?: string;
  /** The rate-limit headers of the bucket that counted the request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The parts of the API. */
export interface ApiParts {
  /** The origin of the API, as `http://127.0.0.1:1234`. */
  readonly url: string;
  readonly tokens: Tokens;
  readonly tokenLifetime: number;
  readonly routes: readonly Route[];
  /** Finds one of the routes by method and path. */
  readonly route: (method: string, path: string) => Match | undefined;
  /** Does the work and records the actor as the author of its changes. */
  readonly by: <T>(actor: Actor, work: () => T) => T;
  readonly limiter: RateLimiter;
  /** The limits of the token endpoint. */
  readonly tokenLimiter: RateLimiter;
}

const prefix = "/api/v2";
const loopback = ["127.0.0.1", "localhost", "[::1]"];

/** Maximum size of a body in bytes: 1 MiB. */
export const bodyLimit = 1024 * 1024;

/** Carries out one request. All changes are made before it returns. */
export async function answer(parts: ApiParts, request: Incoming): Promise<Outcome> {
  return asksForToken(request) ? answerToken(parts, request) : answerManagement(parts, request);
}

/** The rate-limit headers for a request that is neither carried out nor counted. */
export function limitHeaders(parts: ApiParts, request: Incoming): Record<string, string> {
  if (asksForToken(request)) return parts.tokenLimiter.headers();
  return parts.limiter.headers(matchOf(parts, request)?.route.bucket);
}

/** The body if it is JSON or a form, else `undefined`. */
export function parseBody(request: Incoming): unknown {
  if (!request.text) return undefined;
  if (/^application\/x-www-form-urlencoded\b/i.test(request.contentType)) {
    return Object.fromEntries(new URLSearchParams(request.text));
  }
  try {
    return JSON.parse(request.text) as unknown;
  } catch {
    return undefined;
  }
}

function asksForToken({ method, path }: Incoming): boolean {
  return method === "POST" && /^\/oauth\/token\/?$/.test(path);
}

function matchOf({ route }: ApiParts, { method, path }: Incoming): Match | undefined {
  return path.startsWith(`${prefix}/`) ? route(method, path.slice(prefix.length)) : undefined;
}

async function answerManagement(parts: ApiParts, request: Incoming): Promise<Outcome> {
  const match = matchOf(parts, request);
  const route = match?.route;
  let grant: Grant | undefined;
  const guarded = (): Reply | Promise<Reply> => {
    if (!parts.limiter.take(route?.bucket)) {
      throw new ServiceError(429, "Global limit has been reached", "too_many_requests");
    }
    if (request.text === undefined) throw new ServiceError(413, `The body is larger than ${bodyLimit} bytes.`);
    const token = request.path.startsWith(`${prefix}/`) ? bearer(request.authorization) : undefined;
    if (token !== undefined) grant = authorize(parts.tokens, token);
    if (!match || !route) throw new ServiceError(404, "Not Found");
    const may = (scope: string) => !grant?.scopes || grant.scopes.includes(scope);
    if (!may(route.scope)) throw insufficientScope(route.scope);
    const params = decodeParams(match.rawParams);
    const param = (name: string) => params[name] ?? "";
    const { lastEventId, method, hostname, ip, userAgent } = request;
    const valid = () => typeof parts.tokens.verify(token ?? "") === "object";
    const query = new URLSearchParams(request.query);
    const body = readBody(route, request);
    const actor = { method, hostname, ip, userAgent, clientId: grant?.clientId };
    return parts.by(actor, () => route.handle({ param, query, body, may, valid, lastEventId }));
  };
  const reply = await caught(guarded);
  const wait = route?.retryAfter && reply.status === 429 ? parts.limiter.retryAfter(route.bucket) : undefined;
  return {
    ...reply,
    headers: {
      ...parts.limiter.headers(route?.bucket),
      ...(wait !== undefined && { "retry-after": String(wait) }),
    },
    ...(route && { operation: route.operation }),
    ...(grant?.clientId !== undefined && { clientId: grant.clientId }),
  };
}

async function caught(work: () => Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) return error.toReply();
    return { status: 500, body: errorBody(500, `The emulator failed: ${error}`) };
  }
}

function bearer(authorization: string | undefined): string {
  if (authorization === undefined) throw new ServiceError(401, "Missing authentication");
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) throw new ServiceError(400, "Bad HTTP authentication header format", "Bearer");
  return token;
}

function authorize(tokens: Tokens, token: string): Grant {
  const grant = tokens.verify(token);
  if (grant === "invalid") throw new ServiceError(401, "Invalid token");
  if (grant === "expired") throw new ServiceError(401, "Expired token");
  return grant;
}

function readBody(route: Route, request: Incoming): unknown {
  const optional = route.method === "DELETE" || route.bodyIsOptional;
  if (route.method === "GET" || (optional && !request.text)) return undefined;
  const isJson = /^application\/json\b/i.test(request.contentType);
  const body = isJson ? parseBody(request) : undefined;
  if (body !== undefined) return body;
  const why = isJson ? "The body is not JSON." : "The body must be JSON, with the content type application/json.";
  throw new ServiceError(400, why, "invalid_body");
}

function answerToken(parts: ApiParts, request: Incoming): Outcome {
  const outcome = (status: number, body: unknown, clientId?: string): Outcome => ({
    status,
    body,
    operation: "token",
    headers: parts.tokenLimiter.headers(),
    ...(clientId !== undefined && { clientId }),
  });
  const refuse = (status: number, error: string, error_description: string) =>
    outcome(status, { error, error_description });

  parts.tokenLimiter.take();
  if (request.text === undefined) return refuse(413, "invalid_request", "The body is too large.");
  const body = parseBody(request);
  if (!isObject(body)) return refuse(400, "invalid_request", "The body must be JSON or a form.");
  if (body.grant_type !== "client_credentials") {
    return refuse(400, "unsupported_grant_type", "The grant type must be client_credentials.");
  }
  let client: ClientSeed | undefined;
  if ("client_assertion" in body || "client_assertion_type" in body) {
    const proved = clientOfAssertion(parts, body);
    if (typeof proved === "string") return refuse(401, "invalid_client", proved);
    client = proved;
  } else {
    if (typeof body.client_id !== "string") return refuse(400, "invalid_request", "client_id is missing.");
    client = parts.tokens.authenticate(body.client_id, body.client_secret);
    if (!client) return refuse(401, "access_denied", "Unauthorized");
  }
  if (!isOwnAudience(parts.url, body.audience)) {
    return refuse(403, "access_denied", `The audience must be ${parts.url}${prefix}/.`);
  }
  const scopes = client.scopes ?? [
    ...new Set(parts.routes.flatMap((route) => [route.scope, ...(route.furtherScopes ?? [])])),
  ];
  const answered = {
    access_token: parts.tokens.issue(client.scopes, parts.tokenLifetime, client.clientId),
    token_type: "Bearer",
    expires_in: parts.tokenLifetime,
    scope: scopes.join(" "),
  };
  return outcome(200, answered, client.clientId);
}

/** The client that has signed the request's assertion (private_key_jwt), or why the assertion is refused. */
function clientOfAssertion(parts: ApiParts, body: Record<string, unknown>): ClientSeed | string {
  if (body.client_assertion_type !== assertionType) return `client_assertion_type must be ${assertionType}.`;
  if ("client_secret" in body) return "Either a secret or an assertion, not both.";
  const assertion = parseAssertion(body.client_assertion);
  if (!assertion) return "client_assertion is not a JWT.";
  if ("client_id" in body && body.client_id !== assertion.claims.sub) return "client_id and sub differ.";
  return parts.tokens.authenticateByAssertion(assertion, (audience) =>
    ["/", "/oauth/token"].some((path) => isOwnUrl(parts.url, audience, path)),
  );
}

function isOwnAudience(url: string, audience: unknown): boolean {
  return isOwnUrl(url, audience, `${prefix}/`);
}

/** Whether a URL names a path of this server. Any scheme and any name of the loopback are accepted. */
function isOwnUrl(url: string, given: unknown, path: string): boolean {
  const asked = URL.parse(String(given));
  if (!asked || !/^https?:$/.test(asked.protocol) || !loopback.includes(asked.hostname)) return false;
  return asked.port === new URL(url).port && asked.pathname === path && asked.search === "";
}
