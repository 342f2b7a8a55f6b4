import { byReason } from "../drift/reasons.ts";
import { parseUrn, typeForPeople } from "../drift/urn.ts";
import type { LogEntry } from "./log.ts";

/** Most resources that a line names. */
const mostNamed = 10;

/** How people are told of what could not be read. */
export interface UnreadLogOptions {
  say(entry: LogEntry): void;
  /** How many resources there are, as far as that is known. */
  compared(): number | undefined;
  /** Milliseconds from the first one until they are said. Undefined: at the end. */
  readonly waitMs: number | undefined;
}

/** Gathers what could not be read for a while, so that people are told of a reason once. */
export class UnreadLog {
  readonly #unread = new Map<string, string>();
  readonly #options: UnreadLogOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: UnreadLogOptions) {
    this.#options = options;
  }

  /** @param why why the resource could not be read */
  add(urn: string, why: string): void {
    this.#unread.set(urn, why);
    const { waitMs } = this.#options;
    if (waitMs !== undefined) this.#timer ??= setTimeout(() => this.end(), waitMs);
  }

  /** Says at once what was gathered. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const entry of unreadEntries(this.#unread, this.#options.compared())) this.#options.say(entry);
    this.#unread.clear();
  }
}

/**
 * What could not be read, in one entry for each reason: the same one for hundreds of resources is one thing to mend. Where it is the same
 * for all of them, none is named.
 *
 * @param unread why each resource could not be read, by its URN
 * @param compared how many resources there are, as far as that is known
 */
export function unreadEntries(unread: ReadonlyMap<string, string>, compared: number | undefined): readonly LogEntry[] {
  return byReason([...unread].map(([urn, error]) => ({ urn, error }))).map(({ says, resources }) => {
    const urns = resources.map(({ urn }) => urn);
    const isAll = urns.length > 1 && urns.length === compared;
    const message = `${isAll ? `all ${compared} resources` : named(urns)} could not be read: ${says}`;
    return { level: "warning", what: "failed", urns, message };
  });
}

function named(urns: readonly string[]): string {
  const names = urns.slice(0, mostNamed).map((urn) => {
    const { type = "", name = urn } = parseUrn(urn) ?? {};
    return `${typeForPeople(type)} ${name}`.trim();
  });
  const more = urns.length - names.length;
  if (urns.length === 1) return names.join("");
  return `${urns.length} resources (${names.join(", ")}${more > 0 ? ` and ${more} more` : ""})`;
}
