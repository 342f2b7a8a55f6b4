import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A self-signed certificate. */
export interface Certificate {
  /** The private key in PEM form. */
  readonly key: string;
  /** The certificate in PEM form. */
  readonly cert: string;
}

/*
 * X.509 in DER, as far as one certificate needs it: a library for it takes longer to load than an emulator may take to start.
 */
const der = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const long = body.length > 255 ? [0x82, body.length >> 8, body.length & 255] : [0x81, body.length];
  return Buffer.concat([Buffer.from([tag, ...(body.length < 128 ? [body.length] : long)]), body]);
};
const sequence = (...items: readonly Uint8Array[]) => der(0x30, ...items);
const set = (...items: readonly Uint8Array[]) => der(0x31, ...items);
const integer = (bytes: Uint8Array) => der(0x02, bytes);
const octets = (content: Uint8Array) => der(0x04, content);
const bits = (content: Uint8Array, unused = 0) => der(0x03, Buffer.from([unused]), content);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const text = (tag: number, value: string) => der(tag, Buffer.from(value));
const yes = der(0x01, Buffer.from([0xff]));

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
const commonName = oid("550403");
const serverAuth = oid("2b06010505070301");

/** `YYMMDDHHMMSSZ`. */
const utcTime = (ms: number) => text(0x17, `${new Date(ms).toISOString().slice(2, 19).replaceAll(/[-:T]/g, "")}Z`);

const extension = (id: string, value: Uint8Array, critical = false) =>
  sequence(oid(id), ...(critical ? [yes] : []), octets(value));

const loopback = [
  text(0x82, "localhost"),
  der(0x87, Buffer.from([127, 0, 0, 1])),
  der(0x87, Buffer.from([...Array(15).fill(0), 1])),
];

/** @param id of the key, by which strict clients find the issuer of a certificate */
const extensionsFor = (id: Uint8Array) => [
  extension("551d13", sequence(yes), true), // basicConstraints: an authority, so that clients can trust it as one
  extension("551d0f", bits(Buffer.from([0x84]), 2), true), // keyUsage: digitalSignature, keyCertSign
  extension("551d25", sequence(serverAuth)), // extKeyUsage
  extension("551d11", sequence(...loopback)), // subjectAltName
  extension("551d0e", octets(id)), // subjectKeyIdentifier
  extension("551d23", sequence(der(0x80, id))), // authorityKeyIdentifier
];

const day = 24 * 60 * 60 * 1000;

/** A certificate for the server at the loopback, under all names that the loopback has. It is valid for 30 days. */
export function serverCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const name = sequence(set(sequence(commonName, text(0x0c, "localhost"))));
  const content = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(Date.now() - day), utcTime(Date.now() + 30 * day)),
    name,
    spki,
    der(0xa3, sequence(...extensionsFor(createHash("sha256").update(spki).digest().subarray(0, 20)))),
  );
  const certificate = sequence(content, ecdsaWithSha256, bits(sign("sha256", content, privateKey)));
  const lines = certificate.toString("base64").replaceAll(/.{64}/g, "$&\n").trimEnd();
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
