import { randomBytes } from "node:crypto";
import { fallBehind, membersFallBehind } from "./behind.ts";
import { clientRoutes, tenantClients } from "./clients/clients.ts";
import { Connections } from "./connections/connections.ts";
import { keyRoutes } from "./connections/keys.ts";
import { provisioningRoutes } from "./connections/provisioning-routes.ts";
import { connectionRoutes } from "./connections/routes.ts";
import { eventRoutes } from "./events/route.ts";
import { publishChanges } from "./events/source.ts";
import { TenantEvents } from "./events/tenant-events.ts";
import { Faults } from "./http/faults.ts";
import { RequestLog } from "./http/log.ts";
import { type Plan, plans, RateLimiter } from "./http/rate-limit.ts";
import { listen, type ServiceParts, serve, serverOf, shut } from "./http/server.ts";
import { Tokens } from "./http/tokens.ts";
import { Members } from "./organizations/members.ts";
import { Organizations } from "./organizations/organizations.ts";
import { roleRoutes } from "./organizations/role-routes.ts";
import { tenantRoles } from "./organizations/roles.ts";
import { organizationRoutes } from "./organizations/routes.ts";
import { ResourceServers, resourceServerRoutes } from "./resource-servers/resource-servers.ts";
import { applySeed, exportSeed } from "./seed.ts";
import { serverCertificate } from "./shared/certificates.ts";
import { Cursors } from "./shared/cursors.ts";
import type { Lag } from "./shared/past.ts";
import { type Route, routerOf } from "./shared/router.ts";
import { newTenant, type TenantTraits } from "./shared/traits.ts";
import {
  tokenExchangeProfileRoutes,
  tokenExchangeProfiles,
} from "./token-exchange-profiles/token-exchange-profiles.ts";
import type { Emulator, EmulatorOptions } from "./types.ts";
import { profileOf, userRoutes } from "./users/routes.ts";
import { tenantUsers } from "./users/users.ts";

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
    const traits = { ...newTenant, ...options.traits };
    const held = holdings(url, options, traits, now);
    if (options.seed !== undefined) applySeed(options.seed, held);
    if (options.listingsBehindMs !== undefined) {
      const lag = lagOf(options.listingsBehindMs);
      fallBehind(held.resourceServers, lag, now);
      fallBehind(held.connections, lag, now);
      fallBehind(held.tokenExchangeProfiles, lag, now);
      membersFallBehind(held.organizationMembers, lag, now);
    }
    const tokenLifetime = options.tokenLifetime ?? 86_400;
    const plan: Plan = typeof options.plan === "object" ? options.plan : plans[options.plan ?? "unlimited"];
    const limit = plan.streams ?? Number.POSITIVE_INFINITY;
    const events = new TenantEvents(tenantName, limit, options.events ?? {}, now);
    publishChanges(events, held);
    const faults = new Faults();
    const log = new RequestLog();
    const closing = new AbortController();
    const routes = [...routesTo(held, new Cursors(now), traits, now), ...eventRoutes(events)];
    const parts: ServiceParts = {
      url,
      tokens,
      tokenLifetime,
      routes,
      route: routerOf(routes),
      by: (actor, work) => events.by(actor, work),
      limiter: new RateLimiter(plan, now, options.others),
      tokenLimiter: new RateLimiter(plans.unlimited, now),
      faults,
      log,
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

/** The tenant's objects: at first only the management API, which every tenant has. */
function holdings(url: string, options: EmulatorOptions, traits: TenantTraits, now: () => number) {
  const { lenientPatch = true, connectionDeletionMs: deletionMs = 0, documents = {} } = options;
  const tenant = { origin: url, name: tenantName, traits, documents };
  const roles = tenantRoles(traits);
  const organizations = new Organizations(traits);
  const clients = tenantClients(tenantName);
  const connections = new Connections(tenant, { lenientPatch, deletionMs }, now);
  const resourceServers = new ResourceServers(url, traits);
  clients.changed.listen(({ what, object }) => {
    const { client_id, resource_server_identifier: identifier } = object;
    if (what === "deleted") connections.forgetClient(String(client_id));
    if (identifier !== undefined) resourceServers.link(String(identifier), what === "deleted" ? null : client_id);
  });
  return {
    resourceServers,
    connections,
    roles,
    organizations,
    organizationMembers: new Members(organizations, roles),
    tokenExchangeProfiles: tokenExchangeProfiles(now),
    clients,
    users: tenantUsers(now),
  };
}

function routesTo(
  held: ReturnType<typeof holdings>,
  cursors: Cursors,
  traits: TenantTraits,
  now: () => number,
): Route[] {
  const forgetUser = (connection: string, email: string) => {
    const gone = held.users.rows().filter((user) => user.connection === connection && user.email === email);
    for (const { id } of gone) held.users.delete(id);
  };
  return [
    ...resourceServerRoutes(held.resourceServers, cursors),
    ...connectionRoutes(held.connections, cursors, traits, forgetUser),
    ...keyRoutes(held.connections, now),
    ...provisioningRoutes(held.connections, tenantName, now),
    ...organizationRoutes(held.organizations, held.roles, held.organizationMembers, cursors, (user) =>
      profileOf(held.users, user),
    ),
    ...roleRoutes(held.roles, held.resourceServers, cursors),
    ...userRoutes(held, cursors),
    ...clientRoutes(held.clients, cursors),
    ...tokenExchangeProfileRoutes(held.tokenExchangeProfiles, cursors),
  ];
}

function lagOf(given: NonNullable<EmulatorOptions["listingsBehindMs"]>): Lag {
  return { max: typeof given === "number" ? given : given.max, next: between(given) };
}

function between(given: number | { readonly min: number; readonly max: number } = 0): () => number {
  if (typeof given === "number") return () => given;
  return () => given.min + Math.random() * (given.max - given.min);
}
