import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { isEvent } from "../../../../provider/src/events.ts";
import { publish, tenant, watch } from "../../helpers/events.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes, after everything that is free has been collected. */
function heapInUse(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

test("10,000 events over duplicates, disorder, rotations, cuts and an expired cursor arrive once each, in bounded memory", async () => {
  const total = 10_000;
  const emulator = await tenant({
    events: { duplicates: 0.01, reorderWithin: 10, rotateEvery: 100 },
  });
  const { stream, statuses, reached } = watch(emulator, { dedupWindow: 1_000 });
  const first = stream.next();
  await reached("open");
  const published = publish(emulator, total);
  const received: string[] = [];
  const take = (item: Awaited<typeof first>["value"]) => {
    if (item !== undefined && isEvent(item)) received.push(item.event.id);
    expect(item?.type).not.toBe("gap");
  };
  take((await first).value);
  const heap: number[] = [];
  for await (const item of stream) {
    const before = received.length;
    take(item);
    if (received.length === before) continue;
    if (received.length === 3_000) emulator.events.cut();
    if (received.length === 6_000) emulator.events.cut({ midway: true });
    if (received.length === 8_000) emulator.revokeTokens();
    if (received.length % 1_000 === 0) heap.push(heapInUse());
    if (received.length === total) break;
  }
  expect(received.length).toBe(total);
  expect(new Set(received)).toEqual(new Set(published));
  expect(statuses.filter(({ state }) => state === "open").length).toBeGreaterThan(100);
  expect(emulator.requests.filter(({ operation }) => operation === "token")).toHaveLength(2);
  await expect.poll(() => emulator.events.streams).toBe(0);
}, 60_000);
