import { type Command, InvalidArgumentError } from "commander";
import {
  type AnyEventItem,
  type EventStream,
  type EventType,
  eventTypes,
  isEvent,
  isEventType,
  type StreamItem,
  type StreamStatus,
  streamEvents,
} from "../client/events/index.ts";
import { parseInstant, toTimestamp } from "../client/events/options.ts";
import { durationOf, resolveSettings, sanitize, sanitizeJson, TenantClient } from "../client/index.ts";
import type { Style } from "../report/document.ts";
import { forScreen } from "../report/fold.ts";
import { isObject } from "../schema/json.ts";
import { addHelp, colorsForOutput, endOfNpx, Output, refuseUsage } from "./command.ts";
import { CursorFile, eventsContent } from "./cursor-file.ts";

interface Flags {
  readonly type?: EventType[];
  readonly from?: string;
  /** A timestamp: `YYYY-MM-DDTHH:MM:SSZ`. */
  readonly since?: string;
  readonly cursorFile?: string;
  readonly json?: true;
}

/** Adds `pulumi-tenant events` to its command. */
export function register(command: Command): void {
  command
    .option("-t, --type <type>", "only events of this type (repeat it for several)", collectType)
    .option("--from <cursor>", "start after this cursor")
    .option("--since <when>", "start this long ago (90s, 10m, 2h, 1d) or at a time (2026-01-31T12:00:00Z)", toInstant)
    .option("--cursor-file <file>", "continue from the position that the last run saved in this file")
    .option("--json", "one JSON line per event")
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `The tenant and its credentials come from TENANT_DOMAIN, TENANT_CLIENT_ID, TENANT_CLIENT_SECRET and
so on; the scope read:events is required. Without --from and --since, the stream starts now. The
command reconnects after a lost connection, until SIGINT (Ctrl-C) or SIGTERM ends it. Standard error
reports when the stream opens, and when its connection is lost.

With --cursor-file no event is lost, however this command ends; --from and --since apply only while
the file does not exist. The cursor in the file is older than the newest event, because the service
may deliver events out of order, so the file also lists the events printed since the cursor. After a
kill, only events printed after the last save (at most 0.1 s earlier) are printed again.

A "gap" reports that events may be missing: the service no longer knew the cursor.

Event types:
${eventTypes.map((type) => `  ${type}`).join("\n")}`,
    exitCodes: { 0: "ended by a signal, or the reader closed the output", 1: "it failed" },
    example: "npx pulumi-tenant events --since 10m",
  });
}

async function run(command: Command, flags: Flags): Promise<void> {
  const { from, since } = flags;
  if (from !== undefined && since !== undefined) refuseUsage(command, "--from and --since exclude each other");
  const settings = resolveSettings({ config: () => undefined, env: process.env });
  const file = flags.cursorFile === undefined ? undefined : new CursorFile(flags.cursorFile, eventsContent);
  const saved = (await file?.load(settings.host))?.position;
  const save = () => {
    const content = { version: 1, tenant: settings.host, position: stream.position() } as const;
    file?.save(() => content);
  };
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  void endOfNpx().then(() => stop.abort());
  const output = new Output(() => stop.abort());

  const client = new TenantClient(settings);
  const tell = reporter(settings.host);
  const stream: EventStream = streamEvents(client, {
    ...(saved ?? { ...(from !== undefined && { from }), ...(since !== undefined && { fromTimestamp: since }) }),
    ...(flags.type !== undefined && { types: flags.type }),
    signal: stop.signal,
    onStatus: (status) => {
      tell(status);
      // Save the start position, too. After a kill before the first event, the next run would otherwise miss the events since this start.
      if (status.state === "open") save();
    },
  });
  const colors = colorsForOutput();
  try {
    for await (const item of stream) {
      if (isShown(item)) {
        const written = await output.write(flags.json ? sanitizeJson(item) : forScreen(eventLine(item, colors)));
        // The reader has closed the output. The position of this event is not saved, so the next run prints the event again.
        if (!written) break;
      }
      save();
    }
  } finally {
    await file?.close();
    await client.close();
  }
}

/** Reports on standard error when the event stream opens, and when its connection is lost. Routine reconnections are not reported. */
function reporter(host: string): (status: StreamStatus) => void {
  let quiet = false;
  return (status) => {
    if (status.state === "open") {
      if (!quiet) process.stderr.write(`events: listening to ${host}\n`);
      quiet = true;
    } else if (status.state === "waiting") {
      quiet = false;
      process.stderr.write(`events: ${status.why}; trying again in ${Math.max(0.1, status.ms / 1000).toFixed(1)} s\n`);
    }
  };
}

function collectType(text: string, before: EventType[] = []): EventType[] {
  if (isEventType(text)) return [...before, text];
  throw new InvalidArgumentError(`Unknown event type. Event types: ${eventTypes.join(", ")}.`);
}

function toInstant(text: string): string {
  const at = parseInstant(text) ?? Date.now() - durationOf(text, "smhd");
  if (Number.isNaN(at)) {
    throw new InvalidArgumentError(
      "Expected a duration such as 90s, 10m, 2h or 1d, or a time such as 2026-01-31T12:00:00Z.",
    );
  }
  return toTimestamp(at);
}

/** Whether an item is printed. Positions and regular reconnections are not. */
function isShown(item: StreamItem): boolean {
  return item.type !== "offset-only" && !(item.type === "error" && item.error.code === "connection_timeout");
}

/** One item as a line of text: time, event, object, and originator. */
export function eventLine(item: StreamItem, colors: Pick<Style, "bold" | "dim" | "yellow">): string {
  if (isEvent(item)) {
    const { time, purpose } = item.event;
    const notes = [...by(item), ...(purpose === undefined ? [] : [`(${purpose})`])].join(" ");
    return [colors.dim(sanitize(time)), colors.bold(item.type), sanitize(subject(item)), colors.dim(sanitize(notes))]
      .filter((part) => part !== "")
      .join("  ");
  }
  switch (item.type) {
    case "gap": {
      const since = item.restartsAt === undefined ? "" : `, the stream continues from ${item.restartsAt}`;
      return colors.yellow(`gap: events may be missing here (${sanitize(item.message)})${since}`);
    }
    case "error":
      return colors.yellow(sanitize(`error: ${item.error.code}: ${item.error.message}`));
    case "unknown":
      return colors.yellow(sanitize(`unknown: ${item.name || "no type"} ${sanitizeJson(item.content)}`));
    case "offset-only":
      return colors.dim(sanitize(item.offset));
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
