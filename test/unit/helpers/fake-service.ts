import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { ClientOptions } from "../../../provider/src/client/client-options.ts";
import { type ProviderSettings, TenantClient } from "../../../provider/src/client/index.ts";
import type { Credentials } from "../../../provider/src/client/settings.ts";

/** A request as the service saw it, body included. */
export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
  /** Which request of its path it is, from 1. */
  nth: number;
}

export type Handler = (request: Seen, response: ServerResponse) => void;

export interface Service {
  origin: string;
  host: string;
  /** All requests but those for tokens. */
  calls: Seen[];
  tokenCalls: Seen[];
}

/** A text that is different in every run. */
export function randomSecret(): string {
  return randomBytes(18).toString("hex");
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** An error as the management API words it. */
export function apiError(response: ServerResponse, status: number, message: string, errorCode?: string): void {
  json(response, status, { statusCode: status, error: "Error", message, errorCode }, { "x-request-id": "req-1" });
}

/** Answers every token request with a new token: access-token-1, access-token-2, … */
export const grantTokens: Handler = ({ nth }, response) =>
  json(response, 200, { access_token: `access-token-${nth}`, token_type: "Bearer", expires_in: 86_400 });

/** A loopback service that ends with the test. */
export async function startService(handle: Handler, token: Handler = grantTokens): Promise<Service> {
  const calls: Seen[] = [];
  const tokenCalls: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const isToken = request.url === "/oauth/token";
      const list = isToken ? tokenCalls : calls;
      const seen = {
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        nth: list.length + 1,
      };
      list.push(seen);
      (isToken ? token : handle)(seen, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, origin: `http://${host}`, calls, tokenCalls };
}

export function settingsFor(service: Pick<Service, "host" | "origin">, credentials?: Credentials): ProviderSettings {
  return {
    host: service.host,
    origin: service.origin,
    audience: `${service.origin}/api/v2/`,
    credentials: credentials ?? {
      kind: "clientSecret",
      clientId: "client-1",
      clientSecret: randomSecret(),
      source: "TENANT_CLIENT_SECRET of the environment",
    },
    adopt: false,
    allowOwnClient: false,
    allowLockout: false,
    restart: false,
    debug: false,
    rateBudget: 1,
    warnings: [],
  };
}

/** Time that passes only while somebody sleeps, and a record of the waits. */
export function fakeClock() {
  const clock = {
    at: 1_700_000_000_000,
    waits: [] as number[],
    now: () => clock.at,
    monotonic: () => clock.at,
    random: () => 0.5,
    sleep: async (ms: number) => {
      clock.waits.push(ms);
      clock.at += ms;
    },
  };
  return clock;
}

/** A client that waits in virtual time; it is closed with the test. */
export function clientFor(
  service: Pick<Service, "host" | "origin">,
  options: ClientOptions & { credentials?: Credentials; patienceMs?: number } = {},
) {
  const { credentials, patienceMs, ...rest } = options;
  const clock = fakeClock();
  const settings = { ...settingsFor(service, credentials), ...(patienceMs !== undefined && { patienceMs }) };
  const client = new TenantClient(settings, { clock, ...rest });
  onTestFinished(() => client.close());
  return { client, clock };
}
