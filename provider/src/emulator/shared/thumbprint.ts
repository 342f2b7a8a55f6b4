import { createHash, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";

/** The public key in a PEM text: of a public key or of a certificate. @throws Error if there is none */
export function readPublicKey(text: string): KeyObject {
  return text.includes("-----BEGIN CERTIFICATE-----")
    ? new X509Certificate(text).publicKey
    : createPublicKey({ key: text, format: "pem" });
}

/** Why a PEM text cannot be used as a public RSA key. */
export function publicKeyFault(text: string): string | undefined {
  // createPublicKey also takes private keys and derives the public half
  if (!/-----BEGIN ((RSA )?PUBLIC KEY|CERTIFICATE)-----/.test(text)) return "Not a public key in PEM form";
  try {
    return readPublicKey(text).asymmetricKeyType === "rsa" ? undefined : "Not an RSA key";
  } catch {
    return "Not a readable public key";
  }
}

/** The thumbprint of the RSA key in a PEM text (RFC 7638). */
export function thumbprintOf(pem: string): string {
  const { e, kty, n } = readPublicKey(pem).export({ format: "jwk" });
  return createHash("sha256").update(JSON.stringify({ e, kty, n })).digest("base64url");
}
