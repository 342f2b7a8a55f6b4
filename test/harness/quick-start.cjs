// Loaded before anything else into the Node processes of a test's CLI, it halves the time until they are ready. What they do stays the same.
const modules = require("node:module");
const { join } = require("node:path");

const [, script] = process.argv;
if (script !== undefined) {
  // V8 refuses what was compiled under other flags. The SDK sets one while it loads, in programs before other modules than in providers.
  const [, kind = "command"] = /[\\/]cmd[\\/]([\w-]+)/.exec(script) ?? [];
  const isProvider = kind === "dynamic-provider";
  modules.enableCompileCache(join(__dirname, "..", "..", ".local", "node-compile-cache", kind));
  // Node saves what it has compiled when a process ends, but the engine kills providers.
  if (isProvider) setTimeout(modules.flushCompileCache, 500).unref();

  // Most modules of the SDK are for traces, or find the packages that a closure needs. A test that used them would fail.
  const unused = [
    "@npmcli/arborist",
    "@opentelemetry/exporter-zipkin",
    "@opentelemetry/instrumentation",
    "@opentelemetry/instrumentation-grpc",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace-base",
    "@opentelemetry/sdk-trace-node",
    // Programs are compiled, providers are not.
    ...(isProvider ? ["typescript"] : []),
  ];
  const sdk = modules.createRequire(require.resolve("@pulumi/pulumi"));
  for (const name of unused) {
    const file = sdk.resolve(name);
    require.cache[file] = Object.assign(new modules.Module(file), { loaded: true });
  }
}
