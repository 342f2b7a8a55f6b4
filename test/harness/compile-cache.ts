import { join } from "node:path";

/** A part of a program's environment: where Node keeps what it has compiled. With it the SDK loads in half of the time. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "..", "..", ".local", "node-compile-cache"),
};
