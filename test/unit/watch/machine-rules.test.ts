import { describe, expect, it } from "vitest";
import type { TenantEvent } from "../../../provider/src/client/events/index.ts";
import type { StackResource } from "../../../provider/src/pulumi-cli/exported-stack.ts";
import type { ResourceReport } from "../../../provider/src/report/types.ts";
import { Machine, type MachineStep } from "../../../provider/src/watch/machine.ts";
import { defaultTimes } from "../../../provider/src/watch/options.ts";

const type = "pulumi-nodejs:dynamic/tenant:OrganizationMemberRoles";
const urn = `urn:pulumi:dev::shop::${type}::ann`;
const ann: StackResource = {
  ...{ urn, type, id: "org::ann", inputs: {}, ignored: [] },
  outputs: { organizationId: "org", userId: "ann", roles: [] },
};
/** A role that is at the tenant and not in the state. */
const drift: ResourceReport = {
  ...{ urn, type, name: "ann", id: "org::ann", state: "changed" },
  changes: [{ path: "roles[]", kind: "add", is: "admin" }],
};
/** Longer than any report waits for an event. In milliseconds. */
const patience = 60_000;

/** The event of the role, which happened at a time of the machine's clock. */
const assigned = (id: string, happened: number): TenantEvent => ({
  ...{ id, type: "organization.member.role.assigned", time: new Date(happened).toISOString() },
  data: { object: { organization: { id: "org" }, user: { user_id: "ann" }, role: { id: "admin" } } },
});

/** A machine that knows its stack, and what it does first. */
function started(resources: readonly StackResource[] = [ann], known: readonly ResourceReport[] = []) {
  const machine = new Machine(["dev"], { ...defaultTimes, every: 1_000_000 }, true, known);
  expect(machine.next(0).looks).toEqual(["dev"]);
  machine.looked("dev", { isRunning: false, resources }, 0);
  return { machine, step: machine.next(0) };
}

/** The only read of a step. */
function readOf({ reads }: MachineStep) {
  const [read, ...others] = reads;
  expect(others).toEqual([]);
  if (!read) throw new Error("nothing is read");
  return read;
}

const kindsOf = ({ reports }: MachineStep) => reports.map(({ kind }) => kind);

describe("a watch", () => {
  it("reports drift of an earlier watch as restored once its resource has left the stack", () => {
    expect(kindsOf(started([], [drift]).step)).toEqual(["restored"]);
  });

  it("reports drift only after it has looked at the stack's state again", () => {
    const { machine, step } = started();
    machine.compareAll();
    expect(machine.next(10).looks).toEqual(["dev"]);
    machine.answered(readOf(step), drift, 20);
    machine.looked("dev", { isRunning: false }, 30);
    const later = machine.next(patience);
    expect(kindsOf(later)).toEqual([]);
    expect(later.looks).toEqual(["dev"]);
    machine.looked("dev", { isRunning: false }, patience);
    expect(kindsOf(machine.next(patience))).toEqual(["drift"]);
  });

  it("reads again once an update of the stack has ended, and reports nothing found before", () => {
    const { machine, step } = started();
    machine.answered(readOf(step), drift, 10);
    expect(machine.next(10).looks).toEqual(["dev"]);
    machine.looked("dev", { isRunning: true, againMs: 1_000 }, 20);
    const during = machine.next(patience);
    expect([kindsOf(during), during.reads]).toEqual([[], []]);
    machine.looked("dev", { isRunning: false }, patience);
    const after = machine.next(patience);
    expect(kindsOf(after)).toEqual([]);
    machine.answered(readOf(after), undefined, patience);
    expect(kindsOf(machine.next(2 * patience))).toEqual([]);
  });

  it("does not trust a listing that was requested before an event, as listings can lag", () => {
    const { machine, step } = started();
    const listed = readOf(step);
    expect(listed.how).toBe("in listings");
    machine.event(assigned("evt_1", 10), 10);
    machine.answered(listed, drift, 20);
    expect(machine.next(20).looks).toEqual([]);
    const itself = readOf(machine.next(1_000));
    expect(itself.how).toBe("directly");
    machine.answered(itself, undefined, 1_100);
    expect(kindsOf(machine.next(patience))).toEqual([]);
  });

  it("does not attribute a later change to a late event of an earlier change", () => {
    const { machine, step } = started();
    machine.answered(readOf(step), undefined, 10);
    machine.event(assigned("evt_1", 99_000), 100_000, 99_000);
    const first = readOf(machine.next(101_000));
    // It comes while the object is read, and the answer shows that nothing of it is left.
    machine.event(assigned("evt_0", 1_000), 101_010, 1_000);
    machine.answered(first, undefined, 101_020);
    // Another client does the same, of which there is no event.
    machine.answered(readOf(machine.next(102_000)), drift, 102_010);
    expect(machine.next(102_010).looks).toEqual(["dev"]);
    machine.looked("dev", { isRunning: false }, 102_020);
    const { reports } = machine.next(102_020 + patience);
    expect(reports.map(({ kind, causes }) => [kind, causes])).toEqual([["drift", []]]);
  });

  it("polls resources that have no events of their changes, even if events of their connection exist", () => {
    const resource = (name: string, outputs: StackResource["outputs"]): StackResource => {
      const token = `pulumi-nodejs:dynamic/tenant:${name}`;
      return { urn: `urn:pulumi:dev::shop::${token}::it`, type: token, id: "it", inputs: {}, outputs, ignored: [] };
    };
    const scim = resource("ConnectionScim", { connectionId: "con_1" });
    const north = resource("Organization", { name: "north" });
    const { machine, step } = started([scim, north]);
    for (const read of step.reads) machine.answered(read, undefined, 10);
    machine.event({ ...assigned("evt_1", 900_000), data: { object: {} } }, 900_000);
    const polled = machine.next(1_100_000).reads.map(({ entry }) => entry.type);
    expect(polled).toEqual([scim.type]);
  });
});
