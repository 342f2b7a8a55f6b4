import type { WatchedChange, WatchReport } from "../../../provider/src/watch/options.ts";

/** A report of a leaf of a connection, as far as tests care. */
export function reportOf(name: string, more: Partial<WatchReport> = {}): WatchReport {
  const { kind = "drift" } = more;
  const change: WatchedChange = { path: "displayName", kind: "update", was: "Corp", is: "Other", causedBy: ["evt_1"] };
  return {
    version: 1,
    kind,
    stack: "dev",
    project: "shop",
    urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/tenant:Connection::${name}`,
    type: "pulumi-nodejs:dynamic/tenant:Connection",
    name,
    id: `con_${name}`,
    state: "changed",
    drift: kind === "drift",
    changes: [change],
    causes: [
      {
        eventId: "evt_1",
        type: "connection.updated",
        when: "2026-01-31T12:00:00.000Z",
        who: { clientId: "client_1", clientName: "Dashboard" },
        from: { ip: "192.0.2.1", userAgent: "browser" },
      },
    ],
    at: "2026-01-31T12:00:00.400Z",
    ...more,
  };
}
