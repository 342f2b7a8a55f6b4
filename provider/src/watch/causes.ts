import type { EventType, TenantEvent } from "../client/events/index.ts";
import { parseInstant } from "../client/events/instant.ts";
import { definitions, typeNameOf, typeNames } from "../definitions/registry.ts";
import type { StackResource } from "../pulumi-cli/stack-state.ts";
import { parsePropertyPath } from "../pulumi-cli/urn.ts";
import { isList, part } from "../pulumi-cli/values.ts";
import type { Change } from "../report/types.ts";
import { equal, type Json, type JsonObject, own } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { brief } from "./bounds.ts";
import type { Cause, WatchedChange } from "./report.ts";

/** The events that tell of one member of a collection each. */
const eventsOfMembers = typeNames.flatMap((name) => definitions[name].events?.ofMembers ?? []);

/**
 * What an event says of a leaf. `made`: it left the leaf as it was found. `touched`: it changed the leaf, and something after it did so
 * again. `hidden`: it does not show the leaf, as events hold no secrets and only some options.
 */
type EventVerdict = "made" | "touched" | "hidden" | "nothing";

/** One of the events about an object. */
interface EventInOrder {
  readonly event: TenantEvent;
  /** When it happened, in milliseconds; 0 where it does not tell. */
  readonly time: number;
  /** The object before it; undefined where no event tells. */
  readonly before: Json | undefined;
  /** Whether it shows no change: what it changed is what events do not show. */
  readonly isSilent: boolean;
}

/** A change, as far as events can show it. */
interface PlaceInEvents {
  readonly change: Change;
  /** Where events have it; for an item of a list, the list. */
  readonly path: readonly (string | number)[];
  readonly isItem: boolean;
}

/**
 * Finds out which events made which changes of one object. An event made a change only if it shows the leaf becoming what was found. Where
 * events do not show the leaf, those count that show no change at all, and only if there are none, all of them.
 *
 * @param schema what the object is
 * @param events about this object, since it was last compared
 * @returns the changes with their causes. `isExplained`: an event explains each change in full, so no other can be missing
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
    // An event that changed the leaf otherwise did not make this change. It is named beside the one that did.
    const touching = inOrder.filter((_, index) => verdicts[index] === "made" || verdicts[index] === "touched");
    for (const one of latest ? touching : makers) named.add(one);
    isExplained &&= makers.length > 0;
    return { ...change, causedBy: makers.map(({ event }) => event.id) };
  });
  return { changes: caused, causes: inOrder.filter((one) => named.has(one)).map(causeOf), isExplained };
}

/** Events, the oldest first. */
function ordered(events: readonly TenantEvent[]): readonly EventInOrder[] {
  const timed = events.map((event) => ({ event, time: parseInstant(event.time) ?? 0 })).sort((a, b) => a.time - b.time);
  return timed.map(({ event, time }, index) => {
    const { object, previous_object: previous } = event.data;
    const before = (previous ?? timed[index - 1]?.event.data.object) as Json | undefined;
    return { event, time, before, isSilent: isUpdate(event) && before !== undefined && equal(before, object as Json) };
  });
}

const itemsOfLists = new WeakMap<readonly Json[], ReadonlySet<Json>>();

/** The items of a list of an event. The set is made once: many changes are items of the same list. */
function itemsOf(list: readonly Json[]): ReadonlySet<Json> {
  const items = itemsOfLists.get(list) ?? new Set(list);
  itemsOfLists.set(list, items);
  return items;
}

function verdictOn(one: EventInOrder, { change, path, isItem }: PlaceInEvents): EventVerdict {
  const { type, data } = one.event;
  const { was, is } = change;
  const ofMembers = eventsOfMembers.find(({ added, removed }) => type === added || type === removed);
  if (ofMembers) {
    if (ofMembers.memberOf(data.object as Json) !== (is ?? was)) return "nothing";
    return (type === ofMembers.added) === (change.kind === "add") ? "made" : "touched";
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
  // Nobody knows what a secret was found as, so an event made the change if it shows the leaf changing.
  if (change.secret ? before !== undefined : equal(now, is)) return "made";
  return one.before === undefined ? "nothing" : "touched";
}

function isUpdate({ type }: TenantEvent): boolean {
  return type.endsWith(".updated");
}

/** A change's place in the service's own names. What is verbatim in a resource is so here. */
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

/** An event, as far as people need it to find who it was. */
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

/** The event types that a watch follows. The others are about nothing that a stack can hold. */
export const followedTypes: readonly EventType[] = [
  ...new Set(typeNames.flatMap((name) => definitions[name].events?.types ?? [])),
];

/**
 * What events about a resource can be about, as texts that are equal where they concern each other; undefined for a resource whose
 * changes no event tells.
 */
export function subjectsOf({ type, id, outputs }: StackResource): readonly string[] | undefined {
  const kind = typeNameOf(type);
  return kind && definitions[kind].events?.subjectsOf(id, outputs);
}

/** What an event is about, as texts that are equal to those of the resources that it concerns. */
export function subjectsOfEvent({ type, data }: TenantEvent): readonly string[] {
  const object = data.object as JsonObject;
  const [noun = ""] = type.split(".");
  const itself = `${noun} ${own(object, noun === "user" ? "user_id" : "id")}`;
  const usual = type.endsWith(".deleted") ? [itself, `end of ${itself}`] : [itself];
  const following = typeNames
    .flatMap((name) => definitions[name].events ?? [])
    .filter(({ types }) => types.some((followed) => followed === type));
  return [...new Set(following.flatMap(({ about }) => about?.(type, object) ?? usual))];
}
