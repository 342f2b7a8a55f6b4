import childProcess from "node:child_process";
import { EventEmitter } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, expect, it, vi } from "vitest";
import { execCommand } from "../../../provider/src/commands/watch.ts";
import { ExecBacklog } from "../../../provider/src/watch/exec.ts";
import { reportOf } from "../watch/reports.ts";

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it("a command whose process the system cannot create is reported as not started", async () => {
  // What a process is when the system has no room for another one: it has no streams.
  vi.spyOn(childProcess, "spawn").mockImplementation(() => {
    const child = new EventEmitter() as childProcess.ChildProcess;
    process.nextTick(() => child.emit("error", new Error("spawn /bin/sh EAGAIN")));
    return child;
  });
  syncBuiltinESMExports();
  const place = new ExecBacklog();
  place.add(reportOf("a"), 0);
  const end = await execCommand("true")(place.handOver(), new AbortController().signal);
  expect(end).toEqual({ why: "could not be started: spawn /bin/sh EAGAIN", output: "" });
});
