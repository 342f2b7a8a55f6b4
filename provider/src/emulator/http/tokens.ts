import { constants, createPublicKey, randomBytes, verify } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import { isOwnUrl, type Route } from "../shared/module.ts";
import { isObject, parseJson } from "../shared/validation.ts";

/**
 * A caller of the token endpoint that is not an application of the tenant. It authenticates with a secret, with assertions that its key signs
 * (private_key_jwt), or with either.
 */
export interface ClientSeed {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The public key that verifies its assertions, in PEM form: RSA (RS256, PS256) or P-256 (ES256). */
  readonly publicKeyPem?: string;
  /** The id of the public key. An assertion with another `kid` is refused. */
  readonly keyId?: string;
  /** The scopes of its tokens. Default: all. */
  readonly scopes?: readonly string[];
}

/** A kind of callers of the token endpoint: those of the emulator's options, or the applications of the tenant. */
export interface CallerKind {
  /** Whether a caller has this secret, and may send it by the method `how`. */
  hasSecret(clientId: string, secret: unknown, how: "client_secret_post" | "client_secret_basic"): boolean;
  /** The public keys that verify a caller's assertions; undefined for an unknown caller. */
  keysOf(clientId: string): readonly AssertionKey[] | undefined;
  /**
   * The scopes of a caller's token for an API, or the reason why it gets none.
   *
   * @param management the audience of the management API
   * @param asked the requested scopes. Default: all
   */
  granted(
    clientId: string,
    audience: string,
    management: string,
    asked: readonly string[] | undefined,
  ): { readonly scopes: readonly string[] | "all" } | string;
}

/** The rights of an issued token. */
export interface Grant {
  /** Undefined for a token from `issueToken`. */
  readonly clientId: string | undefined;
  /** Undefined for all scopes. */
  readonly scopes: readonly string[] | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * The callers of the emulator's options. They get tokens with all their scopes for the management API, and no tokens for other APIs.
 *
 * @throws Error if two callers share an id, a key is unusable, or a caller has neither secret nor key
 */
export function callersOf(seeds: readonly ClientSeed[]): CallerKind {
  const callers = new Map<string, { readonly seed: ClientSeed; readonly keys: readonly AssertionKey[] }>();
  for (const seed of seeds) {
    const { clientId, clientSecret, publicKeyPem } = seed;
    if (callers.has(clientId)) throw new Error(`clients: two clients have the id ${clientId}`);
    if (publicKeyPem === undefined && clientSecret === undefined)
      throw new Error(`client ${clientId}: neither clientSecret nor publicKeyPem is set. Set at least one of them`);
    callers.set(clientId, { seed, keys: publicKeyPem === undefined ? [] : [keyOf(seed)] });
  }
  return {
    hasSecret(clientId, secret, how) {
      const { clientSecret } = callers.get(clientId)?.seed ?? {};
      return how === "client_secret_post" && clientSecret !== undefined && clientSecret === secret;
    },
    keysOf: (clientId) => callers.get(clientId)?.keys,
    granted: (clientId, audience, management) =>
      audience === management
        ? { scopes: callers.get(clientId)?.seed.scopes ?? "all" }
        : `The audience must be ${management}.`,
  };
}

/** The issued tokens. They are random strings that are valid only in this process. */
export class Tokens {
  /** The expiry of each used assertion, in seconds since the epoch, by caller and `jti`. */
  readonly #used = new Map<string, number>();
  readonly #grants = new Map<string, Grant>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Checks an assertion, and marks it as used: a second use is refused. Returns the reason for a refusal; undefined if the assertion is accepted.
   *
   * @param keys the keys of the caller, at least one. The caller is the client in the assertion's `sub`
   */
  refusalOf(
    assertion: Assertion,
    isAudience: (audience: unknown) => boolean,
    keys: readonly AssertionKey[],
  ): string | undefined {
    const clientId = String(assertion.claims.sub);
    const now = this.#now() / 1000;
    const faults = keys.map((key) => assertionFault(assertion, { clientId, key, isAudience, now }));
    if (faults.every((fault) => fault !== undefined)) return faults[0];
    for (const [used, expires] of this.#used) if (expires <= now) this.#used.delete(used);
    const use = JSON.stringify([clientId, assertion.claims.jti]);
    if (this.#used.has(use)) return "The assertion was used before.";
    this.#used.set(use, Number(assertion.claims.exp));
    return undefined;
  }

  issue(scopes: readonly string[] | undefined, lifetimeSeconds: number, clientId?: string): string {
    const token = `emulator-${randomBytes(32).toString("base64url")}`;
    this.#grants.set(token, {
      expiresAt: this.#now() + lifetimeSeconds * 1000,
      scopes: scopes && [...scopes],
      clientId,
    });
    return token;
  }

  /**
   * Creates a token for an API other than the management API, which refuses the token. Its claims can be read, but its signature is random.
   */
  foreign(audience: string, scopes: readonly string[], lifetimeSeconds: number, clientId: string): string {
    const at = Math.floor(this.#now() / 1000);
    const parts = [
      { alg: "RS256", typ: "JWT" },
      {
        sub: `${clientId}@clients`,
        aud: audience,
        iat: at,
        exp: at + lifetimeSeconds,
        scope: scopes.join(" "),
        gty: "client-credentials",
        azp: clientId,
      },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
    return [...parts, randomBytes(32).toString("base64url")].join(".");
  }

  /** The grant of a token, or the reason why the token is refused. */
  verify(token: string): Grant | "Invalid token" | "Expired token" {
    const grant = this.#grants.get(token);
    if (!grant) return "Invalid token";
    return grant.expiresAt > this.#now() ? grant : "Expired token";
  }

  revokeAll(): void {
    this.#grants.clear();
  }
}

function keyOf({ clientId, publicKeyPem = "", keyId }: ClientSeed): AssertionKey {
  try {
    return readAssertionKey(publicKeyPem, keyId);
  } catch (error) {
    throw new Error(`client ${clientId}: publicKeyPem: ${(error as Error).message}`);
  }
}

/** The value of `client_assertion_type` for a `client_assertion` (RFC 7523). */
const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** The public key that verifies a caller's assertions. */
export type AssertionKey = ReturnType<typeof readAssertionKey>;

/** A parsed assertion, with unchecked signature and claims. */
type Assertion = NonNullable<ReturnType<typeof parseAssertion>>;

/** The expected properties of an assertion. */
interface Expected {
  readonly clientId: string;
  readonly key: AssertionKey;
  readonly isAudience: (audience: unknown) => boolean;
  /** Seconds since the epoch. */
  readonly now: number;
}

/** The accepted key types and the options for node:crypto, by algorithm. */
const algorithms: Readonly<Record<string, { kinds: readonly string[]; options: object; digest?: string }>> = {
  RS256: { kinds: ["rsa"], options: {} },
  RS384: { kinds: ["rsa"], options: {}, digest: "sha384" },
  // RFC 7518 requires a salt as long as the digest.
  PS256: { kinds: ["rsa", "rsa-pss"], options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } },
  ES256: { kinds: ["ec"], options: { dsaEncoding: "ieee-p1363" } },
};

/**
 * Reads the public key of a caller. If `keyId` is given, the `kid` of an assertion must be equal to it or absent.
 *
 * @throws Error for any text other than a public RSA or P-256 key; the message does not contain the text
 */
export function readAssertionKey(publicKeyPem: string, keyId: string | undefined) {
  // A private key has to be refused here: createPublicKey would accept it and derive the public key.
  if (!/-----BEGIN (RSA )?PUBLIC KEY-----/.test(publicKeyPem)) throw new Error("not a public key in PEM form");
  const key = createPublicKey(publicKeyPem);
  const { asymmetricKeyType: kind = "", asymmetricKeyDetails: details } = key;
  const usable = kind === "ec" ? details?.namedCurve === "prime256v1" : kind === "rsa" || kind === "rsa-pss";
  if (!usable) throw new Error("not an RSA or P-256 key");
  return { key, keyId };
}

/** Parses a JWT; `undefined` for any other text. */
function parseAssertion(text: unknown) {
  const parts = typeof text === "string" ? /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(text) : null;
  const [header, claims] = [decoded(parts?.[1]), decoded(parts?.[2])];
  if (!parts || !header || !claims) return undefined;
  const signed = `${parts[1]}.${parts[2]}`;
  return { header, claims, signed, signature: parts[3] ?? "" };
}

/** The reason why an assertion is refused; undefined if it is valid. Whether it was used before is checked by `refusalOf`. */
function assertionFault({ header, claims, signed, signature }: Assertion, expected: Expected): string | undefined {
  const { key, keyId } = expected.key;
  const name = String(header.alg);
  const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined;
  if (!algorithm?.kinds.includes(key.asymmetricKeyType ?? "")) return "The algorithm does not fit the key.";
  if (keyId !== undefined && header.kid !== undefined && header.kid !== keyId) return "The key id is unknown.";
  const { digest = "sha256" } = algorithm;
  if (!verify(digest, Buffer.from(signed), { key, ...algorithm.options }, Buffer.from(signature, "base64url")))
    return "The signature is wrong.";
  if (claims.iss !== expected.clientId || claims.sub !== expected.clientId)
    return "iss and sub must be the id of the client.";
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

/** The objects and functions that {@link grantToken} needs. */
export interface TokenParts {
  /** The origin of the API, such as `http://127.0.0.1:1234`. */
  readonly url: string;
  readonly tokens: Tokens;
  /** All callers that can get tokens, by kind. If a client id belongs to callers of two kinds, the first kind applies. */
  readonly callerKinds: readonly CallerKind[];
  /** The lifetime of a token for an API other than the management API, in seconds, if that API sets one. */
  readonly lifetimeFor: (audience: string) => number | undefined;
  /** The lifetime of a token for the management API, in seconds. */
  readonly tokenLifetime: number;
  readonly routes: readonly Route[];
}

const managementPath = "/api/v2/";

/** The caller that requests a token. */
interface Caller {
  readonly clientId: string;
  readonly kind: CallerKind;
}

/**
 * The response to `POST /oauth/token`.
 *
 * @throws ServiceError with the code of RFC 6749, or 403 if the caller has no grant for the audience
 */
export function grantToken(parts: TokenParts, body: unknown, authorization: string | undefined) {
  const { url, tokens } = parts;
  if (!isObject(body)) throw new ServiceError(400, "The body must be JSON or a form.", "invalid_request");
  if (body.grant_type !== "client_credentials") {
    throw new ServiceError(400, "The grant type must be client_credentials.", "unsupported_grant_type");
  }
  const { clientId, kind } = callerOf(parts, body, authorization);
  const isManagement = isOwnUrl(url, body.audience, managementPath);
  const management = `${url}${managementPath}`;
  const audience = isManagement ? management : String(body.audience);
  const asked = typeof body.scope === "string" && body.scope !== "" ? body.scope.split(/\s+/) : undefined;
  const granted = kind.granted(clientId, audience, management, asked);
  if (typeof granted === "string") throw new ServiceError(403, granted, "access_denied");
  const { scopes } = granted;
  const listed = scopes === "all" ? allScopes(parts.routes) : scopes;
  const lifetime = (isManagement ? undefined : parts.lifetimeFor(audience)) ?? parts.tokenLifetime;
  const answer = {
    access_token: isManagement
      ? tokens.issue(scopes === "all" ? undefined : scopes, lifetime, clientId)
      : tokens.foreign(audience, listed, lifetime, clientId),
    token_type: "Bearer",
    expires_in: lifetime,
    scope: listed.join(" "),
  };
  return { clientId, answer };
}

function allScopes(routes: readonly Route[]): readonly string[] {
  return [...new Set(routes.flatMap(({ rules }) => rules.scopes))];
}

/**
 * The caller that requests a token.
 *
 * @throws ServiceError for invalid credentials
 */
function callerOf(
  { url, tokens, callerKinds }: TokenParts,
  body: Record<string, unknown>,
  authorization: string | undefined,
): Caller {
  if (!("client_assertion" in body || "client_assertion_type" in body)) {
    const basic = basicIn(authorization);
    const [id, secret] = basic ?? [body.client_id, body.client_secret];
    if (typeof id !== "string") throw new ServiceError(400, "client_id is missing.", "invalid_request");
    const how = basic ? "client_secret_basic" : "client_secret_post";
    const kind = callerKinds.find((one) => one.hasSecret(id, secret, how));
    if (!kind) throw new ServiceError(401, "Unauthorized", "access_denied");
    return { clientId: id, kind };
  }
  const refusal = (why: string) => new ServiceError(401, why, "invalid_client");
  if (body.client_assertion_type !== assertionType) throw refusal(`client_assertion_type must be ${assertionType}.`);
  if ("client_secret" in body) throw refusal("Send either a secret or an assertion, not both.");
  const assertion = parseAssertion(body.client_assertion);
  if (!assertion) throw refusal("client_assertion is not a JWT.");
  if ("client_id" in body && body.client_id !== assertion.claims.sub) throw refusal("client_id and sub differ.");
  const isAudience = (audience: unknown) => ["/", "/oauth/token"].some((path) => isOwnUrl(url, audience, path));
  const clientId = String(assertion.claims.sub);
  const kind = callerKinds.find((one) => one.keysOf(clientId) !== undefined);
  const keys = kind?.keysOf(clientId) ?? [];
  if (!kind || keys.length === 0) throw refusal("The client has no key.");
  const refused = tokens.refusalOf(assertion, isAudience, keys);
  if (refused !== undefined) throw refusal(refused);
  return { clientId, kind };
}

/** The id and the secret in an `Authorization` header (RFC 6749, 2.3.1). */
function basicIn(authorization: string | undefined): readonly [string, string] | undefined {
  const [, encoded] = /^Basic +(\S+)$/i.exec(authorization ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const [id = "", ...secret] = Buffer.from(encoded, "base64").toString().split(":");
  // Before the id and the secret are encoded in base64, each is form-encoded.
  const decoded = (part: string) => new URLSearchParams(`value=${part}`).get("value") ?? "";
  return [decoded(id), decoded(secret.join(":"))];
}
