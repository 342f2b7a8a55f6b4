import { createPrivateKey, type KeyObject, randomUUID, sign } from "node:crypto";
import { SettingError } from "./configuration.ts";

/** The signature algorithms for client assertions. The type of the key determines the algorithm. */
type AssertionAlgorithm = "RS256" | "PS256" | "ES256";

/** The lifetime of an assertion, in seconds: enough for small clock differences, too short to be useful to a thief. */
const assertionLifetime = 180;

function load(pem: string): KeyObject {
  try {
    // In environment variables, line breaks are often written as the two characters \n, so these are accepted, too.
    return createPrivateKey(pem.includes("\n") ? pem : pem.replaceAll("\\n", "\n"));
  } catch {
    throw new SettingError("must be an unencrypted private key in PEM form");
  }
}

/**
 * The algorithm for a private key in PEM form: RS256 for RSA (2048 bits or more), PS256 for RSA-PSS, ES256 for P-256.
 *
 * @throws SettingError whose message completes the sentence "<name of the setting> …"
 */
export function algorithmOf(pem: string): AssertionAlgorithm {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = load(pem);
  if (type === "ec" && details?.namedCurve === "prime256v1") return "ES256";
  if (type !== "rsa" && type !== "rsa-pss") throw new SettingError("must be an RSA or a P-256 key");
  if ((details?.modulusLength ?? 0) < 2048) throw new SettingError("must be an RSA key of at least 2048 bits");
  return type === "rsa" ? "RS256" : "PS256";
}

/** Credentials of a client that authenticates with a private key. */
export interface KeyCredentials {
  kind: "privateKey";
  clientId: string;
  /** The key in PEM form. */
  privateKey: string;
  keyId: string | undefined;
  algorithm: AssertionAlgorithm;
  source: string;
}

/**
 * A signed client assertion for one `POST /oauth/token`.
 *
 * @param audience the tenant's origin with a trailing slash
 * @param now milliseconds since the epoch
 */
export function signAssertion(credentials: KeyCredentials, audience: string, now: number): string {
  const { clientId, privateKey, keyId, algorithm: alg } = credentials;
  const issuedAt = Math.floor(now / 1000);
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = [
    encode({ alg, typ: "JWT", kid: keyId }),
    encode({
      iss: clientId,
      sub: clientId,
      aud: audience,
      iat: issuedAt,
      exp: issuedAt + assertionLifetime,
      jti: randomUUID(),
    }),
  ].join(".");
  // node:crypto takes the padding of an RSA-PSS key from the key. PS256 requires a salt as long as the digest.
  const signature = sign("sha256", Buffer.from(signed), {
    key: load(privateKey),
    ...(alg === "ES256" && { dsaEncoding: "ieee-p1363" as const }),
    ...(alg === "PS256" && { saltLength: 32 }),
  });
  return `${signed}.${signature.toString("base64url")}`;
}
