import type { ResourceReport } from "../drift/index.ts";
import type { TenantEvent } from "../tenant/events/index.ts";
import type { Finding } from "./compare.ts";
import { type Read, type Reported, Resource, restored } from "./resource.ts";
import { type Look, Stack } from "./stack.ts";
import type { StackResource } from "./stack-state.ts";
import { subjectOf } from "./subjects.ts";

/** Times in milliseconds. */
export interface MachineTimes {
  /** Between two comparisons of what has no events. */
  readonly every: number;
  /** How long a report waits for an event that explains it. */
  readonly patience: number;
  /** How long the stream has to be silent before an event counts as missing: while it catches up, more is to come. */
  readonly silence: number;
  /** The longest wait for an event, where the stream is never silent. */
  readonly longestPatience: number;
}

export const defaultTimes: Omit<MachineTimes, "every"> = { patience: 2_000, silence: 500, longestPatience: 30_000 };

/** What is to be done now. */
export interface Step {
  /** Each is answered by {@link Machine.answered} or {@link Machine.failed}. */
  readonly reads: readonly Read[];
  /** Stacks to look at. Each is answered by {@link Machine.looked} or {@link Machine.lookFailed}. */
  readonly looks: readonly string[];
  readonly reports: readonly Reported[];
  /** What has no events is compared from now on. */
  readonly isSweep: boolean;
  /** When to ask again, unless something happens before. */
  readonly wakeAt: number;
}

const never = Number.POSITIVE_INFINITY;

/**
 * Decides what is read, when, and what is reported. It knows neither the tenant nor the CLI nor a clock: all that happens is told to it,
 * and {@link next} says what to do. Times are monotonic milliseconds.
 *
 * An object is read when an event speaks of it, or when everything is compared. If it differs otherwise than was reported, its stack is
 * looked at. Only a state counts that was looked at after that, and that no update is about to change: so what a run of the stack has just
 * changed is compared with what that run wrote.
 */
export class Machine {
  readonly #times: MachineTimes;
  readonly #hasStream: boolean;
  readonly #stacks: ReadonlyMap<string, Stack>;
  readonly #bySubject = new Map<string, Set<Resource>>();
  /** The resources about which something is to be done, or is being done. */
  readonly #active = new Set<Resource>();
  /** What an earlier watch has reported, by URN, of resources that no state has shown yet. */
  readonly #known: Map<string, ResourceReport>;
  #gone: Reported[] = [];
  #nextSweep = never;
  /** Grows with everything that happens, to tell what came first. */
  #count = 0;
  #lastItem = Number.NEGATIVE_INFINITY;

  /**
   * @param known what an earlier watch has reported
   * @param hasStream whether there are events at all
   */
  constructor(
    stacks: readonly string[],
    times: MachineTimes,
    hasStream: boolean,
    known: readonly ResourceReport[] = [],
  ) {
    this.#times = times;
    this.#hasStream = hasStream;
    this.#known = new Map(known.map((report) => [report.urn, report]));
    this.#stacks = new Map(stacks.map((name) => [name, new Stack()]));
  }

  /** Nothing is to be done, or being done, until something happens. */
  get isIdle(): boolean {
    return this.#active.size === 0 && [...this.#stacks.values()].every(({ isIdle }) => isIdle);
  }

  /** Every stack was looked at. */
  get isKnown(): boolean {
    return [...this.#stacks.values()].every(({ isKnown }) => isKnown);
  }

  /** Every resource was compared since it came up, or could not be read. */
  get isCompared(): boolean {
    return (
      [...this.#stacks.values()].every(({ isKnown }) => isKnown) && [...this.#active].every(({ isTried }) => isTried)
    );
  }

  /** All resources that are watched. */
  get resources(): readonly Resource[] {
    return [...this.#stacks.values()].flatMap(({ resources }) => [...resources.values()]);
  }

  /**
   * An event came. Answers the resources that it is about.
   *
   * @param happened when that was at the tenant, as far as its clock tells
   */
  event(event: TenantEvent, now: number, happened = now): readonly Resource[] {
    this.passed(now);
    this.#count += 1;
    const found = [...(this.#bySubject.get(subjectOf(event)) ?? [])];
    for (const resource of found) {
      resource.hear({ event, at: this.#count, happened }, now);
      this.#active.add(resource);
    }
    return found;
  }

  /** The stream went on. */
  passed(now: number): void {
    this.#lastItem = now;
  }

  /** Events may be missing: everything is compared. */
  compareAll(): void {
    for (const resource of this.resources) this.#toCompare(resource);
    for (const stack of this.#stacks.values()) stack.wantLook();
  }

  /** A read was answered. */
  answered(read: Read, found: Finding, now: number): void {
    this.#count += 1;
    const { stack, resource } = this.#of(read);
    if (stack && resource?.take(read) && resource.found(read, found, this.#count, now)) stack.wantLook();
  }

  /** A read failed. It is tried again. */
  failed(read: Read, now: number): void {
    const { resource } = this.#of(read);
    if (resource?.take(read)) resource.failed(now);
  }

  /** A look at a stack was answered. */
  looked(name: string, look: Look, now: number): void {
    const stack = this.#stacks.get(name);
    if (!stack) return;
    const began = stack.looked(look, now);
    if (look.resources) this.#renew(name, stack, look.resources);
    if (this.isKnown) this.#sayGone();
    for (const resource of stack.resources.values()) {
      if (look.isRunning) resource.postpone();
      else resource.confirm(began);
    }
    if (this.#nextSweep === never) this.#nextSweep = now + this.#times.every;
  }

  /** A look at a stack failed. It is tried again. Answers whether an earlier one succeeded. */
  lookFailed(name: string, now: number): boolean {
    const stack = this.#stacks.get(name);
    stack?.failed(now);
    return stack?.isKnown === true;
  }

  /** What to do now. */
  next(now: number): Step {
    const isSweep = now >= this.#nextSweep;
    if (isSweep) this.#sweep(now);
    const reports = [...this.#gone];
    this.#gone = [];
    const reads: Read[] = [];
    let wakeAt = this.#nextSweep;
    for (const resource of this.#active) {
      const ready = this.#readyAt(resource, now);
      if (ready.at <= now) {
        reports.push(...ready.reports);
        resource.settle(ready.reports);
      } else wakeAt = Math.min(wakeAt, ready.at);
      if (this.#stacks.get(resource.stack)?.isRunning) continue;
      const readableAt = resource.readableAt(this.#lastItem);
      const read = readableAt <= now ? resource.next(now, this.#count) : undefined;
      if (read) reads.push(read);
      else if (readableAt > now) wakeAt = Math.min(wakeAt, readableAt);
      if (resource.isIdle) this.#active.delete(resource);
    }
    const due = [...this.#stacks].filter(([, stack]) => stack.isDue(now));
    this.#count += 1;
    for (const [, stack] of due) stack.begin(this.#count);
    const looks = due.map(([name]) => name);
    wakeAt = Math.min(wakeAt, ...[...this.#stacks.values()].map((stack) => stack.wakeAt));
    return { reads, looks, reports, isSweep, wakeAt };
  }

  /** When a resource's reports can be made, and which. A change that no event explains waits for one. */
  #readyAt(resource: Resource, now: number): { readonly at: number; readonly reports: readonly Reported[] } {
    const { reports, isExplained } = resource.reports();
    const { since = 0 } = resource.pending ?? {};
    if (reports.length === 0) return { at: never, reports };
    if (isExplained || !resource.subjects || !this.#hasStream) return { at: now, reports };
    const { patience, silence, longestPatience } = this.#times;
    return { at: Math.max(since + patience, Math.min(this.#lastItem + silence, since + longestPatience)), reports };
  }

  #sweep(now: number): void {
    this.#nextSweep = now + this.#times.every;
    for (const resource of this.resources) if (!resource.subjects) this.#toCompare(resource);
    for (const stack of this.#stacks.values()) stack.wantLook();
  }

  #toCompare(resource: Resource): void {
    resource.want();
    this.#active.add(resource);
  }

  /** The state is another one: what it says otherwise of a resource is compared. */
  #renew(name: string, stack: Stack, entries: readonly StackResource[]): void {
    const before = new Map(stack.resources);
    for (const entry of entries) {
      const old = before.get(entry.urn);
      before.delete(entry.urn);
      if (old && JSON.stringify(old.entry) === JSON.stringify(entry)) continue;
      const resource = new Resource(name, entry, old ?? this.#known.get(entry.urn));
      this.#known.delete(entry.urn);
      if (old) this.#remove(stack, old);
      this.#add(stack, resource);
    }
    for (const resource of before.values()) {
      this.#remove(stack, resource);
      this.#gone.push(...restored(resource.reported));
    }
  }

  /** What was reported before, of resources that have left the state since. */
  #sayGone(): void {
    for (const reported of this.#known.values()) this.#gone.push(...restored(reported));
    this.#known.clear();
  }

  #add(stack: Stack, resource: Resource): void {
    stack.resources.set(resource.entry.urn, resource);
    this.#active.add(resource);
    for (const subject of resource.subjects ?? []) {
      const same = this.#bySubject.get(subject) ?? new Set();
      this.#bySubject.set(subject, same.add(resource));
    }
  }

  #remove(stack: Stack, resource: Resource): void {
    stack.resources.delete(resource.entry.urn);
    this.#active.delete(resource);
    for (const subject of resource.subjects ?? []) {
      const same = this.#bySubject.get(subject);
      same?.delete(resource);
      if (same?.size === 0) this.#bySubject.delete(subject);
    }
  }

  #of({ stack: name, entry }: Read): { readonly stack?: Stack; readonly resource?: Resource } {
    const stack = this.#stacks.get(name);
    const resource = stack?.resources.get(entry.urn);
    return { ...(stack && { stack }), ...(resource && { resource }) };
  }
}
