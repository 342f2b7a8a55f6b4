// Loaded before anything else into the Node processes of a test's CLI, which then need about half of the time to start.
const modules = require("node:module");
const { join } = require("node:path");

const [, script = ""] = process.argv;
if (script !== "") {
  // V8 refuses what was compiled under other flags. The SDK sets one while it loads, in programs before other modules than in providers.
  const [, kind = "command"] = /[\\/]cmd[\\/]([\w-]+)/.exec(script) ?? [];
  modules.enableCompileCache(join(__dirname, "..", "..", ".local", "node-compile-cache", kind));
  // Node saves what it has compiled when a process ends, but the engine kills providers.
  if (kind === "dynamic-provider") setTimeout(modules.flushCompileCache, 500).unref();
}

// The SDK would compile the program, whatever Pulumi.yaml says. Node takes its types out in no time.
if (process.env.STRIP_TYPES === "true") delete process.env.PULUMI_NODEJS_TYPESCRIPT;

/** The SDK needs them to serialize functions, which programs of tests do not do. */
const loadedWhenUsed = ["@npmcli/arborist", "typescript"];
/** It looks up the sources of each frame of a stack trace, and the SDK makes several traces for a resource. */
const notLoaded = ["source-map-support/register"];

const load = modules._load;
modules._load = (name, parent, ...more) => {
  const isOfSdk = /[\\/]@pulumi[\\/]pulumi[\\/]/.test(parent?.filename ?? "");
  if (isOfSdk && notLoaded.includes(name)) return {};
  if (!isOfSdk || !loadedWhenUsed.includes(name)) return load(name, parent, ...more);
  return new Proxy({}, { get: (_, key) => key === "__esModule" || load(name, parent, ...more)[key] });
};
