import type { Change } from "../drift/index.ts";
import { parsePropertyPath } from "../drift/property-path.ts";
import { part } from "../drift/values.ts";
import { equal, type Json } from "../model/json.ts";
import type { TenantEvent } from "../tenant/events/index.ts";
import { parseInstant } from "../tenant/events/instant.ts";
import type { Cause, WatchedChange } from "./report.ts";

/** Changes with their causes. */
export interface Attributed {
  readonly changes: readonly WatchedChange[];
  readonly causes: readonly Cause[];
  /** Whether an event explains each change in full, so that no other can be missing. */
  readonly isExplained: boolean;
}

/**
 * What an event says of a leaf. `made`: it left the leaf as it was found. `touched`: it changed the leaf, and something after it did so
 * again. `hidden`: it does not show the leaf, as events hold no secrets and only some options.
 */
type Verdict = "made" | "touched" | "hidden" | "nothing";

/**
 * Finds out which events made which changes of one object. An event made a change only if it shows the leaf becoming what was found. Where
 * events do not show the leaf, those count that show no change at all, and only if there are none, all of them.
 *
 * @param events about this object, since it was last compared
 */
export function attribute(
  state: "changed" | "deleted",
  changes: readonly Change[],
  events: readonly TenantEvent[],
): Attributed {
  const inOrder = [...events].sort((a, b) => timeOf(a) - timeOf(b));
  if (state === "deleted") {
    const causes = inOrder.filter(({ type }) => /^(?!.*\.role\.).*\.(?:deleted|created|added)$/.test(type));
    return { changes: [], causes: causes.map(causeOf), isExplained: causes.length > 0 };
  }
  const silent = inOrder.filter((event, index) => isSilent(event, inOrder[index - 1]));
  const named = new Set<TenantEvent>();
  let isExplained = true;
  const caused = changes.map((change): WatchedChange => {
    const verdicts = inOrder.map((event, index) => verdictOn(event, inOrder[index - 1], change));
    const withVerdict = (verdict: Verdict) => inOrder.filter((_, index) => verdicts[index] === verdict);
    const made = withVerdict("made");
    const hidden = withVerdict("hidden").filter((event) => silent.length === 0 || silent.includes(event));
    const latest = made.at(-1);
    const makers = latest ? made.filter((event) => timeOf(event) === timeOf(latest)) : [];
    // An event that changed the leaf otherwise did not make this change. It is named beside the one that did.
    for (const event of latest ? [...withVerdict("touched"), ...made] : hidden) named.add(event);
    const causedBy = latest ? makers : hidden;
    isExplained &&= causedBy.length > 0;
    return { ...change, causedBy: causedBy.map(({ id }) => id) };
  });
  return { changes: caused, causes: inOrder.filter((event) => named.has(event)).map(causeOf), isExplained };
}

function verdictOn(event: TenantEvent, earlier: TenantEvent | undefined, change: Change): Verdict {
  const { type, data } = event;
  if (type.startsWith("organization.member.role.")) {
    const role = (data.object as { role?: { id?: unknown } }).role?.id;
    if (role !== (change.is ?? change.was)) return "nothing";
    return type.endsWith("assigned") === (change.kind === "add") ? "made" : "touched";
  }
  if (type !== "connection.updated") return change.kind === "add" ? "nothing" : "made";
  const path = wirePath(change.path);
  const now = at(data.object as Json, path);
  const before = at((data.previous_object ?? earlier?.data.object) as Json | undefined, path);
  if (now === undefined && before === undefined) return "hidden";
  const { was, is } = change;
  if (change.path.endsWith("[]")) {
    const [had, has] = [before, now].map((list) => Array.isArray(list) && list.some((item) => equal(item, was ?? is)));
    if (before !== undefined && had === has) return "nothing";
    return has === (change.kind === "add") ? "made" : before === undefined ? "nothing" : "touched";
  }
  if (before !== undefined && equal(before, now)) return "nothing";
  if (equal(now, is)) return "made";
  return data.previous_object === undefined && earlier === undefined ? "nothing" : "touched";
}

/** Whether an update shows no change: what it changed is what events do not show. */
function isSilent({ type, data }: TenantEvent, earlier: TenantEvent | undefined): boolean {
  const before = data.previous_object ?? earlier?.data.object;
  return type === "connection.updated" && before !== undefined && equal(before as Json, data.object as Json);
}

/** A path of a resource in the service's own names. What is verbatim in a resource is so here. */
function wirePath(text: string): readonly (string | number)[] {
  const path = parsePropertyPath(text.replace(/\[\]$/, "")) ?? [text];
  const isVerbatim = path[0] === "options" || path[0] === "metadata";
  const wired = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return path.map((key) => (typeof key === "string" && !isVerbatim ? wired(key) : key));
}

function at(value: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>(part, value);
}

function timeOf({ time }: TenantEvent): number {
  return parseInstant(time) ?? 0;
}

/** An event, as far as people need it to find who it was. */
function causeOf({ id, type, time, data }: TenantEvent): Cause {
  const { client, request, user } = (data.context ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const texts = <K extends string>(given: Readonly<Record<K, unknown>>) =>
    Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === "string")) as Record<K, string>;
  return {
    eventId: id,
    type,
    when: time,
    who: texts({
      clientId: client?.id,
      clientName: client?.name,
      userId: user?.user_id ?? user?.id,
      userName: user?.name,
    }),
    from: texts({ ip: request?.ip, userAgent: request?.user_agent }),
  };
}
