import type { createColors } from "picocolors";
import { isObject } from "../model/json.ts";
import { type AnyEventItem, isEvent, type StreamItem } from "../tenant/events/index.ts";
import { legible, legibleJson } from "../tenant/index.ts";

type Colors = ReturnType<typeof createColors>;

/** True for an item that is worth a line. Positions and regular rotations are not. */
export function isShown(item: StreamItem): boolean {
  return item.type !== "offset-only" && !(item.type === "error" && item.error.code === "connection_timeout");
}

/** One item as a line for people: time, event, object, and who caused it. */
export function eventLine(item: StreamItem, colors: Colors): string {
  if (isEvent(item)) {
    const { time, purpose } = item.event;
    const notes = [...by(item), ...(purpose === undefined ? [] : [`(${purpose})`])].join(" ");
    return [colors.dim(legible(time)), colors.bold(item.type), legible(subject(item)), colors.dim(legible(notes))]
      .filter((part) => part !== "")
      .join("  ");
  }
  switch (item.type) {
    case "gap": {
      const since = item.restartsAt === undefined ? "" : `, the stream goes on from ${item.restartsAt}`;
      return colors.yellow(`gap: events may be missing here (${legible(item.message)})${since}`);
    }
    case "error":
      return colors.yellow(legible(`error: ${item.error.code}: ${item.error.message}`));
    case "unknown":
      return colors.yellow(legible(`unknown: ${item.name || "no type"} ${legibleJson(item.content)}`));
    case "offset-only":
      return colors.dim(legible(item.offset));
  }
}

function subject(item: AnyEventItem): string {
  const { object } = item.event.data;
  const { organization, user, role } = object;
  const member = Object.entries({ role, user, organization }).filter(([, value]) => named(value) !== "");
  if (member.length > 0) return member.map(([what, value]) => `${what} ${named(value)}`).join(", ");
  return named(object) || "(no id)";
}

function named(value: unknown): string {
  if (!isObject(value)) return "";
  const [id] = [value.id, value.user_id].filter((text) => typeof text === "string");
  if (typeof value.name !== "string") return id ?? "";
  return id === undefined ? value.name : `${value.name} (${id})`;
}

function by({ event }: AnyEventItem): string[] {
  const { client, request } = event.data.context ?? {};
  const who = client?.name ?? client?.id;
  return [
    ...(typeof who === "string" ? [`by ${who}`] : []),
    ...(typeof request?.ip === "string" ? [`from ${request.ip}`] : []),
  ];
}
