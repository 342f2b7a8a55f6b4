import { isObject, type Json, type JsonObject, own, unknownValue } from "../../../model/json.ts";
import { type Method, typeOfMethod } from "../table.ts";
import type { Application, Credential } from "./application.ts";
import { subjectKey } from "./application.ts";
import { endOf, isCertificate, kidOf, subjectOf, thumbprintOf } from "./pem.ts";

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
