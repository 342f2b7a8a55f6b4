import { spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";

/** The document on standard input. */
export async function readDocument() {
  return JSON.parse(await text(process.stdin));
}

/** The resource of the document: `Connection corp in stack dev`. A long name is cut, and followed by the id. */
export function subjectOf({ type, name, stack, id = "" }) {
  const called = Buffer.byteLength(name) <= 100 ? name : `${cut(name, 60)} (${cut(id, 40)})`;
  return plain(`${type.split(":").at(-1).split("/").at(-1)} ${called} in stack ${stack}`);
}

/** The reports as lines: old and new values, and actors. The lines contain only plain characters. */
function linesOf({ reports, omitted }) {
  const left = omitted > 0 ? [`… ${omitted} older reports`] : [];
  return [...left, ...reports.flatMap(linesOfReport)].map(plain);
}

/** The lines as one text, cut to the maximum of bytes that the receiver accepts. */
export function textOf(document, bytes) {
  return cut(linesOf(document).join("\n"), bytes);
}

/** The beginning of a text: whole characters within a maximum of bytes. */
export function cut(text, bytes) {
  const all = Buffer.from(text);
  // In stream mode, the decoder drops an incomplete character at the end.
  return all.length <= bytes ? text : `${new TextDecoder().decode(all.subarray(0, bytes - 3), { stream: true })}…`;
}

/**
 * Runs a program to its end, without a shell, and returns its output. Text of the tenant goes to standard input: as an argument, a text
 * above the system's limit would keep the program from starting.
 */
export function run(file, args, { input = "", ...options }) {
  const { status, stdout, error } = spawnSync(file, args, {
    input,
    stdio: ["pipe", "pipe", "inherit"],
    encoding: "utf8",
    // The output of a preview of a large stack has some megabytes.
    maxBuffer: 256 * 1024 * 1024,
    ...options,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${file} ended with ${status}`);
  return stdout;
}

function linesOfReport({ kind, state, changes, omitted = 0, causes, at }) {
  const gone = kind === "drift" ? "deleted" : "it is back";
  const rest = omitted > 0 ? [`… and ${omitted} more`] : [];
  const leaves = state === "deleted" ? [gone] : [...changes.map(leafInWords), ...rest];
  const people = causes.map(({ who, from, when }) => {
    const name = who.userName ?? who.userId ?? who.clientName ?? who.clientId ?? "somebody";
    return `  by ${name}${from.ip === undefined ? "" : ` from ${from.ip}`} at ${when}`;
  });
  return [`${kind}, ${at}`, ...leaves.map((leaf) => `  ${leaf}`), ...people];
}

function leafInWords({ path, was, is, secret }) {
  return secret ? `${path}: another secret` : `${path}: ${valueInWords(was)} → ${valueInWords(is)}`;
}

function valueInWords(value) {
  const json = JSON.stringify(value) ?? "absent";
  return json.length > 200 ? `${json.slice(0, 200)}…` : json;
}

/** Replaces control characters: names and values come from the tenant or the state, and must not control a chat or a page. */
function plain(line) {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}`]/gu, "?");
}
