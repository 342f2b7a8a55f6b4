import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { type TenantCall, TenantClient, TenantError } from "../../../provider/src/client/index.ts";
import { events } from "../../../provider/src/events.ts";
import { clientFor, type Handler, json, randomSecret, settingsFor, startService } from "../helpers/fake-service.ts";

const read: TenantCall = { method: "GET", path: ["connections"], subject: "connections", action: "list" };
const create: TenantCall = { method: "POST", path: ["connections"], body: {}, subject: "connection", action: "create" };

/** Writes pieces for as long as anybody listens. */
function drip(response: ServerResponse, piece: string | (() => string), everyMs = 5): void {
  const timer = setInterval(() => response.write(typeof piece === "string" ? piece : piece()), everyMs);
  response.on("close", () => clearInterval(timer));
}

const slowly =
  (status: number): Handler =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.write("{");
    drip(response, " ");
  };

/** Answers that never come to an end although something comes all the time. */
const endless: [string, Handler][] = [
  ["a body, a byte at a time", slowly(200)],
  [
    "headers, a byte at a time",
    (_request, response) => {
      const { socket } = response;
      socket?.write("HTTP/1.1 200 OK\r\nx-filler: ");
      const timer = setInterval(() => socket?.write("x"), 5);
      socket?.on("close", () => clearInterval(timer));
    },
  ],
  [
    "interim responses",
    (_request, response) => {
      const { socket } = response;
      const timer = setInterval(() => socket?.write("HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\n"), 5);
      socket?.on("close", () => clearInterval(timer));
    },
  ],
];

/** Real time, bounded so that a test of it is short. */
const timeouts = { headers: 200, body: 200, attempt: 250, call: 2_000 };
const retries = { faults: 1, baseMs: 1 };

function clientOf(service: Parameters<typeof settingsFor>[0], maxResponseBytes?: number): TenantClient {
  const limits = maxResponseBytes === undefined ? {} : { maxResponseBytes };
  const client = new TenantClient(settingsFor(service), { timeouts, retries, ...limits });
  onTestFinished(() => client.close());
  return client;
}

async function failing(client: TenantClient, call: TenantCall): Promise<{ error: TenantError; ms: number }> {
  const since = performance.now();
  const error = await client.request(call).catch((reason: unknown) => reason);
  if (!(error instanceof TenantError)) throw new Error("the call succeeded, or failed without words");
  return { error, ms: performance.now() - since };
}

describe("the time limit", () => {
  it.each(endless)("%s: ends the attempt, and then the call", async (_name, handler) => {
    const service = await startService(handler);
    const { error, ms } = await failing(clientOf(service), read);
    expect(error.outcome).toBe("unknown");
    expect(ms).toBeLessThan(3_000);
    // The first attempt came to its own end, as there was time for a second one.
    expect(service.calls).toHaveLength(2);
  });

  it.each(endless)("%s of the token endpoint: ends the call, which was not sent", async (_name, handler) => {
    const service = await startService((_request, response) => json(response, 200, {}), handler);
    const { error, ms } = await failing(clientOf(service), create);
    expect(error.outcome).toBe("notSent");
    expect(ms).toBeLessThan(3_000);
    expect(service.tokenCalls).toHaveLength(2);
    expect(service.calls).toEqual([]);
  });

  it("a 4xx response whose body never ends counts by its status", async () => {
    const service = await startService(slowly(409));
    const { error, ms } = await failing(clientOf(service), create);
    expect(error).toMatchObject({ status: 409, outcome: "refused" });
    expect(ms).toBeLessThan(3_000);
  });

  it("ends a stream whose refusal has a body that never ends", async () => {
    const service = await startService((_request, response) => {
      response.writeHead(400, { "content-type": "application/json" });
      drip(response, "x".repeat(8 * 1024), 1);
    });
    const stream = events({ domain: service.origin, clientId: "client-1", clientSecret: randomSecret() });
    await expect(stream.next()).rejects.toThrow(/400 Bad Request/);
  });
});

describe("the size limit", () => {
  const maxBytes = 64 * 1024;

  it("ends a body that never ends, and the call is not repeated", async () => {
    let sent = 0;
    const service = await startService((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const piece = "x".repeat(4 * 1024);
      drip(
        response,
        () => {
          sent += piece.length;
          return piece;
        },
        1,
      );
    });
    const { error } = await failing(clientFor(service, { maxResponseBytes: maxBytes }).client, read);
    expect(error.message).toContain(`larger than ${maxBytes} bytes`);
    expect(service.calls).toHaveLength(1);
    expect(sent).toBeLessThan(50 * maxBytes);
  });

  it("does not hide the status of a large error response", async () => {
    const service = await startService((_request, response) => {
      response.writeHead(403, { "content-type": "application/json" });
      drip(response, "x".repeat(4 * 1024), 1);
    });
    const { error } = await failing(clientFor(service, { maxResponseBytes: maxBytes }).client, create);
    expect(error).toMatchObject({ status: 403, outcome: "refused" });
    expect(error.message.length).toBeLessThan(1_500);
  });

  it.each([
    ["one header", { "x-filler": "x".repeat(70_000) }],
    ["all headers together", Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`x-${n}`, "x".repeat(80)]))],
  ])("refuses a response with headers that are too large, %s", async (_name, headers) => {
    const service = await startService((_request, response) => json(response, 201, { id: "con_1" }, headers));
    const { error } = await failing(clientFor(service).client, create);
    expect(error).toMatchObject({ outcome: "unknown" });
    expect(error.message).toContain("UND_ERR_HEADERS_OVERFLOW");
    expect(error.message.length).toBeLessThan(1_500);
  });

  it("holds for decompressed bodies too, as the client never asks for compression", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, " "));
    const service = await startService(({ headers }, response) => {
      expect(headers["accept-encoding"]).toBeUndefined();
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
    });
    const { error } = await failing(clientFor(service, { retries: { faults: 0 } }).client, create);
    expect(error.message).toContain("the body is not UTF-8");
  });
});
