import { maxSaved, shared } from "./bounds.ts";
import { type ExecDocument, ExecQueue, type ExecTimes } from "./exec-queue.ts";
import type { WatchReport } from "./report.ts";

/** How a run of the command ended. `why` is for people; absent if the command has taken the document. */
export interface ExecEnd {
  readonly why?: string;
  /** The end of what the command printed. */
  readonly output: string;
}

/** Hands a document to the command, and resolves at its end. It never fails, and ends early when the signal is aborted. */
export type ExecRun = (document: ExecDocument, signal: AbortSignal) => Promise<ExecEnd>;

/** What becomes of documents, for the log. */
export type ExecStatus =
  | { readonly state: "taken"; readonly document: ExecDocument; readonly ms: number }
  | {
      readonly state: "failed";
      readonly document: ExecDocument;
      readonly ms: number;
      readonly end: ExecEnd;
      /** Milliseconds until the next try. Absent if there is none, as the watch ends. */
      readonly againMs?: number;
    }
  /** Two tools fight over the resource. It is left alone until it has been quiet for long. */
  | { readonly state: "fight"; readonly report: WatchReport }
  /** The end: the command has not taken what is known of these resources. */
  | { readonly state: "left"; readonly urns: readonly string[] };

/** Hands the reports of a watch to a command, one document at a time. */
export class Exec {
  readonly #queue: ExecQueue;
  readonly #run: ExecRun;
  readonly #tell: (status: ExecStatus) => void;
  readonly #killing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #lastStart = Number.POSITIVE_INFINITY;

  constructor(run: ExecRun, tell: (status: ExecStatus) => void, times?: ExecTimes) {
    this.#run = run;
    this.#tell = tell;
    this.#queue = new ExecQueue(times);
  }

  /** Learns what an earlier watch has reported and the command knows, so that documents say whether a resource still drifts. */
  remember(reports: readonly WatchReport[]): void {
    for (const report of reports) this.#queue.remember(report);
  }

  add(report: WatchReport): void {
    if (this.#queue.add(report, performance.now())) this.#tell({ state: "fight", report });
    this.#schedule();
  }

  /** What the command has not taken, as far as there is room. Add it to the next watch's, and no resource is forgotten. */
  waiting(): readonly WatchReport[] {
    return shared(maxSaved, this.#queue.waiting());
  }

  /**
   * Hands over what waits, each document once, and resolves when the command has ended. Says what it has not taken.
   *
   * @param ms milliseconds after which no document is begun
   */
  async end(ms: number): Promise<void> {
    this.#queue.close();
    this.#lastStart = performance.now() + ms;
    this.#schedule();
    while (this.#running) await this.#running;
    clearTimeout(this.#timer);
    const urns = [...new Set(this.waiting().map(({ urn }) => urn))];
    if (urns.length > 0) this.#tell({ state: "left", urns });
  }

  /** Kills the command that runs, and begins no other. */
  kill(): void {
    this.#lastStart = 0;
    this.#killing.abort();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    const document = now >= this.#lastStart ? undefined : this.#queue.take(now);
    if (document) {
      this.#running = this.#handOver(document);
      return;
    }
    const at = this.#queue.wakeAt();
    if (at !== undefined && at < this.#lastStart) {
      // A timer holds a bit more than 24 days.
      this.#timer = setTimeout(() => this.#schedule(), Math.min(Math.max(0, at - now), 2 ** 31 - 1));
    }
  }

  async #handOver(document: ExecDocument): Promise<void> {
    const begun = performance.now();
    const end = await this.#run(document, this.#killing.signal);
    const now = performance.now();
    const ms = Math.round(now - begun);
    if (end.why === undefined) {
      this.#queue.succeeded();
      this.#tell({ state: "taken", document, ms });
    } else {
      const againMs = this.#queue.failed(now);
      this.#tell({ state: "failed", document, ms, end, ...(againMs !== undefined && { againMs }) });
    }
    this.#running = undefined;
    this.#schedule();
  }
}
