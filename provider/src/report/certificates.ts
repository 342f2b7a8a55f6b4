import { createHash, createPublicKey, X509Certificate } from "node:crypto";
import { isObject, type Json } from "../schema/json.ts";

/** Maximum length of a text that is read as certificates or public keys, in characters. Reports show a longer text as it is. */
const maxLength = 100_000;

/** The beginnings of a PEM text, of the Base64 of a certificate, and of the Base64 of a PEM text: the service takes all three. */
const begins = { pem: "-----BEGIN ", certificate: "MII", encodedPem: "LS0t" } as const;

const block = /-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g;

/**
 * Describes a text of certificates and public keys by their fingerprints, and certificates by their expiry: a reader cannot compare the texts
 * themselves. Undefined for any other text, also if it has anything beside the certificates and keys.
 */
export function keysInWords(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const given = text.trim();
  if (given.startsWith(begins.pem)) return blocksInWords(given);
  if (given.startsWith(begins.certificate)) return isBase64(given) ? keyInWords("CERTIFICATE", given) : undefined;
  if (!given.startsWith(begins.encodedPem) || !isBase64(given)) return undefined;
  return blocksInWords(Buffer.from(given, "base64").toString("latin1").trim());
}

/** A value whose texts of certificates and public keys are replaced by their descriptions. */
export function withKeysInWords(value: Json): Json {
  if (typeof value === "string") return keysInWords(value) ?? value;
  if (Array.isArray(value)) return value.map(withKeysInWords);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withKeysInWords(item)]));
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/=\s]+$/.test(text);
}

function blocksInWords(pem: string): string | undefined {
  const isWhole = pem.replaceAll(block, "").trim() === "";
  const keys = [...pem.matchAll(block)].map(([, label = "", body = ""]) => keyInWords(label, body));
  return isWhole && keys.length > 0 && keys.every((key) => key !== undefined) ? keys.join("; ") : undefined;
}

/** @param body the Base64 between the lines of a PEM text */
function keyInWords(label: string, body: string): string | undefined {
  const der = Buffer.from(body, "base64");
  try {
    if (label === "CERTIFICATE") {
      const { fingerprint256, validToDate } = new X509Certificate(der);
      return `certificate, SHA-256 ${fingerprint256}, expires ${validToDate.toISOString().slice(0, 10)}`;
    }
    // From a private key, `createPublicKey` would derive the public one: two keys that differ for the service could look alike.
    if (label !== "PUBLIC KEY" && label !== "RSA PUBLIC KEY") return undefined;
    const key = createPublicKey({ key: der, format: "der", type: label === "PUBLIC KEY" ? "spki" : "pkcs1" });
    const hash = createHash("sha256")
      .update(key.export({ format: "der", type: "spki" }))
      .digest("hex")
      .toUpperCase();
    return `${key.asymmetricKeyType} public key, SHA-256 ${hash.match(/../g)?.join(":")}`;
  } catch {
    return undefined;
  }
}
