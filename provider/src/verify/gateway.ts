import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type TenantCall, TenantError } from "../client/index.ts";
import type { Tap } from "./tap.ts";

const methods: readonly string[] = ["GET", "POST", "PATCH", "PUT", "DELETE"] satisfies TenantCall["method"][];

/**
 * The management API at an address of this machine, for another process: each call goes through the tap, so that it is part of the budget, and
 * what it creates is in the manifest. The other process gets a token for this address only, and no credentials of the tenant.
 */
export class Gateway {
  readonly #tap: Tap;
  readonly #server: Server;
  readonly #token = randomBytes(32).toString("base64url");
  readonly #pending = new Set<Promise<void>>();
  #isClosed = false;

  constructor(tap: Tap) {
    this.#tap = tap;
    this.#server = createServer((request, response) => {
      const answering = this.#answer(request, response).finally(() => this.#pending.delete(answering));
      this.#pending.add(answering);
    });
  }

  static async open(tap: Tap): Promise<Gateway> {
    const gateway = new Gateway(tap);
    await once(gateway.#server.listen(0, "127.0.0.1"), "listening");
    return gateway;
  }

  /** The settings of a client of this address. */
  get environment(): Readonly<Record<string, string>> {
    const { port } = this.#server.address() as AddressInfo;
    return { TENANT_DOMAIN: `http://127.0.0.1:${port}`, TENANT_TOKEN: this.#token };
  }

  /** Takes no further calls, and waits for those that were sent: what they create must be known before anything is removed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#pending);
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const call = this.#isOurs(request) ? await callOf(request) : undefined;
      if (!call) return refuse(response, 401, "Only the run itself may use this address.");
      if (this.#isClosed) return refuse(response, 403, "The run has ended.");
      const { status, body } = await this.#tap.request(call);
      response.writeHead(body === undefined ? 204 : status, { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    } catch (error) {
      if (!(error instanceof TenantError)) return refuse(response, 403, "The run has ended.");
      const { status = 0, summary, errorCode, recognised } = error;
      // After a lost response, or one that nobody understands, the other process must not know more than this one.
      if (status < 400) response.destroy();
      else if (recognised) refuse(response, status, summary, errorCode);
      // An answer of a proxy proves nothing, such as that an object is gone.
      else response.writeHead(status, { "content-type": "text/plain" }).end(summary);
    }
  }

  #isOurs({ headers }: IncomingMessage): boolean {
    const [given, expected] = [headers.authorization ?? "", `Bearer ${this.#token}`].map((text) => Buffer.from(text));
    return (
      given !== undefined &&
      expected !== undefined &&
      given.length === expected.length &&
      timingSafeEqual(given, expected)
    );
  }
}

/** The call of a request; undefined for another one than of the management API. */
async function callOf(request: IncomingMessage): Promise<TenantCall | undefined> {
  const { method = "", url = "" } = request;
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  const [, path] = /^\/api\/v2\/(.+)$/.exec(pathname) ?? [];
  if (path === undefined || !methods.includes(method)) return undefined;
  const query = Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
  const hasBody =
    Number(request.headers["content-length"] ?? 0) > 0 || request.headers["transfer-encoding"] !== undefined;
  return {
    method: method as TenantCall["method"],
    path: path.split("/").map(decodeURIComponent),
    query,
    ...(hasBody && { body: await json(request) }),
    ...{ subject: "an object of the run", action: "change", expected: method === "GET" ? "json" : "nothing" },
  };
}

function refuse(response: ServerResponse, status: number, message: string, errorCode?: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ statusCode: status, error: "Refused", message, ...(errorCode && { errorCode }) }));
}
