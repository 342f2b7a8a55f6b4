/**
 * Measures the emulator: `node test/bench/emulator.ts`. It runs in a process of its own. One JSON line with the milliseconds of
 * its start (from nothing, without loading, and with TLS), the longest wait for a page of 5,000 connections, and the requests for which
 * one second of its CPU is enough.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createRequire } from "node:module";

const requests = 20_000;
const objects = 5_000;

interface Ready {
  readonly url: string;
  readonly token: string;
  readonly loadedMs: number;
  readonly startedMs: number;
  readonly tlsStartedMs: number;
}

if (process.send === undefined) process.stdout.write(`${JSON.stringify(await measure())}\n`);
else await serve();

async function serve(): Promise<void> {
  const began = performance.now();
  const require = createRequire(import.meta.url);
  const { startEmulator } = require("pulumi-tenant/emulator") as typeof import("../../provider/src/emulator/index.ts");
  const loaded = performance.now();
  const emulator = await startEmulator();
  const ready = { url: emulator.url, token: emulator.issueToken() };
  const started = performance.now();
  await (await startEmulator({ tls: true })).close();
  const times = {
    loadedMs: Math.round(loaded - began),
    startedMs: Math.round(started - loaded),
    tlsStartedMs: Math.round(performance.now() - started),
  };
  const options = { client_id: "tenant" };
  for (let n = 0; n < objects; n++) emulator.connections.create({ name: `c-${n}`, strategy: "oidc", options });
  process.on("message", () => process.send?.(process.cpuUsage()));
  process.once("disconnect", () => void emulator.close());
  process.send?.({ ...ready, ...times });
}

async function measure(): Promise<object> {
  const child = fork(new URL(import.meta.url));
  const [{ url, token, loadedMs, startedMs, tlsStartedMs }] = (await once(child, "message")) as [Ready];
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const get = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      const sent = request(`${url}/api/v2${path}`, { agent, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve(text));
      });
      sent.on("error", reject).end();
    });
  const cpu = async () => {
    child.send("cpu");
    const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage];
    return (user + system) / 1e6;
  };

  let [next, pages, maxPageMsLength]: [string | undefined, number, number] = [undefined, 0, 0];
  do {
    const began = performance.now();
    const page = JSON.parse(await get(`/connections?take=100${next === undefined ? "" : `&from=${next}`}`));
    maxPageMsLength = Math.max(maxPageMsLength, performance.now() - began);
    pages += 1;
    next = page.next;
  } while (next !== undefined);

  const { connections } = JSON.parse(await get("/connections?take=16"));
  const before = await cpu();
  const read = async ({ id }: { id: string }) => {
    for (let n = 0; n < requests / connections.length; n++) await get(`/connections/${id}`);
  };
  await Promise.all(connections.map(read));
  const perSecondOfCpu = Math.round(requests / ((await cpu()) - before));
  agent.destroy();
  child.disconnect();
  return { loadedMs, startedMs, tlsStartedMs, pages, maxPageMsLength: Math.round(maxPageMsLength), perSecondOfCpu };
}
