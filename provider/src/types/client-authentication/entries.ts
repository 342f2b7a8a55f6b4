import { createHash, X509Certificate } from "node:crypto";
import { type Service, sanitize } from "../../client/index.ts";
import { getObject } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { isUsableId } from "../../lifecycle/requests/rest.ts";
import { isObject, type Json, type JsonObject, own, stringsIn, unknownValue } from "../../schema/json.ts";
import { ShapeError } from "../../state/wire.ts";
import { faultOfKey, isCertificate, keyOfPem } from "../client/authentication.ts";
import { type Method, typeOfMethod } from "../client/definition.ts";

/** A credential of an application at the tenant. */
export interface Credential {
  readonly id: string;
  readonly type: string;
  /** Identifies the key or certificate: the key id, the thumbprint or the subject. */
  readonly key: string;
  readonly name?: string;
  readonly algorithm?: string;
  readonly expiresAt?: string;
}

/** The authentication of an application. */
export interface Application {
  /** The authentication method with credentials. Absent: the application uses its client secret or no authentication. */
  readonly method?: Method;
  /** Ids of the credentials that the method uses. */
  readonly attached: readonly string[];
  /** Ids of credentials that the application uses for purposes other than its authentication. */
  readonly elsewhere: readonly string[];
  /** All credentials of the application. */
  readonly all: readonly Credential[];
  /** The token endpoint method, which an application has instead of credentials. */
  readonly tokenMethod?: string;
  /** The reason why the application must not be changed, as a sentence without a full stop. */
  readonly untouchable?: string;
}

/** The properties that every token can read (`summary`), and those that only a token with access to secrets or credentials can read (`secrets`). */
const summary = ["client_id", "app_type", "name", "description"];
const secrets = ["client_secret", "encryption_key", "client_authentication_methods", "signing_keys"];

/**
 * Reads an application, without the list of its credentials; undefined if the application does not exist.
 *
 * @param continues whether an earlier request of the operation has changed something
 */
export async function clientOf(service: Service, id: string, continues = false): Promise<JsonObject | undefined> {
  const body = await getObject(service, ["clients", id], label(id), continues);
  if (body && own(body, "client_id") !== id) {
    throw new ShapeError(`the tenant's response for ${label(id)} contains another object`);
  }
  return body;
}

/** Reads all credentials of an application. */
export async function credentialsOf(service: Service, id: string, continues = false): Promise<readonly Credential[]> {
  const path = ["clients", id, "credentials"];
  const call = { method: "GET", path, subject: `credentials of ${label(id)}`, action: "read", continues } as const;
  const { body } = await service.request<Json>(call);
  if (!Array.isArray(body)) throw new ShapeError(`the tenant's response for ${label(id)} has no list of credentials`);
  return body.map((one: Json) => credentialIn(one, id));
}

/** Reads an application with its credentials; undefined if it does not exist. */
export async function applicationOf(service: Service, id: string, continues = false): Promise<Application | undefined> {
  const body = await clientOf(service, id, continues);
  return body && applicationIn(body, id, await credentialsOf(service, id, continues));
}

/** Extracts the authentication of an application from a response. */
export function applicationIn(body: JsonObject, id: string, all: readonly Credential[]): Application {
  const methods = own(body, "client_authentication_methods");
  const tokenMethod = own(body, "token_endpoint_auth_method");
  const untouchable = untouchableIn(body);
  return {
    ...attachedIn(methods, id),
    elsewhere: ["signed_request_object", "token_vault_privileged_access"].flatMap((name) => idsIn(own(body, name), id)),
    all,
    ...(typeof tokenMethod === "string" && { tokenMethod }),
    ...(untouchable !== undefined && { untouchable }),
  };
}

/** Whether a response contains credentials in use. */
export function showsCredentials(body: JsonObject): boolean {
  return attachedIn(own(body, "client_authentication_methods"), "").attached.length > 0;
}

/** @throws UserError if the token cannot read authentication methods. Then a response without credentials does not prove that there are none */
export function refuseHidden(body: JsonObject): void {
  if (secrets.some((name) => own(body, name) !== undefined)) return;
  throw new UserError(
    "This token cannot read the authentication methods of applications. Grant the scope read:client_credentials to the client that this program " +
      "runs as.",
  );
}

/** @throws UserError if the token can read only a summary, which lacks the method that a deletion has to restore */
export function refuseSummary(body: JsonObject, id: string): void {
  if (Object.keys(body).some((name) => ![...summary, ...secrets].includes(name))) return;
  throw new UserError(
    `${label(id)} was not changed: this token can read only a summary of it, so its previous authentication method could not be restored later. ` +
      "Grant the scope read:clients to the client that this program runs as.",
  );
}

/** The name of an application in messages. */
export function label(id: string): string {
  return `application "${sanitize(id)}"`;
}

function untouchableIn(body: JsonObject): string | undefined {
  if (own(body, "global") === true) return "it is the tenant's global application, which belongs to the service";
  const isRegistered = ["external_client_id", "external_metadata_type"].some((name) => {
    const value = own(body, name);
    return value !== undefined && value !== null;
  });
  return isRegistered
    ? "it registered itself, or it is registered by a metadata document that defines its properties"
    : undefined;
}

function attachedIn(methods: Json | undefined, id: string): Pick<Application, "method" | "attached"> {
  if (methods === undefined || methods === null) return { attached: [] };
  if (!isObject(methods))
    throw new ShapeError(`the tenant's response for ${label(id)} has authentication methods in an unexpected form`);
  const method = (Object.keys(typeOfMethod) as Method[]).find((name) => isObject(own(methods, name)));
  return method ? { method, attached: idsIn(own(methods, method), id) } : { attached: [] };
}

/** The ids of the credentials that a property refers to. */
function idsIn(holder: Json | undefined, id: string): readonly string[] {
  const credentials = own(holder, "credentials");
  if (credentials === undefined || credentials === null) return [];
  if (!Array.isArray(credentials))
    throw new ShapeError(`the tenant's response for ${label(id)} has credentials in an unexpected form`);
  const ids = credentials.map((one: Json) => own(one, "id") ?? null);
  if (stringsIn(ids).length === ids.length) return stringsIn(ids);
  throw new ShapeError(`the tenant's response for ${label(id)} has a credential without an id`);
}

/** Extracts a credential from a response. @throws ShapeError if the response is not a valid credential */
export function credentialIn(body: Json, client: string): Credential {
  const text = (name: string) => {
    const value = own(body, name);
    return typeof value === "string" ? value : undefined;
  };
  const [id, type] = [text("id"), text("credential_type")];
  if (id === undefined || !isUsableId(id) || type === undefined) {
    throw new ShapeError(`the tenant's response for ${label(client)} has a credential without an id or a type`);
  }
  const [name, algorithm, expiresAt] = [text("name"), text("alg"), text("expires_at")];
  const subject = text("subject_dn");
  return {
    id,
    type,
    key: text("kid") ?? text("thumbprint_sha256") ?? (subject === undefined ? id : subjectKey(subject)),
    ...(name !== undefined && { name }),
    ...(algorithm !== undefined && { algorithm }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Normalizes the subject of a certificate: its parts can be separated by line breaks or commas. */
function subjectKey(subject: string): string {
  return subject
    .split(/[,\n]/)
    .map((part) => part.trim())
    .join("\n");
}

/** A declared credential. */
export interface Entry {
  readonly declared: JsonObject;
  readonly type: string;
  /** Identifies the key or certificate, see {@link Credential.key}. */
  readonly key: string;
}

/** The declared credentials. Empty for invalid arguments, which a state that was edited by hand can contain. */
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
  if (method === "private_key_jwt") return kid === undefined ? keyOfPem(pem) : asText(kid);
  const text = asText(pem);
  try {
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

/** Identifies a credential by its type and key, without its id, which a declared credential does not have. */
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

/** How an undeclared credential is represented. The API never returns keys, so the credential is identified by its kid, thumbprint or subject. */
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

/** The problem with the PEM of a credential, as the end of a message; undefined if the PEM is valid. */
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
