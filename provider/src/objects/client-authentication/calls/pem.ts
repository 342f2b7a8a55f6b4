import { createHash, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import type { Method } from "../table.ts";

const certificateLine = "-----BEGIN CERTIFICATE-----";

/** Whether a text is a certificate, by how it begins. */
export function isCertificate(pem: string): boolean {
  return pem.includes(certificateLine);
}

/** What is wrong with the PEM of a credential, for people; undefined where nothing is. */
export function faultOf(pem: string, method: Method): string | undefined {
  // Node takes a private key as well, and makes the public half of it. It must not leave this process.
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    return "is a private key, which must stay with the application. Declare the public key or the certificate that belongs to it";
  }
  if (method !== "private_key_jwt" && !isCertificate(pem)) return "must be a certificate in PEM form";
  if (method !== "private_key_jwt" && pem.length > 4096) return "must be at most 4096 characters long";
  if (!/-----BEGIN ((RSA )?PUBLIC KEY|CERTIFICATE)-----/.test(pem))
    return "must be a public key or a certificate in PEM form";
  try {
    const key = publicKeyOf(pem);
    return method !== "private_key_jwt" || key.asymmetricKeyType === "rsa" ? undefined : "must be an RSA key";
  } catch {
    return "cannot be read as PEM";
  }
}

function publicKeyOf(pem: string): KeyObject {
  return isCertificate(pem) ? new X509Certificate(pem).publicKey : createPublicKey({ key: pem, format: "pem" });
}

/** The key id that the service gives a public key that comes without one: the thumbprint of its JWK (RFC 7638). */
export function kidOf(pem: string): string {
  const { e, kty, n } = publicKeyOf(pem).export({ format: "jwk" });
  return createHash("sha256").update(JSON.stringify({ e, kty, n })).digest("base64url");
}

/** The SHA-256 thumbprint of a certificate. */
export function thumbprintOf(pem: string): string {
  return createHash("sha256").update(new X509Certificate(pem).raw).digest("base64url");
}

/** The subject of a certificate: a line for each of its parts. */
export function subjectOf(pem: string): string {
  return new X509Certificate(pem).subject;
}

/** When a certificate expires, in milliseconds since the epoch. */
export function endOf(pem: string): number {
  return Date.parse(new X509Certificate(pem).validTo);
}
