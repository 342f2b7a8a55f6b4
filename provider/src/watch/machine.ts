import type { TenantEvent } from "../client/events/index.ts";
import { maxWait } from "../client/retries.ts";
import type { StackResource } from "../pulumi-cli/exported-stack.ts";
import type { ResourceReport } from "../report/types.ts";
import { subjectsOfEvent } from "./causes.ts";
import type { ResourceDrift } from "./compare.ts";
import { type Round, Rounds, type WatchTimes } from "./options.ts";
import { type Comparison, type Reported, restored, WatchedResource } from "./watched-resource.ts";

/** The next actions of a watch. */
export interface MachineStep {
  /** Comparisons to begin. Pass each result to {@link Machine.answered} or {@link Machine.failed}. */
  readonly reads: readonly Comparison[];
  /** Stacks whose state has to be read. Pass each result to {@link Machine.looked} or {@link Machine.lookFailed}. */
  readonly looks: readonly string[];
  readonly reports: readonly Reported[];
  /** The scheduled comparison that begins with this step. */
  readonly round: Round | undefined;
  /** When to call {@link Machine.next} again, if no input arrives earlier. */
  readonly wakeAt: number;
}

const never = Number.POSITIVE_INFINITY;

/**
 * The decisions of a watch: which objects and states are read, when, and which reports are made. The class does no I/O and has no clock:
 * callers pass events, answers and times in, and {@link next} returns the next actions. Times are monotonic milliseconds.
 *
 * An object is read after an event about it and in scheduled comparisons. If its differences are not those that were reported last, the
 * stack's state is read again. The differences are reported only if the resource's entry in this later state is the same, and no update of
 * the stack was running when the state was read. So changes by a `pulumi up` are compared with the state that this `up` has written, and
 * are not reported as drift.
 */
export class Machine {
  readonly #times: WatchTimes;
  readonly #hasStream: boolean;
  readonly #stacks: ReadonlyMap<string, Stack>;
  #bySubject: ReadonlyMap<string, readonly { readonly resource: WatchedResource }[]> = new Map();
  /** Resources with a pending or running action. */
  readonly #active = new Set<WatchedResource>();
  /** Open drift that an earlier watch has reported, by URN. Once a state contains the resource, its report moves to the {@link WatchedResource}. */
  readonly #known: Map<string, ResourceReport>;
  #gone: Reported[] = [];
  readonly #rounds: Rounds;
  /** A logical clock that grows with each input, so that inputs and actions can be ordered. */
  #count = 0;
  #lastItem = Number.NEGATIVE_INFINITY;

  /**
   * @param known open drift that an earlier watch has reported
   * @param hasStream whether the watch listens to events
   */
  constructor(stacks: readonly string[], times: WatchTimes, hasStream: boolean, known: readonly ResourceReport[] = []) {
    this.#times = times;
    this.#hasStream = hasStream;
    this.#rounds = new Rounds(times);
    this.#known = new Map(known.map((report) => [report.urn, report]));
    this.#stacks = new Map(stacks.map((name) => [name, new Stack()]));
  }

  /** Whether no action is pending or running. */
  get isIdle(): boolean {
    return this.#active.size === 0 && [...this.#stacks.values()].every(({ isIdle }) => isIdle);
  }

  /** Whether the state of each stack was read. */
  get isKnown(): boolean {
    return [...this.#stacks.values()].every(({ isKnown }) => isKnown);
  }

  /** Whether each resource was compared at least once or failed to be read. */
  get isCompared(): boolean {
    return this.isKnown && [...this.#active].every(({ isTried }) => isTried);
  }

  /** All watched resources. */
  get resources(): readonly WatchedResource[] {
    return [...this.#stacks.values()].flatMap(({ resources }) => [...resources.values()]);
  }

  /**
   * Records an event and requests reads of the resources that it affects. Returns these resources.
   *
   * @param happened the event's own time, in monotonic milliseconds. Default: now
   */
  event(event: TenantEvent, now: number, happened = now): readonly WatchedResource[] {
    this.passed(now);
    this.#count += 1;
    const affected = subjectsOfEvent(event).flatMap((subject) => this.#bySubject.get(subject) ?? []);
    const found = [...new Set(affected.map(({ resource }) => resource))];
    for (const resource of found) {
      resource.hear({ event, at: this.#count, happened }, now);
      this.#active.add(resource);
    }
    return found;
  }

  /** Records that the stream has delivered an item. */
  passed(now: number): void {
    this.#lastItem = now;
  }

  /** Requests a comparison of all resources, because events may be missing. */
  compareAll(): void {
    this.#compare("everything");
  }

  /** Records an event that could not be parsed: a comparison of all resources follows. */
  noteUnknownEvent(): void {
    this.#rounds.noteUnknownEvent();
  }

  /** Records the result of a comparison. */
  answered(read: Comparison, found: ResourceDrift, now: number): void {
    this.#count += 1;
    const stack = this.#stacks.get(read.stack);
    const resource = stack?.resources.get(read.entry.urn);
    if (stack && resource?.take(read) && resource.found(read, found, this.#count, now)) stack.wantLook();
  }

  /** Records the failure of a comparison and schedules a retry. */
  failed(read: Comparison, now: number): void {
    const resource = this.#stacks.get(read.stack)?.resources.get(read.entry.urn);
    if (resource?.take(read)) resource.failed(now);
  }

  /** Whether an update of a stack was running when its state was last read. */
  isRunning(name: string): boolean {
    return this.#stacks.get(name)?.isRunning === true;
  }

  /** Applies the state of a stack, and confirms or postpones the differences that were found before. */
  looked(name: string, look: Look, now: number): void {
    const stack = this.#stacks.get(name);
    if (!stack) return;
    const began = stack.looked(look, now);
    if (look.resources) this.#applyState(name, stack, look.resources);
    if (this.isKnown) this.#reportRemoved();
    for (const resource of stack.resources.values()) {
      if (look.isRunning) resource.postpone();
      else resource.confirm(began);
    }
    this.#rounds.begin(now);
  }

  /** Records that a stack's state could not be read, and schedules a retry. Returns whether an earlier read has succeeded. */
  lookFailed(name: string, now: number): boolean {
    const stack = this.#stacks.get(name);
    stack?.failed(now);
    return stack?.isKnown === true;
  }

  /** The actions that are due now. */
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

  /** The reports of a resource, and the time at which they are due. A change without a matching event waits, because the event may be late. */
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
      if (round === "what has no events" && !resource.isPolled) continue;
      resource.want();
      this.#active.add(resource);
    }
    for (const stack of this.#stacks.values()) stack.wantLook();
  }

  /** Applies a new state of a stack: resources whose entry in the state has changed are compared again. */
  #applyState(name: string, stack: Stack, entries: readonly StackResource[]): void {
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

  /** Reports open drift of an earlier watch as restored if the resource is no longer in any state. */
  #reportRemoved(): void {
    for (const reported of this.#known.values()) this.#gone.push(...restored(reported));
    this.#known.clear();
  }
}

/** The result of reading a stack's state. */
export interface Look {
  /** Whether an update of the stack is running. */
  readonly isRunning: boolean;
  /** The stack's resources of pulumi-tenant; absent if they are the same as at the last read. */
  readonly resources?: readonly StackResource[];
  /** Milliseconds until the state has to be read again. Default: at the next scheduled comparison. */
  readonly againMs?: number;
}

/** Waits after failed reads of the state, in milliseconds. */
const retries = { baseMs: 2_000, capMs: 300_000 };

/** A watched stack: its resources, and when to read its state. Times are monotonic milliseconds. */
class Stack {
  /** The stack's watched resources, by URN. */
  readonly resources = new Map<string, WatchedResource>();
  /** Whether the state was read at least once. */
  isKnown = false;
  isRunning = false;
  /** The machine's logical clock at the start of the running read of the state; undefined if no read is running. */
  #looking: number | undefined;
  #wantsLook = true;
  #nextLook = never;
  #failures = 0;

  get isIdle(): boolean {
    return !this.#wantsLook && this.#looking === undefined;
  }

  /** The time at which the state has to be read again, if no read is requested before. */
  get wakeAt(): number {
    return this.#looking === undefined ? this.#nextLook : never;
  }

  /** Requests a read of the state, so that a found difference is confirmed against the latest state. */
  wantLook(): void {
    this.#wantsLook = true;
  }

  /** Whether to read the state now. While an update runs, or after a failure, only the scheduled time counts. */
  isDue(now: number): boolean {
    if (this.#looking !== undefined) return false;
    return now >= this.#nextLook || (this.#wantsLook && !this.isRunning && this.#failures === 0);
  }

  /** Records the start of a read of the state. @param count the current value of the machine's logical clock */
  begin(count: number): void {
    this.#looking = count;
    this.#wantsLook = false;
  }

  /** Records the result of a read of the state. Returns the machine's logical clock at the start of the read. */
  looked({ isRunning, resources, againMs = never }: Look, now: number): number {
    const began = this.#looking ?? 0;
    this.#looking = undefined;
    this.#failures = 0;
    this.#nextLook = now + againMs;
    this.isRunning = isRunning;
    this.isKnown ||= resources !== undefined;
    return began;
  }

  /** Records that the state could not be read, and schedules a retry. */
  failed(now: number): void {
    this.#looking = undefined;
    this.#nextLook = now + maxWait(retries, this.#failures);
    this.#failures += 1;
  }
}
