import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { StoredGrant } from "./client-grants/client-grants.ts";
import type { StoredClient } from "./clients/clients.ts";
import { attachedTo } from "./clients/credentials.ts";
import { eventRoutes, publishChanges, TenantEvents } from "./events/tenant-events.ts";
import { Faults, RequestLog } from "./http/log.ts";
import { type Plan, plans, RateLimiter } from "./http/rate-limit.ts";
import { listen, type ServiceParts, serve, serverOf, shut } from "./http/server.ts";
import { type AssertionKey, type CallerKind, callersOf, readAssertionKey, Tokens } from "./http/tokens.ts";
import { type Held, modulesOf, objectsOf } from "./modules.ts";
import { refusesByForm } from "./network-acls/network-acls.ts";
import { readPublicKey, serverCertificate } from "./shared/certificates.ts";
import { newTenant, routerOf } from "./shared/module.ts";
import { cursorsOf } from "./shared/query.ts";
import type { Rows } from "./shared/rows.ts";
import { isObject, parseJson, type Violation } from "./shared/validation.ts";
import type { Emulator, EmulatorOptions, Seed } from "./types.ts";

/** The tenant's name, which events, clients and ticket URLs contain. */
const tenantName = "emulator";
const loopback = ["127.0.0.1", "::1", "localhost"];

/**
 * Starts an in-memory tenant. Only this machine can reach it: over HTTP, or over HTTPS if `tls` is set.
 *
 * @example
 * const emulator = await startEmulator({ seed: { resourceServers: [{ identifier: "https://orders.example.com" }] } });
 * process.env.TENANT_DOMAIN = emulator.domain;
 * // …
 * await emulator.close();
 *
 * @throws Error for a host that is not a loopback address, a port that is in use, or a seed that violates the service's rules
 * @throws RangeError for `others` outside 0 to 1, or for a value of `events` that is out of bounds
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the parts of the service, one after the other, and the table of its controls
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = "127.0.0.1", port = 0, now = Date.now } = options;
  if (!loopback.includes(host))
    throw new Error(
      `host: the emulator listens only on a loopback address, not on ${host}. Use one of ${loopback.join(", ")}.`,
    );
  const clientId = options.clientId ?? `emulator-${randomBytes(8).toString("hex")}`;
  const clientSecret = options.clientSecret ?? randomBytes(32).toString("base64url");
  const callers = callersOf([{ clientId, clientSecret }, ...(options.clients ?? [])]);
  const tokens = new Tokens(now);

  const certificate = options.tls ? await serverCertificate() : undefined;
  const server = serverOf(certificate);
  const url = await listen(server, host, port);
  try {
    const { lenientPatch = true, connectionDeletionMs: deletionMs = 0, documents = {} } = options;
    const traits = { ...newTenant, ...options.traits };
    const tenant = { origin: url, name: tenantName, traits, documents, now, time: () => new Date(now()).toISOString() };
    const times = { buildMs: between(options.actionBuildMs), deployMs: between(options.actionDeployMs) };
    const modules = modulesOf(tenant, { lenientPatch, deletionMs }, times);
    const held = objectsOf(modules);
    const isNewer = options.newerService === true;
    const all: readonly Seeded[] = Object.values(held);
    for (const rows of all) rows.isNewer = isNewer;
    if (options.seed !== undefined) applySeed(options.seed, held);
    if (options.listingsBehindMs !== undefined) {
      const { listingsBehindMs: ms } = options;
      const lag = { max: typeof ms === "number" ? ms : ms.max, next: between(ms) };
      for (const rows of all) rows.delay(lag, now);
    }
    const tokenLifetime = options.tokenLifetime ?? 86_400;
    const plan: Plan = typeof options.plan === "object" ? options.plan : plans[options.plan ?? "unlimited"];
    const limit = plan.streams ?? Number.POSITIVE_INFINITY;
    const events = new TenantEvents(tenantName, limit, options.events ?? {}, now);
    publishChanges(events, held);
    const faults = new Faults();
    let mask: string | undefined;
    const log = new RequestLog();
    const closing = new AbortController();
    const routes = [...Object.values(modules).flatMap((module) => module.routes), ...eventRoutes(events)];
    const parts: ServiceParts = {
      url,
      tokens,
      callerKinds: [callers, applicationsOf(held, now)],
      lifetimeFor: (audience) => lifetimeFor(held, audience),
      tokenLifetime,
      routes,
      isNewer,
      route: routerOf(routes),
      by: (actor, work) => events.by(actor, work),
      limiter: new RateLimiter(plan, now, options.others),
      cursors: cursorsOf(now),
      tokenLimiter: new RateLimiter(plans.unlimited, now),
      isBlocked: (isToken) => options.networkAclsBlock === true && refusesByForm(held.networkAcls.all(), isToken),
      faults,
      log,
      mask: () => mask,
      latencyMs: between(options.latencyMs),
      now,
      closing: closing.signal,
    };
    server.on("request", (request, response) => void serve(parts, request, response));

    return {
      url,
      domain: url,
      clientId,
      clientSecret,
      cert: certificate?.cert,
      ...held,
      events,
      get requests() {
        return log.entries;
      },
      clearRequests: () => log.clear(),
      inject: (fault) => faults.inject(fault),
      clearFaults: () => faults.clear(),
      maskSecrets: (text) => {
        mask = text;
      },
      issueToken: (scopes, lifetime = tokenLifetime) => tokens.issue(scopes, lifetime),
      revokeTokens: () => tokens.revokeAll(),
      onRequest: (listener) => log.news.listen(listener),
      export: (...only) => exportSeed(held, only),
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

function between(given: number | { readonly min: number; readonly max: number } = 0): () => number {
  if (typeof given === "number") return () => given;
  return () => given.min + Math.random() * (given.max - given.min);
}

/** What all rows have in common. */
type Seeded = Pick<Rows, "load" | "dump" | "delay" | "isNewer">;

/** The collections by their keys in a seed, in the order in which a seed fills them. */
type Loadables = { readonly [K in keyof Seed]-?: Seeded };

/**
 * Fills the collections from a seed or from the JSON file at a path.
 *
 * @throws Error whose message begins with the file (or `seed`) and the path of the wrong value: `seed.json: resourceServers[2].scopes[0].value: …`
 */
function applySeed(seed: Seed | string, into: Loadables): void {
  const source = typeof seed === "string" ? seed : "seed";
  const content: unknown = typeof seed === "string" ? readSeedFile(seed) : seed;
  const fail = (path: string, why: string) => new Error([source, path, why].filter((part) => part !== "").join(": "));
  if (!isObject(content)) throw fail("", "expected an object");
  const unknown = Object.keys(content).find((key) => !Object.hasOwn(into, key));
  if (unknown !== undefined) throw fail(unknown, `unknown key. Known keys: ${Object.keys(into).join(", ")}`);
  for (const [key, collection] of Object.entries<Seeded>(into)) {
    const objects = content[key];
    if (objects === undefined) continue;
    if (!Array.isArray(objects)) throw fail(key, "expected an array");
    for (const [index, object] of objects.entries()) {
      const violation = collection.load(object);
      if (violation) throw fail(join(`${key}[${index}]`, violation), violation.why);
    }
  }
}

/**
 * The objects of some collections as a seed, with their secrets. The management API is left out, because every emulator creates its own.
 *
 * @param only the collections. Empty: all
 */
function exportSeed(from: Loadables, only: readonly (keyof Seed)[]): Seed {
  const chosen = Object.entries<Seeded>(from).filter(([key]) => only.length === 0 || only.some((one) => one === key));
  return Object.fromEntries(chosen.map(([key, collection]) => [key, collection.dump()]));
}

function join(start: string, { path }: Violation): string {
  return path === "" ? start : `${start}.${path}`;
}

function readSeedFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const content = parseJson(text);
  if (content === undefined) throw new Error(`${path}: not JSON`);
  return content;
}

/**
 * The applications of the tenant, as callers of the token endpoint. An application gets those of the requested scopes that its client grant allows.
 *
 * @param now the clock, in milliseconds since the epoch
 */
function applicationsOf({ clients, clientGrants, resourceServers }: Held, now: () => number): CallerKind {
  const clientAt = (clientId: string): StoredClient | undefined => clients.at(clientId);
  return {
    hasSecret(clientId, secret, how) {
      const client = clientAt(clientId);
      if (client?.client_secret === undefined || client.client_authentication_methods !== undefined) return false;
      const method = client.token_endpoint_auth_method ?? how;
      return method === how && client.client_secret === secret;
    },
    keysOf(clientId) {
      const client = clientAt(clientId);
      return client && keysOf(client, now());
    },
    granted(clientId, audience, _, asked) {
      const client = clientAt(clientId);
      const types = Array.isArray(client?.grant_types) ? client.grant_types : [];
      if (!types.includes("client_credentials")) {
        return "Grant type 'client_credentials' not allowed for the client.";
      }
      const api = resourceServers.at(audience);
      if (!api) return `Service not enabled within domain: ${audience}`;
      const isOf = (one: StoredGrant) => one.client_id === clientId && (one.subject_type ?? "client") === "client";
      const grant = clientGrants.all().find((one) => isOf(one) && resourceServers.at(one.audience)?.id === api.id);
      const { subject_type_authorization: policies } = api;
      const policy = isObject(policies) && isObject(policies.client) ? policies.client.policy : undefined;
      if (!grant || policy === "deny_all") {
        return `Client is not authorized to access "${audience}". You need to create a "client-grant" associated to this API.`;
      }
      const all = Array.isArray(api.scopes) ? api.scopes.map(({ value }) => String(value)) : [];
      const scopes = grant.allow_all_scopes === true ? all : (grant.scope ?? []);
      return { scopes: asked ? scopes.filter((one) => asked.includes(one)) : scopes };
    },
  };
}

/** The lifetime of a token for an API, in seconds, if the API sets one. */
function lifetimeFor({ resourceServers }: Held, audience: string): number | undefined {
  const seconds = resourceServers.at(audience)?.token_lifetime;
  return typeof seconds === "number" ? seconds : undefined;
}

/** The public keys of a client's `private_key_jwt` credentials, except expired ones. */
function keysOf(client: StoredClient, now: number): readonly AssertionKey[] {
  const { client_authentication_methods: methods, credentials = [] } = client;
  if (!isObject(methods) || !isObject(methods.private_key_jwt)) return [];
  const attached = attachedTo({ client_authentication_methods: methods });
  return credentials.flatMap(({ id, pem, kid, expires_at: expires }) => {
    const isOver = expires !== undefined && Date.parse(String(expires)) <= now;
    if (!attached.includes(id) || typeof pem !== "string" || isOver) return [];
    const key = readPublicKey(pem).export({ type: "spki", format: "pem" }).toString();
    return [readAssertionKey(key, String(kid))];
  });
}
