import type { EventSourceMessage } from "eventsource-parser";
import { isRecord, parseJson } from "../answer.ts";
import { type AnyEventItem, type EventType, isEventType, type StreamItem, type TenantEvent } from "./types.ts";

const member = ["organization.id", "user.user_id"];

/** The strings that the changed object must hold, as its type promises them. */
const promised: readonly [pattern: RegExp, paths: readonly string[]][] = [
  [/^connection\./, ["id", "name", "strategy"]],
  [/^organization\.member\.role\./, [...member, "role.id"]],
  [/^organization\.member\./, member],
  [/^organization\.(created|updated|deleted)$/, ["id"]],
];

/** Most characters of an event's id. Positions keep hundreds of ids. */
const longestId = 1_024;

/** Reads one message of `GET /events`. A message that is not understood becomes an `unknown` item. */
export function decode(message: EventSourceMessage): StreamItem {
  const parsed = parseJson(message.data);
  const fields = "value" in parsed && isRecord(parsed.value) ? parsed.value : {};
  const envelope = isRecord(fields.event) ? fields.event : {};
  const name = message.event ?? text(envelope.type) ?? "";
  const offset = text(fields.offset) ?? (message.id || undefined);
  const placed = offset === undefined ? {} : { offset };
  if (name === "offset-only" && offset !== undefined) return { type: "offset-only", offset };
  if (name === "error" && isRecord(fields.error)) {
    const { code, message: said, offset: at } = fields.error;
    const place = text(at) ?? offset;
    return {
      type: "error",
      ...(place !== undefined && { offset: place }),
      error: { code: text(code) ?? "unknown", message: text(said) ?? "" },
    };
  }
  if (isEventType(name) && offset !== undefined) {
    const event = readEnvelope(name, envelope);
    if (event !== undefined) return { type: name, offset, event } as AnyEventItem;
  }
  const id = idOf(envelope);
  return {
    type: "unknown",
    name,
    ...placed,
    content: "value" in parsed ? parsed.value : message.data,
    ...(id !== undefined && { id }),
  };
}

function readEnvelope(type: EventType, envelope: Record<string, unknown>): TenantEvent | undefined {
  const { time, data } = envelope;
  const id = idOf(envelope);
  if (id === undefined || typeof time !== "string") return undefined;
  if (!isRecord(data) || !isRecord(data.object)) return undefined;
  const { object, previous_object: before, context } = data;
  const paths = promised.find(([pattern]) => pattern.test(type))?.[1] ?? [];
  if (!paths.every((path) => typeof at(object, path.split(".")) === "string")) return undefined;
  const optional = {
    specversion: text(envelope.specversion),
    source: text(envelope.source),
    tenant: prefixed(envelope, "tenant"),
    stream: prefixed(envelope, "stream"),
    purpose: prefixed(envelope, "purpose"),
  };
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  return {
    id,
    type,
    time,
    ...(Object.fromEntries(given) as Partial<TenantEvent>),
    data: {
      object,
      ...(isRecord(before) && { previous_object: before }),
      ...(isRecord(context) && { context }),
    },
  };
}

function idOf(envelope: Record<string, unknown>): string | undefined {
  const id = text(envelope.id);
  return id !== undefined && id.length <= longestId ? id : undefined;
}

/** The service sends the vendor's prefix `a0`; its documentation writes `x`. */
function prefixed(envelope: Record<string, unknown>, name: string): string | undefined {
  return text(envelope[`a0${name}`]) ?? text(envelope[`x${name}`]);
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
