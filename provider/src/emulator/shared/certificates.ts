import { createHash, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";

/** A self-signed certificate. */
export interface Certificate {
  /** The private key in PEM form. */
  readonly key: string;
  /** The certificate in PEM form. */
  readonly cert: string;
}

// The library is slow to load, and most tests never need it.
const library = () => import("selfsigned");
/** A part of the library without type declarations. */
const untyped: string = "selfsigned/pkcs7";

/** A server certificate for the loopback interface, with all its names. */
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

/** A certificate for a signing RSA key, in PEM and in PKCS #7. */
export async function signingCertificate(name: string): Promise<{ readonly cert: string; readonly pkcs7: string }> {
  const { generate } = await library();
  const { createPkcs7 } = (await import(untyped)) as { createPkcs7(certificate: string): string };
  const { cert } = await generate([{ name: "commonName", value: name }], { keySize: 2048, algorithm: "sha256" });
  return { cert, pkcs7: createPkcs7(cert) };
}

/**
 * The public key in a PEM text: of a public key or of a certificate.
 *
 * @throws Error if there is none
 */
export function readPublicKey(text: string): KeyObject {
  return text.includes("-----BEGIN CERTIFICATE-----")
    ? new X509Certificate(text).publicKey
    : createPublicKey({ key: text, format: "pem" });
}

/** The reason why a PEM text is not a usable public RSA key. */
export function publicKeyFault(text: string): string | undefined {
  // createPublicKey also accepts private keys and derives the public half.
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
