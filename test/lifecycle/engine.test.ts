import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { watchEngine } from "../../provider/src/lifecycle/session.ts";

/** A listening address that represents the engine. */
let engine: Server;
let address: { host: string; port: number };
const sockets: Socket[] = [];

beforeEach(async () => {
  sockets.length = 0;
  engine = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
  });
  await once(engine.listen(0, "127.0.0.1"), "listening");
  address = { host: "127.0.0.1", port: (engine.address() as AddressInfo).port };
});

afterEach(() => end());

/** Ends the engine as `kill -9` would: it listens no more, and its connections are closed. */
async function end(): Promise<void> {
  if (!engine.listening) return;
  const closed = once(engine, "close");
  engine.close();
  for (const socket of sockets) socket.destroy();
  await closed;
}

test("writes open no further connection to the engine", async () => {
  const assertAlive = watchEngine(address, () => {});
  await once(engine, "connection");
  await assertAlive();
  const before = sockets.length;
  for (let write = 0; write < 100; write++) await assertAlive();
  expect(sockets).toHaveLength(before);
});

test("an engine that closes an idle connection does not count as ended", async () => {
  let isGone = false;
  const assertAlive = watchEngine(address, () => {
    isGone = true;
  });
  await once(engine, "connection");
  for (let round = 0; round < 3; round++) {
    const again = once(engine, "connection");
    sockets.at(-1)?.destroy();
    await assertAlive();
    await again;
  }
  expect(isGone).toBe(false);
});

test("no write starts once the engine has ended", async () => {
  let onGone = () => {};
  const gone = new Promise<void>((resolve) => {
    onGone = resolve;
  });
  const assertAlive = watchEngine(address, () => onGone());
  await once(engine, "connection");
  await assertAlive();
  await end();
  await expect(assertAlive()).rejects.toThrow(/engine .* has ended/);
  await gone;
  await expect(assertAlive()).rejects.toThrow(/engine .* has ended/);
});
