import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
  describePath,
  holdsUnknown,
  isObject,
  type Json,
  type JsonObject,
  own,
  type Path,
  stableJson,
  unknownValue,
} from "../schema/json.ts";
import type { Field, Fields, Schema } from "../schema/schema.ts";
import { UserError } from "./errors.ts";

/**
 * The write-only values of one run, by the hashes that the state stores in their place. A check replaces each value by its hash, and the request
 * that sends the value looks it up by the hash. Every run checks before it writes, so it knows each value that it has to send.
 */
export class WriteOnlySecrets {
  readonly #values = new Map<string, Json>();

  /**
   * Arguments with a keyed hash in place of each sealed value. An unchanged value keeps its hash. A changed value gets the same hash in every
   * run, so that a preview and the run after it agree.
   *
   * @param before the inputs in the state
   * @param place a text that is unique to the tenant and the object
   */
  seal({ fields }: Pick<Schema, "fields">, args: JsonObject, before: JsonObject, place: string): JsonObject {
    const sealed = { ...args };
    for (const [name, field] of Object.entries(fields)) {
      const [value, old, here] = [own(args, name), own(before, name), `${place}\n${name}`];
      if (field.kind === "object" && isObject(value)) {
        sealed[name] = this.seal(field, value, isObject(old) ? old : {}, here);
      } else if (isSealed(field) && value !== undefined) {
        sealed[name] = this.#hashOf(value, old, here);
      } else if (field.kind === "map" && field.sealed && isObject(value)) {
        const hashes = Object.entries(value).map(([key, one]) => {
          return [key, this.#hashOf(one, own(old, key), `${here}\n${key}`)] as const;
        });
        sealed[name] = Object.fromEntries(hashes);
      }
    }
    return sealed;
  }

  /**
   * Arguments in which the hash of each sealed text or document is replaced with its value.
   *
   * @param subject the object, for messages
   * @throws UserError if no check of this run has received a value
   */
  opened(fields: Fields, args: JsonObject, subject: string, above: Path = []): JsonObject {
    const members = Object.entries(args).map(([name, value]) => {
      const [field, path] = [fields[name], [...above, name]];
      if (field?.kind === "object" && isObject(value))
        return [name, this.opened(field.fields, value, subject, path)] as const;
      if (!isSealed(field)) return [name, value] as const;
      const known = this.open(value);
      if (known !== undefined) return [name, known] as const;
      throw new UserError(
        `${subject} was not changed: the update has to send ${describePath(path)}, and this run does not know its value. Remove it from ` +
          "ignoreChanges, or declare its value.",
      );
    });
    return Object.fromEntries(members);
  }

  /**
   * Inputs with the secret in place of each hash that this run knows. A program can pass an output with such a hash to any input of another resource,
   * for example to an option of a connection, and the service needs the secret there.
   */
  revealed(inputs: JsonObject): JsonObject {
    if (this.#values.size === 0) return inputs;
    return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, this.#reveal(value)]));
  }

  #reveal(value: Json): Json {
    if (typeof value === "string") return this.#values.get(value) ?? value;
    if (Array.isArray(value)) return value.map((item: Json) => this.#reveal(item));
    return isObject(value) ? this.revealed(value) : value;
  }

  /** The value behind a hash; undefined if no check of this run has received the value. */
  open(hash: Json): Json | undefined {
    return typeof hash === "string" ? this.#values.get(hash) : undefined;
  }

  #hashOf(value: Json, old: Json | undefined, place: string): Json {
    if (holdsUnknown(value)) return unknownValue;
    // With `ignoreChanges`, the input is the hash from the state.
    if ((typeof value !== "string" && !isObject(value)) || value === old) return value;
    // The order of a document's keys does not count.
    const text = typeof value === "string" ? value : stableJson(value);
    const isSame = typeof old === "string" && isFingerprintOf(old, text);
    const hash = isSame ? old : fingerprintOf(text, keyFor(place));
    this.#values.set(hash, value);
    return hash;
  }
}

function isSealed(field: Field | undefined): boolean {
  return (field?.kind === "string" || field?.kind === "document") && field.sealed === true;
}

/** Whether a text has the form of a keyed hash. */
function isHash(text: string): boolean {
  return /^[\w-]{22}\.[\w-]{43}$/.test(text);
}

/**
 * The paths of texts that have the form of a keyed hash and are not in the state. The output of a resource at another tenant, or with another
 * provider, has a hash that this process cannot replace by the secret.
 */
export function strangeHashesIn(value: Json | undefined, before: Json | undefined, path: Path = []): readonly Path[] {
  if (typeof value === "string") return isHash(value) && value !== before ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    strangeHashesIn(item as Json, own(before, key), [...path, key]),
  );
}

/** A key for the hashes of values at one place. The state encrypts the key together with the hash. */
function keyFor(place: string): string {
  return createHash("sha256").update(place).digest("base64url").slice(0, 22);
}

/** A keyed hash of a secret. It shows whether the secret is still the same, and reveals nothing else. */
export function fingerprintOf(secret: string, key: string = randomBytes(16).toString("base64url")): string {
  return `${key}.${createHmac("sha256", key).update(secret).digest("base64url")}`;
}

/** Whether a keyed hash, made by {@link fingerprintOf}, is that of a secret. */
export function isFingerprintOf(fingerprint: string, secret: string): boolean {
  const [key = ""] = fingerprint.split(".");
  const [old, now] = [fingerprint, fingerprintOf(secret, key)].map((text) => Buffer.from(text));
  return old !== undefined && now !== undefined && old.length === now.length && timingSafeEqual(old, now);
}
