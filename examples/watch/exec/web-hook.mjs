// Sends a message to the web hook of a chat ($WEB_HOOK_URL), in the form that most chats accept.
//   pulumi-tenant watch --exec "node exec/web-hook.mjs"
import { readDocument, subjectOf, textOf } from "./words.mjs";

/** Max bytes of a message. The strictest chats refuse more than 16,000 characters, and escaping turns a character into up to five. */
const longest = 3_000;

const document = await readDocument();
const state = document.drift ? "drifts" : "is as declared again";
// Code mentions no user; these three characters could still form a link.
const escaped = (words) => words.replace(/[&<>]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one]);
const message = `\`${escaped(subjectOf(document))}\` ${state}\n\`\`\`\n${escaped(textOf(document, longest))}\n\`\`\``;

const response = await fetch(process.env.WEB_HOOK_URL, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ text: message }),
  // The message must not reach another address.
  redirect: "manual",
  signal: AbortSignal.timeout(30_000),
});
if (!response.ok) {
  // The watch logs the failure and tries again.
  console.error(`the web hook answered ${response.status}`);
  process.exitCode = 1;
}
