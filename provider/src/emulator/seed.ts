import { readFileSync } from "node:fs";
import type { WireObject } from "./shared/store.ts";
import { isObject, type Violation } from "./shared/validation.ts";

/**
 * The objects that an emulator starts with, in the form in which the service answers them. Omitted properties get the service's
 * defaults. Properties that the service generates, such as ids, may be given.
 */
export interface Seed {
  readonly resourceServers?: readonly WireObject[];
  /** With the options that the service never answers. `options.configuration` of a database connection is in plain text. */
  readonly connections?: readonly WireObject[];
  readonly roles?: readonly WireObject[];
  readonly organizations?: readonly WireObject[];
  /** `{ organization_id, user_id, name?, email?, picture?, roles? }`; organization and roles are given by id or name. */
  readonly organizationMembers?: readonly WireObject[];
  readonly tokenExchangeProfiles?: readonly WireObject[];
  /** With `client_id`. */
  readonly clients?: readonly WireObject[];
  /** With `user_id`. */
  readonly users?: readonly WireObject[];
}

/** The objects of one kind, which a seed can fill. */
export interface Sown {
  /** Adds an object of a seed, or returns why it is refused. */
  sow(wire: unknown): Violation | undefined;
  /** All objects in the form of a seed. */
  harvest(): WireObject[];
}

/** All kinds of objects. */
export type Seeded = { readonly [K in keyof Seed]-?: Sown };

/** The order in which a seed is applied: members need their organizations and roles. */
const order = [
  "resourceServers",
  "connections",
  "roles",
  "organizations",
  "organizationMembers",
  "tokenExchangeProfiles",
  "clients",
  "users",
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

/** All objects as a seed, with their secrets. System objects are left out: every emulator has its own. */
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
    // the parser's message quotes the text, which may contain secrets
    throw new Error(`${path}: not JSON`);
  }
}
