import { join } from "node:path";

/** A part of a program's environment: where Node keeps what it has compiled. With it the SDK loads in half of the time. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "..", "..", ".local", "node-compile-cache"),
};

/** The same for what the Pulumi CLI starts: programs and providers load what they use of the SDK, and nothing else. */
export const quickStart = { NODE_OPTIONS: `--require ${JSON.stringify(join(import.meta.dirname, "quick-start.cjs"))}` };

/** In place of {@link quickStart}, for measurements: all of the SDK is loaded, as users do. */
export const usualStart = { ...compileCache, NODE_OPTIONS: "" };
