import type { EventType, TenantEvent } from "../client/events/index.ts";
import { parseInstant } from "../client/events/options.ts";
import type { StackResource } from "../pulumi-cli/exported-stack.ts";
import { isList, part } from "../pulumi-cli/values.ts";
import type { Change } from "../report/types.ts";
import { idNameOf } from "../schema/definition.ts";
import { equal, type Json, type JsonObject, own } from "../schema/json.ts";
import { parsePropertyPath } from "../schema/property-path.ts";
import type { Schema } from "../schema/schema.ts";
import { definitions, isTypeName, typeNameOf, typeNames } from "../types/registry.ts";
import { tools } from "../types/tools.made.ts";
import { brief } from "./bounds.ts";
import type { Cause, WatchedChange } from "./options.ts";

/** The types of events that report the addition or the removal of a single member of a collection. */
const eventsOfMembers = typeNames.flatMap((name) => tools[name].events?.ofMembers ?? []);

/**
 * The relation of an event to a changed leaf. `made`: the event set the value that was found at the tenant. `touched`: the event set a
 * different value. `hidden`: the event's payload omits the leaf, because events contain no secrets and only some options. `nothing`: the
 * event did not change the leaf.
 */
type EventVerdict = "made" | "touched" | "hidden" | "nothing";

/** An event about an object, with the object as it was before the event. */
interface EventInOrder {
  readonly event: TenantEvent;
  /** The event's time in milliseconds; 0 if the event has no valid time. */
  readonly time: number;
  /** The object before the event, from this event or the previous one; undefined if neither contains it. */
  readonly before: Json | undefined;
  /** Whether the payload shows no change. The event then changed a property that events omit. */
  readonly isSilent: boolean;
}

/** A change, and where event payloads contain the changed leaf. */
interface PlaceInEvents {
  readonly change: Change;
  /** The path in the event's object; for an item of a list, the path of the list. */
  readonly path: readonly (string | number)[];
  readonly isItem: boolean;
}

/**
 * Assigns events to the changes of one object. An event counts as the cause of a change only if its payload shows that the leaf got the value that
 * was found. If events omit the leaf, its causes are the events whose payloads show no change; without such events, all events that omit the leaf.
 *
 * @param schema schema of the object's resource type
 * @param events events about this object since its last comparison
 * @returns the changes with their causes. `isExplained`: each change has a cause, so no further event has to be awaited
 */
export function attribute(
  schema: Schema | undefined,
  state: "changed" | "deleted",
  changes: readonly Change[],
  events: readonly TenantEvent[],
) {
  const inOrder = ordered(events);
  if (state === "deleted") {
    const causes = inOrder.filter(({ event }) => /^(?!.*\.role\.).*\.(?:deleted|created|added)$/.test(event.type));
    return { changes: [], causes: causes.map(causeOf), isExplained: causes.length > 0 };
  }
  const isAnySilent = inOrder.some(({ isSilent }) => isSilent);
  const named = new Set<EventInOrder>();
  let isExplained = true;
  const caused = changes.map((change): WatchedChange => {
    const place = placeOf(schema, change);
    const verdicts = inOrder.map((one) => verdictOn(one, place));
    const latest = inOrder[verdicts.lastIndexOf("made")];
    const makers = inOrder.filter(({ time, isSilent }, index) => {
      if (latest) return verdicts[index] === "made" && time === latest.time;
      return verdicts[index] === "hidden" && (isSilent || !isAnySilent);
    });
    // If an event set the final value, the report also lists the earlier events that set other values of the leaf.
    const touching = inOrder.filter((_, index) => verdicts[index] === "made" || verdicts[index] === "touched");
    for (const one of latest ? touching : makers) named.add(one);
    isExplained &&= makers.length > 0;
    return { ...change, causedBy: makers.map(({ event }) => event.id) };
  });
  return { changes: caused, causes: inOrder.filter((one) => named.has(one)).map(causeOf), isExplained };
}

/** Sorts events by time, oldest first. */
function ordered(events: readonly TenantEvent[]): readonly EventInOrder[] {
  const timed = events.map((event) => ({ event, time: parseInstant(event.time) ?? 0 })).sort((a, b) => a.time - b.time);
  return timed.map(({ event, time }, index) => {
    const { object, previous_object: previous } = event.data;
    const before = (previous ?? timed[index - 1]?.event.data.object) as Json | undefined;
    return { event, time, before, isSilent: isUpdate(event) && before !== undefined && equal(before, object as Json) };
  });
}

const itemsOfLists = new WeakMap<readonly Json[], ReadonlySet<Json>>();

/** The items of a list in an event, as a cached set: many changes are items of the same list. */
function itemsOf(list: readonly Json[]): ReadonlySet<Json> {
  const items = itemsOfLists.get(list) ?? new Set(list);
  itemsOfLists.set(list, items);
  return items;
}

function verdictOn(one: EventInOrder, { change, path, isItem }: PlaceInEvents): EventVerdict {
  const { type, data } = one.event;
  const { was, is } = change;
  const ofMembers = eventsOfMembers.find(({ added, removed }) => [...added, ...removed].includes(type as EventType));
  if (ofMembers) {
    if (ofMembers.memberOf(data.object as Json) !== (is ?? was)) return "nothing";
    return ofMembers.added.includes(type as EventType) === (change.kind === "add") ? "made" : "touched";
  }
  if (!isUpdate(one.event)) return change.kind === "add" ? "nothing" : "made";
  const now = at(data.object as Json, path);
  const before = at(one.before, path);
  if (now === undefined && before === undefined) return "hidden";
  if (isItem) {
    const item = was ?? is ?? null;
    const [had, has] = [before, now].map((list) => isList(list) && itemsOf(list).has(item));
    if (before !== undefined && had === has) return "nothing";
    return has === (change.kind === "add") ? "made" : before === undefined ? "nothing" : "touched";
  }
  if (before !== undefined && equal(before, now)) return "nothing";
  // The tenant does not return secrets, so the found value is unknown: each event that shows the leaf changing counts as the cause.
  if (change.secret ? before !== undefined : equal(now, is)) return "made";
  return one.before === undefined ? "nothing" : "touched";
}

function isUpdate({ type }: TenantEvent): boolean {
  return type.endsWith(".updated");
}

/** Translates the path of a change to the API's names. Keys within a verbatim document stay unchanged. */
function placeOf(schema: Schema | undefined, change: Change): PlaceInEvents {
  const isItem = change.path.endsWith("[]");
  const text = isItem ? change.path.slice(0, -2) : change.path;
  const path = parsePropertyPath(text) ?? [text];
  const isVerbatim = schema?.fields[String(path[0])]?.kind === "document";
  const wired = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { change, path: path.map((key) => (typeof key === "string" && !isVerbatim ? wired(key) : key)), isItem };
}

function at(value: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>(part, value);
}

/** The cause in a report: the event's id, type, time, user, client and origin. */
function causeOf({ event: { id, type, time, data } }: EventInOrder): Cause {
  const { client, request, user } = (data.context ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const texts = <K extends string>(given: Readonly<Record<K, unknown>>) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([key, value]) => (typeof value === "string" ? [[key, brief(value)]] : [])),
    ) as Record<K, string>;
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

/** The event types that a watch subscribes to: those about resource types of this package. */
export const followedTypes: readonly EventType[] = [
  ...new Set(typeNames.flatMap((name) => tools[name].events?.types ?? [])),
];

/** Keys that match events to a resource; undefined for a resource type without events. */
export function subjectsOf({ type, id, outputs }: StackResource): readonly string[] | undefined {
  const name = typeNameOf(type);
  return name && tools[name].events?.subjectsOf(id, outputs);
}

/** Whether a resource is polled: events do not report each of its changes. */
export function isPolled(entry: StackResource): boolean {
  const name = typeNameOf(entry.type);
  return name === undefined || tools[name].events?.areComplete !== true || subjectsOf(entry) === undefined;
}

/** The keys of an event. The event affects each resource with an equal key, see {@link subjectsOf}. */
export function subjectsOfEvent({ type, data }: TenantEvent): readonly string[] {
  const object = data.object as JsonObject;
  const [noun = ""] = type.split(".");
  const itself = `${noun} ${own(object, isTypeName(noun) ? idNameOf(definitions[noun]) : "id")}`;
  const usual = type.endsWith(".deleted") ? [itself, `end of ${itself}`] : [itself];
  const following = typeNames
    .flatMap((name) => tools[name].events ?? [])
    .filter(({ types }) => types.some((followed) => followed === type));
  return [...new Set(following.flatMap(({ about }) => about?.(type, object) ?? usual))];
}
