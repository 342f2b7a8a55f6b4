// Sends a message to the web hook of a chat ($WEB_HOOK_URL), in the form that most of them take.
//   pulumi-tenant watch --exec "node exec/web-hook.mjs"
import { readDocument, subjectOf, textOf } from "./words.mjs";

/** Bytes. Chats refuse long messages, the strictest of them from 16,000 characters on, and a character can become five. */
const longest = 3_000;

const document = await readDocument();
const state = document.drift ? "drifts" : "is as declared again";
// In code nobody is mentioned; these three characters could still be a link.
const escaped = (words) => words.replace(/[&<>]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one]);
const message = `\`${escaped(subjectOf(document))}\` ${state}\n\`\`\`\n${escaped(textOf(document, longest))}\n\`\`\``;

const response = await fetch(process.env.WEB_HOOK_URL, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ text: message }),
  // The message is for this address and no other.
  redirect: "manual",
  signal: AbortSignal.timeout(30_000),
});
if (!response.ok) {
  // The watch says so, and tries again.
  console.error(`the web hook answered ${response.status}`);
  process.exitCode = 1;
}
