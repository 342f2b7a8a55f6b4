import { generateKeyPairSync, sign } from "node:crypto";

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
 * Makes a self-signed certificate that is valid for ten years. Unlike the functions of `certificates.ts`, it loads no library and is fast
 * enough for the response to a create.
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
