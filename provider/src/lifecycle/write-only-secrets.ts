import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { isObject, type Json, type JsonObject, own, unknownValue } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";

/**
 * The values behind the hashes that the state has in their place, known to one run: a check hides them, and the call that sends them
 * opens them again. Every run checks before it writes, so what it has to send is known to it.
 */
export class WriteOnlySecrets {
  readonly #values = new Map<string, string>();

  /**
   * Arguments with a keyed hash in place of each sealed value. A value that has not changed keeps its hash. Another one gets the same hash
   * in every run, so that a preview and the run after it agree.
   *
   * @param before the inputs as the state has them
   * @param place what is known of nothing else: the tenant and the object
   */
  seal({ fields }: Schema, args: JsonObject, before: JsonObject, place: string): JsonObject {
    const sealed = { ...args };
    for (const [name, field] of Object.entries(fields)) {
      const values = own(args, name);
      if (field.kind !== "map" || !field.sealed || !isObject(values)) continue;
      const known = own(before, name);
      const hashes = Object.entries(values).map(([key, value]) => {
        return [key, this.#hashOf(value, own(known, key), `${place}\n${name}\n${key}`)] as const;
      });
      sealed[name] = Object.fromEntries(hashes);
    }
    return sealed;
  }

  /** The value behind a hash; undefined where no check of this run has seen it. */
  open(hash: Json): string | undefined {
    return typeof hash === "string" ? this.#values.get(hash) : undefined;
  }

  #hashOf(value: Json, known: Json | undefined, place: string): Json {
    // What is ignored comes back as the state has it.
    if (typeof value !== "string" || value === unknownValue || value === known) return value;
    const isKnown = typeof known === "string" && isFingerprintOf(known, value);
    const hash = isKnown ? known : fingerprintOf(value, keyFor(place));
    this.#values.set(hash, value);
    return hash;
  }
}

/** The seals of this process, which is one run. */
export const seals = new WriteOnlySecrets();

/** A key that is another one at each place. The state encrypts it with the hash. */
function keyFor(place: string): string {
  return createHash("sha256").update(place).digest("base64url").slice(0, 22);
}

/** A keyed hash of a secret: it tells whether a secret is still the same, and nothing else of it. */
export function fingerprintOf(secret: string, key: string = randomBytes(16).toString("base64url")): string {
  return `${key}.${createHmac("sha256", key).update(secret).digest("base64url")}`;
}

/** Whether a fingerprint is that of a secret. */
export function isFingerprintOf(fingerprint: string, secret: string): boolean {
  const [key = ""] = fingerprint.split(".");
  const [known, now] = [fingerprint, fingerprintOf(secret, key)].map((text) => Buffer.from(text));
  return known !== undefined && now !== undefined && known.length === now.length && timingSafeEqual(known, now);
}
