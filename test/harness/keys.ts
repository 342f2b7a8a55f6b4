import { generateKeyPairSync } from "node:crypto";

/** A pair of keys that tests sign with, and a program declares. */
export interface Pair {
  readonly pem: string;
  readonly privatePem: string;
}

/** New pairs of RSA keys. */
export function pairs(count: number, modulusLength = 2048): readonly Pair[] {
  return Array.from({ length: count }, () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength });
    return {
      pem: publicKey.export({ type: "spki", format: "pem" }).toString(),
      privatePem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    };
  });
}
