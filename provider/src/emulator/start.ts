import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Connections } from "./connections/connections.ts";
import { connectionRoutes } from "./connections/routes.ts";
import { eventRoutes } from "./events/route.ts";
import { publishChanges } from "./events/source.ts";
import { TenantEvents } from "./events/tenant-events.ts";
import { type ApiParts, answer, bodyLimit, type Incoming, type Outcome, parseBody } from "./http/api.ts";
import { type Fault, Faults } from "./http/faults.ts";
import { type OpenRequest, RequestLog, redact, redactTarget } from "./http/log.ts";
import { type Plan, plans, RateLimiter } from "./http/rate-limit.ts";
import { Tokens } from "./http/tokens.ts";
import { Members, organizationMemberRoutes } from "./organizations/members.ts";
import { Organizations, organizationRoutes } from "./organizations/organizations.ts";
import { Roles, roleRoutes } from "./organizations/roles.ts";
import { ResourceServers, resourceServerRoutes } from "./resource-servers/resource-servers.ts";
import { applySeed, exportSeed } from "./seed.ts";
import { Cursors } from "./shared/cursors.ts";
import { errorBody } from "./shared/errors.ts";
import type { Route } from "./shared/router.ts";
import { TokenExchangeProfiles, tokenExchangeProfileRoutes } from "./token-exchange-profiles/profiles.ts";
import type { Emulator, EmulatorOptions } from "./types.ts";

const loopback = ["127.0.0.1", "::1", "localhost"];

/**
 * Starts a tenant in memory, reachable over HTTP from this machine only.
 *
 * @example
 * const emulator = await startEmulator({ seed: { resourceServers: [{ identifier: "https://orders.example.com" }] } });
 * process.env.TENANT_DOMAIN = emulator.domain;
 * // …
 * await emulator.close();
 *
 * @throws Error for a host that is not a loopback one, a port that is taken, or a seed that breaks the service's rules
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = "127.0.0.1", port = 0, now = Date.now } = options;
  if (!loopback.includes(host)) throw new Error(`the emulator listens at a loopback address only, not at ${host}`);
  const clientId = options.clientId ?? `emulator-${randomBytes(8).toString("hex")}`;
  const clientSecret = options.clientSecret ?? randomBytes(32).toString("base64url");
  const tokens = new Tokens([{ clientId, clientSecret }, ...(options.clients ?? [])], now);

  const server = createServer();
  const url = await listen(server, host, port);
  try {
    const held = holdings(url, options, now);
    if (options.seed !== undefined) applySeed(options.seed, held);
    const tokenLifetime = options.tokenLifetime ?? 86_400;
    const plan: Plan = typeof options.plan === "object" ? options.plan : plans[options.plan ?? "unlimited"];
    const limit = plan.streams ?? Number.POSITIVE_INFINITY;
    const events = new TenantEvents("emulator", limit, options.events ?? {}, now);
    publishChanges(events, held);
    const faults = new Faults();
    const log = new RequestLog();
    const closing = new AbortController();
    const parts: ApiParts = {
      url,
      tokens,
      tokenLifetime,
      routes: [...routesTo(held, new Cursors(now)), ...eventRoutes(events)],
      events,
      limiter: new RateLimiter(plan, now),
      tokenLimiter: new RateLimiter(plans.unlimited, now),
    };
    const service = new Service(parts, faults, log, latency(options.latencyMs), now, closing.signal);
    server.on("request", (request, response) => void service.serve(request, response));

    return {
      url,
      domain: url,
      clientId,
      clientSecret,
      ...held,
      events: events.control(),
      get requests() {
        return log.entries;
      },
      clearRequests: () => log.clear(),
      inject: (fault) => faults.inject(fault),
      clearFaults: () => faults.clear(),
      issueToken: (scopes, lifetime = tokenLifetime) => tokens.issue(scopes, lifetime),
      revokeTokens: () => tokens.revokeAll(),
      onRequest: (listener) => log.listen(listener),
      export: () => exportSeed(held),
      close: () => {
        closing.abort();
        return shut(server);
      },
    };
  } catch (error) {
    await shut(server);
    throw error;
  }
}

/** All that the tenant holds, empty but for what every tenant has. */
function holdings(url: string, options: EmulatorOptions, now: () => number) {
  const roles = new Roles();
  const organizations = new Organizations();
  const behaviour = { lenientPatch: options.lenientPatch ?? false, deletionMs: options.connectionDeletionMs ?? 0 };
  return {
    resourceServers: new ResourceServers(`${url}/api/v2/`),
    connections: new Connections(url, behaviour, now),
    roles,
    organizations,
    organizationMembers: new Members(organizations, roles),
    tokenExchangeProfiles: new TokenExchangeProfiles(now),
  };
}

function routesTo(held: ReturnType<typeof holdings>, cursors: Cursors): Route[] {
  return [
    ...resourceServerRoutes(held.resourceServers),
    ...connectionRoutes(held.connections, cursors),
    ...organizationRoutes(held.organizations),
    ...organizationMemberRoutes(held.organizations, held.organizationMembers, held.roles, cursors),
    ...roleRoutes(held.roles),
    ...tokenExchangeProfileRoutes(held.tokenExchangeProfiles, cursors),
  ];
}

/** The HTTP half: reads a request, lets the API answer it, and lets faults get in the way. */
class Service {
  constructor(
    private readonly parts: ApiParts,
    private readonly faults: Faults,
    private readonly log: RequestLog,
    private readonly latencyMs: () => number,
    private readonly now: () => number,
    private readonly closing: AbortSignal,
  ) {}

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    try {
      const incoming = await read(request);
      const target = request.url ?? "/";
      const entry: OpenRequest = {
        id: randomUUID(),
        at: this.now(),
        method: incoming.method,
        path: redactTarget(target),
        status: "pending",
      };
      const body = parseBody(incoming);
      // a bare string has no key that could tell whether it is a secret
      if (typeof body === "object") entry.body = redact(body);
      const fault = this.faults.hit(incoming.method, target);
      if (fault) entry.fault = fault.kind;
      this.log.received(entry);

      const wait = this.latencyMs() + (fault?.delayMs ?? 0);
      if (wait > 0) await pause(wait, undefined, { signal: this.closing });
      const outcome = this.outcome(incoming, fault);
      if (outcome.operation !== undefined) entry.operation = outcome.operation;
      if (outcome.clientId !== undefined) entry.clientId = outcome.clientId;
      const headers = { "x-request-id": entry.id, ...outcome.headers };
      const sent = deliver(response, { ...outcome, headers }, fault?.kind, this.now());
      entry.status = sent;
      entry.ms = Math.round(performance.now() - started);
      this.log.answered(entry);
    } catch {
      // the client went away while sending, or the emulator is closing: there is nobody to answer
      request.socket.destroy();
    }
  }

  private outcome(incoming: Incoming, fault: Fault | undefined): Outcome {
    const before = fault?.kind === "reset-before" || fault?.kind === "hang" || fault?.kind === "status";
    const outcome = before ? { status: 500, headers: this.parts.limiter.headers() } : answer(this.parts, incoming);
    if (fault?.kind !== "status" && fault?.kind !== "status-after") return outcome;
    const { status = before ? 500 : 502, body = injectedError(status), headers = {} } = fault;
    const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { ...outcome, status, body, headers: { ...outcome.headers, ...Object.fromEntries(own) } };
  }
}

function injectedError(status: number): unknown {
  return status === 429
    ? errorBody(429, "Global limit has been reached", "too_many_requests")
    : errorBody(status, "Injected by a fault.");
}

/** Sends the answer, or what a fault leaves of it; answers what the log says. */
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
  const headers = { ...outcome.headers };
  if (text !== "") headers["content-type"] ??= "application/json; charset=utf-8";
  const send = (code: number, content: string) => {
    // a 204 has no body, and no length of one
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
    // what is too much is read to its end all the same: a client that is still sending would miss the answer
    if (size <= bodyLimit) chunks.push(chunk);
  }
  const [path = "/", ...query] = (request.url ?? "/").split("?");
  return {
    method: request.method ?? "GET",
    path,
    query: query.join("?"),
    authorization: request.headers.authorization,
    contentType: request.headers["content-type"] ?? "",
    lastEventId: header(request, "last-event-id"),
    hostname: header(request, "host")?.replace(/:\d+$/, ""),
    ip: request.socket.remoteAddress,
    userAgent: header(request, "user-agent"),
    text: size > bodyLimit ? undefined : Buffer.concat(chunks).toString("utf8"),
  };
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  // what "localhost" resolves to is not ours to trust
  const address = host === "localhost" ? "127.0.0.1" : host;
  server.listen({ host: address, port, exclusive: true });
  try {
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(code === "EADDRINUSE" ? `port ${port} is taken` : `cannot listen at ${host}:${port} (${code})`);
  }
  const bound = (server.address() as AddressInfo).port;
  return `http://${host === "::1" ? "[::1]" : host}:${bound}`;
}

async function shut(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

function latency(given: EmulatorOptions["latencyMs"] = 0): () => number {
  if (typeof given === "number") return () => given;
  return () => given.min + Math.random() * (given.max - given.min);
}
