import { randomBytes } from "node:crypto";
import { applicationsOf } from "./applications.ts";
import { fallBehind } from "./behind.ts";
import { eventRoutes } from "./events/route.ts";
import { publishChanges } from "./events/source.ts";
import { TenantEvents } from "./events/tenant-events.ts";
import { Faults } from "./http/faults.ts";
import { RequestLog } from "./http/log.ts";
import { type Plan, plans, RateLimiter } from "./http/rate-limit.ts";
import { listen, type ServiceParts, serve, serverOf, shut } from "./http/server.ts";
import { Tokens } from "./http/tokens.ts";
import { objectsOf, roomsOf } from "./rooms.ts";
import { applySeed, exportSeed } from "./seed.ts";
import { serverCertificate } from "./shared/certificates.ts";
import { cursorsOf } from "./shared/cursors.ts";
import { routerOf } from "./shared/router.ts";
import { newTenant } from "./shared/traits.ts";
import type { Emulator, EmulatorOptions } from "./types.ts";

/** The tenant's name, as its events and addresses show it. */
const tenantName = "emulator";
const loopback = ["127.0.0.1", "::1", "localhost"];

/**
 * Starts a tenant in memory. It is reachable over HTTP, or with `tls` over HTTPS, from this machine only.
 *
 * @example
 * const emulator = await startEmulator({ seed: { resourceServers: [{ identifier: "https://orders.example.com" }] } });
 * process.env.TENANT_DOMAIN = emulator.domain;
 * // …
 * await emulator.close();
 *
 * @throws Error for a host that is no loopback address, a port that is taken, or a seed that breaks the service's rules
 * @throws RangeError for `others` outside of 0 to 1
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = "127.0.0.1", port = 0, now = Date.now } = options;
  if (!loopback.includes(host)) throw new Error(`the emulator listens at a loopback address only, not at ${host}`);
  const clientId = options.clientId ?? `emulator-${randomBytes(8).toString("hex")}`;
  const clientSecret = options.clientSecret ?? randomBytes(32).toString("base64url");
  const tokens = new Tokens([{ clientId, clientSecret }, ...(options.clients ?? [])], now);

  const certificate = options.tls ? await serverCertificate() : undefined;
  const server = serverOf(certificate);
  const url = await listen(server, host, port);
  try {
    const { lenientPatch = true, connectionDeletionMs: deletionMs = 0, documents = {} } = options;
    const traits = { ...newTenant, ...options.traits };
    const tenant = { origin: url, name: tenantName, traits, documents, now, cursors: cursorsOf(now) };
    const times = { buildMs: between(options.actionBuildMs), deployMs: between(options.actionDeployMs) };
    const rooms = roomsOf(tenant, { lenientPatch, deletionMs }, times);
    const held = objectsOf(rooms);
    if (options.seed !== undefined) applySeed(options.seed, held);
    if (options.listingsBehindMs !== undefined) {
      const { listingsBehindMs: ms } = options;
      const lag = { max: typeof ms === "number" ? ms : ms.max, next: between(ms) };
      fallBehind(held.resourceServers, lag, now);
      fallBehind(held.connections, lag, now);
      fallBehind(held.tokenExchangeProfiles, lag, now);
      fallBehind(held.organizations, lag, now);
      fallBehind(held.organizationConnections, lag, now);
      fallBehind(held.organizationMembers, lag, now);
      fallBehind(held.roles, lag, now);
      fallBehind(held.clients, lag, now);
      fallBehind(held.clientGrants, lag, now);
      fallBehind(held.actions, lag, now);
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
    const routes = [...Object.values(rooms).flatMap((room) => room.routes), ...eventRoutes(events)];
    const parts: ServiceParts = {
      url,
      tokens,
      applications: applicationsOf(held, now),
      tokenLifetime,
      routes,
      route: routerOf(routes),
      by: (actor, work) => events.by(actor, work),
      limiter: new RateLimiter(plan, now, options.others),
      tokenLimiter: new RateLimiter(plans.unlimited, now),
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
      events: events.control(),
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

function between(given: number | { readonly min: number; readonly max: number } = 0): () => number {
  if (typeof given === "number") return () => given;
  return () => given.min + Math.random() * (given.max - given.min);
}
