import { describe, expect, it } from "vitest";
import type { TenantEvent } from "../../../provider/src/client/events/index.ts";
import type { StackResource } from "../../../provider/src/pulumi-cli/exported-stack.ts";
import type { Change, ResourceReport } from "../../../provider/src/report/types.ts";
import { brief } from "../../../provider/src/watch/bounds.ts";
import { Exec, ExecBacklog } from "../../../provider/src/watch/exec.ts";
import { toText } from "../../../provider/src/watch/log.ts";
import { Machine } from "../../../provider/src/watch/machine.ts";
import { defaultTimes, type WatchedChange, type WatchReport } from "../../../provider/src/watch/options.ts";
import { DeliveredReports } from "../../../provider/src/watch/watch.ts";
import { deltasOf, type Reported } from "../../../provider/src/watch/watched-resource.ts";

const type = "pulumi-nodejs:dynamic/tenant:Connection";
const urn = `urn:pulumi:dev::shop::${type}::corp`;
const corp: StackResource = {
  ...{ urn, type, id: "con_1", inputs: {}, ignored: [] },
  outputs: { strategy: "oidc" },
};

/** What the tenant has and the state has not, of a connection with many domains. */
const aliases = (nth: number, count = 8_000) =>
  Array.from({ length: count }, (_, n) => `domain-${n}-${nth}.example.com`);
const found = (list: readonly string[]): ResourceReport => ({
  ...{ urn, type, name: "corp", id: "con_1", state: "changed" },
  changes: list.map((is): Change => ({ path: "options.domain_aliases[]", kind: "add", is })),
});
/** What all events show. */
const shown = { id: "con_1", name: "corp", strategy: "oidc", display_name: "Corp" };
/** Another client replaces them all. */
const edit = (nth: number): TenantEvent => ({
  ...{ id: `evt_${nth}`, type: "connection.updated", time: new Date(nth * 1_000).toISOString() },
  data: {
    object: { ...shown, options: { domain_aliases: aliases(nth) } },
    previous_object: { ...shown, options: { domain_aliases: aliases(nth - 1) } },
    context: { client: { id: "somebody" } },
  },
});

/** A machine that has compared its only resource. */
function started(): Machine {
  const machine = new Machine(["dev"], { ...defaultTimes, every: 900_000 }, true);
  machine.next(0);
  machine.looked("dev", { isRunning: false, resources: [corp] }, 0);
  for (const read of machine.next(0).reads) machine.answered(read, undefined, 0);
  return machine;
}

/** What the machine says after everything that it asks for was answered. */
function settle(machine: Machine, finding: ResourceReport, now: number): Reported[] {
  for (const read of machine.next(now).reads) machine.answered(read, finding, now);
  for (const name of machine.next(now).looks) machine.looked(name, { isRunning: false }, now);
  return [...machine.next(now).reports];
}

/** A change that no event explains: its report waits for one, and the events become more. */
const unexplained: Change = { path: "displayName", kind: "update", was: "Corp", is: "Other" };

describe("a watch under attack", () => {
  it.each([
    ["", []],
    [", beside a change that no event explains", [unexplained]],
  ])("handles edits of 8,000 domain aliases of a connection within 10 s of CPU%s", (_, others) => {
    const machine = started();
    const before = process.threadCpuUsage();
    const said: Reported[] = [];
    // A tenth of them is enough to tell. All took 362 s, longer than the 5 minutes after which its liveness probe fails.
    for (let nth = 1; nth <= 10; nth++) {
      const now = nth * 1_000;
      machine.event(edit(nth), now, now);
      const finding = found(aliases(nth));
      said.push(...settle(machine, { ...finding, changes: [...finding.changes, ...others] }, now + 500));
      // The stream is busy, and each item of it is a step.
      for (let step = 0; step < 20; step++) said.push(...machine.next(now + 500 + step).reports);
    }
    const { user, system } = process.threadCpuUsage(before);
    said.push(...machine.next(100_000).reports);
    expect(said.at(-1)?.changes.find(({ path }) => path.endsWith("[]"))?.causedBy).toEqual(["evt_10"]);
    expect((user + system) / 1_000).toBeLessThan(10_000);
  });

  it("determines the author of a change once, however many steps follow, until a new event", () => {
    const machine = started();
    let looks = 0;
    const event = edit(1);
    const data = {
      get object() {
        looks += 1;
        return event.data.object;
      },
      previous_object: event.data.previous_object ?? {},
    };
    machine.event({ ...event, data }, 1_000, 1_000);
    settle(machine, { ...found(aliases(1, 10)), changes: [unexplained] }, 1_500);
    const before = looks;
    expect(before).toBeGreaterThan(0);
    for (let now = 1_500; now < 1_600; now++) machine.next(now);
    expect(looks).toBe(before);
    machine.event(edit(2), 1_600, 1_600);
    settle(machine, { ...found(aliases(1, 10)), changes: [unexplained] }, 2_100);
    expect(looks).toBeGreaterThan(before);
  });

  it("compares everything at most once in 5 minutes for thousands of events of an unknown type", () => {
    const machine = started();
    const rounds: number[] = [];
    for (let now = 1_000; now < 1_201_000; now += 100) {
      machine.noteUnknownEvent();
      const { round, reads } = machine.next(now);
      if (round === "everything") rounds.push(now);
      for (const read of reads) machine.answered(read, undefined, now);
    }
    expect(rounds).toEqual([1_000, 301_000, 601_000, 901_000]);
    // The last of them is not forgotten, and then it is quiet.
    expect(machine.next(1_201_000).round).toBe("everything");
    expect(machine.next(1_501_000).round).not.toBe("everything");
  });

  it.each([
    [3, ["evt_0"]],
    [20, []],
  ])("keeps of %i events of a megabyte only the latest 4 MiB", (count, by) => {
    const machine = started();
    const renamed = (nth: number, was: string, filling: string): TenantEvent => ({
      ...edit(nth),
      data: {
        object: { ...shown, display_name: "Other", options: { filling } },
        previous_object: { ...shown, display_name: was },
      },
    });
    machine.event(renamed(0, "Corp", ""), 0, 0);
    for (let nth = 1; nth <= count; nth++) machine.event(renamed(nth, "Other", "x".repeat(1 << 20)), nth, nth);
    const said = settle(machine, { ...found([]), changes: [unexplained] }, 1_000);
    said.push(...machine.next(60_000).reports);
    expect(said.map(({ causes }) => causes.map(({ eventId }) => eventId))).toEqual([by]);
  });
});

/** A report of so many changes of one resource, as it is delivered. */
function delivered(count: number): WatchReport {
  const changes = aliases(0, count).map(
    (is): WatchedChange => ({ path: "options.domain_aliases[]", kind: "add", is, causedBy: [] }),
  );
  const resource = { ...found([]), changes };
  const reported: Reported = {
    resource,
    kind: "drift",
    state: "changed",
    changes,
    causes: [],
    left: { finding: resource },
  };
  return new DeliveredReports().add(reported, 0);
}

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe("a report of 8,000 changes", () => {
  it("shows 64 KiB of changes, and the number of the others", () => {
    const report = delivered(8_000);
    expect(bytes(report)).toBeLessThan(64 * 1024);
    expect(report.changes.length).toBeGreaterThan(200);
    expect(report.changes.length + (report.omitted ?? 0)).toBe(8_000);
    expect(toText(report)).toContain(`  … and ${report.omitted} more\n`);
    expect(delivered(100)).not.toHaveProperty("omitted");
  });

  it("says that the resource still drifts if only the shown changes were restored", () => {
    const all = delivered(8_000).changes;
    const resource = { ...found([]), changes: all.slice(1) };
    const restored: Reported = {
      resource,
      kind: "restored",
      state: "changed",
      changes: all.slice(0, 1),
      causes: [],
      left: { finding: resource },
    };
    expect(new DeliveredReports().add(restored, 0)).toMatchObject({ kind: "restored", drift: true });
    expect(new DeliveredReports().add({ ...restored, left: { finding: undefined } }, 0)).toMatchObject({
      drift: false,
    });
  });
});

describe("a value of 100,000 characters", () => {
  const [long, other] = ["é".repeat(100_000), `${"é".repeat(99_999)}!`];

  it("is shortened, and stays different from a value with another end", () => {
    expect(brief(long)).toMatch(/^é{900}… \(100000 characters, SHA-256 [0-9a-f]{16}…\)$/);
    expect(brief(long)).not.toBe(brief(other));
    expect(brief(brief(long))).toBe(brief(long));
    expect(brief({ a: long })).toEqual(expect.stringContaining("SHA-256"));
    expect(brief({ a: "x" })).toEqual({ a: "x" });
  });

  it("is not reported again by the next watch, which has its saved form", () => {
    const change: Change = { path: "metadata.note", kind: "add", is: long };
    const finding = { ...found([]), changes: [change] };
    const book = new DeliveredReports();
    book.add(
      {
        resource: finding,
        kind: "drift",
        state: "changed",
        changes: [{ ...change, causedBy: [] }],
        causes: [],
        left: { finding },
      },
      0,
    );
    const [saved] = book.open;
    expect(bytes(saved)).toBeLessThan(3_000);
    expect(deltasOf(saved, finding)).toEqual([]);
    expect(deltasOf(saved, { ...finding, changes: [{ ...change, is: other }] })).toMatchObject([{ kind: "drift" }]);
  });
});

describe("the reports that wait because --exec fails", () => {
  it("are at most 128 KiB for one resource, however often it is edited", () => {
    const place = new ExecBacklog();
    const report = delivered(8_000);
    for (let nth = 0; nth < 100; nth++) place.add({ ...report }, nth);
    expect(bytes(place.waiting)).toBeLessThan(128 * 1024);
    const { drift, reports, omitted } = place.handOver();
    expect([drift, reports.length + omitted]).toEqual([true, 100]);
  });

  it("are at most 2 MiB for all resources in a cursor file, and none is forgotten", () => {
    const exec = new Exec(
      () => new Promise(() => undefined),
      () => undefined,
    );
    const report = delivered(8_000);
    for (let nth = 0; nth < 400; nth++) exec.add({ ...report, urn: `${report.urn}-${nth % 200}` });
    exec.kill();
    const waiting = exec.waiting();
    expect(bytes(waiting)).toBeLessThan(2 * 1024 * 1024);
    expect(new Set(waiting.map(({ urn }) => urn)).size).toBe(200);
  });
});
