import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Program } from "../e2e/project.ts";
import { withWorld } from "../e2e/world.ts";
import { ours as command } from "../harness/exec.ts";

const of = withWorld();
