import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { suites } from "./harness/suites.ts";

const here = import.meta.dirname;

/** What differs from a quick test in memory; times in milliseconds. */
const limits: Record<string, { testTimeout?: number; hookTimeout?: number }> = {
  harness: { testTimeout: 120_000, hookTimeout: 60_000 },
  contract: { hookTimeout: 60_000 },
  acceptance: { testTimeout: 120_000 },
  compat: { testTimeout: 600_000, hookTimeout: 600_000 },
  e2e: { testTimeout: 600_000, hookTimeout: 600_000 },
  scenes: { testTimeout: 600_000, hookTimeout: 600_000 },
};

/** Files that wait, for the CLI's processes or a timer, leave their core to one more. vitest by itself leaves a core idle. */
const maxWorkers = availableParallelism() + 1;

/** Suites with generated cases. They need no process of their own for each file, which would load the provider again. */
const generated = ["unit", "model", "lifecycle", "acceptance"];

/** The soak ends when it is done. */
const endless = process.env.SOAK_CASES === undefined ? {} : { testTimeout: 0 };

export default defineConfig({
  root: join(here, ".."),
  test: {
    allowOnly: false,
    maxWorkers,
    // The compiled package is CommonJS: it is what users load, and is not to be transformed.
    server: { deps: { external: [/\/provider\/dist\//] } },
    // The measurements, the matrix of versions, the long scenes and the tests of what runs the tests are no suites: they run by themselves.
    projects: [...suites, "harness", "bench", "compat", "scenes"]
      .filter((name) => existsSync(join(here, name)))
      .map((name) => ({
        extends: true,
        test: {
          name,
          include: [`test/${name}/**/*.test.ts`],
          setupFiles: generated.includes(name) ? ["test/harness/each-file.ts"] : [],
          isolate: !generated.includes(name),
          testTimeout: 60_000,
          ...limits[name],
          ...endless,
        },
      })),
  },
});
