// Sends a message to the web hook of a chat ($WEB_HOOK_URL), in the form that most of them take.
//   pulumi-tenant watch --exec "node exec/web-hook.mjs"
import { linesOf, readDocument, subjectOf } from "./words.mjs";

const document = await readDocument();
const state = document.drift ? "drifts" : "is as declared again";
// In a block of code nobody is mentioned; these three characters could still be a link.
const escaped = linesOf(document)
  .join("\n")
  .replace(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character]);

const response = await fetch(process.env.WEB_HOOK_URL, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ text: `${subjectOf(document)} ${state}\n\`\`\`\n${escaped}\n\`\`\`` }),
  signal: AbortSignal.timeout(30_000),
});
if (!response.ok) {
  // The watch says so, and tries again.
  console.error(`the web hook answered ${response.status}`);
  process.exitCode = 1;
}
