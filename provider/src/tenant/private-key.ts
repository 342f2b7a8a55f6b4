import { createPrivateKey, type KeyObject, randomUUID, sign } from "node:crypto";

/** Signature algorithms for client assertions; the kind of key decides. */
export type AssertionAlgorithm = "RS256" | "PS256" | "ES256";

/** Seconds an assertion is valid: long enough for clocks that differ a little, short enough to be of no use to a thief. */
const assertionLifetime = 180;

/** Why a text is no usable private key; never repeats any of it. */
export class PrivateKeyError extends Error {}

function load(pem: string): KeyObject {
  try {
    // An environment variable often holds the line breaks as the two characters \n.
    return createPrivateKey(pem.includes("\n") ? pem : pem.replaceAll("\\n", "\n"));
  } catch {
    throw new PrivateKeyError("must be an unencrypted private key in PEM form");
  }
}

/**
 * The algorithm that goes with a private key in PEM form: RSA (2048 bits or more) RS256, RSA-PSS PS256, P-256 ES256.
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

/** A signed client assertion (RFC 7523), to be used once. @throws PrivateKeyError */
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
  // For RSA-PSS keys node:crypto takes the padding from the key; the salt is as long as the digest (RFC 7518, 3.5).
  const key = load(pem);
  const signature = sign("sha256", Buffer.from(signed), {
    key,
    ...(alg === "ES256" ? { dsaEncoding: "ieee-p1363" as const } : {}),
    ...(alg === "PS256" ? { saltLength: 32 } : {}),
  });
  return `${signed}.${signature.toString("base64url")}`;
}
