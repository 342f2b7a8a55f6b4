import type { TenantEvent } from "../client/events/index.ts";
import { maxWait } from "../client/retries.ts";
import type { StackResource } from "../pulumi-cli/exported-stack.ts";
import { schemaOf } from "../pulumi-cli/values.ts";
import type { Change, ResourceReport } from "../report/types.ts";
import { briefChange, latestIn, maxHeard } from "./bounds.ts";
import { attribute, isPolled, subjectsOf } from "./causes.ts";
import type { ReadMethod, ResourceDrift } from "./compare.ts";
import type { Cause, WatchedChange } from "./options.ts";

/** A requested comparison of one resource with the tenant. */
export interface Comparison {
  readonly stack: string;
  readonly entry: StackResource;
  readonly how: ReadMethod;
  /** The machine's logical clock at the start of the comparison. */
  readonly began: number;
  /** The time of the start, in monotonic milliseconds. */
  readonly beganAt: number;
}

/** A report to be made: new or restored drift with its causes. */
export interface Reported extends Omit<Delta, "changes"> {
  readonly resource: ResourceReport;
  readonly changes: readonly WatchedChange[];
  readonly causes: readonly Cause[];
  /** The differences after this report; absent if another report about the same resource follows at once. */
  readonly left?: { readonly finding: ResourceDrift };
}

/** A result that differs from the last report and is not reported yet. */
interface UnreportedDrift {
  readonly found: ResourceDrift;
  readonly read: Comparison;
  /** The time at which the first unreported result was found, in monotonic milliseconds. */
  readonly since: number;
  /** The machine's logical clock at the end of the comparison. */
  readonly answered: number;
  /** Whether the state was read again after the comparison, without a change of the resource's entry. */
  readonly isConfirmed: boolean;
}

/** The reports to be made, and whether events explain all changes in them. */
type ToReport = Readonly<ReturnType<typeof toReportOf>>;

interface Heard {
  readonly event: TenantEvent;
  /** The machine's logical clock at the event's arrival. */
  readonly at: number;
  /** The event's own time, in monotonic milliseconds. */
  readonly happened: number;
}

/** Waits after failures in a row, in milliseconds. */
const retries = { baseMs: 1_000, capMs: 300_000 };

/** The silence of the stream that ends a burst of events, and the maximum time for which a read waits for that silence, in milliseconds. */
const [gathering, maxGathering] = [100, 400];

/** Maximum difference between the tenant's clock and this machine's, in milliseconds. */
const skew = 5_000;

/** Maximum number of stored events about one object; older ones are dropped. */
const maxEvents = 64;

/** A watched resource: pending reads, received events, and reported drift. */
export class WatchedResource {
  readonly stack: string;
  /** The resource's entry in the state. */
  readonly entry: StackResource;
  /** Keys that match events to the resource; undefined for a resource type without events. */
  readonly subjects: readonly string[] | undefined;
  /** Whether the object is compared at each interval: events do not report each of its changes. */
  readonly isPolled: boolean;
  pending: UnreportedDrift | undefined;
  reported: ResourceDrift = undefined;
  /** How the object is read next; undefined if no read is requested. */
  #wanted: ReadMethod | undefined = "in listings";
  #wantedAt = Number.NEGATIVE_INFINITY;
  #notBefore = Number.NEGATIVE_INFINITY;
  #reading: Comparison | undefined;
  /** Start of the last comparison whose differences were all reported. Events before it explain no new change. */
  #comparedAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #heard: readonly Heard[] = [];
  /** The cached reports and their inputs. Every step of the machine needs the reports, and it takes long to find the causes of many differences. */
  #cachedReports: { readonly of: readonly unknown[]; readonly toReport: ToReport } | undefined;

  /** @param before the same resource with its previous entry, or its open report of an earlier watch */
  constructor(stack: string, entry: StackResource, before?: WatchedResource | ResourceReport) {
    this.stack = stack;
    this.entry = entry;
    this.subjects = subjectsOf(entry);
    this.isPolled = isPolled(entry);
    if (!(before instanceof WatchedResource)) {
      this.reported = before;
      return;
    }
    this.reported = before.reported;
    this.#heard = before.#heard;
    // If a direct read or an unreported result of the previous entry is pending, the next read is direct, as listings can lag behind.
    const isOver = before.#wanted !== "directly" && before.#reading?.how !== "directly" && !before.pending;
    if (!isOver) this.#wanted = "directly";
  }

  get isIdle(): boolean {
    return this.#wanted === undefined && this.#reading === undefined && this.pending === undefined;
  }

  /** Whether all differences were reported, or a read has failed. */
  get isTried(): boolean {
    return this.isIdle || this.#failures > 0;
  }

  /**
   * Earliest time of the next read. A read waits for the end of a burst of events, at most {@link maxGathering}, so that each object is
   * read once per burst.
   *
   * @param lastItem when the stream last delivered an item
   */
  readableAt(lastItem: number): number {
    if (this.#wanted !== "directly") return 0;
    return Math.max(this.#notBefore, Math.min(lastItem + gathering, this.#wantedAt + maxGathering));
  }

  /** Requests a comparison. A read through listings is enough, unless a direct read is requested already. */
  want(): void {
    this.#wanted ??= "in listings";
  }

  /** Begins the requested read; undefined if none is requested, or if a running read has to end before. */
  next(now: number, began: number): Comparison | undefined {
    const how = this.#wanted;
    // A direct read replaces a running read through listings. In all other cases the running read is awaited.
    if (how === undefined || (this.#reading && (how === "in listings" || this.#reading.how === "directly")))
      return undefined;
    this.#wanted = undefined;
    this.#reading = { stack: this.stack, entry: this.entry, how, began, beganAt: now };
    return this.#reading;
  }

  /** Records an event about the resource and requests a direct read. Drops a running read through listings, whose result can be older. */
  hear(heard: Heard, now: number): void {
    const isKnown = this.#heard.some(({ event }) => event.id === heard.event.id);
    if (!isKnown && heard.happened >= this.#comparedAt - skew) {
      this.#heard = latestIn(maxHeard, [...this.#heard, heard].slice(-maxEvents));
    }
    if (this.#reading?.how === "in listings") this.#reading = undefined;
    // An event ends the wait after failures: the read is retried at once.
    if (this.#wanted !== "directly" || this.#failures > 0) this.#wantedAt = now;
    this.#notBefore = Number.NEGATIVE_INFINITY;
    this.#wanted = "directly";
  }

  /** Drops an unreported result while an update of the stack is running, and requests another read after the update. */
  postpone(): void {
    if (this.pending) this.#wanted = "directly";
    this.pending = undefined;
  }

  /** Confirms the unreported result if the state was read after it. @param began the machine's logical clock at the start of that read */
  confirm(began: number): void {
    const { pending } = this;
    if (pending && pending.answered <= began) this.pending = { ...pending, isConfirmed: true };
  }

  /** Ends a read. Returns false if its result must be ignored, because an event or a later read has replaced it. */
  take(read: Comparison): boolean {
    if (this.#reading !== read) return false;
    this.#reading = undefined;
    return true;
  }

  /** Records the result of a read. Returns true if it differs from the last report. */
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

  /** The reports to be made, and whether events explain all changes in them. */
  reports(): ToReport {
    const { found, isConfirmed = false } = this.pending ?? {};
    if (!this.pending || !isConfirmed) return { reports: [], isExplained: false };
    const of = [this.reported, found, this.#heard];
    if (this.#cachedReports?.of.every((part, index) => part === of[index])) return this.#cachedReports.toReport;
    const toReport = toReportOf(
      this.reported,
      found,
      this.#heard.map(({ event }) => event),
    );
    this.#cachedReports = { of, toReport };
    return toReport;
  }

  /** Records that the reports were made. Their causes are dropped, as an event explains only one report. */
  settle(reports: readonly Reported[]): void {
    if (!this.pending) return;
    this.reported = this.pending.found;
    const used = new Set(reports.flatMap(({ causes }) => causes.map(({ eventId }) => eventId)));
    this.#heard = this.#heard.filter(({ event }) => !used.has(event.id));
    this.#forget(this.pending.read);
    this.pending = undefined;
    this.#cachedReports = undefined;
  }

  /** Drops the events before a comparison: the comparison has found their changes. */
  #forget({ began, beganAt }: Comparison): void {
    this.#comparedAt = beganAt;
    this.#heard = this.#heard.filter(({ at, happened }) => at > began && happened >= beganAt - skew);
  }
}

/** The reports for a resource that was removed from the state: all its drift is restored. */
export function restored(reported: ResourceDrift): readonly Reported[] {
  return toReportOf(reported, undefined, []).reports;
}

function toReportOf(reported: ResourceDrift, found: ResourceDrift, events: readonly TenantEvent[]) {
  const deltas = deltasOf(reported, found);
  const resource = found ?? reported;
  const schema = schemaOf(resource?.urn ?? "");
  const attributed = deltas.map(({ state, changes }) => attribute(schema, state, changes, events));
  const reports = deltas.flatMap(({ kind, state }, index): Reported[] => {
    const { changes, causes } = attributed[index] ?? { changes: [], causes: [] };
    if (!resource) return [];
    const isLast = index === deltas.length - 1;
    return [{ resource, kind, state, changes, causes, ...(isLast && { left: { finding: found } }) }];
  });
  return { reports, isExplained: attributed.every(({ isExplained }) => isExplained) };
}

/** Differences of one resource that have appeared since its last report (`drift`), or that have disappeared since then (`restored`). */
interface Delta {
  readonly kind: "drift" | "restored";
  readonly state: "changed" | "deleted";
  readonly changes: readonly Change[];
}

/** Computes the new and the restored differences between the last report and the current result. Differences in both are left out. */
export function deltasOf(reported: ResourceDrift, found: ResourceDrift): readonly Delta[] {
  if (reported?.state === "deleted" && found?.state === "deleted") return [];
  if (reported?.state === "deleted")
    return [{ kind: "restored", state: "deleted", changes: [] }, ...deltasOf(undefined, found)];
  if (found?.state === "deleted") return [{ kind: "drift", state: "deleted", changes: [] }];
  const [before, after] = [reported?.changes ?? [], found?.changes ?? []];
  const [known, places] = [new Set(before.map(idOf)), new Set(after.map(placeOf))];
  const fresh = after.filter((change) => !known.has(idOf(change)));
  const gone = before.filter((change) => !places.has(placeOf(change)));
  // A resource without changed leaves can still differ: in the provider's metadata.
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

/** A key of a change. Long values are shortened, so that a change has the same key if an earlier watch has saved it in shortened form. */
function idOf(change: Change): string {
  const { path, was, is, secret } = briefChange(change);
  return JSON.stringify([path, was, is, secret]);
}

/** A key of a change's place: its path, or the whole change for an element of a list that is compared as a set. */
function placeOf(change: Change): string {
  return change.path.endsWith("[]") ? idOf(change) : briefChange(change).path;
}
