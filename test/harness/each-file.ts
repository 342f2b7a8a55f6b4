import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { afterAll, vi } from "vitest";
import { cases } from "./scale.ts";

// A property without a seed of its own, too, is tried with the same cases in each `npm test`.
fc.configureGlobal({ seed: cases().seed });

// Files share a process, and none may get what the one before has replaced.
const environment = { ...process.env };
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  pulumi.runtime.setAllConfig({}, []);
});
