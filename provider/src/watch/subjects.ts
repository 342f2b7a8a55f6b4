import { type JsonObject, own } from "../model/json.ts";
import { descriptors, kindNames, kindOfType } from "../objects/descriptors.ts";
import type { EventType, TenantEvent } from "../tenant/events/index.ts";
import type { StackResource } from "./stack-state.ts";

/** The event types that a watch follows. The others are about nothing that a stack can hold. */
export const followedTypes: readonly EventType[] = [
  ...new Set(kindNames.flatMap((name) => descriptors[name].events?.types ?? [])),
];

/**
 * What events about a resource can be about, as texts that are equal where they concern each other; undefined for a resource whose
 * changes no event tells.
 */
export function subjectsOf({ type, id, outputs }: StackResource): readonly string[] | undefined {
  const kind = kindOfType(type);
  return kind && descriptors[kind].events?.subjectsOf(id, outputs);
}

/** What an event is about, as texts that are equal to those of the resources that it concerns. */
export function subjectsOfEvent({ type, data }: TenantEvent): readonly string[] {
  const object = data.object as JsonObject;
  const [noun = ""] = type.split(".");
  const itself = `${noun} ${own(object, noun === "user" ? "user_id" : "id")}`;
  const usual = type.endsWith(".deleted") ? [itself, `end of ${itself}`] : [itself];
  const following = kindNames
    .flatMap((name) => descriptors[name].events ?? [])
    .filter(({ types }) => types.some((followed) => followed === type));
  return [...new Set(following.flatMap(({ about }) => about?.(type, object) ?? usual))];
}
