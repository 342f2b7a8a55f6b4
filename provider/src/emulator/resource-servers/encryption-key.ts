import { createHash, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import type { WireObject } from "../shared/store.ts";

/** The public key in a PEM text: of a public key or of a certificate. @throws Error if there is none */
function readPublicKey(text: string): KeyObject {
  return text.includes("-----BEGIN CERTIFICATE-----")
    ? new X509Certificate(text).publicKey
    : createPublicKey({ key: text, format: "pem" });
}

/** Why a PEM text cannot be used as an encryption key. */
export function publicKeyFault(text: string): string | undefined {
  // createPublicKey also takes private keys and derives the public half
  if (!/-----BEGIN ((RSA )?PUBLIC KEY|CERTIFICATE)-----/.test(text)) return "Not a public key in PEM form";
  try {
    return readPublicKey(text).asymmetricKeyType === "rsa" ? undefined : "Not an RSA key";
  } catch {
    return "Not a readable public key";
  }
}

/** The encryption as it is answered: the thumbprint of its RSA key (RFC 7638) stands for the key. */
export function withThumbprint(encryption: WireObject): WireObject {
  const { pem, ...key } = encryption.encryption_key as WireObject;
  if (typeof pem !== "string") return encryption;
  const { e, kty, n } = readPublicKey(pem).export({ format: "jwk" });
  const thumbprint = createHash("sha256").update(JSON.stringify({ e, kty, n })).digest("base64url");
  return { ...encryption, encryption_key: { ...key, thumbprint_sha256: thumbprint } };
}
