import { createHash, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";

const certificateLine = "-----BEGIN CERTIFICATE-----";

/** Whether a PEM text contains a certificate. */
export function isCertificate(pem: string): boolean {
  return pem.includes(certificateLine);
}

/** The problem with the PEM of a public key or certificate, as the end of a message; undefined if there is none. */
export function faultOfKey(pem: string): string | undefined {
  // Node would accept a private key and derive the public key. A private key must not leave this process.
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    return "is a private key, which must stay with the application. Declare its public key or certificate instead";
  }
  if (!/-----BEGIN ((RSA )?PUBLIC KEY|CERTIFICATE)-----/.test(pem))
    return "must be a public key or a certificate in PEM form";
  try {
    return publicKeyOf(pem).asymmetricKeyType === "rsa" ? undefined : "must be an RSA key";
  } catch {
    return "cannot be read as PEM";
  }
}

/** The key id that the service assigns to a public key without a kid: the thumbprint of its JWK (RFC 7638). */
export function kidOf(pem: string): string {
  const { e, kty, n } = publicKeyOf(pem).export({ format: "jwk" });
  return createHash("sha256").update(JSON.stringify({ e, kty, n })).digest("base64url");
}

function publicKeyOf(pem: string): KeyObject {
  return isCertificate(pem) ? new X509Certificate(pem).publicKey : createPublicKey({ key: pem, format: "pem" });
}
