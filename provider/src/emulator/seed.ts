import { readFileSync } from "node:fs";
import type { WireObject } from "./shared/store.ts";
import { isObject, type Violation } from "./shared/validation.ts";

/**
 * What an emulator starts with. Objects look as the service answers them; what they leave out gets the service's default,
 * and what the service makes up (ids, for instance) may be given.
 */
export interface Seed {
  readonly resourceServers?: readonly WireObject[];
  /** `options.configuration` of a database connection is in clear, and what is never answered is there. */
  readonly connections?: readonly WireObject[];
  readonly roles?: readonly WireObject[];
  readonly organizations?: readonly WireObject[];
  /** `{ organization_id, user_id, name?, email?, picture?, roles? }`, with the ids or names of organization and roles. */
  readonly organizationMembers?: readonly WireObject[];
  readonly tokenExchangeProfiles?: readonly WireObject[];
}

/** One kind of object as a seed fills it. */
export interface Sown {
  /** Adds an object of a seed, or says what is wrong with it. */
  sow(wire: unknown): Violation | undefined;
  /** All objects in the form of a seed. */
  harvest(): WireObject[];
}

/** What a seed fills. */
export type Seeded = { readonly [K in keyof Seed]-?: Sown };

/** Members need their organizations and roles, in whatever order a seed names them. */
const order = [
  "resourceServers",
  "connections",
  "roles",
  "organizations",
  "organizationMembers",
  "tokenExchangeProfiles",
] as const satisfies readonly (keyof Seed)[];

/**
 * Fills the collections from a seed or from the JSON file at a path.
 * @throws Error that names the file and the path in it, as `seed.json: resourceServers[2].scopes[0].value: …`
 */
export function applySeed(seed: Seed | string, into: Seeded): void {
  const source = typeof seed === "string" ? seed : "seed";
  const content: unknown = typeof seed === "string" ? readSeedFile(seed) : seed;
  const fail = (path: string, why: string) => new Error([source, path, why].filter((part) => part !== "").join(": "));
  if (!isObject(content)) throw fail("", "expected an object");
  for (const key of Object.keys(content)) {
    if (!(order as readonly string[]).includes(key)) throw fail(key, `unknown key; known are ${order.join(", ")}`);
  }
  for (const key of order) {
    const objects = content[key];
    if (objects === undefined) continue;
    if (!Array.isArray(objects)) throw fail(key, "expected an array");
    for (const [index, object] of objects.entries()) {
      const violation = into[key].sow(object);
      if (violation) throw fail(join(`${key}[${index}]`, violation), violation.why);
    }
  }
}

/** The whole store as a seed, secrets included. The objects of the system are left out: every emulator has its own. */
export function exportSeed(from: Seeded): Seed {
  return Object.fromEntries(order.map((key) => [key, from[key].harvest()]));
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
