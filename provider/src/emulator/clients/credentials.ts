import { createHash, X509Certificate } from "node:crypto";
import { publicKeyFault, thumbprintOf } from "../shared/certificates.ts";
import { ServiceError } from "../shared/errors.ts";
import { mapped, newPrefixedId, omit, pick, type WireObject } from "../shared/store.ts";
import { isObject, payloadError } from "../shared/validation.ts";

/** The authentication methods that use credentials, and the type of credential that each method uses. */
const methodsOfCredentials: Readonly<Record<string, string>> = {
  private_key_jwt: "public_key",
  tls_client_auth: "cert_subject_dn",
  self_signed_tls_client_auth: "x509_cert",
};

/** The maximum number of credentials of a client. */
const most = 4;
/** The maximum number of credentials of one authentication method. */
const maxPerMethod = 2;

/** A stored credential: in the form of responses, but with the key or certificate (`pem`), which responses omit. */
export interface Credential extends WireObject {
  readonly id: string;
  readonly credential_type: string;
}

/** The properties of a credential that responses never contain. */
const hidden = ["pem"];

/** A credential in the form of responses. */
export function shownCredential(credential: Credential): WireObject {
  return omit(credential, hidden);
}

/** A credential in the response to the request that created its client. */
export function createdCredential(credential: Credential): WireObject {
  return pick(credential, ["id", "name", "kid", "credential_type", "alg", "created_at", "updated_at"]);
}

/**
 * The credentials of a client after the creation of another credential.
 *
 * @param given the create body of the new credential
 * @param at the time in ISO 8601
 *
 * @throws ServiceError 400 for a key that is unusable or already present, or for too many credentials
 */
export function withCredential(all: readonly Credential[], given: WireObject, at: string): readonly Credential[] {
  const made = newCredential(given, at);
  const same = made.kid === undefined ? undefined : all.find(({ pem }) => sameKey(pem, made.pem));
  if (same) throw refused("credentials contains public keys that already exist in client");
  if (all.length >= most) throw refused(`A client can have a maximum of ${most} credentials.`);
  return [...all, made];
}

function newCredential(given: WireObject, at: string): Credential {
  const { credential_type: type, name, pem, subject_dn: subject } = given;
  const base = {
    id: newPrefixedId("cred_") + newPrefixedId("").slice(0, 6),
    credential_type: String(type),
    name,
    created_at: at,
    updated_at: at,
  };
  if (type === "public_key") return { ...base, ...publicKey(given) };
  if (type === "cert_subject_dn") {
    if ((pem === undefined) === (subject === undefined)) throw refused("Either pem or subject_dn is required");
    return { ...base, pem, subject_dn: subject ?? certificateIn(pem).subject };
  }
  const certificate = certificateIn(pem);
  const thumbprint = createHash("sha256").update(certificate.raw).digest("base64url");
  return { ...base, pem, thumbprint_sha256: thumbprint, expires_at: new Date(certificate.validTo).toISOString() };
}

function publicKey({ pem, alg = "RS256", kid, expires_at, parse_expiry_from_cert: isParsed }: WireObject): WireObject {
  const fault = publicKeyFault(String(pem));
  if (fault !== undefined) throw payloadError({ why: fault, path: "pem" });
  const isCertificate = String(pem).includes("BEGIN CERTIFICATE");
  if (isParsed === true && !isCertificate) throw refused("parse_expiry_from_cert needs a certificate");
  const expiry = isParsed === true ? new Date(certificateIn(pem).validTo).toISOString() : inUtc(expires_at);
  return { pem, alg, kid: kid ?? thumbprintOf(String(pem)), expires_at: expiry };
}

/** A copy of a credential with a new expiry; null removes the expiry. */
export function withExpiry(credential: Credential, expires: unknown, at: string): Credential {
  return { ...credential, expires_at: inUtc(expires ?? undefined), updated_at: at };
}

/** A time in ISO 8601 in UTC, cut off after the milliseconds; undefined for undefined. */
function inUtc(time: unknown): string | undefined {
  return time === undefined ? undefined : new Date(Date.parse(String(time))).toISOString();
}

function certificateIn(pem: unknown): X509Certificate {
  try {
    return new X509Certificate(String(pem));
  } catch {
    throw payloadError({ why: "Not a certificate in PEM form", path: "pem" });
  }
}

function sameKey(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" && thumbprintOf(a) === thumbprintOf(b);
}

/** The credentials, or references to credentials, that an object contains in `credentials`. */
function credentialsIn(holder: unknown): readonly WireObject[] {
  return isObject(holder) && Array.isArray(holder.credentials) ? holder.credentials : [];
}

function idsIn(holder: unknown): readonly string[] {
  return credentialsIn(holder).map(({ id }) => String(id));
}

/** All parts of a client that can contain credentials or references to them. */
function holdersIn(client: WireObject): readonly unknown[] {
  const { client_authentication_methods: methods, signed_request_object, token_vault_privileged_access } = client;
  return [...(isObject(methods) ? Object.values(methods) : []), signed_request_object, token_vault_privileged_access];
}

/** The ids of the credentials that a client refers to. */
export function attachedTo(client: WireObject): readonly string[] {
  return holdersIn(client).flatMap(idsIn);
}

/** Whether a client contains credentials, as a create does, and not only their ids, as a response does. */
export function hasNewCredentials(client: WireObject): boolean {
  return holdersIn(client)
    .flatMap(credentialsIn)
    .some((one) => !Object.hasOwn(one, "id"));
}

/**
 * Separates the new credentials from the client that a create sends. Returns the client, with ids in place of the credentials, and the credentials.
 *
 * @throws ServiceError 400 for the same reasons as {@link withCredential}
 */
export function takeCredentials(given: WireObject, at: string): readonly [WireObject, readonly Credential[]] {
  let all: readonly Credential[] = [];
  const client = withCredentials(given, (one) => {
    all = withCredential(all, one, at);
    return { id: all.at(-1)?.id };
  });
  return [client, all];
}

/** A copy of a client in which a function has replaced the credentials, or the references to credentials. */
export function withCredentials(client: WireObject, replaced: (one: WireObject) => WireObject): WireObject {
  const inHolder = (holder: unknown) =>
    isObject(holder) && Array.isArray(holder.credentials)
      ? { ...holder, credentials: holder.credentials.map(replaced) }
      : holder;
  const { client_authentication_methods: methods } = client;
  return {
    ...client,
    ...mapped(pick(client, ["signed_request_object", "token_vault_privileged_access"]), inHolder),
    ...(isObject(methods) && { client_authentication_methods: mapped(methods, inHolder) }),
  };
}

/** @throws ServiceError 400 if a client refers to credentials that it does not have, to too many credentials, or to credentials of a wrong type */
export function checkCredentials(client: WireObject, all: readonly Credential[]): void {
  const missing = attachedTo(client).find((id) => !all.some((one) => one.id === id));
  if (missing !== undefined) throw refused("The credential does not exist");
  const { client_authentication_methods: methods } = client;
  for (const [name, holder] of Object.entries(isObject(methods) ? methods : {})) {
    const ids = idsIn(holder);
    if (ids.length > maxPerMethod) {
      const path = `client_authentication_methods.${name}.credentials`;
      throw payloadError({ why: `Array is too long (${ids.length}), maximum ${maxPerMethod}`, path });
    }
    const type = methodsOfCredentials[name];
    const isOther = ids.some((id) => all.some((one) => one.id === id && one.credential_type !== type));
    if (isOther) throw refused(`Credentials of ${name} must have the type ${type}`);
  }
}

function refused(why: string): ServiceError {
  return new ServiceError(400, why, "invalid_body");
}
