import { readFileSync } from "node:fs";
import type { WireObject } from "./shared/store.ts";
import { isObject, parseJson, type Violation } from "./shared/validation.ts";
import type { Seed } from "./types.ts";

/** The objects of one kind, which a seed can fill. */
export interface Loadable {
  /** Adds an object of a seed, or returns why it is refused. */
  load(wire: unknown): Violation | undefined;
  /** All objects in the form of a seed. */
  dump(): WireObject[];
}

/** All kinds of objects, in the order in which a seed is applied. */
export type Loadables = { readonly [K in keyof Seed]-?: Loadable };

/**
 * Fills the collections from a seed or from the JSON file at a path.
 * @throws Error that names the file and the path in it, as `seed.json: resourceServers[2].scopes[0].value: …`
 */
export function applySeed(seed: Seed | string, into: Loadables): void {
  const source = typeof seed === "string" ? seed : "seed";
  const content: unknown = typeof seed === "string" ? readSeedFile(seed) : seed;
  const fail = (path: string, why: string) => new Error([source, path, why].filter((part) => part !== "").join(": "));
  if (!isObject(content)) throw fail("", "expected an object");
  const unknown = Object.keys(content).find((key) => !Object.hasOwn(into, key));
  if (unknown !== undefined) throw fail(unknown, `unknown key; known are ${Object.keys(into).join(", ")}`);
  for (const [key, kind] of Object.entries<Loadable>(into)) {
    const objects = content[key];
    if (objects === undefined) continue;
    if (!Array.isArray(objects)) throw fail(key, "expected an array");
    for (const [index, object] of objects.entries()) {
      const violation = kind.load(object);
      if (violation) throw fail(join(`${key}[${index}]`, violation), violation.why);
    }
  }
}

/** All objects as a seed, with their secrets. System objects are left out: every emulator has its own. */
export function exportSeed(from: Loadables): Seed {
  return Object.fromEntries(Object.entries<Loadable>(from).map(([key, kind]) => [key, kind.dump()]));
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
  const content = parseJson(text);
  if (content === undefined) throw new Error(`${path}: not JSON`);
  return content;
}
