import { EventEmitter, once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { execCommand } from "../../../provider/src/commands/watch.ts";
import {
  Exec,
  ExecBacklog,
  type ExecDocument,
  type ExecRun,
  type ExecStatus,
  execTimes,
} from "../../../provider/src/watch/exec.ts";
import { stillRunning, treeOf } from "../../e2e/processes.ts";
import { reportOf } from "./reports.ts";

const fast = { ...execTimes, quietMs: 10, retryMs: 20 };
const never = new AbortController().signal;

function documentOf(name: string): ExecDocument {
  const place = new ExecBacklog();
  place.add(reportOf(name), 0);
  return place.handOver();
}

/** A command line that runs a program of Node. */
const node = (program: string) => `"${process.execPath}" -e '${program}'`;

describe("a command of --exec", () => {
  it("gets the document as one line of JSON on standard input, and accepts it by ending with 0", async () => {
    const document = documentOf("a's");
    const end = await execCommand("cat")(document, never);
    expect(JSON.parse(end.output)).toEqual(document);
    expect(end.why).toBeUndefined();
  });

  it.each([
    ["exit 3", { why: "ended with exit code 3", output: "" }],
    ["echo out; echo bad >&2; exit 1", { why: "ended with exit code 1", output: "out bad" }],
    ["kill -TERM $$", { why: "ended by SIGTERM", output: "" }],
    [`printf '\\033[2J::error::x'; exit 1`, { why: "ended with exit code 1", output: "\\u001b[2J::error::x" }],
    ["no-such-command-here 2>/dev/null", { why: "ended with exit code 127", output: "" }],
  ])("that fails is reported with its exit code or signal and its output: %s", async (command, end) => {
    expect(await execCommand(command)(documentOf("a"), never)).toEqual(end);
  });

  it("that the system cannot start is reported as not started", async () => {
    const end = await execCommand(`: ${"x".repeat(200_000)}`)(documentOf("a"), never);
    expect(end).toEqual({ why: "could not be started: spawn E2BIG", output: "" });
  });

  it("with a long output has only its end reported", async () => {
    const end = await execCommand(node(`process.stdout.write("x".repeat(1e6) + "the end"); process.exitCode = 1`))(
      documentOf("a"),
      never,
    );
    expect(end.output).toHaveLength(4_000);
    expect(end.output).toMatch(/x the end$|xthe end$/);
  });

  it("may ignore its input, even a large document", async () => {
    const change = { path: "x", kind: "add", is: "x".repeat(1_000_000), causedBy: [] } as const;
    expect(
      await execCommand("true")({ ...documentOf("a"), reports: [reportOf("a", { changes: [change] })] }, never),
    ).toEqual({ output: "" });
  });

  it("is not awaited for processes that it leaves behind", async () => {
    const begun = performance.now();
    const end = await execCommand("sleep 30 & echo done")(documentOf("a"), never);
    expect(end).toEqual({ output: "done" });
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

describe("a command of --exec that does not end", () => {
  /** Tells its process to a socket, and starts children: one in a group of its own, and one whose parent ends. */
  let server: ReturnType<typeof createServer>;
  beforeAll(async () => {
    server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => server.close());

  it.each(["the limit", "the end of the watch"])("is killed with all processes that it has started: %s", async (by) => {
    const { port } = server.address() as { port: number };
    const idle = `setInterval(() => {}, 1000)`;
    const spawn = (detached: boolean) =>
      `require("node:child_process").spawn(process.execPath, ["-e", "${idle}"], { detached: ${detached}, stdio: "ignore" })`;
    const program = `${spawn(true)}; ${spawn(false)}; require("node:net").connect(${port}, "127.0.0.1", function () { this.write(String(process.pid)); }); ${idle}`;
    const orphan = `(sleep 300 & echo $! >&2)`;
    const stop = new AbortController();
    const connected = once(server, "connection");
    const ended = execCommand(`${orphan}; ${node(program)}; echo more`, by === "the limit" ? 3_000 : 60_000)(
      documentOf("a"),
      stop.signal,
    );
    const [socket] = await connected;
    const [pid] = await once(socket, "data");
    const family = await treeOf(Number(pid));
    expect(family).toHaveLength(3);
    if (by !== "the limit") stop.abort();
    const { why, output } = await ended;
    expect(why).toBe(by === "the limit" ? "killed after 3 s" : "killed because the watch ended");
    const sleep = { pid: Number(output), parent: 1, command: "sleep 300" };
    await expect.poll(() => stillRunning([...family, sleep])).toEqual([]);
  });
});

/** An Exec whose command a test ends by hand. */
function stage(times = fast) {
  const statuses: ExecStatus[] = [];
  const runs: { document: ExecDocument; end: (why?: string) => void }[] = [];
  const changes = new EventEmitter();
  const note = () => changes.emit("change");
  const run: ExecRun = (document, signal) =>
    new Promise((resolve) => {
      const end = (why?: string) => resolve({ ...(why !== undefined && { why }), output: "" });
      signal.addEventListener("abort", () => end("killed"));
      runs.push({ document, end });
      note();
    });
  const exec = new Exec(
    run,
    (status) => {
      statuses.push(status);
      note();
    },
    times,
  );
  const until = async (is: () => boolean) => {
    while (!is()) await once(changes, "change");
  };
  return { exec, statuses, runs, until };
}

describe("documents for --exec", () => {
  it("are passed one after another, and failures are reported and tried again", async () => {
    const { exec, statuses, runs, until } = stage();
    exec.add(reportOf("a"));
    exec.add(reportOf("b"));
    await until(() => runs.length === 1);
    runs[0]?.end("ended with 1");
    await until(() => runs.length === 2);
    runs[1]?.end();
    await until(() => runs.length === 3);
    runs[2]?.end();
    await until(() => statuses.length === 3);
    expect(runs.map(({ document }) => document.name)).toEqual(["a", "b", "a"]);
    expect(statuses).toMatchObject([
      { state: "failed", againMs: 20, end: { why: "ended with 1" } },
      { state: "taken" },
      { state: "taken" },
    ]);
    expect(exec.waiting()).toEqual([]);
  });

  it("that are left at the end are passed once, and failures are reported", async () => {
    const { exec, statuses, runs, until } = stage(execTimes);
    exec.add(reportOf("a"));
    exec.add(reportOf("b"));
    const ended = exec.end(60_000);
    await until(() => runs.length === 1);
    runs[0]?.end("ended with 1");
    await until(() => runs.length === 2);
    runs[1]?.end();
    await ended;
    expect(statuses).toMatchObject([
      { state: "failed" },
      { state: "taken" },
      { state: "left", urns: [reportOf("a").urn] },
    ]);
    expect(statuses[0]).not.toHaveProperty("againMs");
    expect(exec.waiting()).toEqual([reportOf("a")]);
  });

  it("are not passed after the time for the end, but a running command may end", async () => {
    const { exec, statuses, runs, until } = stage();
    exec.add(reportOf("a"));
    await until(() => runs.length === 1);
    exec.add(reportOf("b"));
    const ended = exec.end(0);
    runs[0]?.end();
    await ended;
    expect(statuses).toMatchObject([{ state: "taken" }, { state: "left", urns: [reportOf("b").urn] }]);
    expect(runs).toHaveLength(1);
  });

  it("are given up at once if the watch is to end at once", async () => {
    const { exec, statuses, runs, until } = stage();
    exec.add(reportOf("a"));
    await until(() => runs.length === 1);
    const ended = exec.end(60_000);
    exec.kill();
    await ended;
    expect(statuses).toMatchObject([
      { state: "failed", end: { why: "killed" } },
      { state: "left", urns: [reportOf("a").urn] },
    ]);
  });

  it("about a fight between two tools are reported once, and not passed", async () => {
    // Longer than it takes to tell two comparisons apart.
    const { exec, statuses, runs, until } = stage({ ...fast, quietMs: 150 });
    const report = async (kind: "drift" | "restored") => {
      const before = runs.length;
      exec.add(reportOf("a", { kind }));
      await until(() => runs.length > before);
      runs[before]?.end();
      await until(() => statuses.length > before);
    };
    for (let round = 0; round < 3; round++) {
      await report("drift");
      await report("restored");
    }
    exec.add(reportOf("a"));
    await exec.end(60_000);
    expect(runs).toHaveLength(6);
    expect(statuses.slice(6)).toEqual([
      { state: "fight", report: reportOf("a") },
      { state: "left", urns: [reportOf("a").urn] },
    ]);
  });
});
