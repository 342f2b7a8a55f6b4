import { createPrivateKey, type KeyObject, randomUUID, sign } from "node:crypto";

/** Signature algorithms for client assertions. The kind of key decides which one is used. */
export type AssertionAlgorithm = "RS256" | "PS256" | "ES256";

/** Seconds for which an assertion is valid: enough for clocks that differ a little, too few to be of use to a thief. */
const assertionLifetime = 180;

/** Why a text is not a usable private key. The message repeats nothing of the text. */
export class PrivateKeyError extends Error {}

function load(pem: string): KeyObject {
  try {
    // An environment variable often holds each line break as the two characters \n.
    return createPrivateKey(pem.includes("\n") ? pem : pem.replaceAll("\\n", "\n"));
  } catch {
    throw new PrivateKeyError("must be an unencrypted private key in PEM form");
  }
}

/**
 * The algorithm for a private key in PEM form: RS256 for RSA (2048 bits or more), PS256 for RSA-PSS, ES256 for P-256.
 * @throws PrivateKeyError
 */
export function algorithmOf(pem: string): AssertionAlgorithm {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = load(pem);
  if (type === "ec" && details?.namedCurve === "prime256v1") return "ES256";
  if (type !== "rsa" && type !== "rsa-pss") throw new PrivateKeyError("must be an RSA or a P-256 key");
  if ((details?.modulusLength ?? 0) < 2048) throw new PrivateKeyError("must be an RSA key of at least 2048 bits");
  return type === "rsa" ? "RS256" : "PS256";
}

/** What a client assertion says. */
export interface AssertionClaims {
  clientId: string;
  /** The tenant's origin with a trailing slash. */
  audience: string;
  /** Milliseconds since the epoch. */
  now: number;
  keyId?: string | undefined;
}

/** A signed client assertion for `POST /oauth/token`, to be used once. @throws PrivateKeyError */
export function signAssertion(pem: string, claims: AssertionClaims): string {
  const alg = algorithmOf(pem);
  const issuedAt = Math.floor(claims.now / 1000);
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = [
    encode({ alg, typ: "JWT", kid: claims.keyId }),
    encode({
      iss: claims.clientId,
      sub: claims.clientId,
      aud: claims.audience,
      iat: issuedAt,
      exp: issuedAt + assertionLifetime,
      jti: randomUUID(),
    }),
  ].join(".");
  // node:crypto takes the padding of an RSA-PSS key from the key. PS256 wants a salt as long as the digest.
  const signature = sign("sha256", Buffer.from(signed), {
    key: load(pem),
    ...(alg === "ES256" && { dsaEncoding: "ieee-p1363" as const }),
    ...(alg === "PS256" && { saltLength: 32 }),
  });
  return `${signed}.${signature.toString("base64url")}`;
}
