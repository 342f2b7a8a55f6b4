import { createHash, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";

/** A self-signed certificate. */
export interface Certificate {
  /** The private key in PEM form. */
  readonly key: string;
  /** The certificate in PEM form. */
  readonly cert: string;
}

// Loaded only when it is needed: loading takes long, and most tests need no certificate.
const library = () => import("selfsigned");
/** A module without type declarations. The compiler does not look for declarations, because the type of the name is `string`. */
const untyped: string = "selfsigned/pkcs7";

/** A server certificate, valid for 30 days, for all names of the loopback interface. */
export async function serverCertificate(): Promise<Certificate> {
  const { generate } = await library();
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
    notAfterDate: new Date(Date.now() + 30 * 24 * 60 * 60 * 1000),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", digitalSignature: true, keyCertSign: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
          { type: 7, ip: "::1" },
        ],
      },
    ],
  });
  return { key, cert };
}

/**
 * Creates an RSA key for signing, and returns its certificate in PEM and in PKCS #7, without the private key.
 *
 * @param name the common name of the subject
 */
export async function signingCertificate(name: string): Promise<{ readonly cert: string; readonly pkcs7: string }> {
  const { generate } = await library();
  const { createPkcs7 } = (await import(untyped)) as { createPkcs7(certificate: string): string };
  const { cert } = await generate([{ name: "commonName", value: name }], { keySize: 2048, algorithm: "sha256" });
  return { cert, pkcs7: createPkcs7(cert) };
}

/**
 * The public key that a PEM text contains, either directly or in a certificate.
 *
 * @throws Error if the text contains neither
 */
export function readPublicKey(text: string): KeyObject {
  return text.includes("-----BEGIN CERTIFICATE-----")
    ? new X509Certificate(text).publicKey
    : createPublicKey({ key: text, format: "pem" });
}

/** The reason why a PEM text contains no usable public RSA key; undefined if it contains one. */
export function publicKeyFault(text: string): string | undefined {
  // A private key has to be refused here: createPublicKey would accept it and derive the public key.
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
