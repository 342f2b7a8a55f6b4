import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { suites } from "./harness/suites.ts";

const here = import.meta.dirname;

/** What differs from a quick test in memory; times in milliseconds. vitest by itself leaves one of two cores idle. */
const limits: Record<string, { testTimeout?: number; hookTimeout?: number; maxWorkers?: number }> = {
  unit: { maxWorkers: 2 },
  lifecycle: { maxWorkers: 2 },
  harness: { testTimeout: 120_000, hookTimeout: 60_000 },
  contract: { testTimeout: 60_000, hookTimeout: 60_000 },
  compat: { testTimeout: 600_000, hookTimeout: 600_000 },
  // A command of the real CLI costs seconds of CPU time, but waits between its processes: two files keep two cores busy.
  e2e: { testTimeout: 600_000, hookTimeout: 600_000, maxWorkers: 2 },
};

/** The soak ends when it is done. */
const endless = process.env.SOAK_CASES === undefined ? {} : { testTimeout: 0 };

export default defineConfig({
  root: join(here, ".."),
  test: {
    allowOnly: false,
    // The compiled package is CommonJS: it is what users load, and is not to be transformed.
    server: { deps: { external: [/\/provider\/dist\//] } },
    // The measurements and the matrix of versions are no suites: they run by themselves.
    projects: [...suites, "bench", "compat"]
      .filter((name) => existsSync(join(here, name)))
      .map((name) => ({
        extends: true,
        test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout: 20_000, ...limits[name], ...endless },
      })),
  },
});
