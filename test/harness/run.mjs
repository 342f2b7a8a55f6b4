// The one entry of all npm scripts. It runs in a fresh clone, under any Node >= 20 and with nothing installed, so up to the
// import of main.ts it may use only Node's own modules and plain JavaScript.
import { realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureDependencies, projectNode } from "./install.mjs";
import { passThrough } from "./pass-through.mjs";

const self = fileURLToPath(import.meta.url);
const root = join(dirname(self), "..", "..");
const log = (/** @type {string} */ line) => process.stderr.write(`· ${line}\n`);
// Tells the second round, under the project's Node, from the first; programs that we start must not see it.
const second = process.env.HARNESS_SECOND_ROUND === "yes";
delete process.env.HARNESS_SECOND_ROUND;

const bin = join(root, "node_modules", ".bin");
// Programs that are started by name get the same Node: the project's, or the one at hand.
const first = process.env.HARNESS_NODE === "this" ? [dirname(process.execPath), bin] : [bin];
if (process.env.PATH?.split(delimiter)[0] !== first[0])
  process.env.PATH = [...first, process.env.PATH].filter(Boolean).join(delimiter);

try {
  if (!second) await ensureDependencies({ root, log });
  const node = projectNode(root);
  if (second || node === undefined || realpathSync(node) === realpathSync(process.execPath)) {
    requireNode();
    const { main } = await import("./main.ts");
    process.exitCode = await main({ root, log, command: process.argv[2], args: process.argv.slice(3) });
  } else {
    const env = { ...process.env, HARNESS_SECOND_ROUND: "yes" };
    process.exitCode = await passThrough(node, [self, ...process.argv.slice(2)], env);
  }
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

/** Without the project's own Node (see projectNode) the one at hand has to do, if it is new enough for our packages and strips types. */
function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return;
  throw new Error(
    `Node ${process.versions.node} is too old, and the project's own is not installed: optional dependencies were left out, or none is for ${process.platform}-${process.arch}. Use Node >= 22.19.`,
  );
}
