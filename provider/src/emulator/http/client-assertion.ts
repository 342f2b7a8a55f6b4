import { constants, createPublicKey, verify } from "node:crypto";
import { isObject, parseJson } from "../shared/validation.ts";

/** The value of `client_assertion_type` that goes with a `client_assertion` (RFC 7523). */
export const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** The public key of a client that signs assertions. */
export type AssertionKey = ReturnType<typeof readAssertionKey>;

/** A parsed assertion. Its signature and its claims are not checked yet. */
export type Assertion = NonNullable<ReturnType<typeof parseAssertion>>;

/** What an assertion must match. */
export interface Expected {
  readonly clientId: string;
  readonly key: AssertionKey;
  readonly isAudience: (audience: unknown) => boolean;
  /** Seconds since the epoch. */
  readonly now: number;
}

/** The algorithms, with the kinds of key they accept and their options for node:crypto. */
const algorithms: Readonly<Record<string, { kinds: readonly string[]; options: object; digest?: string }>> = {
  RS256: { kinds: ["rsa"], options: {} },
  RS384: { kinds: ["rsa"], options: {}, digest: "sha384" },
  // RFC 7518 requires a salt as long as the digest
  PS256: { kinds: ["rsa", "rsa-pss"], options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } },
  ES256: { kinds: ["ec"], options: { dsaEncoding: "ieee-p1363" } },
};

/**
 * The key in a PEM text, with its id if it has one: then an assertion's `kid`, if it has one, must be equal.
 * @throws Error for anything but a public RSA or P-256 key; the message does not contain the text
 */
export function readAssertionKey(publicKeyPem: string, keyId: string | undefined) {
  // createPublicKey accepts private keys too and derives the public half
  if (!/-----BEGIN (RSA )?PUBLIC KEY-----/.test(publicKeyPem)) throw new Error("not a public key in PEM form");
  const key = createPublicKey(publicKeyPem);
  const { asymmetricKeyType: kind = "", asymmetricKeyDetails: details } = key;
  const usable = kind === "ec" ? details?.namedCurve === "prime256v1" : kind === "rsa" || kind === "rsa-pss";
  if (!usable) throw new Error("not an RSA or P-256 key");
  return { key, keyId };
}

/** Parses a JWT; `undefined` if the text is none. */
export function parseAssertion(text: unknown) {
  const parts = typeof text === "string" ? /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(text) : null;
  const [header, claims] = [decoded(parts?.[1]), decoded(parts?.[2])];
  if (!parts || !header || !claims) return undefined;
  const signed = `${parts[1]}.${parts[2]}`;
  return { header, claims, signed, signature: parts[3] ?? "" };
}

/** Why an assertion of a client is refused, or nothing. Repeated use is not checked here. */
export function assertionFault(
  { header, claims, signed, signature }: Assertion,
  expected: Expected,
): string | undefined {
  const { key, keyId } = expected.key;
  const name = String(header.alg);
  const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined;
  if (!algorithm?.kinds.includes(key.asymmetricKeyType ?? "")) return "The algorithm does not go with the key.";
  if (keyId !== undefined && header.kid !== undefined && header.kid !== keyId) return "The key id is unknown.";
  const { digest = "sha256" } = algorithm;
  if (!verify(digest, Buffer.from(signed), { key, ...algorithm.options }, Buffer.from(signature, "base64url")))
    return "The signature is wrong.";
  if (claims.iss !== expected.clientId || claims.sub !== expected.clientId) return "iss and sub must be the client.";
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  if (!audiences.some(expected.isAudience)) return "The audience of the assertion is wrong.";
  if (typeof claims.exp !== "number") return "exp is missing.";
  if (claims.exp <= expected.now) return "The assertion has expired.";
  if (typeof claims.nbf === "number" && claims.nbf > expected.now) return "The assertion is not valid yet.";
  return typeof claims.jti === "string" && claims.jti !== "" ? undefined : "jti is missing.";
}

function decoded(part: string | undefined): Record<string, unknown> | undefined {
  const value = parseJson(Buffer.from(part ?? "", "base64url").toString());
  return isObject(value) ? value : undefined;
}
