import { createHash, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import { type Method, typeOfMethod } from "../../definitions/client-authentication.ts";
import { isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { type Application, type Credential, subjectKey } from "./application.ts";

/** A credential that a program declares. */
export interface Entry {
  readonly declared: JsonObject;
  readonly type: string;
  /** As {@link Credential.key}. */
  readonly key: string;
}

/** What a program declares. Undefined where it is not of the form that a check admits, as in a state of somebody's own making. */
export function entriesOf(args: JsonObject): readonly Entry[] {
  const [method, credentials] = [own(args, "method"), own(args, "credentials")];
  if (!isMethod(method) || !Array.isArray(credentials)) return [];
  return credentials.flatMap((declared: Json) => {
    const key = isObject(declared) ? keyOf(declared, method) : undefined;
    return isObject(declared) && key !== undefined ? [{ declared, type: typeOfMethod[method], key }] : [];
  });
}

/** Whether a value is the name of a method. */
export function isMethod(value: Json | undefined): value is Method {
  return typeof value === "string" && Object.hasOwn(typeOfMethod, value);
}

/** What tells the key or certificate of a declared credential from others; undefined where nothing does, or it cannot be read. */
export function keyOf(declared: JsonObject, method: Method): string | undefined {
  const { pem, kid, thumbprint, subjectDn } = declared;
  const text = asText(pem);
  try {
    if (method === "private_key_jwt") return kid === undefined ? text && kidOf(text) : asText(kid);
    if (method === "self_signed_tls_client_auth") return text === undefined ? asText(thumbprint) : thumbprintOf(text);
    const subject = text === undefined ? asText(subjectDn) : subjectOf(text);
    return subject && subjectKey(subject);
  } catch {
    return undefined;
  }
}

function asText(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== unknownValue ? value : undefined;
}

/** Whether a credential is of a declared key or certificate. */
export function isOf({ type, key }: Entry, credential: Credential): boolean {
  return credential.type === type && credential.key === key;
}

/** Whether a credential is as it is declared, but for the time at which it expires. The rest of it can never be changed. */
export function isAsDeclared(entry: Entry, credential: Credential): boolean {
  const { name, algorithm } = entry.declared;
  const isSame = (declared: Json | undefined, has: string | undefined) => declared === undefined || declared === has;
  return isOf(entry, credential) && isSame(name, credential.name) && isSame(algorithm, credential.algorithm);
}

/** The time at which a credential is to expire; null for never, undefined where that is not for the program to say. */
export function expiryOf({ declared, type }: Entry): string | null | undefined {
  if (type !== "public_key" || own(declared, "parseExpiryFromCert") === true) return undefined;
  const { expiresAt } = declared;
  return typeof expiresAt === "string" ? new Date(expiresAt).toISOString() : null;
}

/** Whether a credential expires when it is to. */
export function hasExpiry(entry: Entry, { expiresAt }: Credential): boolean {
  const wanted = expiryOf(entry);
  if (wanted === undefined) return true;
  return wanted === null
    ? expiresAt === undefined
    : expiresAt !== undefined && Date.parse(expiresAt) === Date.parse(wanted);
}

/** When a declared credential will have expired, in milliseconds since the epoch; Infinity for never. */
export function endOfEntry({ declared, type }: Entry): number {
  const { pem, expiresAt, parseExpiryFromCert } = declared;
  const isOfCertificate = type !== "public_key" || parseExpiryFromCert === true;
  if (typeof pem === "string" && isOfCertificate && isCertificate(pem)) return endOf(pem);
  return typeof expiresAt === "string" ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY;
}

/** Whether a credential can still be used. */
export function isValid({ expiresAt }: Credential, now: number): boolean {
  return expiresAt === undefined || Date.parse(expiresAt) > now;
}

/** Whether a credential is named by an id or a key. */
export function isNamed(names: ReadonlySet<string>, { id, type, key }: Credential): boolean {
  return names.has(id) || names.has(nameOf({ type, key }));
}

/** Whether an application uses a credential, for whatever. */
export function isInUse({ attached, elsewhere }: Application, { id }: Credential): boolean {
  return attached.includes(id) || elsewhere.includes(id);
}

/** A credential by its key, where its id is not known. */
export function nameOf({ type, key }: Pick<Credential, "type" | "key">): string {
  return `${type} ${key}`;
}

/**
 * The object as an answer shows it, under the names that programs use. What is as the program declares it has its form.
 *
 * @param left credentials that are not in use, and that the next run uses or removes
 */
export function liveOf(
  id: string,
  application: Application,
  args: JsonObject,
  left: readonly Credential[] = [],
): JsonObject {
  const { method, attached, all } = application;
  const shown = attached.flatMap((one) => all.find((credential) => credential.id === one) ?? []);
  const entries = entriesOf(args);
  const known = entries.flatMap((entry) => {
    const credential = shown.find((one) => isAsDeclared(entry, one));
    return credential ? [{ credential, form: withExpiry(entry, credential) }] : [];
  });
  const others = shown
    .filter((one) => !known.some(({ credential }) => credential === one))
    .map((credential) => ({ credential, form: formOf(credential) }));
  const ordered = [...known, ...others];
  return {
    clientId: id,
    ...(method && { method }),
    // What is not in use never looks like what a program declares.
    credentials: [...ordered.map(({ form }) => form), ...left.map((one) => ({ ...formOf(one), isLeft: true }))],
    attachedCredentials: ordered.map(({ credential }) => summaryOf(credential)),
  };
}

/** A credential in the form that is declared, but for a time at which it expires that is another one. */
function withExpiry(entry: Entry, credential: Credential): JsonObject {
  if (hasExpiry(entry, credential)) return entry.declared;
  const { expiresAt: _, ...rest } = entry.declared;
  return credential.expiresAt === undefined ? rest : { ...rest, expiresAt: credential.expiresAt };
}

/** A credential that no program declares so: its key is never shown, and what tells it from others stands for that. */
function formOf({ type, key, name, algorithm, expiresAt }: Credential): JsonObject {
  const named = { ...(name !== undefined && { name }), credentialType: type };
  if (type === "x509_cert") return { ...named, thumbprint: key };
  if (type === "cert_subject_dn") return { ...named, subjectDn: key };
  return {
    ...named,
    ...(algorithm !== undefined && { algorithm }),
    ...(expiresAt !== undefined && { expiresAt }),
    kid: key,
  };
}

function summaryOf({ id, type, key, name }: Credential): JsonObject {
  return {
    id,
    ...(type === "public_key" && { kid: key }),
    ...(type === "x509_cert" && { thumbprint: key }),
    ...(name !== undefined && { name }),
  };
}

const certificateLine = "-----BEGIN CERTIFICATE-----";

/** Whether a text is a certificate, by how it begins. */
export function isCertificate(pem: string): boolean {
  return pem.includes(certificateLine);
}

/** What is wrong with the PEM of a credential, for people; undefined where nothing is. */
export function faultOf(pem: string, method: Method): string | undefined {
  // Node takes a private key as well, and makes the public half of it. It must not leave this process.
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    return "is a private key, which must stay with the application. Declare the public key or the certificate that belongs to it";
  }
  if (method !== "private_key_jwt" && !isCertificate(pem)) return "must be a certificate in PEM form";
  if (method !== "private_key_jwt" && pem.length > 4096) return "must be at most 4096 characters long";
  if (!/-----BEGIN ((RSA )?PUBLIC KEY|CERTIFICATE)-----/.test(pem))
    return "must be a public key or a certificate in PEM form";
  try {
    const key = publicKeyOf(pem);
    return method !== "private_key_jwt" || key.asymmetricKeyType === "rsa" ? undefined : "must be an RSA key";
  } catch {
    return "cannot be read as PEM";
  }
}

function publicKeyOf(pem: string): KeyObject {
  return isCertificate(pem) ? new X509Certificate(pem).publicKey : createPublicKey({ key: pem, format: "pem" });
}

/** The key id that the service gives a public key that comes without one: the thumbprint of its JWK (RFC 7638). */
export function kidOf(pem: string): string {
  const { e, kty, n } = publicKeyOf(pem).export({ format: "jwk" });
  return createHash("sha256").update(JSON.stringify({ e, kty, n })).digest("base64url");
}

/** The SHA-256 thumbprint of a certificate. */
export function thumbprintOf(pem: string): string {
  return createHash("sha256").update(new X509Certificate(pem).raw).digest("base64url");
}

/** The subject of a certificate: a line for each of its parts. */
function subjectOf(pem: string): string {
  return new X509Certificate(pem).subject;
}

/** When a certificate expires, in milliseconds since the epoch. */
function endOf(pem: string): number {
  return Date.parse(new X509Certificate(pem).validTo);
}
