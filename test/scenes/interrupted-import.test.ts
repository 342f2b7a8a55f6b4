import { rm } from "node:fs/promises";
import { afterAll } from "vitest";
import { base, interrupted } from "../e2e/importing.ts";

afterAll(() => rm(base, { recursive: true, force: true }));

interrupted([
  ["before the first secret is in the configuration", "config set*"],
  ["between the two halves of the state, which it leaves locked", "import*--protect=true*"],
  ["before the proof", "preview*"],
]);
