// Loaded before anything else into the Node processes of a test's CLI, which then start faster.
const modules = require("node:module");
const { join } = require("node:path");

const [, script] = process.argv;
if (script !== undefined) {
  // V8 refuses what was compiled under other flags. The SDK sets one while it loads, in programs before other modules than in providers.
  const [, kind = "command"] = /[\\/]cmd[\\/]([\w-]+)/.exec(script) ?? [];
  modules.enableCompileCache(join(__dirname, "..", "..", ".local", "node-compile-cache", kind));
  // Node saves what it has compiled when a process ends, but the engine kills providers.
  if (kind === "dynamic-provider") setTimeout(modules.flushCompileCache, 500).unref();
}
