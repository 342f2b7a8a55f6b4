import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";

// the command as it is published, so the package has to be built first
const main = fileURLToPath(new URL("../../provider/dist/commands/main.js", import.meta.url));

beforeAll(() => {
  if (!existsSync(main)) throw new Error("provider/dist is missing: build the package first");
});

async function tenant(): Promise<Emulator> {
  const emulator = await startEmulator({ events: { reorderWithin: 10, duplicates: 0.01, retryMs: 50 } });
  onTestFinished(() => emulator.close());
  return emulator;
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "events-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

interface Run {
  child: ChildProcessWithoutNullStreams;
  text: { stdout: string; stderr: string };
  /** Resolves once it is true of the output; rejects when the command ends before. */
  seen(what: (text: { stdout: string; stderr: string }) => boolean): Promise<void>;
  ended: Promise<number | string>;
}

function run(emulator: Emulator, args: readonly string[]): Run {
  const child = spawn(process.execPath, [main, "events", ...args], {
    env: {
      PATH: process.env.PATH,
      TENANT_DOMAIN: emulator.domain,
      TENANT_CLIENT_ID: emulator.clientId,
      TENANT_CLIENT_SECRET: emulator.clientSecret,
    },
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const text = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (chunk: string) => {
      text[stream] += chunk;
    });
  }
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  const seen = (what: (text: { stdout: string; stderr: string }) => boolean) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (what(text)) resolve();
      };
      child.stdout.on("data", look);
      child.stderr.on("data", look);
      look();
      ended.then(() => (what(text) ? resolve() : reject(new Error(`ended early: ${JSON.stringify(text)}`))), reject);
    });
  return { child, text, seen, ended };
}

/** The ids of the events in whole lines. */
function idsIn(stdout: string): string[] {
  const whole = stdout.slice(0, stdout.lastIndexOf("\n") + 1);
  return whole
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { event?: { id: string } })
    .flatMap(({ event }) => (event === undefined ? [] : [event.id]));
}

describe("pulumi-tenant events", () => {
  test("prints a line for each event, as text or as JSON, until a signal ends it", async () => {
    const emulator = await tenant();
    const people = run(emulator, ["--type", "organization.created", "--type", "connection.created"]);
    const tools = run(emulator, ["--json", "--since", "10m"]);
    await Promise.all([people, tools].map(({ seen }) => seen(({ stderr }) => stderr.includes("listening"))));
    emulator.events.publish("organization.created", { id: "org_1", name: "one\u001b[2J" });
    emulator.events.publish("organization.updated", { id: "org_1", name: "one", display_name: "One" });
    const options = { issuer: "https://idp.example.com/", client_id: "corp" };
    emulator.connections.create({ name: "corp", strategy: "oidc", options });
    await people.seen(({ stdout }) => stdout.split("\n").length > 2);
    await tools.seen(({ stdout }) => stdout.split("\n").length > 3);
    expect(people.text.stdout).toMatch(
      /^\S+Z {2}organization\.created {2}one\\u001b\[2J \(org_1\)\n\S+ {2}connection\.created {2}corp \(con_/,
    );
    const lines = tools.text.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type }) => type).sort()).toEqual([
      "connection.created",
      "organization.created",
      "organization.updated",
    ]);
    people.child.kill("SIGINT");
    tools.child.kill("SIGTERM");
    expect(await Promise.all([people.ended, tools.ended])).toEqual([0, 0]);
  });

  test("killed and restarted with a cursor file, loses no event and repeats only those after the last save", async () => {
    const emulator = await tenant();
    const cursor = join(await folder(), "cursor.json");
    const published: string[] = [];
    const printed: string[] = [];
    const saved = async () => {
      const text = await readFile(cursor, "utf8").catch(() => undefined);
      return text === undefined ? [] : (JSON.parse(text) as { position: { seen: string[] } }).position.seen;
    };
    for (let round = 0; round < 8; round++) {
      const order = [...printed];
      const before = await saved();
      const { child, text, seen, ended } = run(emulator, ["--json", "--cursor-file", cursor]);
      await seen(({ stderr }) => stderr.includes("listening"));
      // the first start must have left a position before anything may be missed
      await expect.poll(() => existsSync(cursor), { timeout: 20_000 }).toBe(true);
      for (let n = 0; n < 150; n++)
        published.push(emulator.events.publish("user.updated", { user_id: `${round}-${n}` }));
      if (round % 2 === 0) emulator.events.cut({ midway: true });
      await seen(({ stdout }) => idsIn(stdout).length > 20 + 15 * round);
      child.kill("SIGKILL");
      await ended;
      const ids = idsIn(text.stdout);
      printed.push(...ids);
      // only what was printed after the save that this start read may be printed again
      const savedUpTo = Math.max(-1, ...before.map((id) => order.lastIndexOf(id)));
      expect(ids.filter((id) => order.includes(id) && order.indexOf(id) <= savedUpTo)).toEqual([]);
    }
    const last = run(emulator, ["--json", "--cursor-file", cursor]);
    await expect
      .poll(() => new Set([...printed, ...idsIn(last.text.stdout)]).size, { timeout: 20_000 })
      .toBe(published.length);
    last.child.kill("SIGTERM");
    expect(await last.ended).toBe(0);
    printed.push(...idsIn(last.text.stdout));
    expect(new Set(printed)).toEqual(new Set(published));
    // ended by a signal, everything is saved: nothing comes again
    const again = run(emulator, ["--json", "--cursor-file", cursor]);
    await again.seen(({ stderr }) => stderr.includes("listening"));
    const id = emulator.events.publish("user.created", { user_id: "last" });
    await again.seen(({ stdout }) => stdout.includes(id));
    expect(idsIn(again.text.stdout)).toEqual([id]);
  });

  test("ends when its reader goes away; the next start prints the unread events", async () => {
    const emulator = await tenant();
    const path = await folder();
    const cursor = join(path, "cursor.json");
    const { child, ended, seen } = run(emulator, ["--json", "--cursor-file", cursor]);
    await seen(({ stderr }) => stderr.includes("listening"));
    child.stdout.destroy();
    const ids = [emulator.events.publish("user.created", { user_id: "1" })];
    expect(await ended).toBe(0);
    expect(await readdir(path)).toEqual(["cursor.json"]);
    const next = run(emulator, ["--json", "--cursor-file", cursor]);
    await next.seen(({ stdout }) => stdout.includes("\n"));
    expect(idsIn(next.text.stdout)).toEqual(ids);
  });

  test("waits while the tenant has too many streams, and says so at once", async () => {
    const emulator = await startEmulator({ plan: { default: { burst: 1_000, perSecond: 1_000 }, streams: 1 } });
    onTestFinished(() => emulator.close());
    const first = run(emulator, []);
    await first.seen(({ stderr }) => stderr.includes("listening"));
    const second = run(emulator, []);
    await second.seen(({ stderr }) => stderr !== "");
    expect(second.text.stderr).toMatch(
      /^events: the tenant has as many open event streams as its plan allows, so this/,
    );
    expect(emulator.requests.filter(({ status }) => status === 403)).toHaveLength(1);
    first.child.kill("SIGTERM");
    await second.seen(({ stderr }) => stderr.includes("listening"));
  });

  test("ends on a signal even while the token endpoint hangs", async () => {
    const emulator = await tenant();
    const asked = new Promise<void>((resolve) => {
      emulator.onRequest(({ request }) => request.path === "/oauth/token" && resolve());
    });
    emulator.inject({ kind: "hang", path: "/oauth/token", times: Number.POSITIVE_INFINITY });
    const { child, ended, text } = run(emulator, []);
    await asked;
    const since = performance.now();
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(text.stderr).toBe("");
    // The client gives an answer 15 s to begin, several times.
    expect(performance.now() - since).toBeLessThan(10_000);
  });

  test.each([
    ["an unknown type", ["--type", "user.blocked"], 2, /Unknown event type/],
    ["an invalid time", ["--since", "soon"], 2, /10m/],
    ["two start positions", ["--since", "10m", "--from", "x"], 2, /exclude each other/],
    ["an invalid cursor", ["--from", "x"], 1, /Invalid cursor format/],
  ])("refuses %s", async (_, args, code, said) => {
    const { text, ended } = run(await tenant(), args);
    expect(await ended).toBe(code);
    expect(text.stderr).toMatch(said);
    expect(text.stdout).toBe("");
  });

  test("does not overwrite a cursor file of another tenant or any other file", async () => {
    const emulator = await tenant();
    const path = join(await folder(), "file");
    for (const [content, said] of [
      ["{}", /not a cursor file/],
      [JSON.stringify({ version: 1, tenant: "other.example.com", position: { seen: [] } }), /other\.example\.com/],
    ] as const) {
      await writeFile(path, content);
      const { text, ended } = run(emulator, ["--cursor-file", path]);
      expect(await ended).toBe(1);
      expect(text.stderr).toMatch(said);
      expect(await readFile(path, "utf8")).toBe(content);
    }
  });
});
