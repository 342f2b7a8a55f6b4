import { expect, onTestFinished, test, vi } from "vitest";
import { atSignals } from "./interruption.ts";

type Signal = readonly [name: "SIGINT" | "SIGTERM" | "SIGHUP", at: number];

/** How often signals, each with its time in milliseconds, interrupt a command, and which of them end its process at once. */
function after(...signals: readonly Signal[]) {
  const spy = vi.spyOn(process.stderr, "write").mockImplementation(() => true);
  onTestFinished(() => spy.mockRestore());
  let [now, interruptions] = [0, 0];
  const ends: string[] = [];
  const interrupt = () => {
    interruptions += 1;
  };
  const leave = atSignals("Stopping.", interrupt, { now: () => now, end: (name) => ends.push(`${name} at ${now}`) });
  onTestFinished(leave);
  for (const [name, at] of signals) {
    now = at;
    process.emit(name, name);
  }
  return { interruptions, ends };
}

const one: readonly Signal[] = [["SIGTERM", 0]];
const npm: readonly Signal[] = [
  ["SIGINT", 0],
  ["SIGINT", 5],
  ["SIGTERM", 999],
];
const closed: readonly Signal[] = [
  ["SIGHUP", 0],
  ["SIGHUP", 5],
  ["SIGHUP", 60_000],
];

test.each([
  ["one signal", one],
  ["a Ctrl-C that npm passes on", npm],
  ["a closed terminal", closed],
])("%s interrupts a command once, and does not end its process", (_, signals) => {
  expect(after(...signals)).toEqual({ interruptions: 1, ends: [] });
});

test("a second Ctrl-C a second later ends the process at once", () => {
  expect(after(...npm, ["SIGINT", 1_000])).toEqual({ interruptions: 1, ends: ["SIGINT at 1000"] });
});

test("a command whose work is done leaves signals to the system", () => {
  const before = process.listenerCount("SIGINT");
  const leave = atSignals("Stopping.", () => undefined);
  expect(process.listenerCount("SIGINT")).toBe(before + 1);
  leave();
  expect(process.listenerCount("SIGINT")).toBe(before);
});
