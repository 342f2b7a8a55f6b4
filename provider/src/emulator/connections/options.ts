import { randomBytes } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import type { Tenant } from "../shared/room.ts";
import { entryOf, omit, pick, type WireObject } from "../shared/store.ts";
import { check, isObject, object, payloadError, text } from "../shared/validation.ts";
import { derive } from "./derived-options.ts";
import { optionFault } from "./option-types.ts";

/** The stored options of a connection. */
export interface StoredOptions {
  /** All given and derived options, in plain text. If a client sends a ciphertext back, its plain text is lost. */
  readonly plain: WireObject;
  /** The encrypted `configuration` of a database connection, as it is answered. */
  readonly ciphertext?: Readonly<Record<string, string>>;
}

/** Older options of a database connection. New objects cannot have them together with `password_options`. */
const olderPasswordFields = [
  "passwordPolicy",
  "password_complexity_options",
  "password_history",
  "password_no_personal_info",
  "password_dictionary",
];

/** The options that are accepted and never answered, by strategy. */
const unanswered: Readonly<Record<string, readonly string[]>> = {
  samlp: ["metadataXml"],
  pingfederate: ["signingCert"],
};

/**
 * Options of which a connection cannot be created without one. They are what the service's public interface description requires,
 * where no recorded answer of a real tenant says otherwise: some show google-apps and email without options. The body of an
 * update names no strategy, so the description requires none of them there.
 */
const required: Readonly<Record<string, readonly string[]>> = {
  oidc: ["client_id"],
  okta: ["client_id"],
  waad: ["client_id"],
  samlp: ["signInEndpoint", "metadataUrl", "metadataXml"],
  pingfederate: ["pingFederateBaseUrl"],
};

const configuration = object("Configuration of the scripts", {}, [], { open: { ...text("Value"), nullable: true } });

/**
 * The options of a connection after a write. What is given replaces all `stored` options: keys that are not given are removed
 * or derived again. Every write encrypts again, so the ciphertexts change.
 * @param sent the options that were sent, if any were
 * @throws ServiceError 400 for options that the strategy does not admit
 */
export function writeOptions(
  strategy: string,
  sent: WireObject | undefined,
  tenant: Tenant,
  stored?: StoredOptions,
): StoredOptions {
  const fault = sent && optionFault(strategy, sent);
  if (fault) throw payloadError(fault);
  const given = admitted(strategy, sent ?? {}, stored?.plain);
  const write = { given, sent: sent !== undefined, ...(stored && { stored: stored.plain }) };
  const plain = structuredClone(derive(strategy, write, tenant));
  for (const name of passing(strategy)) if (plain[name] === null) delete plain[name];
  return withCiphertext(strategy, plain);
}

/** The answer to a write: some options that were sent as null are answered once more, and are gone in later reads. */
export function withPassingNulls(connection: WireObject, { options: sent }: WireObject): WireObject {
  const names = isObject(sent) ? passing(String(connection.strategy)).filter((name) => sent[name] === null) : [];
  const nulls = Object.fromEntries(names.map((name) => [name, null]));
  return { ...connection, options: { ...(connection.options as WireObject), ...nulls } };
}

/** The options in the form in which they are answered. */
export function answeredOptions(strategy: string, { plain, ciphertext }: StoredOptions): WireObject {
  const shown = omit(plain, hiddenKeys(strategy));
  return structuredClone({ ...shown, ...(ciphertext && { configuration: ciphertext }) });
}

/** The options that are stored and never answered. */
export function hiddenOptions(strategy: string, { plain }: StoredOptions): WireObject {
  return structuredClone(pick(plain, hiddenKeys(strategy)));
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
  return entryOf(unanswered, strategy) ?? [];
}

function passing(strategy: string): readonly string[] {
  return ["line", "twitter", "wordpress"].includes(strategy) ? ["authorizationURL", "tokenURL"] : [];
}

/** Ciphertexts of older tenants, and of newer ones: an encoded message that begins with its first field. */
const ciphertextForm = /^(2\.0(\$[0-9a-f]{32,})+|C[g-v][A-Za-z0-9+/]{86,}={0,2})$/;

function newCiphertext(): string {
  return Buffer.concat([Buffer.from([0x0a, 0x42, 0x0a, 0x20]), randomBytes(121)]).toString("base64");
}

/**
 * Adds random texts in the form of ciphertexts for `configuration`. The plain texts are stored beside them.
 * @param keep whether what was encrypted already stays as it is, as in an object that a seed gives whole
 */
export function withCiphertext(strategy: string, plain: WireObject, keep = false): StoredOptions {
  if (strategy !== "auth0" || !isObject(plain.configuration)) return { plain };
  const encrypted = Object.entries(plain.configuration).map(([key, value]): [string, string] => {
    const kept = keep && typeof value === "string" && ciphertextForm.test(value);
    return [key, kept ? value : newCiphertext()];
  });
  return { plain, ciphertext: Object.fromEntries(encrypted) };
}

/** @throws ServiceError 400 for options that the strategy does not admit */
function admitted(strategy: string, given: WireObject, stored: WireObject | undefined): WireObject {
  if (strategy === "auth0") return admittedByDatabase(given, stored);
  if (stored === undefined) refuseIncomplete(strategy, given);
  return given;
}

function refuseIncomplete(strategy: string, given: WireObject): void {
  if (strategy === "okta" && (given.domain ?? given.issuer) == null) throw refusal("options.domain is required");
  const names = entryOf(required, strategy) ?? [];
  if (names.length === 0 || names.some((name) => (given[name] ?? null) !== null)) return;
  const what = names.length === 1 ? names[0] : `one of ${names.join(", ")}`;
  throw payloadError({ why: `Missing required property: ${what}`, path: "options", about: "" });
}

function admittedByDatabase(given: WireObject, stored: WireObject | undefined): WireObject {
  const violation = "configuration" in given && check(configuration, given.configuration, "options.configuration");
  if (violation) throw payloadError(violation);
  if (isObject(given.attributes)) checkAttributes(given.attributes);
  if (!stored) return given;
  refuseUniqueChange(given, stored);
  if (stored.enable_script_context !== true) return given;
  if ((given.enable_script_context ?? true) === true) return { ...given, enable_script_context: true };
  throw payloadError({ why: "Cannot be switched off again", path: "options.enable_script_context", about: "" });
}

/**
 * Refuses options of a database that exclude each other. Where both are stored already, they are accepted together: the service
 * holds such objects from earlier times.
 * @throws ServiceError 400
 */
export function refuseExclusive(given: unknown, stored: WireObject = {}): void {
  if (!isObject(given)) return;
  for (const { areIn, error } of exclusive) if (areIn(given) && !areIn(stored)) throw error();
}

/** What must not come together. A switch that is off excludes nothing. */
const exclusive = [
  {
    areIn: ({ attributes, requires_username }: WireObject) => isObject(attributes) && requires_username === true,
    error: () => refusal("Cannot set both options.attributes and options.requires_username"),
  },
  {
    areIn: ({ attributes, validation }: WireObject) => isObject(attributes) && (validation ?? null) !== null,
    error: () => refusal("Cannot set both options.attributes and options.validation"),
  },
  {
    areIn: (options: WireObject) =>
      "password_options" in options && olderPasswordFields.some((name) => name in options),
    error: () => {
      const why = `Cannot be combined with ${olderPasswordFields.join(", ")}`;
      return payloadError({ why, path: "options.password_options", about: "" });
    },
  },
];

function checkAttributes(attributes: WireObject): void {
  const all = Object.entries(attributes).filter((entry): entry is [string, WireObject] => isObject(entry[1]));
  const activity = all.map(([, { identifier }]) => (isObject(identifier) ? identifier.active : undefined));
  if (activity.length > 0 && activity.every((active) => active === false)) {
    throw refusal("attributes must contain one active identifier");
  }
  for (const [name, { profile_required, signup }] of all) {
    if (profile_required === true && isObject(signup) && signup.status === "inactive") {
      throw refusal(`attribute ${name} must also be required on signup`);
    }
  }
}

/** `attributes.email.unique` cannot change after the creation. Default: true, in a PATCH too. */
function refuseUniqueChange(given: WireObject, stored: WireObject): void {
  const [now, before] = [emailOf(given), emailOf(stored)];
  if (!now || isUnique(now) === isUnique(before)) return;
  throw refusal(before ? "cannot patch unique property on email attribute" : "cannot add non-unique email attribute");
}

function refusal(message: string): ServiceError {
  return new ServiceError(400, message, "invalid_body");
}

function isUnique(email: WireObject | undefined): boolean {
  return email?.unique !== false;
}

function emailOf({ attributes }: WireObject): WireObject | undefined {
  return isObject(attributes) && isObject(attributes.email) ? attributes.email : undefined;
}
