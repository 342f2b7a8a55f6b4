import type { EventType, TenantEvent } from "../../../provider/src/client/events/index.ts";
import type { StackResource } from "../../../provider/src/pulumi-cli/exported-stack.ts";
import type { ResourceDrift } from "../../../provider/src/watch/compare.ts";
import { type Look, Machine } from "../../../provider/src/watch/machine.ts";
import { defaultTimes } from "../../../provider/src/watch/options.ts";
import type { Comparison, Reported } from "../../../provider/src/watch/watched-resource.ts";

/** One member of an organization, or an API of which there are no events. Both hold roles: leaves that come and go. */
export interface Simulated {
  readonly name: string;
  readonly hasEvents: boolean;
}

type Roles = readonly string[];

/** What the stream did to an event. */
interface Rules {
  /** The stream is down until then: what happens comes later, or is lost if the service forgets it. */
  downUntil: number;
  forgets: boolean;
  /** Most milliseconds that an event takes. */
  delay: number;
}

/**
 * A tenant, a stack, an event stream and a machine that watches, on a clock that jumps from one happening to the next. Everything takes its
 * time: calls, looks at the state, events. All is decided by one seed.
 */
export class Simulation {
  now = 0;
  readonly reports: Reported[] = [];
  readonly reads: Comparison[] = [];
  looks = 0;
  /** The share of reads that fail. */
  failing = 0;
  readonly machine: Machine;
  /** Every event that was ever published, by id. */
  readonly published = new Map<
    string,
    { readonly name: string; readonly role: string; readonly type: string; readonly who: string }
  >();
  readonly #things: readonly Simulated[];
  readonly #tenant = new Map<string, Roles>();
  readonly #state = new Map<string, Roles>();
  readonly #rules: Rules = { downUntil: 0, forgets: false, delay: 0 };
  #version = 0;
  #seen = -1;
  #isRunning = false;
  readonly #queue: { readonly at: number; readonly order: number; readonly run: () => void }[] = [];
  #order = 0;
  #seed: number;
  #wakeAt = Number.POSITIVE_INFINITY;

  constructor(things: readonly Simulated[], seed: number, everyMs = 60_000) {
    this.#things = things;
    this.#seed = seed;
    for (const { name } of things) {
      this.#tenant.set(name, ["r0"]);
      this.#state.set(name, ["r0"]);
    }
    this.machine = new Machine(["dev"], { ...defaultTimes, every: everyMs }, true);
    this.#step();
  }

  /** Another client assigns a role, or takes it away. */
  edit(name: string, role: string, who: string): void {
    const before = this.#tenant.get(name) ?? [];
    const has = before.includes(role);
    this.#tenant.set(name, has ? before.filter((one) => one !== role) : [...before, role]);
    if (!this.#things.find((thing) => thing.name === name)?.hasEvents) return;
    const type = `organization.member.role.${has ? "deleted" : "assigned"}` as EventType;
    const id = `evt_${this.published.size}`;
    this.published.set(id, { name, role, type, who });
    const event: TenantEvent = {
      id,
      type,
      time: new Date(this.now).toISOString(),
      data: {
        object: { organization: { id: "org" }, user: { user_id: name }, role: { id: role } },
        context: { client: { id: who } },
      },
    };
    this.#publish(event);
  }

  /** The stack is updated: what it declares of some resources changes, and the tenant with it. */
  run(wanted: ReadonlyMap<string, Roles>, eachMs: number): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    let at = eachMs;
    for (const [name, roles] of wanted) {
      this.#later(at, () => {
        for (const role of this.#differing(name, roles)) this.edit(name, role, "pipeline");
      });
      // The state is written after the tenant was changed.
      this.#later(at + this.#random(eachMs), () => this.#write(name, roles));
      at += eachMs;
    }
    this.#later(at + eachMs, () => {
      this.#isRunning = false;
    });
  }

  /** A refresh takes over what the tenant has. */
  accept(): void {
    if (this.#isRunning) return;
    for (const [name, roles] of this.#tenant) this.#write(name, roles);
  }

  /** The connection is lost for a while. */
  cut(ms: number, forgets: boolean): void {
    this.#rules.downUntil = Math.max(this.#rules.downUntil, this.now + ms);
    this.#rules.forgets = forgets;
    const until = this.#rules.downUntil;
    this.#later(until - this.now, () => {
      if (this.#rules.downUntil === until) this.machine.compareAll();
    });
  }

  disorder(ms: number): void {
    this.#rules.delay = ms;
  }

  /** Lets time pass. */
  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const [next] = this.#queue;
      const at = Math.min(next?.at ?? Number.POSITIVE_INFINITY, this.#wakeAt);
      if (at > end) break;
      this.now = Math.max(this.now, at);
      if (next && next.at <= this.now) {
        this.#queue.shift();
        next.run();
      }
      this.#step();
    }
    this.now = end;
    this.#step();
  }

  /** What a preview of a refresh shows: the leaves that differ, by resource. */
  previewed(): Record<string, readonly string[]> {
    const found = this.#things.map(
      ({ name }) => [name, findingOf(name, this.#state.get(name), this.#tenant.get(name))] as const,
    );
    return Object.fromEntries(
      found.flatMap(([name, finding]) => (finding ? [[name, finding.changes.map(leafOf).sort()] as const] : [])),
    );
  }

  /** What was reported and was not restored. A leaf that is reported while it is open, or restored while it is not, is an error. */
  open(): Record<string, readonly string[]> {
    const open = new Map<string, Set<string>>();
    for (const { resource, kind, changes } of this.reports) {
      const leaves = open.get(resource.name) ?? new Set();
      open.set(resource.name, leaves);
      for (const change of changes) {
        const leaf = kind === "drift" ? leafOf(change) : leafOf({ was: change.is, is: change.was });
        if (leaves.has(leaf) === (kind === "drift"))
          throw new Error(`${kind} of ${leaf} at ${resource.name} is said twice`);
        if (kind === "drift") leaves.add(leaf);
        else leaves.delete(leaf);
      }
    }
    return Object.fromEntries(
      [...open].flatMap(([name, leaves]) => (leaves.size > 0 ? [[name, [...leaves].sort()]] : [])),
    );
  }

  #publish(event: TenantEvent): void {
    const { downUntil, forgets, delay } = this.#rules;
    const isDown = this.now < downUntil;
    if (isDown && forgets) return;
    const wait = (isDown ? downUntil - this.now : 0) + this.#random(delay);
    const deliveries = this.#random(10) < 2 ? 2 : 1;
    const happened = this.now;
    for (let n = 0; n < deliveries; n++) {
      this.#later(wait + n * this.#random(delay + 100), () => void this.machine.event(event, this.now, happened));
    }
  }

  #differing(name: string, wanted: Roles): Roles {
    const has = this.#tenant.get(name) ?? [];
    return [...wanted.filter((role) => !has.includes(role)), ...has.filter((role) => !wanted.includes(role))];
  }

  #write(name: string, roles: Roles): void {
    this.#state.set(name, roles);
    this.#version += 1;
  }

  /** Does what the machine says, as often as it says so. */
  #step(): void {
    for (;;) {
      const { reads, looks, reports, wakeAt } = this.machine.next(this.now);
      this.#wakeAt = wakeAt;
      this.reports.push(...reports);
      for (const read of reads) this.#read(read);
      for (const name of looks) this.#look(name);
      if (reads.length + looks.length + reports.length === 0) return;
    }
  }

  #read(read: Comparison): void {
    this.reads.push(read);
    const name = read.entry.id;
    const fails = this.#random(100) < this.failing * 100;
    const [out, back] = [this.#random(300), this.#random(300)];
    this.#later(out, () => {
      const seen = this.#tenant.get(name);
      this.#later(back, () => {
        if (fails) this.machine.failed(read, this.now);
        else this.machine.answered(read, findingOf(name, rolesOf(read.entry), seen), this.now);
      });
    });
  }

  #look(name: string): void {
    this.looks += 1;
    this.#later(this.#random(600), () => {
      const [isRunning, version] = [this.#isRunning, this.#version];
      const resources = version === this.#seen ? {} : { resources: this.#things.map((thing) => this.#entryOf(thing)) };
      this.#seen = version;
      const look: Look = { isRunning, ...resources, againMs: isRunning ? 1_000 : 2_000 };
      this.#later(this.#random(100), () => this.machine.looked(name, look, this.now));
    });
  }

  #entryOf({ name, hasEvents }: Simulated): StackResource {
    const roles = this.#state.get(name) ?? [];
    const type = `pulumi-nodejs:dynamic/tenant:${hasEvents ? "OrganizationMemberRoles" : "ResourceServer"}`;
    const outputs = { organizationId: "org", userId: name, roles };
    return {
      urn: `urn:pulumi:dev::shop::${type}::${name}`,
      type,
      id: name,
      inputs: {},
      outputs,
      ignored: [],
    };
  }

  #later(ms: number, run: () => void): void {
    this.#order += 1;
    this.#queue.push({ at: this.now + ms, order: this.#order, run });
    this.#queue.sort((a, b) => a.at - b.at || a.order - b.order);
  }

  /** A whole number from 0 up to `below`. */
  #random(below: number): number {
    this.#seed = (Math.imul(this.#seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * below);
  }
}

function rolesOf({ outputs }: StackResource): Roles {
  return outputs.roles as Roles;
}

function findingOf(name: string, was: Roles = [], is: Roles = []): ResourceDrift {
  const gone = was
    .filter((role) => !is.includes(role))
    .map((role) => ({ path: "roles[]", kind: "delete" as const, was: role }));
  const added = is
    .filter((role) => !was.includes(role))
    .map((role) => ({ path: "roles[]", kind: "add" as const, is: role }));
  const changes = [...gone, ...added];
  return changes.length === 0 ? undefined : { urn: name, type: "", name, id: name, state: "changed", changes };
}

function leafOf({ was, is }: { readonly was?: unknown; readonly is?: unknown }): string {
  return is === undefined ? `-${was}` : `+${is}`;
}
