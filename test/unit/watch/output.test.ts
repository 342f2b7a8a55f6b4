import { createColors } from "picocolors";
import { afterEach, describe, expect, it, vi } from "vitest";
import { unstyled } from "../../../provider/src/report/document.ts";
import { ExecBacklog } from "../../../provider/src/watch/exec.ts";
import {
  execEntry,
  GithubReports,
  jsonLine,
  reportEntry,
  statusEntry,
  textLine,
  toText,
  UnreadLog,
  unreadEntries,
} from "../../../provider/src/watch/log.ts";
import type { Cause } from "../../../provider/src/watch/options.ts";
import { reportOf } from "./reports.ts";

afterEach(() => vi.unstubAllEnvs());

const cause = (eventId: string, more: Partial<Cause> = {}): Cause => ({
  eventId,
  type: "connection.updated",
  when: "2026-01-31T12:00:00.000Z",
  who: {},
  from: {},
  ...more,
});

/** A text that would control a terminal, a log or a page. */
const hostile = "\u001b[2J\n::error::owned `x` <b> @example";

describe("a report on a terminal", () => {
  it("shows old and new values, the author of the change, the time and the IP address", () => {
    expect(toText(reportOf("corp"))).toBe(
      [
        "2026-01-31T12:00:00.400Z  drift  Connection corp (con_corp) in stack dev",
        '  displayName: "Corp" → "Other"',
        "  by Dashboard (client_1), from 192.0.2.1, browser, at 2026-01-31T12:00:00.000Z (connection.updated evt_1)\n",
      ].join("\n"),
    );
  });

  it("names the authors of each change", () => {
    const text = toText(
      reportOf("corp", {
        changes: [
          { path: "displayName", kind: "update", was: "Corp", is: "Other", causedBy: ["evt_1"] },
          { path: "options.client_secret", kind: "update", secret: true, causedBy: ["evt_2", "evt_1"] },
          { path: "metadata.team", kind: "add", is: "a", causedBy: [] },
        ],
        causes: [
          cause("evt_1", { who: { userId: "auth0|1", userName: "one@example.com", clientId: "client_1" } }),
          cause("evt_2", { who: { userId: "auth0|2" } }),
        ],
      }),
    );
    expect(text.split("\n").slice(1, -1)).toEqual([
      '  displayName: "Corp" → "Other"  [evt_1]',
      "  options.client_secret: [secret] → [secret], another value  [evt_2, evt_1]",
      '  metadata.team: absent → "a"',
      "  by one@example.com (auth0|1) with client_1, at 2026-01-31T12:00:00.000Z (connection.updated evt_1)",
      "  by auth0|2, at 2026-01-31T12:00:00.000Z (connection.updated evt_2)",
    ]);
  });

  it("shows deleted and restored objects, and that the author is unknown", () => {
    const gone = { state: "deleted", changes: [], causes: [] } as const;
    expect(toText(reportOf("corp", gone))).toContain(
      "drift  Connection corp (con_corp) in stack dev\n  deleted: in the state, but no longer at the tenant\n  changed by: unknown (no matching event)\n",
    );
    expect(toText(reportOf("corp", { ...gone, kind: "restored" }))).toContain(
      "restored  Connection corp (con_corp) in stack dev\n  the deleted object exists again\n",
    );
  });

  it("contains no control characters, from whatever source", () => {
    const all = reportOf(hostile, {
      id: hostile,
      stack: hostile,
      changes: [{ path: hostile, kind: "update", was: hostile, is: hostile, causedBy: [hostile] }],
      causes: [
        cause(hostile, { who: { userName: hostile, clientName: hostile }, from: { ip: hostile, userAgent: hostile } }),
        cause("evt_2"),
      ],
    });
    const text = toText(all);
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
    expect(text.split("\n")).toHaveLength(5);
    expect(toText(reportOf("corp"), { ...unstyled, ...createColors(true) })).toContain("\u001b[33m");
  });
});

describe("reports on GitHub", () => {
  it("are a warning for drift, a notice for restored values, and the job's summary", () => {
    const reports = new GithubReports();
    expect(reports.annotation(reportOf("corp"))).toBe(
      '::warning title=Drift%3A Connection corp (con_corp) in stack dev::displayName: "Corp" → "Other"%0Aby Dashboard (client_1), ' +
        "from 192.0.2.1, browser, at 2026-01-31T12:00:00.000Z (connection.updated evt_1)",
    );
    expect(reports.annotation(reportOf("corp", { kind: "restored" }))).toMatch(
      /^::notice title=Restored%3A Connection corp/,
    );
    expect(reports.summary()).toBe(
      [
        "### Watch: 2 reports",
        "",
        ...["Drift", "Restored"].flatMap((kind) => [
          `- ${kind}: **\`Connection corp (con_corp) in stack dev\`**, \`2026-01-31T12:00:00.400Z\``,
          '  - `displayName: "Corp" → "Other"`',
          "  - `by Dashboard (client_1), from 192.0.2.1, browser, at 2026-01-31T12:00:00.000Z (connection.updated evt_1)`",
        ]),
        "",
      ].join("\n"),
    );
    expect(new GithubReports().summary()).toBe("### Watch: no drift\n");
  });

  it("are at most ten annotations of each kind, and a summary within GitHub's limit", () => {
    const reports = new GithubReports();
    const made = Array.from({ length: 5_000 }, (_, nth) => reports.annotation(reportOf(`corp-${nth}`)));
    expect(made.filter((one) => one !== undefined)).toHaveLength(10);
    expect(made[9]).toMatch(/^::warning title=Drift%3A further reports::/);
    expect(reports.summary().length).toBeLessThan(65_536);
    expect(reports.summary()).toMatch(/^### Watch: 5000 reports\n\n- 4000 older reports are left out\.\n/);
    expect(reports.summary()).toMatch(/… and \d+ more, omitted for length\n$/);
  });

  it("contain no workflow commands or Markdown from other sources", () => {
    vi.stubEnv("GITHUB_ACTIONS", "true");
    const reports = new GithubReports();
    const annotation = reports.annotation(
      reportOf(hostile, { causes: [cause("evt_1", { who: { userName: hostile } })] }),
    );
    expect(annotation).not.toMatch(/\n|(?<=.)::error/);
    for (const line of reports.summary().split("\n").slice(2))
      expect(line.replace(/(`+) ?.*? ?\1/g, "")).not.toMatch(/<b>|@example/);
  });
});

describe("the log", () => {
  const now = new Date("2026-01-31T12:00:01Z");
  const place = new ExecBacklog();
  place.add(reportOf("corp"), 0);
  const document = place.handOver();
  const figures = { resources: 800, open: 1, events: 3, reports: 2, lagMs: 410, calls: 12 };

  it("has a line of JSON for each event, with its resources", () => {
    const entry = statusEntry({ state: "event", id: "evt_1", type: "connection.updated", urns: ["urn:a"] });
    expect(JSON.parse(jsonLine(entry as never, now))).toEqual({
      time: "2026-01-31T12:00:01.000Z",
      level: "info",
      what: "event",
      id: "evt_1",
      type: "connection.updated",
      urns: ["urn:a"],
    });
  });

  it("has the figures once a minute: changes, lag and calls", () => {
    expect(statusEntry({ state: "figures", figures })).toEqual({ level: "info", what: "figures", ...figures });
  });

  it("has the subject and the lag of a report, and no value of the tenant", () => {
    const entry = reportEntry(reportOf("corp"));
    expect(entry).toMatchObject({
      what: "drift",
      urn: reportOf("corp").urn,
      leaves: ["displayName"],
      causes: ["evt_1"],
      lagMs: 400,
    });
    expect(JSON.stringify(entry)).not.toMatch(/Corp|Other|192\.0\.2\.1/);
    expect(reportEntry(reportOf("corp", { causes: [] }))).not.toHaveProperty("lagMs");
  });

  it("shows in text what reports do not show", () => {
    const said = (entry: ReturnType<typeof statusEntry>) => entry && textLine(entry);
    expect(said(statusEntry({ state: "ready", swept: [], figures }))).toBe(
      "watch: watching 800 resources by events and 0 by polling",
    );
    const swept = ["Role::a", "ClientGrant::b", "Role::c"].map(
      (one) => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/tenant:${one}`,
    );
    expect(said(statusEntry({ state: "ready", swept, figures }))).toBe(
      "watch: watching 797 resources by events and 3 by polling (ClientGrant 1, Role 2)",
    );
    expect(said(statusEntry({ state: "stream", stream: { state: "open" } }))).toBe(
      "watch: listening to the tenant's events",
    );
    expect(said(statusEntry({ state: "stream", stream: { state: "connecting", attempt: 1 } }))).toBeUndefined();
    expect(
      said(statusEntry({ state: "stream", stream: { state: "waiting", ms: 2_000, why: "the connection was lost" } })),
    ).toBe("watch: warning: no events are received: the connection was lost; trying again in 2.0 s");
    expect(said(statusEntry({ state: "comparing", what: "everything", why: "events may be missing" }))).toBe(
      "watch: comparing all resources: events may be missing",
    );
    expect(said(statusEntry({ state: "waiting", stack: "dev" }))).toBe(
      "watch: an update of stack dev is running; events are handled after the update",
    );
    expect(said(statusEntry({ state: "left out", stack: "dev", resources: 3 }))).toBe(
      "watch: warning: 3 resources of stack dev belong to another tenant and are not watched",
    );
    expect(said(statusEntry({ state: "failed", what: "Connection corp", why: "the service answered 500" }))).toBe(
      "watch: warning: Connection corp could not be read: the service answered 500",
    );
    expect(said(statusEntry({ state: "figures", figures }))).toBeUndefined();
    expect(said(reportEntry(reportOf("corp")))).toBeUndefined();
  });

  it("has the reason for many unread resources once, and names single ones for another reason", () => {
    const urn = (n: number) => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/tenant:Role::r${n}`;
    const refused = (n: number) =>
      `Could not read role rol_${n}: the tenant refused the client's secret (401, request id ${n}).`;
    const advice = "Check TENANT_CLIENT_SECRET.";
    const unread = new Map(
      Array.from({ length: 12 }, (_, n) => [urn(n), n === 5 ? `${refused(n)} ${advice}` : refused(n)]),
    );
    const saidOf = (compared: number) => unreadEntries(unread, compared).map(textLine);
    const why = `could not be read: the tenant refused the client's secret (401, request id 5). ${advice}`;
    expect(saidOf(12)).toEqual([`watch: warning: all 12 resources ${why}`]);
    const ten = "Role r0, Role r1, Role r10, Role r11, Role r2, Role r3, Role r4, Role r5, Role r6, Role r7";
    expect(saidOf(13)).toEqual([`watch: warning: 12 resources (${ten} and 2 more) ${why}`]);
    unread.set(urn(20), "Could not read role rol_20: the connection was lost.");
    expect(saidOf(13)).toEqual([
      `watch: warning: 12 resources (${ten} and 2 more) ${why}`,
      "watch: warning: Role r20 could not be read: the connection was lost.",
    ]);
  });

  it("collects unread resources for a second, and writes the others at the end", () => {
    vi.useFakeTimers();
    try {
      const said: string[] = [];
      const log = new UnreadLog({
        say: ({ message }) => said.push(String(message)),
        compared: () => 2,
        waitMs: 1_000,
      });
      const urn = (name: string) => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/tenant:Role::${name}`;
      log.add(urn("a"), "refused");
      vi.advanceTimersByTime(999);
      log.add(urn("b"), "refused");
      expect(said).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(said).toEqual(["all 2 resources could not be read: refused"]);
      log.add(urn("a"), "refused");
      log.end();
      vi.advanceTimersByTime(10_000);
      expect(said.slice(1)).toEqual(["Role a could not be read: refused"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("has failures of --exec, the time of the next attempt, undelivered reports, and fights between tools", () => {
    const failed = { state: "failed", document, ms: 12, end: { why: "ended with 1", output: "no route" } } as const;
    expect(execEntry({ ...failed, againMs: 4_000 })).toEqual({
      level: "warning",
      what: "exec failed",
      urn: document.urn,
      ms: 12,
      message: "the command for corp ended with 1; retry in 4 s. Output of the command: no route",
    });
    expect(execEntry(failed).message).toContain("no retry, as the watch is ending");
    expect(execEntry({ state: "taken", document, ms: 12 })).toEqual({
      level: "info",
      what: "exec taken",
      urn: document.urn,
      ms: 12,
    });
    expect(execEntry({ state: "fight", report: reportOf("corp") }).message).toContain("another tool also changes it");
    expect(execEntry({ state: "left", urns: [document.urn] })).toMatchObject({
      what: "exec left",
      urns: [document.urn],
    });
  });
});
