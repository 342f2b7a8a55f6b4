import type { TenantEvent } from "../client/events/index.ts";
import type { StackResource } from "../pulumi-cli/stack-state.ts";
import type { ResourceReport } from "../report/types.ts";
import { subjectsOfEvent } from "./causes.ts";
import type { ResourceDrift } from "./compare.ts";
import { type Round, Rounds } from "./rounds.ts";
import { type Look, Stack } from "./stack.ts";
import type { WatchTimes } from "./times.ts";
import { type Comparison, type Reported, restored, WatchedResource } from "./watched-resource.ts";

/** What is to be done now. */
export interface MachineStep {
  /** Each is answered by {@link Machine.answered} or {@link Machine.failed}. */
  readonly reads: readonly Comparison[];
  /** Stacks to look at. Each is answered by {@link Machine.looked} or {@link Machine.lookFailed}. */
  readonly looks: readonly string[];
  readonly reports: readonly Reported[];
  /** What is compared from now on though no event speaks of it. */
  readonly round: Round | undefined;
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
  readonly #times: WatchTimes;
  readonly #hasStream: boolean;
  readonly #stacks: ReadonlyMap<string, Stack>;
  #bySubject: ReadonlyMap<string, readonly { readonly resource: WatchedResource }[]> = new Map();
  /** The resources about which something is to be done, or is being done. */
  readonly #active = new Set<WatchedResource>();
  /** What an earlier watch has reported, by URN, of resources that no state has shown yet. */
  readonly #known: Map<string, ResourceReport>;
  #gone: Reported[] = [];
  readonly #rounds: Rounds;
  /** Grows with everything that happens, to tell what came first. */
  #count = 0;
  #lastItem = Number.NEGATIVE_INFINITY;

  /**
   * @param known what an earlier watch has reported
   * @param hasStream whether there are events at all
   */
  constructor(stacks: readonly string[], times: WatchTimes, hasStream: boolean, known: readonly ResourceReport[] = []) {
    this.#times = times;
    this.#hasStream = hasStream;
    this.#rounds = new Rounds(times);
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
    return this.isKnown && [...this.#active].every(({ isTried }) => isTried);
  }

  /** All resources that are watched. */
  get resources(): readonly WatchedResource[] {
    return [...this.#stacks.values()].flatMap(({ resources }) => [...resources.values()]);
  }

  /**
   * An event came. Answers the resources that it is about.
   *
   * @param happened when that was at the tenant, as far as its clock tells
   */
  event(event: TenantEvent, now: number, happened = now): readonly WatchedResource[] {
    this.passed(now);
    this.#count += 1;
    const concerned = subjectsOfEvent(event).flatMap((subject) => this.#bySubject.get(subject) ?? []);
    const found = [...new Set(concerned.map(({ resource }) => resource))];
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
    this.#compare("everything");
  }

  /** An event came that nobody understands. */
  doubt(): void {
    this.#rounds.doubt();
  }

  /** A read was answered. */
  answered(read: Comparison, found: ResourceDrift, now: number): void {
    this.#count += 1;
    const stack = this.#stacks.get(read.stack);
    const resource = stack?.resources.get(read.entry.urn);
    if (stack && resource?.take(read) && resource.found(read, found, this.#count, now)) stack.wantLook();
  }

  /** A read failed. It is tried again. */
  failed(read: Comparison, now: number): void {
    const resource = this.#stacks.get(read.stack)?.resources.get(read.entry.urn);
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
    this.#rounds.begin(now);
  }

  /** A look at a stack failed. It is tried again. Answers whether an earlier one succeeded. */
  lookFailed(name: string, now: number): boolean {
    const stack = this.#stacks.get(name);
    stack?.failed(now);
    return stack?.isKnown === true;
  }

  /** What to do now. */
  next(now: number): MachineStep {
    const round = this.#rounds.take(now);
    if (round) this.#compare(round);
    const reports = [...this.#gone];
    this.#gone = [];
    const reads: Comparison[] = [];
    let wakeAt = this.#rounds.wakeAt;
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
    return { reads, looks, reports, round, wakeAt };
  }

  /** When a resource's reports can be made, and which. A change that no event explains waits for one. */
  #readyAt(resource: WatchedResource, now: number): { readonly at: number; readonly reports: readonly Reported[] } {
    const { reports, isExplained } = resource.reports();
    const { since = 0 } = resource.pending ?? {};
    if (reports.length === 0) return { at: never, reports };
    if (isExplained || !resource.subjects || !this.#hasStream) return { at: now, reports };
    const { patience, silence, maxPatience } = this.#times;
    return { at: Math.max(since + patience, Math.min(this.#lastItem + silence, since + maxPatience)), reports };
  }

  #compare(round: Round): void {
    for (const resource of this.resources) {
      if (round === "what has no events" && resource.subjects) continue;
      resource.want();
      this.#active.add(resource);
    }
    for (const stack of this.#stacks.values()) stack.wantLook();
  }

  /** The state is another one: what it says otherwise of a resource is compared. */
  #renew(name: string, stack: Stack, entries: readonly StackResource[]): void {
    const left = new Map(stack.resources);
    stack.resources.clear();
    for (const entry of entries) {
      const { urn } = entry;
      const old = left.get(urn);
      left.delete(urn);
      if (old && JSON.stringify(old.entry) === JSON.stringify(entry)) {
        stack.resources.set(urn, old);
        continue;
      }
      const resource = new WatchedResource(name, entry, old ?? this.#known.get(urn));
      this.#known.delete(urn);
      stack.resources.set(urn, resource);
      if (old) this.#active.delete(old);
      this.#active.add(resource);
    }
    for (const resource of left.values()) {
      this.#active.delete(resource);
      this.#gone.push(...restored(resource.reported));
    }
    const pairs = this.resources.flatMap((resource) =>
      (resource.subjects ?? []).map((subject) => ({ subject, resource })),
    );
    this.#bySubject = Map.groupBy(pairs, ({ subject }) => subject);
  }

  /** What was reported before, of resources that have left the state since. */
  #sayGone(): void {
    for (const reported of this.#known.values()) this.#gone.push(...restored(reported));
    this.#known.clear();
  }
}
