import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type TenantCall, TenantError } from "../client/index.ts";
import type { RunClient } from "./run-client.ts";

const methods: readonly string[] = ["GET", "POST", "PATCH", "PUT", "DELETE"] satisfies TenantCall["method"][];

/**
 * Makes the Management API available to another process, the Pulumi CLI, at a local address. Each call is sent by the client, so it counts against
 * the budget, and the objects that it creates are recorded in the manifest. The other process gets a token that is valid only at this address,
 * and no credentials of the tenant.
 */
export class Gateway {
  readonly #client: RunClient;
  readonly #server: Server;
  readonly #token = randomBytes(32).toString("base64url");
  readonly #pending = new Set<Promise<void>>();
  #isClosed = false;

  constructor(client: RunClient) {
    this.#client = client;
    this.#server = createServer((request, response) => {
      const answering = this.#answer(request, response).finally(() => this.#pending.delete(answering));
      this.#pending.add(answering);
    });
  }

  static async open(client: RunClient): Promise<Gateway> {
    const gateway = new Gateway(client);
    await once(gateway.#server.listen(0, "127.0.0.1"), "listening");
    return gateway;
  }

  /** The environment variables with which a client uses this address. */
  get environment(): Readonly<Record<string, string>> {
    const { port } = this.#server.address() as AddressInfo;
    return { TENANT_DOMAIN: `http://127.0.0.1:${port}`, TENANT_TOKEN: this.#token };
  }

  /** Refuses further calls, and waits for those under way: the objects that they create must be known before the run removes its objects. */
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
      const { status, body } = await this.#client.request(call);
      response.writeHead(body === undefined ? 204 : status, { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    } catch (error) {
      if (!(error instanceof TenantError)) return refuse(response, 403, "The run has ended.");
      const { status = 0, summary, errorCode, recognised } = error;
      // If the outcome of a call is unknown here, it must be unknown to the other process, too: the connection is closed without a response.
      if (status < 400) response.destroy();
      else if (recognised) refuse(response, status, summary, errorCode);
      // The response does not come from the API, but for example from a proxy. The other process must not take it for a response of the API.
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

/** The call that a request stands for; undefined if the request is not one of the Management API. */
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
