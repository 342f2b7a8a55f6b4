import type { TenantEvent } from "../client/events/index.ts";
import { maxWait } from "../client/retry.ts";
import { tableOf } from "../pulumi-cli/secrets.ts";
import type { StackResource } from "../pulumi-cli/stack-state.ts";
import type { Change, ResourceReport } from "../report/types.ts";
import { briefChange, latestIn, maxHeard } from "./bounds.ts";
import { attribute, subjectsOf } from "./causes.ts";
import type { ReadMethod, ResourceDrift } from "./compare.ts";
import type { Cause, WatchedChange } from "./report.ts";

/** A comparison that was asked for. */
export interface Comparison {
  readonly stack: string;
  readonly entry: StackResource;
  readonly how: ReadMethod;
  /** What had happened when it began, as a number that grows. */
  readonly began: number;
  readonly beganAt: number;
}

/** A step between what was reported and what is, with its causes. */
export interface Reported extends Omit<Delta, "changes"> {
  readonly resource: ResourceReport;
  readonly changes: readonly WatchedChange[];
  readonly causes: readonly Cause[];
  /** What differs once this was reported; absent where another report about the same resource follows at once. */
  readonly left?: { readonly finding: ResourceDrift };
}

/** What was found and is not reported yet. */
interface UnreportedDrift {
  readonly found: ResourceDrift;
  readonly read: Comparison;
  /** When something was found first that was not reported. */
  readonly since: number;
  /** What had happened when the answer came. */
  readonly answered: number;
  /** The state with which it was compared counts. */
  readonly isConfirmed: boolean;
}

/** What there is to report, and whether events explain all of it. */
type ToReport = Readonly<ReturnType<typeof toReportOf>>;

interface Heard {
  readonly event: TenantEvent;
  /** What had happened when it came. */
  readonly at: number;
  /** When it happened at the tenant. */
  readonly happened: number;
}

/** Waits after failures in a row, in milliseconds. */
const retries = { baseMs: 1_000, capMs: 300_000 };

/** A burst ends when the stream brings nothing for so long; a read waits for it at most so long. In milliseconds. */
const [gathering, maxGathering] = [100, 400];

/** By so many milliseconds the tenant's clock may differ from this machine's. */
const skew = 5_000;

/** Events that are kept for one object. Of more, the latest count. */
const maxEvents = 64;

/** A resource that is watched: what is to be done about it, and what is known. */
export class WatchedResource {
  readonly stack: string;
  /** What the state says. */
  readonly entry: StackResource;
  /** What events about it are about; undefined where there are none. */
  readonly subjects: readonly string[] | undefined;
  pending: UnreportedDrift | undefined;
  reported: ResourceDrift = undefined;
  /** How it is to be read next; undefined where it need not be read. */
  #wanted: ReadMethod | undefined = "in listings";
  #wantedAt = Number.NEGATIVE_INFINITY;
  #notBefore = Number.NEGATIVE_INFINITY;
  #reading: Comparison | undefined;
  /** When it was compared last, and what differed was reported. Older events explain nothing. */
  #comparedAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #heard: readonly Heard[] = [];
  /** What was made out to report, and of what. It is asked for at every step, and takes long where much differs. */
  #madeOut: { readonly of: readonly unknown[]; readonly toReport: ToReport } | undefined;

  /** @param before the same resource as the state had it before, or what was reported of it */
  constructor(stack: string, entry: StackResource, before?: WatchedResource | ResourceReport) {
    this.stack = stack;
    this.entry = entry;
    this.subjects = subjectsOf(entry);
    if (!(before instanceof WatchedResource)) {
      this.reported = before;
      return;
    }
    this.reported = before.reported;
    this.#heard = before.#heard;
    // What was not over is read by itself, as a listing may be behind.
    const isOver = before.#wanted !== "directly" && before.#reading?.how !== "directly" && !before.pending;
    if (!isOver) this.#wanted = "directly";
  }

  get isIdle(): boolean {
    return this.#wanted === undefined && this.#reading === undefined && this.pending === undefined;
  }

  /** It was compared, and what was found was reported, or it could not be read. */
  get isTried(): boolean {
    return this.isIdle || this.#failures > 0;
  }

  /**
   * When it can be read. Of a burst of events each object is read once, so a read waits for the end of the burst, if that comes soon.
   *
   * @param lastItem when the stream brought something last
   */
  readableAt(lastItem: number): number {
    if (this.#wanted !== "directly") return 0;
    return Math.max(this.#notBefore, Math.min(lastItem + gathering, this.#wantedAt + maxGathering));
  }

  /** It is to be compared. A listing will do, unless something has happened to it. */
  want(): void {
    this.#wanted ??= "in listings";
  }

  /** What is to be read now, if anything. */
  next(now: number, began: number): Comparison | undefined {
    const how = this.#wanted;
    // Only a read of the object itself takes the place of one that is under way in listings.
    if (how === undefined || (this.#reading && (how === "in listings" || this.#reading.how === "directly")))
      return undefined;
    this.#wanted = undefined;
    this.#reading = { stack: this.stack, entry: this.entry, how, began, beganAt: now };
    return this.#reading;
  }

  /** An event speaks of it. What a listing is about to say may be older. */
  hear(heard: Heard, now: number): void {
    const isKnown = this.#heard.some(({ event }) => event.id === heard.event.id);
    if (!isKnown && heard.happened >= this.#comparedAt - skew) {
      this.#heard = latestIn(maxHeard, [...this.#heard, heard].slice(-maxEvents));
    }
    if (this.#reading?.how === "in listings") this.#reading = undefined;
    // After failures in a row an event is a reason to try again at once.
    if (this.#wanted !== "directly" || this.#failures > 0) this.#wantedAt = now;
    this.#notBefore = Number.NEGATIVE_INFINITY;
    this.#wanted = "directly";
  }

  /** Whatever is known by now may change at any time: it is read once that is over. */
  postpone(): void {
    if (this.pending) this.#wanted = "directly";
    this.pending = undefined;
  }

  /** The state that a look found, which began when so much had happened, is the one with which it was compared. */
  confirm(began: number): void {
    const { pending } = this;
    if (pending && pending.answered <= began) this.pending = { ...pending, isConfirmed: true };
  }

  /** Whether the answer to a read still counts. */
  take(read: Comparison): boolean {
    if (this.#reading !== read) return false;
    this.#reading = undefined;
    return true;
  }

  /** Keeps what was found. True if there is something to report. */
  found(read: Comparison, found: ResourceDrift, answered: number, now: number): boolean {
    this.#failures = 0;
    if (deltasOf(this.reported, found).length === 0) {
      this.pending = undefined;
      this.#forget(read);
      return false;
    }
    this.pending = { found, read, since: this.pending?.since ?? now, answered, isConfirmed: false };
    return true;
  }

  failed(now: number): void {
    this.#notBefore = now + maxWait(retries, this.#failures);
    this.#failures += 1;
    this.#wanted = "directly";
  }

  /** What there is to report, and whether events explain all of it. */
  reports(): ToReport {
    const { found, isConfirmed = false } = this.pending ?? {};
    if (!this.pending || !isConfirmed) return { reports: [], isExplained: false };
    const of = [this.reported, found, this.#heard];
    if (this.#madeOut?.of.every((part, index) => part === of[index])) return this.#madeOut.toReport;
    const toReport = toReportOf(
      this.reported,
      found,
      this.#heard.map(({ event }) => event),
    );
    this.#madeOut = { of, toReport };
    return toReport;
  }

  /** All of it was reported. An event that made a reported change makes no other. */
  settle(reports: readonly Reported[]): void {
    if (!this.pending) return;
    this.reported = this.pending.found;
    const used = new Set(reports.flatMap(({ causes }) => causes.map(({ eventId }) => eventId)));
    this.#heard = this.#heard.filter(({ event }) => !used.has(event.id));
    this.#forget(this.pending.read);
    this.pending = undefined;
    this.#madeOut = undefined;
  }

  /** Whatever an event has changed before a read was in its answer. */
  #forget({ began, beganAt }: Comparison): void {
    this.#comparedAt = beganAt;
    this.#heard = this.#heard.filter(({ at, happened }) => at > began && happened >= beganAt - skew);
  }
}

/** What is to be said of a resource that has left the state: nothing differs any more. */
export function restored(reported: ResourceDrift): readonly Reported[] {
  return toReportOf(reported, undefined, []).reports;
}

function toReportOf(reported: ResourceDrift, found: ResourceDrift, events: readonly TenantEvent[]) {
  const deltas = deltasOf(reported, found);
  const resource = found ?? reported;
  const schema = tableOf(resource?.urn ?? "");
  const attributed = deltas.map(({ state, changes }) => attribute(schema, state, changes, events));
  const reports = deltas.flatMap(({ kind, state }, index): Reported[] => {
    const { changes, causes } = attributed[index] ?? { changes: [], causes: [] };
    if (!resource) return [];
    const isLast = index === deltas.length - 1;
    return [{ resource, kind, state, changes, causes, ...(isLast && { left: { finding: found } }) }];
  });
  return { reports, isExplained: attributed.every(({ isExplained }) => isExplained) };
}

/** What is new or gone between two findings about one resource, in the form in which it is reported. */
interface Delta {
  readonly kind: "drift" | "restored";
  readonly state: "changed" | "deleted";
  readonly changes: readonly Change[];
}

/** The steps from what was reported to what is. Nothing that both have is in them. */
export function deltasOf(reported: ResourceDrift, found: ResourceDrift): readonly Delta[] {
  if (reported?.state === "deleted" && found?.state === "deleted") return [];
  if (reported?.state === "deleted")
    return [{ kind: "restored", state: "deleted", changes: [] }, ...deltasOf(undefined, found)];
  if (found?.state === "deleted") return [{ kind: "drift", state: "deleted", changes: [] }];
  const [before, after] = [reported?.changes ?? [], found?.changes ?? []];
  const [known, places] = [new Set(before.map(idOf)), new Set(after.map(placeOf))];
  const fresh = after.filter((change) => !known.has(idOf(change)));
  const gone = before.filter((change) => !places.has(placeOf(change)));
  // A resource can differ in nothing but what the provider keeps for itself.
  const isNew = fresh.length > 0 || (found !== undefined && reported === undefined);
  const isOver = gone.length > 0 || (reported !== undefined && found === undefined);
  return [
    ...(isOver ? [{ kind: "restored", state: "changed", changes: gone.map(inverted) } as const] : []),
    ...(isNew ? [{ kind: "drift", state: "changed", changes: fresh } as const] : []),
  ];
}

function inverted({ path, kind, was, is, secret }: Change): Change {
  return {
    path,
    kind: kind === "add" ? "delete" : kind === "delete" ? "add" : "update",
    ...(is !== undefined && { was: is }),
    ...(was !== undefined && { is: was }),
    ...(secret && { secret }),
  };
}

/** The same for a change whose values were cut, as those are that an earlier watch has saved. */
function idOf(change: Change): string {
  const { path, was, is, secret } = briefChange(change);
  return JSON.stringify([path, was, is, secret]);
}

/** The elements of a list that is compared as a set are places of their own. */
function placeOf(change: Change): string {
  return change.path.endsWith("[]") ? idOf(change) : briefChange(change).path;
}
