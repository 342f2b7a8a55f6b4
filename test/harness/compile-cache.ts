import { join } from "node:path";

/** A part of a program's environment: where Node keeps what it has compiled. With it the SDK loads in half of the time. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "..", "..", ".local", "node-compile-cache"),
};

/** The same for what the Pulumi CLI starts: programs and providers have a cache each. */
export const quickStart = { NODE_OPTIONS: `--require ${JSON.stringify(join(import.meta.dirname, "quick-start.cjs"))}` };

/** In place of {@link quickStart}, for measurements: nothing is loaded before the SDK, as with users. */
export const usualStart = { ...compileCache, NODE_OPTIONS: "" };
