import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, X509Certificate } from "node:crypto";

/** A self-signed certificate. */
export interface Certificate {
  /** The private key in PEM form. */
  readonly key: string;
  /** The certificate in PEM form. */
  readonly cert: string;
}

// The library is loaded only when it is needed: loading takes long, and most tests need no certificate.
const library = () => import("selfsigned");
/** The name of a module without type declarations. The type `string` keeps the compiler from looking for declarations. */
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

/** The public half of a signing key. */
interface SigningCertificate {
  /** The certificate in PEM form. */
  readonly cert: string;
  /** The certificate as PKCS #7, in PEM form. */
  readonly pkcs7: string;
  /** The SHA-1 of the certificate, with colons. */
  readonly fingerprint: string;
  /** The SHA-1 without colons. */
  readonly thumbprint: string;
}

/**
 * Creates an RSA key for signing, and returns its certificate, without the private key.
 *
 * @param name the common name of the subject
 */
export async function signingCertificate(name: string): Promise<SigningCertificate> {
  const { generate } = await library();
  const { createPkcs7 } = (await import(untyped)) as { createPkcs7(certificate: string): string };
  const { cert } = await generate([{ name: "commonName", value: name }], { keySize: 2048, algorithm: "sha256" });
  const { fingerprint, raw } = new X509Certificate(cert);
  const thumbprint = createHash("sha1").update(raw).digest("hex").toUpperCase();
  return { cert, pkcs7: createPkcs7(cert), fingerprint, thumbprint };
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

/** The thumbprint (RFC 7638) of the RSA key in a PEM text. */
export function thumbprintOf(pem: string): string {
  const { e, kty, n } = readPublicKey(pem).export({ format: "jwk" });
  return createHash("sha256").update(JSON.stringify({ e, kty, n })).digest("base64url");
}

/** A self-signed certificate in PEM and in PKCS #7, with its private key in PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
  readonly pkcs7: string;
}

/** One value in DER: tag, length and contents. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const [integer, bits, oid, text, time, sequence, set, tagged] = [0x02, 0x03, 0x06, 0x0c, 0x17, 0x30, 0x31, 0xa0];
const bytes = (hex: string) => Buffer.from(hex, "hex");
const named = (hex: string) => der(oid, bytes(hex));
const ecdsaWithSha256 = der(sequence, named("2a8648ce3d040302"));
const [commonName, data, signedData] = ["550403", "2a864886f70d010701", "2a864886f70d010702"].map(named) as [
  Buffer,
  Buffer,
  Buffer,
];

/**
 * Makes a self-signed certificate that is valid for ten years. Unlike {@link signingCertificate}, it loads no library and is fast enough for the
 * response to a create.
 *
 * @param name the common name of the subject
 * @param now milliseconds since the epoch
 */
export function selfSigned(name: string, now: number): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const who = der(sequence, der(set, der(sequence, commonName, der(text, Buffer.from(name)))));
  const at = (years: number) => {
    const date = new Date(now);
    date.setUTCFullYear(date.getUTCFullYear() + years);
    return der(
      time,
      Buffer.from(
        `${date
          .toISOString()
          .replaceAll(/[-:T]|\.\d+/g, "")
          .slice(2)}`,
      ),
    );
  };
  const body = der(
    sequence,
    der(tagged, der(integer, bytes("02"))),
    der(integer, bytes("01")),
    ecdsaWithSha256,
    who,
    der(sequence, at(0), at(10)),
    who,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(bits, Buffer.from([0]), sign("sha256", body, privateKey));
  const cert = der(sequence, body, ecdsaWithSha256, signature);
  const inner = der(sequence, der(integer, bytes("01")), der(set), der(sequence, data), der(tagged, cert), der(set));
  const pem = (label: string, content: Buffer) => {
    const lines = content.toString("base64").match(/.{1,64}/g) ?? [];
    return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
  };
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem("CERTIFICATE", cert),
    pkcs7: pem("PKCS7", der(sequence, signedData, der(tagged, inner))),
  };
}
