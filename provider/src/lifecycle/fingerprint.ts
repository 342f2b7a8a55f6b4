import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

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
