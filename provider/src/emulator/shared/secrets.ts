import { mapped } from "./store.ts";
import { isObject } from "./validation.ts";

const redacted = "[redacted]";
// The patterns must not match "token_lifetime", "token_dialect", "token_encryption", "authorization_policy" and "encryption_key" (a public key):
// these are settings, not secrets.
const secretKeys = [
  /secret|password|passwd|passphrase|assertion|credential/i,
  /(private|api|access|account|app|auth|master|shared|signing|decryption|write|server|sas)[_-]?keys?$|^s?key$/i,
  /(^|[_-])(token|jwt|code|pin)$|[a-z](Token|Jwt)$/i,
  /^((http)?authorization|configuration|cookie|(http)?custom_?headers|header_value|p12|setup|sumoSourceAddress)$/i,
  // Members of addons for Salesforce.
  /^(clientid|principal)$/,
];
/** A private key, or a URL with a password. */
const secretTexts = /PRIVATE KEY|:\/\/[^/\s:@]*:[^/\s@]+@/;

/** A copy of a JSON value with redacted secrets, at any depth: the value of each key that looks secret, and each text that looks secret. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value === "string" && secretTexts.test(value)) return redacted;
  if (!isObject(value)) return value;
  // Beside an algorithm, a value is the key.
  const isKey = (name: string) => name === "value" && "alg" in value;
  return mapped(value, (member, key) => (looksSecret(key) || isKey(key) ? redacted : redact(member)));
}

/** The path and query of a request line, with redacted values of parameters that look secret. */
export function redactTarget(target: string): string {
  const start = target.indexOf("?");
  if (start < 0) return target;
  const query = target.slice(start + 1).split("&");
  const safe = query.map((pair) => {
    const [key = ""] = new URLSearchParams(pair).keys();
    return looksSecret(key) ? `${key}=${redacted}` : pair;
  });
  return `${target.slice(0, start)}?${safe.join("&")}`;
}

/** Whether the value of this key may be a secret. */
export function looksSecret(key: string): boolean {
  return secretKeys.some((pattern) => pattern.test(key));
}
