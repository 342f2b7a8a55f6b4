import type { TenantClient } from "../../client/index.ts";
import { entryIn } from "../entry-in.ts";
import { ReaderRegistry } from "../reads/reads.ts";
import { Choices } from "./choices.ts";
import type { DeclaredSettings, Rival } from "./declared-singletons.ts";
import { Earlier } from "./earlier.ts";
import { type DeletionTarget, type Keepers, type ReferringTypes, RunningProgram } from "./program.ts";

/** The data of one run: for each tenant the program and the readers, and the messages that were already printed. */
export class EngineRun {
  readonly #referring: ReferringTypes;
  readonly #programs = new Map<string, RunningProgram>();
  readonly #readers = new WeakMap<TenantClient, ReaderRegistry>();
  readonly #earlier = new WeakMap<TenantClient, Earlier>();
  readonly #messages = new Set<string>();
  #choices: Choices | undefined;
  /** Asks the other provider processes of this run whether they manage or read an object. Default: there are no other processes. */
  neighbors: (host: string, leaving: DeletionTarget) => Promise<readonly Keepers[]> = () => Promise.resolve([]);
  /** Asks the other provider processes of this run whether they declare other values. Default: there are no other processes. */
  rivals: (host: string, settings: DeclaredSettings) => Promise<readonly Rival[]> = () => Promise.resolve([]);

  /** @param referring Default: no type refers to another one */
  constructor(referring: ReferringTypes = () => []) {
    this.#referring = referring;
  }

  /** Whether a message was not printed in this run yet. Several resources can have the same warning or advice, which must appear only once. */
  isNews(message: string): boolean {
    const isNew = !this.#messages.has(message);
    this.#messages.add(message);
    return isNew;
  }

  /** The data of the run about the tenant with this host. */
  programFor(host: string): RunningProgram {
    return entryIn(this.#programs, host, () => new RunningProgram(this.#referring));
  }

  readersOf(client: TenantClient): ReaderRegistry {
    return entryIn(this.#readers, client, () => new ReaderRegistry(client));
  }

  /** The choices in a file, which are read once. */
  choicesIn(file: string): Choices {
    this.#choices ??= new Choices(file);
    return this.#choices;
  }

  earlierOf(client: TenantClient): Earlier {
    return entryIn(this.#earlier, client, () => new Earlier(client));
  }
}
