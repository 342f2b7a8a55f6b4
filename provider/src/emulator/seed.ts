import { readFileSync } from "node:fs";
import type { ResourceServers } from "./resource-servers.ts";
import type { WireObject } from "./store.ts";
import { isObject, type Violation } from "./validation.ts";

/**
 * What an emulator starts with. Objects look as the service answers them; what they leave out gets the service's default,
 * and what the service makes up (ids, for instance) may be given.
 */
export interface Seed {
  readonly resourceServers?: readonly WireObject[];
}

/** What a seed fills. */
export interface Seeded {
  readonly resourceServers: ResourceServers;
}

/**
 * Fills the collections from a seed or from the JSON file at a path.
 * @throws Error that names the file and the path in it, as `seed.json: resourceServers[2].scopes[0].value: …`
 */
export function applySeed(seed: Seed | string, into: Seeded): void {
  const source = typeof seed === "string" ? seed : "seed";
  const content: unknown = typeof seed === "string" ? readSeedFile(seed) : seed;
  const fail = (path: string, why: string) => new Error([source, path, why].filter((part) => part !== "").join(": "));
  if (!isObject(content)) throw fail("", "expected an object");
  for (const [key, objects] of Object.entries(content)) {
    if (key !== "resourceServers") throw fail(key, "unknown key; known is resourceServers");
    if (!Array.isArray(objects)) throw fail(key, "expected an array");
    for (const [index, object] of objects.entries()) {
      const violation = into.resourceServers.sow(object);
      if (violation) throw fail(join(`${key}[${index}]`, violation), violation.why);
    }
  }
}

/** The whole store as a seed, secrets included. The objects of the system are left out: every emulator has its own. */
export function exportSeed(from: Seeded): Seed {
  return { resourceServers: from.resourceServers.harvest() };
}

function join(start: string, { path }: Violation): string {
  return path === "" ? start : `${start}.${path}`;
}

function readSeedFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // the parser's own message quotes the text, which may hold secrets
    throw new Error(`${path}: not JSON`);
  }
}
