/**
 * Measures the event stream: `node test/bench/events.ts`. The tenant is a process of its own, so that the memory told is the
 * client's alone. One JSON line with events per second, the heap after collection at the start and at the end, and reconnections.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const require = createRequire(import.meta.url);
const { startEmulator } = require("pulumi-tenant/emulator") as typeof import("../../provider/src/emulator/index.ts");
const { events, isEvent } = require("pulumi-tenant/events") as typeof import("../../provider/src/events.ts");

const total = 100_000;
const quiet = { total, duplicates: 0, reorderWithin: 1, rotateEvery: 1e9 };
const rough = { total, duplicates: 0.01, reorderWithin: 10, rotateEvery: 100 };

if (process.send === undefined) {
  for (const behaviour of [quiet, rough]) process.stdout.write(`${JSON.stringify(await measure(behaviour))}\n`);
} else {
  const { total: count, ...behaviour } = JSON.parse(process.argv[2] ?? "") as typeof quiet;
  const emulator = await startEmulator({ events: { ...behaviour, retention: count } });
  for (let n = 0; n < count; n++) emulator.events.publish("user.updated", { user_id: `auth0|${n}`, name: `User ${n}` });
  const { domain, clientId, clientSecret } = emulator;
  process.send({ domain, clientId, clientSecret });
  process.once("disconnect", () => void emulator.close());
}

async function measure(behaviour: typeof quiet): Promise<object> {
  const child = fork(new URL(import.meta.url), [JSON.stringify(behaviour)]);
  const [reach] = (await once(child, "message")) as [{ domain: string; clientId: string; clientSecret: string }];
  let opened = 0;
  const stream = events({
    ...reach,
    fromTimestamp: "2020-01-01T00:00:00Z",
    onStatus: ({ state }) => {
      opened += state === "open" ? 1 : 0;
    },
  });
  let received = 0;
  let heapAtStart = 0;
  const started = performance.now();
  for await (const item of stream) {
    if (!isEvent(item)) continue;
    received += 1;
    if (received === total / 10) heapAtStart = heapInUse();
    if (received === total) break;
  }
  const perSecond = Math.round(received / ((performance.now() - started) / 1_000));
  const heapAtEnd = heapInUse();
  child.disconnect();
  await once(child, "exit");
  return { ...behaviour, perSecond, connections: opened, heapAtStart, heapAtEnd };
}

/** Bytes, after everything that is free has been collected. */
function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}
