import { maxSaved, shared } from "./bounds.ts";
import { type ExecDocument, ExecQueue, type ExecTimes } from "./exec-queue.ts";
import type { WatchReport } from "./report.ts";

/** The result of a run of the command. */
export interface ExecEnd {
  /** Why the command failed, as text for messages; absent after a success. */
  readonly why?: string;
  /** The last part of the command's output. */
  readonly output: string;
}

/** Runs the command with a document and resolves when the command has ended. It never rejects. Aborting the signal kills the command. */
export type ExecRun = (document: ExecDocument, signal: AbortSignal) => Promise<ExecEnd>;

/** The progress of the command, for the log. */
export type ExecStatus =
  /** The command has succeeded for a document. `ms`: the duration of the command in milliseconds. */
  | { readonly state: "taken"; readonly document: ExecDocument; readonly ms: number }
  | {
      readonly state: "failed";
      readonly document: ExecDocument;
      readonly ms: number;
      readonly end: ExecEnd;
      /** Milliseconds until the next try. Absent if there is none, because the watch is ending. */
      readonly againMs?: number;
    }
  /** Two tools fight over the resource. The command is not run for it until no report of it has arrived for {@link execTimes.calmMs}. */
  | { readonly state: "fight"; readonly report: WatchReport }
  /** The watch has ended, and the command has not succeeded for the latest reports of these resources. */
  | { readonly state: "left"; readonly urns: readonly string[] };

/** Passes the reports of a watch to the command of `--exec`, one document at a time. */
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

  /** Records reports of an earlier watch for which the command has succeeded, so that documents say whether a resource still drifts. */
  remember(reports: readonly WatchReport[]): void {
    for (const report of reports) this.#queue.remember(report);
  }

  add(report: WatchReport): void {
    if (this.#queue.add(report, performance.now())) this.#tell({ state: "fight", report });
    this.#schedule();
  }

  /** The reports for which no command has succeeded yet, at most {@link maxSaved}. Pass them to the next watch, so that no resource is lost. */
  waiting(): readonly WatchReport[] {
    return shared(maxSaved, this.#queue.waiting());
  }

  /**
   * Passes each waiting document to the command once, and resolves when the last command has ended. A status with the state `left` then
   * names the resources for which the command has not succeeded.
   *
   * @param ms the time after which no further command is started, in milliseconds
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

  /** Kills the running command. No further command is started. */
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
      // Timers of Node.js are limited to 2^31 - 1 milliseconds. After a timer that ends too early, this method starts the next one.
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
