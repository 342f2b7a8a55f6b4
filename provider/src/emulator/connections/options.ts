import { randomBytes } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import type { WireObject } from "../shared/store.ts";
import { check, isObject, payloadError, type Schema } from "../shared/validation.ts";
import { derive, olderPasswordFields } from "./derived-options.ts";

/** The stored options of a connection. */
export interface StoredOptions {
  /** All given and derived options, in plain text. If a client sends a ciphertext back, its plain text is lost. */
  readonly plain: WireObject;
  /** The encrypted `configuration` of a database connection, as it is answered. */
  readonly ciphertext?: Readonly<Record<string, string>>;
}

/** The options that are accepted and never answered, by strategy. */
const unanswered: Readonly<Record<string, readonly string[]>> = {
  samlp: ["metadataXml"],
  pingfederate: ["signingCert"],
};

/** Options of a database, each with those that it excludes. A switch that is off excludes nothing. */
const exclusive: readonly (readonly [string, readonly string[]])[] = [
  ["attributes", ["requires_username", "validation"]],
  ["password_options", olderPasswordFields],
];

const configuration: Schema = {
  type: "object",
  open: { type: "string", about: "Value" },
  properties: {},
  about: "Configuration of the scripts",
};

/**
 * The options of a connection after a write. `given` replaces all `stored` options: keys that are not given are removed or
 * derived again. Every write encrypts again, so the ciphertexts change.
 * @throws ServiceError 400 for options that a database connection does not admit
 */
export function writeOptions(strategy: string, given: WireObject, stored?: StoredOptions): StoredOptions {
  const kept = strategy === "auth0" ? admitDatabase(given, stored?.plain) : given;
  const { defaults, forced } = derive(strategy, kept);
  const plain = structuredClone({ ...defaults, ...kept, ...forced });
  return strategy === "auth0" && isObject(plain.configuration)
    ? { plain, ciphertext: encrypted(plain.configuration) }
    : { plain };
}

/** The options in the form in which they are answered. */
export function answeredOptions(strategy: string, { plain, ciphertext }: StoredOptions): WireObject {
  const hidden = hiddenKeys(strategy);
  const shown = Object.entries(plain).filter(([key]) => !hidden.includes(key));
  return structuredClone({ ...Object.fromEntries(shown), ...(ciphertext && { configuration: ciphertext }) });
}

/** The options that are stored and never answered. */
export function hiddenOptions(strategy: string, { plain }: StoredOptions): WireObject {
  const hidden = Object.entries(plain).filter(([key]) => hiddenKeys(strategy).includes(key));
  return structuredClone(Object.fromEntries(hidden));
}

/** A copy of `target` with a patch merged in: objects at any depth are merged, null and undefined delete, the rest replaces. */
export function mergeInto(target: unknown, patch: WireObject): WireObject {
  // assigning the key "__proto__" to an object would set its prototype
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) merged.delete(key);
    else merged.set(key, isObject(value) ? mergeInto(merged.get(key), value) : value);
  }
  return Object.fromEntries(merged);
}

function hiddenKeys(strategy: string): readonly string[] {
  return (Object.hasOwn(unanswered, strategy) ? unanswered[strategy] : undefined) ?? [];
}

/** Random texts in the form of ciphertexts. The plain texts are stored beside them. */
function encrypted(values: WireObject): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((key) => [key, `2.0$${randomBytes(32).toString("hex")}`]));
}

/**
 * Refuses options of a database that exclude each other. Where both are stored already, they are accepted together.
 * @throws ServiceError 400
 */
export function refuseExclusive(given: unknown, stored: WireObject = {}): void {
  for (const [key, others] of exclusive) {
    const areBothIn = (options: WireObject) =>
      key in options && others.some((other) => other in options && options[other] !== false);
    if (!isObject(given) || !areBothIn(given) || areBothIn(stored)) continue;
    throw payloadError({ why: `Cannot be combined with ${others.join(", ")}`, path: `options.${key}`, about: "" });
  }
}

function admitDatabase(given: WireObject, stored: WireObject | undefined): WireObject {
  const refuse = (why: string, path: string) => payloadError({ why, path: `options.${path}`, about: "" });
  const violation = "configuration" in given && check(configuration, given.configuration, "options.configuration");
  if (violation) throw payloadError(violation);
  if (!stored) return given;
  refuseUniqueChange(given, stored);
  if (stored.enable_script_context !== true) return given;
  if ((given.enable_script_context ?? true) === true) return { ...given, enable_script_context: true };
  throw refuse("Cannot be switched off again", "enable_script_context");
}

/** `attributes.email.unique` cannot change after the creation. Default: true, in a PATCH too. */
function refuseUniqueChange(given: WireObject, stored: WireObject): void {
  const email = emailOf(given);
  if (email && isUnique(email) !== isUnique(emailOf(stored))) {
    throw new ServiceError(400, "cannot patch unique property on email attribute", "invalid_body");
  }
}

function isUnique(email: WireObject | undefined): boolean {
  return email?.unique !== false;
}

function emailOf({ attributes }: WireObject): WireObject | undefined {
  return isObject(attributes) && isObject(attributes.email) ? attributes.email : undefined;
}
