import { describe, expect, it } from "vitest";
import { listed, type TenantCall } from "../../../provider/src/client/index.ts";
import { events } from "../../../provider/src/events.ts";
import {
  clientFor,
  grantTokens,
  type Handler,
  json,
  randomSecret,
  type Service,
  startService,
} from "../helpers/fake-service.ts";

const statuses = [300, 301, 302, 303, 307, 308];
const methods = ["GET", "POST", "PATCH", "DELETE"] as const;
const call = (method: TenantCall["method"]): TenantCall => ({
  method,
  path: ["connections"],
  ...(method === "GET" ? {} : { body: { name: "corp" } }),
  subject: "connection",
  action: "touch",
});

/** Every way in which an answer can name another place. */
const to =
  (origin: string, status: number, path: string): Handler =>
  (_request, response) =>
    json(
      response,
      status,
      { statusCode: status, error: "Elsewhere", message: "look there" },
      { location: `${origin}${path}`, refresh: `0; url=${origin}${path}`, "content-location": `${origin}${path}` },
    );

/** A host that would take everything that is sent to it. */
const elsewhere = () => startService((_request, response) => json(response, 200, { id: "stolen" }));

function expectNothingSent(service: Service): void {
  expect([...service.calls, ...service.tokenCalls]).toEqual([]);
}

describe.each(statuses)("a redirect with %d", (status) => {
  it.each(methods)("%s: is not followed to another host or path", async (method) => {
    const other = await elsewhere();
    for (const origin of [other.origin, ""]) {
      const service = await startService((request, response) =>
        to(origin, status, "/api/v2/stolen")(request, response),
      );
      const { client } = clientFor(service);
      await expect(client.request(call(method))).rejects.toThrow(/Redirects are never followed/);
      expect(new Set(service.calls.map(({ url }) => url))).toEqual(new Set(["/api/v2/connections"]));
    }
    expectNothingSent(other);
  });

  it("of the token endpoint sends neither client secret nor token to another host", async () => {
    const other = await startService((_request, response) => json(response, 200, {}), grantTokens);
    for (const origin of [other.origin, ""]) {
      const service = await startService(
        (_request, response) => json(response, 200, {}),
        to(origin, status, "/oauth/token/elsewhere"),
      );
      const { client } = clientFor(service);
      await expect(client.request(call("GET"))).rejects.toThrow(/signing in to the tenant failed: .* 30\d/);
      // Only the token endpoint itself was asked, and nothing without a token.
      expect(service.calls).toEqual([]);
      expect(service.tokenCalls.length).toBeGreaterThan(0);
    }
    expectNothingSent(other);
  });

  it("of the event stream ends the stream, and the token is sent to no other host", async () => {
    const other = await elsewhere();
    const service = await startService(to(other.origin, status, "/api/v2/events"));
    const stream = events({ domain: service.origin, clientId: "client-1", clientSecret: randomSecret() });
    await expect(stream.next()).rejects.toThrow(/Redirects are never followed/);
    expect(service.calls).toHaveLength(1);
    expectNothingSent(other);
  });
});

it("a cursor that looks like another address is only sent as a cursor", async () => {
  const other = await elsewhere();
  const next = `${other.origin}/api/v2/connections?take=100`;
  const service = await startService(({ nth }, response) =>
    json(response, 200, { connections: [{ id: nth }], ...(nth === 1 ? { next } : {}) }),
  );
  const { client } = clientFor(service);
  const listing = { path: ["connections"], collection: "connections", subject: "connections" };
  const items: unknown[] = [];
  for await (const item of listed(client, "checkpoint", listing)) items.push(item);
  expect(items).toHaveLength(2);
  expect(new URL(service.calls[1]?.url ?? "", service.origin).searchParams.get("from")).toBe(next);
  expectNothingSent(other);
});
