import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type TenantCall, TenantClient, TenantError } from "../../../../provider/src/client/index.ts";
import { otherRoutes } from "../../../../provider/src/client/pacing/bucket.ts";
import { startEmulator } from "../../../../provider/src/emulator/index.ts";
import { clientFor, type Handler, json, settingsFor, startService } from "../../helpers/fake-service.ts";

const create = (name: string, more: Partial<TenantCall> = {}): TenantCall => ({
  method: "POST",
  path: ["resource-servers"],
  body: { identifier: `https://${name}.example.com` },
  subject: `resource server "${name}"`,
  action: "create",
  ...more,
});

/** Time that passes while somebody sleeps, once nothing is under way on real sockets any more. */
function quietClock(isBusy: () => boolean) {
  const clock = {
    at: 1_700_000_000_000,
    now: () => clock.at,
    monotonic: () => clock.at,
    random: () => 0.5,
    async sleep(ms: number, signal?: AbortSignal) {
      const until = clock.at + ms;
      do await new Promise((resolve) => setTimeout(resolve, 3));
      while (isBusy() && !signal?.aborted);
      if (!signal?.aborted) clock.at = Math.max(clock.at, until);
    },
  };
  return clock;
}

describe("the rate limits of the free plan", () => {
  it.each([1, 0.8])(
    "allow 70 creations with a budget of %d, without a 429 and in the expected time",
    async (rateBudget) => {
      let [sent, done] = [0, 0];
      const count = () => {
        sent += 1;
      };
      const clock = quietClock(() => sent > done);
      const tenant = await startEmulator({ plan: "free", now: clock.now });
      onTestFinished(() => tenant.close());
      const service = { origin: tenant.url, host: new URL(tenant.url).host };
      const { clientId, clientSecret } = tenant;
      const credentials = { kind: "clientSecret", clientId, clientSecret, source: "a test" } as const;
      const client = new TenantClient(
        { ...settingsFor(service, credentials), rateBudget },
        { clock, onWait: () => {}, beforeWrite: count },
      );
      onTestFinished(() => client.close());

      const since = clock.now();
      const one = async (index: number) => {
        await client.request(create(`api-${index}`));
        done += 1;
      };
      await Promise.all(Array.from({ length: 70 }, (_, index) => one(index)));
      expect(tenant.requests.filter(({ status }) => status === 429)).toEqual([]);
      expect(tenant.requests.filter(({ method, status }) => method === "POST" && status === 201)).toHaveLength(70);
      expect(clock.now() - since).toBeLessThan((1.1 * 70 * 1000) / (2 * rateBudget));
    },
  );
});

describe("a call that waits for the rate limit", () => {
  const limited: Handler = (_request, response) =>
    json(response, 200, {}, { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "0" });

  it("does not count the wait as time of the call", async () => {
    const service = await startService(limited);
    const client = new TenantClient(settingsFor(service), { timeouts: { call: 300 } });
    onTestFinished(() => client.close());
    const since = performance.now();
    await Promise.all([client.request(create("a")), client.request(create("b"))]);
    expect(performance.now() - since).toBeGreaterThan(400);
  });

  it.each(["closed", "aborted"])("ends at once if the client is %s", async (how) => {
    const service = await startService(limited);
    const run = new AbortController();
    const written: string[] = [];
    const beforeWrite = () => void written.push("write");
    const client = new TenantClient(settingsFor(service), { signal: run.signal, beforeWrite });
    await client.request(create("first"));
    const waiting = [1, 2, 3].map((n) => client.request(create(`${n}`)).catch((error: unknown) => error));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const since = performance.now();
    if (how === "aborted") run.abort();
    await client.close();
    for (const error of await Promise.all(waiting)) {
      expect(error).toBeInstanceOf(TenantError);
      expect(error).toMatchObject({ outcome: "notSent", retries: 0 });
    }
    expect(performance.now() - since).toBeLessThan(200);
    expect(service.calls).toHaveLength(1);
    expect(written).toHaveLength(1);
  });

  it("lets calls that continue an operation go first", async () => {
    const service = await startService(limited);
    const { client } = clientFor(service, { clock: quietClock(() => false) });
    await client.request(create("first"));
    await Promise.all([
      client.request(create("new-1")),
      client.request(create("new-2")),
      client.request(create("begun", { continues: true })),
    ]);
    const names = service.calls.map(({ body }) => /(\w+(-\d)?)\.example/.exec(body)?.[1]);
    expect(names).toEqual(["first", "begun", "new-1", "new-2"]);
  });

  it("does not wait if the tenant sends no rate limit headers", async () => {
    const service = await startService((_request, response) => json(response, 200, {}));
    const { client, clock } = clientFor(service);
    await Promise.all(Array.from({ length: 50 }, (_, index) => client.request(create(`${index}`))));
    expect(clock.waits).toEqual([]);
  });

  describe("for a long time", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
    afterEach(() => void vi.useRealTimers());

    it("is logged after 5 s, and then once per minute", async () => {
      let at = 0;
      const lines: string[] = [];
      const clock = {
        now: () => at,
        monotonic: () => at,
        random: () => 0,
        // Nobody is let through.
        sleep: () => new Promise<void>(() => {}),
      };
      const { Gate } = await import("../../../../provider/src/client/pacing/gate.ts");
      const patience = { baseMs: 1, capMs: 1, refusedMs: 600_000 };
      const gate = new Gate({
        host: "eu.example.com",
        budget: 0.8,
        patience,
        clock,
        onWait: (line) => void lines.push(line),
      });
      const call = (order: number) => ({ group: otherRoutes, continues: false, order }) as const;
      const first = await gate.enter(call(0), undefined);
      first.answered({
        status: 200,
        headers: { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "0" },
        body: Buffer.alloc(0),
      });
      const waiting = [1, 2, 3].map((order) => gate.enter(call(order), undefined).catch(() => {}));
      const pass = async (ms: number) => {
        at += ms;
        await vi.advanceTimersByTimeAsync(ms);
      };
      await pass(4_900);
      expect(lines).toEqual([]);
      await pass(200);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(
        /^3 calls wait for the rate limit of eu\.example\.com \(10 at once, 2 per second; .*80 %.*\): about .* to go$/,
      );
      await pass(59_000);
      expect(lines).toHaveLength(1);
      await pass(61_000);
      expect(lines).toHaveLength(3);
      gate.close();
      await Promise.all(waiting);
    });
  });
});
