import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import type { DeclaredSettings } from "../../provider/src/lifecycle/program/declared-singletons.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import { meetNeighbors } from "../../provider/src/lifecycle/program/neighbors.ts";
import type { Keepers } from "../../provider/src/lifecycle/program/program.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { kinds } from "../subjects/kinds.ts";
import { providerFor } from "./world.ts";

/** The processes of one run ask each other before they delete an object. */
const leaving = { id: "one", object: "one", key: "one", reads: [], set: undefined, mark: undefined, made: undefined };

let folder: string;
let run: EngineRun;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "neighbors-"));
  run = new EngineRun();
  meetNeighbors(run, "127.0.0.1:1", folder);
});
afterEach(() => rm(folder, { recursive: true }));

const ask = () => run.neighbors("acme.example.com", leaving);

const settings = (digests: Record<string, string>, by = "one"): DeclaredSettings => ({
  ...{ key: "it", by },
  values: Object.fromEntries(Object.entries(digests).map(([path, digest]) => [path, { path, digest }])),
});

test("two processes detect different values for one setting, and name the paths", async () => {
  const other = new EngineRun();
  const path = join(folder, "127.0.0.1_1-999999");
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("data", (text) => {
      const { host, settings: asked } = JSON.parse(String(text)) as { host: string; settings: DeclaredSettings };
      socket.end(JSON.stringify([other.programFor(host).singletons.rivalOf(asked)].filter(Boolean)));
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  other.programFor("acme.example.com").singletons.noteSettings(settings({ a: "1", b: "2", c: "3" }, "other"));
  const rivals = (digests: Record<string, string>) => run.rivals("acme.example.com", settings(digests));
  expect(await rivals({ a: "1", b: "4", d: "5" })).toEqual([{ by: "other", paths: ["b"] }]);
  expect(await rivals({ a: "1", d: "5" })).toEqual([]);
  await new Promise((resolve) => server.close(resolve));
});

test("a killed process, one of another run, and a deleted folder keep no object", async () => {
  await writeFile(join(folder, "127.0.0.1_1-999999"), "");
  await writeFile(join(folder, "127.0.0.1_2-999998"), "");
  expect(await ask()).toEqual([]);
  await rm(folder, { recursive: true });
  expect(await ask()).toEqual([]);
  folder = await mkdtemp(join(tmpdir(), "neighbors-"));
});

test("an object that a process may keep is not deleted if that process gives no answer", async () => {
  const silent = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => silent.listen(join(folder, "127.0.0.1_1-999999"), resolve));
  await expect(ask()).rejects.toThrow(
    /Nothing was deleted: .* may manage or read the object, and its process does not answer/,
  );
  await new Promise((resolve) => silent.close(resolve));
});

test("the socket of a killed process with the same id does not prevent this one from answering", async () => {
  const path = join(folder, `127.0.0.1_2-${process.pid}`);
  await writeFile(path, "");
  meetNeighbors(new EngineRun(), "127.0.0.1:2", folder);
  const socket = connect(path);
  await once(socket, "connect");
  socket.destroy();
});

const kept: Keepers = { creator: undefined, managers: [], isRead: false, successor: undefined, sharers: [] };
const manager = { by: "other", found: undefined, members: [] };

test.each<[string, Partial<Keepers>]>([
  ["manages the object", { managers: [manager] }],
  ["reads the object", { isRead: true }],
  ["declares the object", { creator: "other" }],
])("an object is not deleted if, after the deletion waited, another process %s", async (_, later) => {
  const type = kinds.client;
  const answers: readonly Keepers[][] = [[], [{ ...kept, ...later }]];
  const tenant = await startEmulator();
  onTestFinished(() => tenant.close());
  const { domain, clientId, clientSecret } = tenant;
  let asked = 0;
  run.neighbors = async () => answers[asked++] ?? [];
  vi.spyOn(console, "warn").mockReturnValue();
  const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
  const engine = new MiniEngine(providerFor(type, config, run));
  const [made] = await engine.up({ it: { name: "Orders" } });
  expect(made?.failure).toBeUndefined();
  await engine.up({});
  expect(tenant.clients.list().map(({ name }) => name)).toContain("Orders");
});
