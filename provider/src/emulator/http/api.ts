import type { ServerResponse } from "node:http";
import { errorBody, insufficientScope, ServiceError } from "../shared/errors.ts";
import type { Actor } from "../shared/module.ts";
import type { Match, Route } from "../shared/router.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { type Grant, grantToken, type TokenParts, type Tokens } from "./tokens.ts";

/** A request as it arrived, with its body. */
export interface Incoming {
  readonly method: string;
  /** The path of the request line, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  /** Whether the content type is JSON. */
  readonly isJson: boolean;
  readonly lastEventId: string | undefined;
  /** The origin of the request, as the service's events contain it. */
  readonly from: Actor["request"];
  /** The size of the body, in bytes. */
  readonly size: number;
  /** The body if it is JSON or a form, and not larger than {@link bodyLimit}. */
  readonly body: unknown;
}

/** A response. If `body` is undefined, it has no body. */
interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** Writes server-sent events to the response. It is called after the headers were written. */
  readonly stream?: (response: ServerResponse) => void;
}

/** A response with its headers, and the fields of its log entry. */
export interface Outcome extends Reply {
  readonly operation?: string;
  readonly clientId?: string;
  /** The rate-limit headers, from the bucket that counted the request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The objects and functions that the API needs. */
export interface ApiParts extends TokenParts {
  /** Finds one of the routes by method and path. */
  readonly route: (method: string, path: string) => Match | undefined;
  /** Runs a function and records the actor as the author of its changes. */
  readonly by: <T>(actor: Actor, work: () => T) => T;
  readonly limiter: RateLimiter;
  /** The limits of the token endpoint. */
  readonly tokenLimiter: RateLimiter;
}

const prefix = "/api/v2";

/** The maximum size of a body, in bytes: 1 MiB. */
export const bodyLimit = 1024 * 1024;

/** Executes one request. All changes are made before it returns. */
export async function answer(parts: ApiParts, request: Incoming): Promise<Outcome> {
  return asksForToken(request) ? answerToken(parts, request) : answerManagement(parts, request);
}

/** The rate-limit headers for a request that a fault prevents from being executed and counted. */
export function limitHeaders(parts: ApiParts, request: Incoming): Record<string, string> {
  if (asksForToken(request)) return parts.tokenLimiter.headers();
  return parts.limiter.headers(matchOf(parts, request)?.route.bucket);
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
  const guarded = async (): Promise<Reply> => {
    if (!parts.limiter.take(route?.bucket)) {
      const which = parts.limiter.has(route?.bucket) ? "Endpoint" : "Global";
      throw new ServiceError(429, `${which} limit has been reached`, "too_many_requests");
    }
    if (request.size > bodyLimit) throw new ServiceError(413, `The body is larger than ${bodyLimit} bytes.`);
    const token = request.path.startsWith(`${prefix}/`) ? bearer(request.authorization) : undefined;
    if (token !== undefined) grant = authorize(parts.tokens, token);
    if (!match || !route) throw new ServiceError(404, "Not Found");
    const may = (scope: string) => !grant?.scopes || grant.scopes.includes(scope);
    if (![route.scope, ...(route.orScopes ?? [])].some(may))
      throw insufficientScope([route.scope, ...(route.orScopes ?? [])].join(","));
    const params = match.params();
    const param = (name: string) => params[name] ?? "";
    const { query, lastEventId, from } = request;
    const valid = () => typeof parts.tokens.verify(token ?? "") === "object";
    const body = readBody(route, request);
    const actor = { clientId: grant?.clientId, request: from };
    return replyOf(route, await parts.by(actor, () => route.handle({ param, query, body, may, valid, lastEventId })));
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

function replyOf({ method, status: said = method === "POST" ? 201 : 200 }: Route, answered: unknown): Reply {
  if (answered === undefined) return { status: 204 };
  const status = typeof said === "function" ? said(answered) : said;
  return typeof answered === "function" ? { status, stream: answered as () => void } : { status, body: answered };
}

/** @param bodyOf returns the response body for an error */
async function caught(
  work: () => Reply | Promise<Reply>,
  bodyOf: (refusal: ServiceError) => unknown = ({ status, message, errorCode }) =>
    errorBody(status, message, errorCode),
): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    const refusal = error instanceof ServiceError ? error : new ServiceError(500, `The emulator failed: ${error}`);
    return { status: refusal.status, body: bodyOf(refusal) };
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
  if (typeof grant === "string") throw new ServiceError(401, grant);
  return grant;
}

function readBody(route: Route, { isJson, size, body }: Incoming): unknown {
  const optional = route.method === "DELETE" || route.bodyIsOptional;
  if (route.method === "GET" || (optional && size === 0)) return undefined;
  if (isJson && body !== undefined) return body;
  const why = isJson ? "The body is not JSON." : "The body must be JSON, with the content type application/json.";
  throw new ServiceError(400, why, "invalid_body");
}

async function answerToken(parts: ApiParts, request: Incoming): Promise<Outcome> {
  const { tokenLimiter } = parts;
  tokenLimiter.take();
  let clientId: string | undefined;
  const granted = () => {
    const { body, size, authorization } = request;
    if (size > bodyLimit) throw new ServiceError(413, "The body is too large.", "invalid_request");
    const token = grantToken(parts, body, authorization);
    clientId = token.clientId;
    return { status: 200, body: token.answer };
  };
  const reply = await caught(granted, ({ errorCode, message }) => ({ error: errorCode, error_description: message }));
  return { ...reply, operation: "token", headers: tokenLimiter.headers(), ...(clientId !== undefined && { clientId }) };
}
