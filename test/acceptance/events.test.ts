import { expect, test } from "vitest";
import type { TenantStreamCall } from "../../provider/src/client/call.ts";
import type { TenantAnswer, TenantCall } from "../../provider/src/client/index.ts";
import type { TypeName } from "../../provider/src/types/registry.ts";
import { startTenant, type TestTenant } from "../unit/import/tenant.ts";
import { comes, facts } from "./ledger.ts";
import { Meter, RunClient } from "./run-client.ts";
import { enough, factsWith, outcomeOf, quick, writing } from "./runs.ts";

const types: readonly TypeName[] = [
  "organization",
  "organizationConnection",
  "organizationMembers",
  "organizationMemberRoles",
];

test("the tenant sends an event for each change of a run", async () => {
  const tenant = await startTenant();
  const written = await writing(tenant, types);
  const believed = factsWith(written, "as believed");
  for (const fact of [
    `Organization, ${comes("organization.updated")}`,
    `OrganizationConnection, ${comes("organization.connection.removed")}`,
    `OrganizationMembers, ${comes("organization.member.added")}`,
    `OrganizationMemberRoles, ${comes("organization.member.role.deleted")}`,
  ])
    expect(believed).toContain(fact);
  expect(factsWith(written, "different")).toEqual([]);
});

test("a missing event is the only difference", async () => {
  const tenant = await startTenant();
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override open(call: TenantStreamCall, signal: AbortSignal) {
        const { event_type: asked } = call.query ?? {};
        const others = [asked].flat().filter((one) => one !== "organization.updated") as string[];
        return super.open({ ...call, query: { ...call.query, event_type: others } }, signal);
      }
    })(tenant.settings, meter, quick);
  const written = await writing(tenant, ["organization", "organizationMembers"], clientAt);
  expect(factsWith(written, "different")).toEqual([`Organization, ${comes("organization.updated")}`]);
});

test.each([
  [403, "feature_not_enabled", { result: "not on this plan" }],
  [403, "insufficient_scope", { result: "not tried", why: "the token lacks a scope" }],
  [404, "not_found", { result: "not tried", why: "the tenant opened no stream of events" }],
])("a stream that is refused (%i %s) is no difference", async (status, errorCode, expected) => {
  const tenant = await startTenant();
  refuse(tenant, status, errorCode);
  const written = await writing(tenant, ["organization"]);
  expect(factsWith(written, "different")).toEqual([]);
  expect(written.ledgers.get("organization")?.facts.get(comes("organization.created"))).toEqual(expected);
});

test("connections of the event stream count towards the budget, and an interruption ends the wait for events", async () => {
  const tenant = await startTenant();
  const stop = new AbortController();
  const meter = new Meter({ ...enough, signal: stop.signal });
  const before = tenant.emulator.export();
  refuse(tenant, 503, "unavailable");
  const ending = tenant.emulator.onRequest(({ phase, request }) => {
    if (phase !== "answered" || !request.path.startsWith("/api/v2/events")) return;
    ending();
    stop.abort();
  });
  const written = await writing(tenant, ["organization"], undefined, meter);
  expect(outcomeOf(written)).toMatchObject({ stopped: "the run was interrupted", left: 0 });
  expect(written.calls).toBe(tenant.calls().length);
  expect(tenant.emulator.export()).toEqual(before);
});

test("an interruption while the run waits for an event is no difference: the event was not tried", async () => {
  /** Tells the trial without one event, and aborts after its n-th deletion. Returns the number of deletions. */
  const tried = async (last: number, stop: AbortController) => {
    const tenant = await startTenant();
    let deletions = 0;
    const clientAt = (given: Meter) =>
      new (class extends RunClient {
        override open(call: TenantStreamCall, signal: AbortSignal) {
          return super.open({ ...call, query: { ...call.query, event_type: ["organization.created"] } }, signal);
        }
        override async send<T>(call: TenantCall): Promise<TenantAnswer<T>> {
          const answer = await super.send<T>(call);
          if (call.method === "DELETE" && !given.isRemoving && ++deletions === last) setImmediate(() => stop.abort());
          return answer;
        }
      })(tenant.settings, given, quick);
    const written = await writing(tenant, ["organization"], clientAt, new Meter({ ...enough, signal: stop.signal }));
    return { written, deletions };
  };
  const whole = await tried(0, new AbortController());
  const { written } = await tried(whole.deletions, new AbortController());
  expect(factsWith(whole.written, "different")).toContain(`Organization, ${comes("organization.updated")}`);
  expect(factsWith(written, "different")).toEqual([]);
  expect(factsWith(written, "as believed")).toContain(`Organization, ${facts.atOnce}`);
  expect(outcomeOf(written)).toMatchObject({ stopped: "the run was interrupted", left: 0 });
});

test("the event of a change that a missing scope prevented is not tried, with that reason, and no difference", async () => {
  const tenant = await startTenant();
  tenant.emulator.inject({
    ...{ kind: "status", status: 403, method: "PATCH", path: "/api/v2/organizations", times: Number.POSITIVE_INFINITY },
    body: { statusCode: 403, error: "Forbidden", errorCode: "insufficient_scope", message: "Insufficient scope." },
  });
  const written = await writing(tenant, ["organization"]);
  expect(factsWith(written, "different")).toEqual([]);
  expect(factsWith(written, "as believed")).toContain(`Organization, ${comes("organization.created")}`);
  expect(factsWith(written, "not tried")).toContain(`Organization, ${comes("organization.updated")}`);
});

function refuse({ emulator }: TestTenant, status: number, errorCode: string): void {
  emulator.inject({
    ...{ kind: "status", status, method: "GET", path: "/api/v2/events", times: Number.POSITIVE_INFINITY },
    body: { statusCode: status, error: "Refused", errorCode, message: "Refused." },
  });
}
