import { createHash, X509Certificate } from "node:crypto";
import { type Method, typeOfMethod } from "../../definitions/client.ts";
import { isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { faultOfKey, isCertificate, kidOf } from "../client/public-keys.ts";
import { type Application, type Credential, subjectKey } from "./application.ts";

/** A declared credential. */
export interface Entry {
  readonly declared: JsonObject;
  readonly type: string;
  /** Identifies the key or certificate, see {@link Credential.key}. */
  readonly key: string;
}

/** The declared credentials. Empty for invalid arguments: a state that was edited by hand can contain them. */
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

/** The identifying key of a declared credential; undefined if it is unknown, missing or unreadable. */
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

/** Whether a credential has the declared key or certificate. */
export function isOf({ type, key }: Entry, credential: Credential): boolean {
  return credential.type === type && credential.key === key;
}

/** Whether a credential equals the declared one, apart from the expiry: an update can change the expiry, and nothing else. */
export function isAsDeclared(entry: Entry, credential: Credential): boolean {
  const { name, algorithm } = entry.declared;
  const isSame = (declared: Json | undefined, has: string | undefined) => declared === undefined || declared === has;
  return isOf(entry, credential) && isSame(name, credential.name) && isSame(algorithm, credential.algorithm);
}

/** The declared expiry of a credential; null for none, undefined if the certificate determines the expiry. */
export function expiryOf({ declared, type }: Entry): string | null | undefined {
  if (type !== "public_key" || own(declared, "parseExpiryFromCert") === true) return undefined;
  const { expiresAt } = declared;
  return typeof expiresAt === "string" ? new Date(expiresAt).toISOString() : null;
}

/** Whether a credential has the declared expiry. */
export function hasExpiry(entry: Entry, { expiresAt }: Credential): boolean {
  const wanted = expiryOf(entry);
  if (wanted === undefined) return true;
  return wanted === null
    ? expiresAt === undefined
    : expiresAt !== undefined && Date.parse(expiresAt) === Date.parse(wanted);
}

/** The end of a declared credential's validity, in milliseconds since the epoch; Infinity without an expiry. */
export function endOfEntry({ declared, type }: Entry): number {
  const { pem, expiresAt, parseExpiryFromCert } = declared;
  const isOfCertificate = type !== "public_key" || parseExpiryFromCert === true;
  if (typeof pem === "string" && isOfCertificate && isCertificate(pem)) return endOf(pem);
  return typeof expiresAt === "string" ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY;
}

/** Whether a credential has not expired. */
export function isValid({ expiresAt }: Credential, now: number): boolean {
  return expiresAt === undefined || Date.parse(expiresAt) > now;
}

/** Whether a credential is in a set of ids and {@link nameOf} keys. */
export function isNamed(names: ReadonlySet<string>, { id, type, key }: Credential): boolean {
  return names.has(id) || names.has(nameOf({ type, key }));
}

/** Whether an application uses a credential for any purpose. */
export function isInUse({ attached, elsewhere }: Application, { id }: Credential): boolean {
  return attached.includes(id) || elsewhere.includes(id);
}

/** Identifies a credential without its id. */
export function nameOf({ type, key }: Pick<Credential, "type" | "key">): string {
  return `${type} ${key}`;
}

/**
 * The resource as it is at the tenant, under the program's names. A credential that equals a declared one is returned in its declared form.
 *
 * @param left unused credentials, which the next run uses or removes
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
    // Unused credentials are marked, so that they never equal declared ones.
    credentials: [...ordered.map(({ form }) => form), ...left.map((one) => ({ ...formOf(one), isLeft: true }))],
    attachedCredentials: ordered.map(({ credential }) => summaryOf(credential)),
  };
}

/** The declared form of a credential, with the tenant's expiry if it differs. */
function withExpiry(entry: Entry, credential: Credential): JsonObject {
  if (hasExpiry(entry, credential)) return entry.declared;
  const { expiresAt: _, ...rest } = entry.declared;
  return credential.expiresAt === undefined ? rest : { ...rest, expiresAt: credential.expiresAt };
}

/** The form of an undeclared credential. The API never returns keys, so the kid, thumbprint or subject identifies it. */
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

/** The problem with the PEM of a credential, as the end of a message; undefined if there is none. */
export function faultOf(pem: string, method: Method): string | undefined {
  const fault = faultOfKey(pem);
  if (method === "private_key_jwt" || fault?.startsWith("is a private key")) return fault;
  if (!isCertificate(pem)) return "must be a certificate in PEM form";
  if (pem.length > 4096) return "must be at most 4096 characters long";
  return fault === "must be an RSA key" ? undefined : fault;
}

/** The SHA-256 thumbprint of a certificate. */
export function thumbprintOf(pem: string): string {
  return createHash("sha256").update(new X509Certificate(pem).raw).digest("base64url");
}

/** The subject of a certificate, with one line for each part. */
function subjectOf(pem: string): string {
  return new X509Certificate(pem).subject;
}

/** The expiry of a certificate, in milliseconds since the epoch. */
function endOf(pem: string): number {
  return Date.parse(new X509Certificate(pem).validTo);
}
