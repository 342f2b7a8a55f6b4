import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer, Server as SecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Certificate } from "../shared/certificates.ts";
import { errorBody, insufficientScope, ServiceError } from "../shared/errors.ts";
import type { Actor, Match, Route, RouteRequest } from "../shared/module.ts";
import type { Cursors } from "../shared/query.ts";
import { redact, redactTarget } from "../shared/secrets.ts";
import { mapped } from "../shared/store.ts";
import { checkBody, isObject, type ObjectSchema, parseJson } from "../shared/validation.ts";
import type { Fault, Faults, OpenRequest, RequestLog } from "./log.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { type Grant, grantToken, type TokenParts, type Tokens } from "./tokens.ts";

/** The objects and functions that {@link serve} needs. */
export interface ServiceParts extends ApiParts {
  readonly faults: Faults;
  readonly log: RequestLog;
  /** Returns the mask that replaces secrets in responses; undefined if responses contain the secrets. */
  readonly mask: () => string | undefined;
  /** Returns the delay of the next response, in milliseconds. */
  readonly latencyMs: () => number;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Aborts all delays when the emulator closes. */
  readonly closing: AbortSignal;
}

/** Reads a request, lets the API execute it and sends the response. A fault that matches the request changes or replaces these steps. */
export async function serve(parts: ServiceParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { faults, log, latencyMs, now, closing } = parts;
  const started = performance.now();
  try {
    const incoming = await read(request);
    const target = request.url ?? "/";
    const entry: OpenRequest = {
      id: randomUUID(),
      at: now(),
      method: incoming.method,
      path: redactTarget(target),
      status: "pending",
    };
    // A body that is a JSON string is not logged, because it has no key that could mark it as secret.
    if (typeof incoming.body === "object") entry.body = redact(incoming.body);
    const fault = faults.hit(incoming.method, target);
    if (fault) entry.fault = fault.kind;
    log.received(entry);

    const wait = latencyMs() + (fault?.delayMs ?? 0);
    if (wait > 0) await pause(wait, undefined, { signal: closing });
    const outcome = await outcomeOf(parts, incoming, fault);
    if (outcome.operation !== undefined) entry.operation = outcome.operation;
    if (outcome.clientId !== undefined) entry.clientId = outcome.clientId;
    const headers = { "x-request-id": entry.id, ...outcome.headers };
    entry.status = deliver(response, { ...outcome, headers }, fault?.kind, now());
    entry.ms = Math.round(performance.now() - started);
    log.news.tell({ phase: "answered", request: entry });
  } catch {
    // The caller has closed the connection, or the emulator is closing, so no response is sent.
    request.socket.destroy();
  }
}

async function outcomeOf(parts: ServiceParts, incoming: Incoming, fault: Fault | undefined): Promise<Outcome> {
  const before = fault?.kind === "reset-before" || fault?.kind === "hang" || fault?.kind === "status";
  const outcome = before
    ? { status: 500, headers: limitHeaders(parts, incoming) }
    : asMasked(await answer(parts, incoming), parts.mask());
  if (fault?.kind === "hollow") return { ...outcome, body: hollow(outcome.body) };
  if (fault?.kind !== "status" && fault?.kind !== "status-after") return outcome;
  const { status = before ? 500 : 502, body = injectedError(status), headers = {} } = fault;
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...outcome, status, body, headers: { ...outcome.headers, ...Object.fromEntries(own) } };
}

/** The response with masked secrets. Responses of the token endpoint are not masked. */
function asMasked(outcome: Outcome, mask: string | undefined): Outcome {
  if (mask === undefined || outcome.operation === "token") return outcome;
  return { ...outcome, body: masked(outcome.body, mask) };
}

/** A response body whose objects and lists are empty; a body without objects and lists is itself empty. */
function hollow(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  if (!isObject(body)) return body;
  const isNested = (value: unknown) => Array.isArray(value) || isObject(value);
  if (!Object.values(body).some(isNested)) return {};
  const emptied = (value: unknown) => (Array.isArray(value) ? [] : isObject(value) ? {} : value);
  return mapped(body, emptied);
}

function injectedError(status: number): unknown {
  return status === 429
    ? errorBody(429, "Global limit has been reached", "too_many_requests")
    : errorBody(status, "Injected by a fault.");
}

/** Sends the response as modified by the fault. Returns the status for the log. */
function deliver(
  response: ServerResponse,
  outcome: Outcome,
  fault: Fault["kind"] | undefined,
  now: number,
): OpenRequest["status"] {
  const { status, body, stream } = outcome;
  if (stream !== undefined && (fault === undefined || fault === "slow")) {
    const own = { "content-type": "text/event-stream", "cache-control": "no-store", date: new Date(now).toUTCString() };
    response.writeHead(status, { ...outcome.headers, ...own });
    response.flushHeaders();
    stream(response);
    return status;
  }
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": "application/json; charset=utf-8", ...outcome.headers };
  const send = (code: number, content: string) => {
    // A 204 must not have a content-length.
    const length = code === 204 ? {} : { "content-length": String(Buffer.byteLength(content)) };
    response.writeHead(code, { ...headers, ...length });
    response.end(content);
    return code;
  };
  switch (fault) {
    case "reset-before":
    case "reset-after":
      response.socket?.resetAndDestroy();
      return "reset";
    case "hang":
    case "hang-after":
      return "hang";
    case "truncated": {
      const whole = text === "" ? "{}" : text;
      response.writeHead(text === "" ? 200 : status, { ...headers, "content-length": Buffer.byteLength(whole) });
      response.write(whole.slice(0, Math.ceil(whole.length / 2)), () => response.socket?.destroy());
      return "truncated";
    }
    case "malformed":
      return send(text === "" ? 200 : status, "<html>not JSON</html>");
    case "empty":
      return send(200, "");
    default:
      return send(status, text);
  }
}

async function read(request: IncomingMessage): Promise<Incoming> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // A body that is too large is read to its end, because a caller that is still sending would miss the response.
    if (size <= bodyLimit) chunks.push(chunk);
  }
  const [path = "/", ...query] = (request.url ?? "/").split("?");
  const { method = "GET", headers, socket } = request;
  const { "content-type": type = "" } = headers;
  return {
    method,
    path,
    query: new URLSearchParams(query.join("?")),
    authorization: headers.authorization,
    isJson: /^application\/json\b/i.test(type),
    header: (name) => {
      const value = headers[name];
      return typeof value === "string" ? value : undefined;
    },
    from: {
      method,
      hostname: headers.host?.replace(/:\d+$/, ""),
      ip: socket.remoteAddress,
      user_agent: headers["user-agent"],
    },
    size,
    body: size > bodyLimit ? undefined : parsed(Buffer.concat(chunks).toString("utf8"), type),
  };
}

function parsed(text: string, type: string): unknown {
  const isForm = text !== "" && /^application\/x-www-form-urlencoded\b/i.test(type);
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : parseJson(text);
}

/** A server, with TLS if it has a certificate. */
export function serverOf(certificate: Certificate | undefined): Server | SecureServer {
  return certificate ? createSecureServer({ ...certificate }) : createServer();
}

/**
 * Starts a server and returns its origin. Port 0 means any free port.
 *
 * @throws Error for a port in use
 */
export async function listen(server: Server | SecureServer, host: string, port: number): Promise<string> {
  // "localhost" may resolve to an address other than a loopback address, so it is not resolved.
  const address = host === "localhost" ? "127.0.0.1" : host;
  server.listen({ host: address, port, exclusive: true });
  try {
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      code === "EADDRINUSE"
        ? `port ${port} is in use: choose another port`
        : `cannot listen on ${host}:${port} (${code})`,
    );
  }
  const bound = (server.address() as AddressInfo).port;
  const scheme = server instanceof SecureServer ? "https" : "http";
  return `${scheme}://${host === "::1" ? "[::1]" : host}:${bound}`;
}

/** Stops a server and closes all its connections. */
export async function shut(server: Server | SecureServer): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Matches the keys of secret texts. An object with such a key, for example `refresh_token`, contains settings, not secrets. */
const secretText = /secret$|^password$|private_?key$|(api|access|sas|master)_?key$|servicePassword$|_token$/i;

/** The path to objects in which every text is secret, at any depth. */
const secretObject = ["options", "configuration"];

/**
 * A copy of a value in a response body, in which the mask replaces all secrets.
 *
 * @param isSecret whether all texts in the value are secret
 * @param above the key of the value
 */
function masked(answer: unknown, mask: string, isSecret = false, above = ""): unknown {
  if (typeof answer === "string") return isSecret ? mask : answer;
  if (Array.isArray(answer)) return answer.map((item) => masked(item, mask, isSecret));
  if (!isObject(answer)) return answer;
  return mapped(answer, (value, key) => {
    const isConfiguration = above === secretObject[0] && key === secretObject[1];
    return masked(value, mask, isSecret || isConfiguration || (secretText.test(key) && !isObject(value)), key);
  });
}

/** A request as it arrived, with its body. */
export interface Incoming {
  readonly method: string;
  /** The path of the request line, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  /** Whether the content type is JSON. */
  readonly isJson: boolean;
  /** See {@link RouteRequest}. */
  readonly header: RouteRequest["header"];
  /** The origin of the request, as the service's events contain it. */
  readonly from: Actor["request"];
  /** The size of the body, in bytes. */
  readonly size: number;
  /** The parsed body; undefined if it is neither JSON nor a form, or if it is larger than {@link bodyLimit}. */
  readonly body: unknown;
}

/** A response. If `body` is undefined, it has no body. */
interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** Writes server-sent events to the response. Called after the headers were written. */
  readonly stream?: (response: ServerResponse) => void;
}

/** A response with its headers, and the operation and the caller for the log. */
export interface Outcome extends Reply {
  readonly operation?: string | undefined;
  readonly clientId?: string | undefined;
  /** The rate-limit headers, from the bucket that counted the request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The objects and functions that {@link answer} needs. */
export interface ApiParts extends TokenParts {
  /** Finds the route for a method and a path. */
  readonly route: (method: string, path: string) => Match | undefined;
  /** Runs a function and records the actor as the author of its changes. */
  readonly by: <T>(actor: Actor, work: () => T) => T;
  readonly limiter: RateLimiter;
  readonly cursors: Cursors;
  /** Whether bodies can contain properties that the table lacks, as with a newer version of the service. */
  readonly isNewer: boolean;
  /** The limits of the token endpoint. */
  readonly tokenLimiter: RateLimiter;
  /** Whether the tenant's network ACLs refuse a request. */
  readonly isBlocked: (isToken: boolean) => boolean;
}

const prefix = "/api/v2";

/** The maximum size of a body, in bytes: 1 MiB. */
const bodyLimit = 1024 * 1024;

/** Executes one request. All changes are made before it returns. */
export async function answer(parts: ApiParts, request: Incoming): Promise<Outcome> {
  const isToken = asksForToken(request);
  if (parts.isBlocked(isToken)) return { status: 403, body: errorBody(403, "Access denied."), headers: {} };
  return isToken ? answerToken(parts, request) : answerManagement(parts, request);
}

/** The rate-limit headers of a response if a fault prevents the request from being executed and counted. */
function limitHeaders(parts: ApiParts, request: Incoming): Record<string, string> {
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
    const scopes = [route.rules.scopes[0] ?? "", ...(route.orScopes ?? [])];
    if (!scopes.some(may)) throw insufficientScope(scopes.join(","));
    const params = match.params();
    const param = (name: string) => params[name] ?? "";
    const { query, header, from } = request;
    const { parameters } = route.rules;
    const valid = () => typeof parts.tokens.verify(token ?? "") === "object";
    const body = readBody(route, request);
    const given = () => {
      const sent = body ?? {};
      const schema = route.rules.body as ObjectSchema;
      checkBody(parts.isNewer ? { ...schema, open: true } : schema, sent);
      return sent;
    };
    const actor = { clientId: grant?.clientId, request: from };
    const page: RouteRequest["page"] = (listingFor) => parts.cursors.list({ query, parameters }, listingFor);
    const asked = { param, query, parameters, body, given, page, may, valid, header };
    return replyOf(route, await parts.by(actor, () => route.handle(asked)));
  };
  const reply = await caught(guarded);
  const wait = route?.retryAfter && reply.status === 429 ? parts.limiter.retryAfter(route.bucket) : undefined;
  return {
    ...reply,
    headers: {
      ...parts.limiter.headers(route?.bucket),
      ...(wait !== undefined && { "retry-after": String(wait) }),
    },
    operation: route?.operation,
    clientId: grant?.clientId,
  };
}

function replyOf({ method, status: said = method === "POST" ? 201 : 200 }: Route, answered: unknown): Reply {
  if (answered === undefined) return { status: 204 };
  const status = typeof said === "function" ? said(answered) : said;
  return typeof answered === "function" ? { status, stream: answered as () => void } : { status, body: answered };
}

/** Runs a function, and turns an error into a response. @param bodyOf returns the response body for an error */
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
  const { required = [] } = route.rules.body as ObjectSchema;
  const optional = route.method === "DELETE" || (route.method === "POST" && required.length === 0);
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
  return { ...reply, operation: "token", headers: tokenLimiter.headers(), clientId };
}
