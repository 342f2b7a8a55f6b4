import { byReason } from "../drift/reasons.ts";
import { parseUrn, typeForPeople } from "../drift/urn.ts";
import type { LogEntry } from "./log.ts";

/** Most resources that a line names. */
const mostNamed = 10;

/** Gathers what could not be read for a while, so that people are told of a reason once. */
export class UnreadLog {
  readonly #unread = new Map<string, string>();
  readonly #say: (entry: LogEntry) => void;
  readonly #compared: () => number | undefined;
  readonly #waitMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param compared how many resources there are, as far as that is known
   * @param waitMs milliseconds from the first one until they are said. Default: they are said at the end
   */
  constructor(say: (entry: LogEntry) => void, compared: () => number | undefined, waitMs?: number) {
    this.#say = say;
    this.#compared = compared;
    this.#waitMs = waitMs;
  }

  /** @param why why the resource could not be read */
  add(urn: string, why: string): void {
    this.#unread.set(urn, why);
    if (this.#waitMs !== undefined) this.#timer ??= setTimeout(() => this.end(), this.#waitMs);
  }

  /** Says at once what was gathered. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const entry of unreadEntries(this.#unread, this.#compared())) this.#say(entry);
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
