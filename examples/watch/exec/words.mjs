import { text } from "node:stream/consumers";

/** The document on standard input. */
export async function readDocument() {
  return JSON.parse(await text(process.stdin));
}

/** What the document is about: `Connection corp in stack dev`. */
export function subjectOf({ type, name, stack }) {
  return `${type.split(":").at(-1).split("/").at(-1)} ${name} in stack ${stack}`;
}

/** All that has happened, a line each: what was and is, and who it was. Only plain characters are in it. */
export function linesOf({ reports, omitted }) {
  const left = omitted > 0 ? [`… ${omitted} older reports`] : [];
  return [...left, ...reports.flatMap(linesOfReport)].map(plain);
}

function linesOfReport({ kind, state, changes, causes, at }) {
  const gone = kind === "drift" ? "deleted" : "it is back";
  const leaves = state === "deleted" ? [gone] : changes.map(leafInWords);
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

/** Names and values come from the tenant, so somebody else chose them: nothing of them may control a chat or a page. */
function plain(line) {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}`]/gu, "?");
}
