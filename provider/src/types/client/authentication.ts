import { createHash, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import { sanitize, type TenantClient, TenantError } from "../../client/index.ts";
import { orAbsent } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import type { Claim } from "../../lifecycle/program/claims.ts";
import type { Problem, UpdateRequest } from "../../lifecycle/resource-type.ts";
import { mayHaveWritten } from "../../lifecycle/write.ts";
import {
  equal,
  isObject,
  type Json,
  type JsonObject,
  own,
  toPointer,
  unknownValue,
  valueAt,
} from "../../schema/json.ts";
import type { Fields } from "../../schema/schema.ts";
import { changedMarker, recordOf } from "../../state/record.ts";
import { fromWire, ShapeError, toWire } from "../../state/wire.ts";
import { client, clientSchema } from "./definition.ts";

const certificateLine = "-----BEGIN CERTIFICATE-----";

/** Whether a PEM text contains a certificate. */
export function isCertificate(pem: string): boolean {
  return pem.includes(certificateLine);
}

/** The problem with the PEM of a public key or certificate, as the end of a message; undefined if the PEM is valid. */
export function faultOfKey(pem: string): string | undefined {
  // Node would accept a private key and derive the public key. A private key must not leave this process.
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    return "is a private key, which must stay with the application. Declare its public key or certificate instead";
  }
  if (!/-----BEGIN ((RSA )?PUBLIC KEY|CERTIFICATE)-----/.test(pem))
    return "must be a public key or a certificate in PEM form";
  try {
    return publicKeyOf(pem).asymmetricKeyType === "rsa" ? undefined : "must be an RSA key";
  } catch {
    return "cannot be read as PEM";
  }
}

/** The key id that the service assigns to a public key without a kid: the thumbprint of its JWK (RFC 7638). */
export function kidOf(pem: string): string {
  const { e, kty, n } = publicKeyOf(pem).export({ format: "jwk" });
  return createHash("sha256").update(JSON.stringify({ e, kty, n })).digest("base64url");
}

function publicKeyOf(pem: string): KeyObject {
  return isCertificate(pem) ? new X509Certificate(pem).publicKey : createPublicKey({ key: pem, format: "pem" });
}

/*
 * The keys of an application for the token vault and for signed requests. The request that creates the application contains the keys. An update contains
 * only their ids, so missing keys are created before the update. The API never returns a key, so only changed ids reveal that another client has changed
 * the keys.
 */

/** A property that contains keys. */
interface Holder {
  readonly property: string;
  /** The API's name of the property. */
  readonly wire: string;
  /** An update that does not send the keys keeps them. Otherwise it has to send the ids of all keys. */
  readonly isMerged: boolean;
}
const vaultHolder: Holder = {
  property: "tokenVaultPrivilegedAccess",
  wire: "token_vault_privileged_access",
  isMerged: false,
};
const requestHolder: Holder = { property: "signedRequestObject", wire: "signed_request_object", isMerged: true };
const holders = [vaultHolder, requestHolder];
const keyFields: Fields = clientSchema.fields.tokenVaultPrivilegedAccess.fields.credentials.item.fields;

/** Maximum number of scopes of all grants together. */
const maxScopes = 20;

/**
 * The problems of the keys in a property. Values can be unknown.
 *
 * @param before the last known values of the application
 * @param kids the ids of the keys in other properties: an application can have each key only once
 */
function problemsOfKeys(
  args: JsonObject,
  { property }: Holder,
  before: JsonObject,
  kids: Set<string>,
): readonly Problem[] {
  const problems: Problem[] = [];
  const known = credentialsIn(own(before, property));
  for (const [at, one] of credentialsIn(own(args, property)).entries()) {
    const pem = own(one, "pem");
    if (typeof pem !== "string" || pem === unknownValue) continue;
    const path = [property, "credentials", at];
    const fault = faultOfKey(pem);
    if (fault !== undefined) problems.push({ path: [...path, "pem"], says: fault });
    else if (kids.has(kidIn(one)))
      problems.push({
        path: [...path, "pem"],
        says: "has the same key or kid as an earlier credential: declare each key once, with a unique kid",
      });
    else {
      kids.add(kidIn(one));
      const changed = fixedOfKey.filter((name) => isOtherwise(known.find(isKey(one)), one, name));
      problems.push(
        ...kidProblems(one, known).map((says) => ({ path: [...path, "kid"], says })),
        ...changed.map((name) => ({ path: [...path, name], says: keptFromCreation })),
      );
    }
  }
  return problems;
}

/** The end of a message about a property of a key that no update can change. */
export const keptFromCreation =
  "cannot be changed: a key keeps it from its creation. Declare the previous value, or a new key";

/** The properties of a key that no update can change, besides the key itself and its id. */
const fixedOfKey = Object.keys(keyFields).filter((name) => keyFields[name]?.createOnly);

function isOtherwise(known: JsonObject | undefined, declared: JsonObject, name: string): boolean {
  const absent = keyFields[name]?.absent;
  const [was = null, is] = [known, declared].map((one) => own(one ?? null, name) ?? absent);
  return known !== undefined && is !== undefined && is !== unknownValue && !equal(was, is);
}

function isKey(declared: JsonObject): (known: JsonObject) => boolean {
  const key = keyOfPem(declared.pem);
  return ({ pem }) => key !== undefined && keyOfPem(pem) === key;
}

/** Refuses a known kid for another key, and another kid for a known key: verifiers select the key of a signature by its kid. */
export function kidProblems({ kid, pem }: JsonObject, known: readonly JsonObject[]): readonly string[] {
  const key = keyOfPem(pem);
  const isOther = (one: JsonObject) => {
    const other = keyOfPem(one.pem);
    return other !== undefined && key !== undefined && other !== key;
  };
  const ofOther = known.some((one) => one.kid !== undefined && one.kid === kid && isOther(one));
  if (ofOther) return ["is the kid of another key in the state: a new key needs a new kid"];
  const same = known.find((one) => key !== undefined && keyOfPem(one.pem) === key);
  const isChanged = same !== undefined && kid !== unknownValue && (kid ?? key) !== (same.kid ?? key);
  return isChanged ? ["cannot be changed: a kid belongs to its key. Declare the previous kid, or a new key"] : [];
}

/** The thumbprint of a public key; undefined if the PEM is unknown or invalid. */
export function keyOfPem(pem: Json | undefined): string | undefined {
  return typeof pem === "string" && pem !== unknownValue && faultOfKey(pem) === undefined ? kidOf(pem) : undefined;
}

/** The credentials in an object. */
export function credentialsIn(value: Json | undefined): readonly JsonObject[] {
  return listIn(value, "credentials").filter(isObject);
}

function listIn(value: Json | undefined, name: string): readonly Json[] {
  const list = own(value, name);
  return Array.isArray(list) ? list : [];
}

/** The problems of the grants of the token vault. Values can be unknown. */
function problemsOfGrants(args: JsonObject): readonly Problem[] {
  const { property } = vaultHolder;
  const problems: Problem[] = [];
  const grants = listIn(own(args, property), "grants");
  const names = grants.map((grant) => own(grant, "connection"));
  for (const [at, name] of names.entries()) {
    if (typeof name !== "string" || name === unknownValue || names.indexOf(name) === at) continue;
    problems.push({
      path: [property, "grants", at, "connection"],
      says: "occurs twice: declare one grant for each connection",
    });
  }
  const scopes = grants.flatMap((grant) => own(grant, "scopes") ?? []).length;
  if (scopes > maxScopes) {
    problems.push({
      path: [property, "grants"],
      says: `must have at most ${maxScopes} scopes in all grants together, but has ${scopes}`,
    });
  }
  return problems;
}

/** Reduces the credentials in a response to their ids. All responses contain the ids, but only the response to a creation contains more. */
export function withIdsOnly(args: JsonObject): JsonObject {
  const reduced = holders.flatMap(({ property }) => {
    const holder = own(args, property);
    const credentials = own(holder, "credentials");
    return isObject(holder) && Array.isArray(credentials)
      ? [[property, { ...holder, credentials: credentials.map(idOnly) }] as const]
      : [];
  });
  return { ...args, ...Object.fromEntries(reduced) };
}

function idOnly(credential: Json): Json {
  const id = own(credential, "id");
  return id === undefined ? credential : { id };
}

/** The application whose keys an update changes. */
interface Application {
  readonly service: TenantClient;
  readonly id: string;
  /** The body of the last response before the update. */
  readonly before: JsonObject;
  /** The application in messages. */
  readonly subject: string;
}

/** Sends an update with the ids of the declared keys in its body. Creates the keys that the application lacks before. */
export async function sendWithKeys<T>(
  application: Application,
  change: UpdateRequest,
  body: JsonObject,
  send: (complete: JsonObject) => Promise<T>,
): Promise<T> {
  const made: string[] = [];
  const create = async (declared: JsonObject) => {
    const key = await createKey(application, declared);
    made.push(key);
    return key;
  };
  try {
    return await send(await withKeys(application, change, body, create));
  } catch (error) {
    // No state has a key that the refused request has not attached, so a rollback would leave it. After a lost request, the next run uses the key.
    const isLost = [error, error instanceof Error && error.cause].some(mayHaveWritten);
    if (!isLost) await deleteKeys(application, made);
    throw error;
  }
}

/** Puts the ids of the declared keys into the body of an update, and creates the keys that the application lacks. */
async function withKeys(
  application: Application,
  change: UpdateRequest,
  body: JsonObject,
  create: (declared: JsonObject) => Promise<string>,
): Promise<JsonObject> {
  let complete = body;
  await refuseForeignKeys(application, change);
  for (const holder of holders) {
    const { property, wire, isMerged } = holder;
    const sent = own(body, wire);
    if (!isObject(sent)) continue;
    const pointer = toPointer([property, "credentials"]);
    const isChanged = change.plan.changed.some((leaf) => leaf.pointer === pointer);
    if (!isChanged && isMerged) continue;
    const ids = isChanged
      ? await idsOfDeclared(application, change, property, create)
      : attachedIn(application.before, holder);
    complete = { ...complete, [wire]: { ...sent, credentials: ids.map((id) => ({ id })) } };
  }
  return complete;
}

/**
 * Refuses a change of keys that would remove a key which another client has put into use since this stack has last written or read them. The record has the
 * ids of the keys after the last write. After a lost write, or once a refresh has shown that they have changed, none count as another client's. A removal of
 * all keys is refused before (`vetoes/unseen-edits.ts`).
 *
 * @throws UserError with the ids of these keys
 */
async function refuseForeignKeys(
  application: Application,
  { id, plan, inputs, outputs, unsure }: UpdateRequest,
): Promise<void> {
  for (const holder of holders) {
    const path = [holder.property, "credentials"];
    const pointer = toPointer(path);
    const known = recordOf(id, outputs).hints[pointer];
    const isChanged = plan.changed.some((leaf) => leaf.pointer === pointer);
    if (!isChanged || known === undefined || unsure.includes(pointer) || valueAt(outputs, path) === changedMarker)
      continue;
    const ours = idsIn({ credentials: known });
    const others = attachedIn(application.before, holder).filter((one) => !ours.includes(one));
    if (others.length === 0) continue;
    const all = await keysAtTenant(application);
    const declared = credentialsIn(own(inputs, holder.property)).map(kidIn);
    const kids = others.map((one) => String(own(all.find((key) => own(key, "id") === one) ?? null, "kid") ?? one));
    const theirs = kids.filter((kid) => !declared.includes(kid));
    if (theirs.length > 0)
      throw new UserError(
        `${application.subject} was not changed: another client has put keys into use in ${holder.property} since this stack has last written or read them ` +
          `(kid ${sanitize(theirs.join(", "), 1_000)}), and the change would delete them. To delete them, run \`pulumi up --refresh\`, which shows first that ` +
          "the keys have changed. To keep them, declare each with its pem and kid.",
      );
  }
}

/** The keys of an application, as the API lists them. */
async function keysAtTenant({ service, id, subject }: Application): Promise<readonly Json[]> {
  const call = { path: [client.route, id, "credentials"], subject: `keys of ${subject}`, continues: true } as const;
  const { body: all } = await service.request<Json>({ ...call, method: "GET", action: "read" });
  if (!Array.isArray(all)) throw new ShapeError(`the tenant's response for the keys of ${subject} is not a list`);
  return all;
}

/** The ids of the keys that a program declares in a property. Creates the keys that the application lacks. */
async function idsOfDeclared(
  application: Application,
  { inputs, outputs }: UpdateRequest,
  property: string,
  create: (declared: JsonObject) => Promise<string>,
): Promise<readonly string[]> {
  const { subject } = application;
  const all = await keysAtTenant(application);
  const atTenant = (one: JsonObject) => all.find((credential: Json) => own(credential, "kid") === kidIn(one));
  const declared = credentialsIn(own(inputs, property));
  const was = credentialsIn(own(outputs, property));
  for (const one of declared) refuseOtherwise(one, atTenant(one), subject);
  for (const one of declared) if (!was.some(isKey(one))) warnOfUnproven(one, atTenant(one), subject);
  const ids: string[] = [];
  for (const one of declared) {
    const known = atTenant(one);
    ids.push(known === undefined ? await create(one) : idOfKey(known, subject));
  }
  return ids;
}

/** Creates a key of an application and returns its id. */
async function createKey({ service, id, subject }: Application, declared: JsonObject): Promise<string> {
  const call = { path: [client.route, id, "credentials"], subject: `keys of ${subject}`, continues: true } as const;
  const { body } = await service.request<Json>({ ...call, method: "POST", body: keyIn(declared), action: "create" });
  return idOfKey(body ?? null, subject);
}

function idOfKey(key: Json, subject: string): string {
  const id = own(key, "id");
  if (typeof id !== "string") throw new ShapeError(`the tenant's response for ${subject} contains a key without an id`);
  return id;
}

/** @throws UserError if the tenant has a key with the declared id and another value that no update can change */
function refuseOtherwise(declared: JsonObject, found: Json | undefined, subject: string): void {
  if (!isObject(found)) return;
  const known = fromWire(keyFields, found);
  const other = fixedOfKey.find((name) => isOtherwise(known, declared, name));
  if (other === undefined) return;
  throw new UserError(
    `${subject} was not changed: at the tenant, the key ${sanitize(kidIn(declared))} has another ${other}, which ${keptFromCreation}.`,
  );
}

/** Warns of a key that is at the tenant already, if only its declared id tells that it is the declared key: the API never returns keys. */
function warnOfUnproven(declared: JsonObject, found: Json | undefined, subject: string): void {
  if (found === undefined || kidIn(declared) === keyOfPem(declared.pem)) return;
  console.warn(
    `warning: ${subject} has a key with the kid ${sanitize(kidIn(declared))} already, and the API never returns keys. This run uses that key. ` +
      "If it may be another one than the declared key, declare the key with another kid.",
  );
}

/**
 * Deletes the keys that an update has detached. If that fails, prints a warning: a detached key has no effect any more, but counts towards the
 * application's maximum number of credentials.
 *
 * @param sent the body of the update
 */
export async function deleteDetached(application: Application, sent: JsonObject): Promise<void> {
  const { before } = application;
  const after = holders.map(({ wire }) => {
    const value = own(sent, wire);
    const isKept = value === undefined || (isObject(value) && own(value, "credentials") === undefined);
    return isKept ? own(before, wire) : value;
  });
  const methods = own(before, "client_authentication_methods");
  const kept = new Set([...after, ...Object.values(isObject(methods) ? methods : {})].flatMap(idsIn));
  const attached = new Set(holders.flatMap((holder) => attachedIn(before, holder)));
  const detached = [...attached].filter((one) => !kept.has(one));
  await deleteKeys(application, detached);
}

/** Deletes keys that the application does not use. If that fails, prints a warning. */
async function deleteKeys({ service, id, subject }: Application, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const path = [client.route, id, "credentials", key];
    const call = { method: "DELETE", path, subject: `keys of ${subject}`, action: "delete", continues: true } as const;
    await orAbsent(service.request(call)).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      console.warn(
        `warning: ${subject}: the key ${sanitize(key)} is not in use and could not be deleted. Delete it by hand. ${sanitize(why, 500)}`,
      );
    });
  }
}

function keyIn(declared: JsonObject): JsonObject {
  return toWire(keyFields, declared);
}

function kidIn(declared: Json): string {
  const kid = own(declared, "kid");
  return typeof kid === "string" ? kid : kidOf(String(own(declared, "pem")));
}

/** The ids of the keys that a property of an application uses. */
function attachedIn(body: JsonObject, { wire }: Holder): readonly string[] {
  return idsIn(own(body, wire));
}

function idsIn(holder: Json | undefined): readonly string[] {
  const credentials = own(holder, "credentials");
  const ids = (Array.isArray(credentials) ? credentials : []).map((one: Json) => own(one, "id"));
  return ids.filter((id) => typeof id === "string");
}

const metadataKey = /^[A-Za-z0-9:,\-+=_*?"/\\()<>@ \t]{1,255}$/;

/** Rules for an application that the schema cannot express. Values can be unknown. */
export function problemsOf(args: JsonObject, before: JsonObject): readonly Problem[] {
  const kids = new Set<string>();
  return [
    ...exclusive(args),
    ...needed(args),
    ...holders.flatMap((holder) => problemsOfKeys(args, holder, before, kids)),
    ...problemsOfGrants(args),
    ...keysOf(own(args, "clientMetadata")),
  ];
}

/** Rules for pairs of properties that exclude each other. */
function exclusive(args: JsonObject): readonly Problem[] {
  const isPublic = own(args, "tokenEndpointAuthMethod") === "none";
  const grants = own(args, "grantTypes");
  const problems: Problem[] = [];
  if (own(args, "secretRotation") !== undefined && own(args, "clientSecret") !== undefined) {
    problems.push({
      path: ["secretRotation"],
      says: "cannot be declared together with clientSecret: a rotation generates another secret",
    });
  }
  if (isPublic && Array.isArray(grants) && grants.includes("client_credentials")) {
    problems.push({
      path: ["grantTypes"],
      says: 'cannot contain client_credentials together with tokenEndpointAuthMethod "none": this grant type needs authentication',
    });
  }
  if (isPublic && own(args, "isTokenEndpointIpHeaderTrusted") === true) {
    problems.push({
      path: ["isTokenEndpointIpHeaderTrusted"],
      says: 'cannot be true together with tokenEndpointAuthMethod "none": the header is trusted only from an application with a secret',
    });
  }
  for (const name of ["organizationUsage", "organizationRequireBehavior"]) {
    if (own(args, "isFirstParty") === false && own(args, name) !== undefined) {
      problems.push({
        path: [name],
        says: "cannot be declared together with isFirstParty: false: only first-party applications have this property",
      });
    }
  }
  return problems;
}

/** Warnings about values that the service may refuse together. */
export function warningsOf(args: JsonObject): readonly string[] {
  return [...untrustedHeader(args), ...endlessRotation(args), ...unusedDiscovery(args)];
}

/** The service's documentation asks for a lifetime of refresh tokens that rotate. */
function endlessRotation(args: JsonObject): readonly string[] {
  const declared = (name: string) => valueAt(args, ["refreshToken", name]);
  if (declared("rotationType") !== "rotating" || declared("expirationType") !== "non-expiring") return [];
  return [
    'refreshToken.expirationType: refresh tokens that rotate need a lifetime, so the service may refuse "non-expiring". Declare "expiring".',
  ];
}

/** Users choose their organization by one of the methods only in the prompt before the login. */
function unusedDiscovery(args: JsonObject): readonly string[] {
  const [methods, behavior] = [own(args, "organizationDiscoveryMethods"), own(args, "organizationRequireBehavior")];
  const isOther = behavior !== undefined && behavior !== unknownValue && behavior !== "pre_login_prompt";
  if (methods === undefined || !isOther) return [];
  return [
    'organizationDiscoveryMethods: only organizationRequireBehavior "pre_login_prompt" uses these methods, so the service may refuse them together ' +
      "with another value. Remove one of the two properties from the program.",
  ];
}

/** The service refuses the header if the application lacks a secret, which it can have although no program declares its method. */
function untrustedHeader(args: JsonObject): readonly string[] {
  const isTrusted = own(args, "isTokenEndpointIpHeaderTrusted") === true;
  if (!isTrusted || own(args, "tokenEndpointAuthMethod") !== undefined || own(args, "adopt") === true) return [];
  return [
    "isTokenEndpointIpHeaderTrusted: the service refuses true if the application has no secret at the token endpoint. Declare tokenEndpointAuthMethod " +
      '"client_secret_post" or "client_secret_basic".',
  ];
}

/** Rules for properties that need another property. */
function needed(args: JsonObject): readonly Problem[] {
  const [type, identifier] = [own(args, "appType"), own(args, "resourceServerIdentifier")];
  const isApi = type === "resource_server";
  const problems: Problem[] = [];
  if (isApi && identifier === undefined) {
    problems.push({ path: ["resourceServerIdentifier"], says: 'is required for appType "resource_server"' });
  }
  if (!isApi && type !== unknownValue && identifier !== undefined) {
    problems.push({ path: ["resourceServerIdentifier"], says: 'needs appType "resource_server"' });
  }
  const { property } = requestHolder;
  const keys = valueAt(args, [property, "credentials"]);
  if (valueAt(args, [property, "required"]) === true && Array.isArray(keys) && keys.length === 0) {
    problems.push({
      path: [property, "required"],
      says: "cannot be true without credentials: the service could verify no request, so nobody could log in to the application",
    });
  }
  const quota = valueAt(args, ["tokenQuota", "clientCredentials"]);
  if (isObject(quota) && Object.keys(quota).length === 0) {
    problems.push({
      path: ["tokenQuota", "clientCredentials"],
      says: "must have at least one of enforce, perDay and perHour",
    });
  }
  return problems;
}

function keysOf(metadata: Json | undefined): readonly Problem[] {
  const keys = isObject(metadata) ? Object.keys(metadata) : [];
  return keys
    .filter((key) => !metadataKey.test(key))
    .map((key) => ({
      path: ["clientMetadata", key],
      says: 'is not a valid key: a key has 1 to 255 letters, digits, blanks, tabs and :,-+=_*?"/\\()<>@',
    }));
}

/** The properties that a resource claims by declaring the authentication of an application, in words for messages. */
export const authenticationMethods = "authentication methods (tokenEndpointAuthMethod, credentials)";

/**
 * A resource's claim on the authentication of an application, so that a Client and a ClientAuthentication cannot both declare it: the API accepts
 * either a token endpoint method or credentials. Undefined if the id of the application is unknown.
 *
 * @param property the property with which the resource declares the authentication
 */
export function claimOnAuthentication(clientId: Json | undefined, property: string): Claim | undefined {
  if (typeof clientId !== "string" || clientId === unknownValue) return undefined;
  return {
    key: JSON.stringify(["authentication", clientId]),
    on: `the ${authenticationMethods} of application "${sanitize(clientId)}"`,
    isWhole: true,
    members: [property],
  };
}

/** Explains a rejected update of the token endpoint method: the application probably has credentials in use. */
export function explained(error: unknown, sent: JsonObject): unknown {
  const isAbout = own(sent, "token_endpoint_auth_method") !== undefined;
  if (!isAbout || !(error instanceof TenantError) || error.status !== 400) return error;
  return new UserError(
    `${error.summary} The API accepts no tokenEndpointAuthMethod while credentials are in use. ` +
      "Remove the ClientAuthentication from the program first, in a separate run: this restores the application's previous method.",
    { cause: error },
  );
}
