import { listed, type Query, type Service, sanitize, type TenantClient, TenantError } from "../../client/index.ts";
import { Taken, UserError } from "../../lifecycle/errors.ts";
import { soleNamesake } from "../../lifecycle/program/namesakes.ts";
import { type CurrentObject, restOf } from "../../lifecycle/requests/rest.ts";
import {
  type Found,
  Incomplete,
  orIncomplete,
  type ResourceType,
  type UpdateRequest,
} from "../../lifecycle/resource-type.ts";
import { mayHaveWritten } from "../../lifecycle/write.ts";
import { fingerprintOf, isFingerprintOf } from "../../lifecycle/write-only-secrets.ts";
import {
  describePath,
  equal,
  isObject,
  type Json,
  type JsonObject,
  own,
  stringsIn,
  valueAt,
} from "../../schema/json.ts";
import { wireName } from "../../schema/schema.ts";
import { isMask } from "../../schema/secrecy/find.ts";
import { collectionOf } from "../../schema/service.ts";
import { leavesOf } from "../../state/leaves.ts";
import { touched } from "../../state/plan.ts";
import type { Seen } from "../../state/project.ts";
import { recordedPaths, recordOf } from "../../state/record.ts";
import { toWire } from "../../state/wire.ts";
import { addonCalls } from "./addons.ts";
import {
  claimOnAuthentication,
  deleteDetached,
  explained,
  problemsOf,
  sendWithKeys,
  warningsOf,
  withIdsOnly,
} from "./authentication.ts";
import { client, isRegistered, registered, registrationIn } from "./definition.ts";
import { isOfDocument, keyOfDocument, problemsOfDocument, registerDocument } from "./documents.ts";
import { isFilledInClient } from "./fresh-values.ts";

const { route } = client;
const rotationPointer = "/secretRotation";
const secretPointer = "/clientSecret";

const rest = restOf(client, {
  normalize: withIdsOnly,
  readsFirst: rotates,
  adjust: settable,
  isFilledIn: isFilledInClient,
  subresources: (body) => {
    const secret = own(body, "client_secret");
    // A masked secret counts as missing, as its value is unknown.
    return typeof secret === "string" && !isMask(secret) ? { clientSecret: secret } : {};
  },
});
const { schema } = rest;
const { label } = rest.type;

/** Applications: `POST /clients`, `GET|PATCH|DELETE /clients/{id}`, `POST /clients/{id}/rotate-secret`. */
export const clientType: ResourceType = {
  ...rest.type,
  applicationOf: (id) => id,

  claim: (args, id) => {
    const property = "tokenEndpointAuthMethod";
    return own(args, property) === undefined ? undefined : claimOnAuthentication(id, property);
  },

  deleteBeforeReplace: (args) => (isOfDocument(args) ? undefined : Array.isArray(own(args, "clientAliases"))),

  uniqueElements: ["clientAliases"],
  warnings: warningsOf,
  rules: (args, _, before) => [
    ...problemsOfDocument(args),
    ...problemsOf(args, before),
    ...warnOfReplacement(args, before),
    ...warnOfLegacyGrants(args, before),
  ],

  untouchable(live, declared) {
    if (own(live, "isGlobal") === true) return "it is the tenant's global application, which belongs to the service";
    return isRegistered(live) && !isOfDocument(declared) ? registered : undefined;
  },

  argsOfFirstRequest: (args) => (isOfDocument(args) ? keyOfDocument(args) : args),

  async create(service, args) {
    if (isOfDocument(args)) return shown(await register(service, args), args);
    const { clientSecret, secretRotation, ...others } = args;
    const found = await rest.type.create(service, others);
    if (clientSecret !== undefined) await sendSecret(service, found, args);
    if (secretRotation === undefined) return shown(found, args);
    const secret = own(found.live, "clientSecret");
    if (typeof secret === "string") return shown(found, args, fingerprintOf(secret));
    throw new Incomplete(shown(found, args), [rotationPointer], unreadable(label(args)));
  },

  namesakes: (service, args) => namesakesOf(service, args),

  async find(service, args) {
    const all = await namesakesOf(service, args, {});
    const others = all.filter(({ live }) => own(live, "isGlobal") !== true);
    // If only the global application has the name, it is returned: `untouchable` then refuses its adoption.
    const found = soleNamesake(others, label(args), client.plural) ?? all[0];
    return found && shown(found, args);
  },

  async read(service, id, outputs) {
    const live = await rest.type.read(service, id, outputs);
    if (!live) return undefined;
    refuseSummary(live, isNamed(outputs) ? label(outputs) : `application ${sanitize(id)}`);
    warnHidden(live, outputs);
    return shown({ id, live }, outputs, fingerprintSeen(id, live, outputs)).live;
  },

  update: (service, change) => updateClient(service, change),
};

function isNamed(values: JsonObject): boolean {
  return client.uniqueBy.some((name) => own(values, name) !== undefined);
}

/**
 * Removes properties that the state must not contain: the secret unless the program sets `readClientSecret`, and the fingerprint unless the
 * program declares `secretRotation`.
 */
function shown<F extends Seen>(found: F, args: JsonObject, fingerprint?: JsonObject[string]): F {
  const { clientSecret, secretFingerprint: _, ...live } = found.live;
  const isAsked = own(args, "readClientSecret") === true && clientSecret !== undefined;
  const isKept = own(args, "secretRotation") !== undefined && fingerprint !== undefined;
  return {
    ...found,
    live: { ...live, ...(isAsked && { clientSecret }), ...(isKept && { secretFingerprint: fingerprint }) },
  };
}

/**
 * The fingerprint for the state after a read: the fingerprint of the tenant's secret, which the next rotation replaces. After a rotation with an
 * unknown result, the previous fingerprint stays: if the tenant's secret does not match it, the rotation was carried out.
 */
function fingerprintSeen(id: string, live: JsonObject, outputs: JsonObject): Json | undefined {
  const [known, secret] = [own(outputs, "secretFingerprint"), own(live, "clientSecret")];
  if (typeof known !== "string" || typeof secret !== "string" || isFingerprintOf(known, secret)) return known;
  return recordOf(id, outputs).unsure.includes(rotationPointer) ? known : fingerprintOf(secret);
}

/**
 * All applications with the declared name or metadata document.
 *
 * @param query further query parameters. Default: without the global application
 */
async function namesakesOf(
  service: Service,
  args: JsonObject,
  query: Query = { is_global: false },
): Promise<readonly Found[]> {
  const asked = {
    path: [route],
    query: { ...query, ...filterOf(args) },
    collection: collectionOf(route),
    subject: label(args),
  };
  const found: Found[] = [];
  for await (const body of listed<JsonObject>(service, "both", { ...asked, isPassing: true })) {
    if (hasKey(body, args)) found.push(rest.foundIn(body, args));
  }
  return found;
}

/** The URL of a metadata document as a query parameter. The listing has none for names. */
function filterOf(args: JsonObject): Query {
  return isOfDocument(args) ? { external_client_id: String(own(args, "externalClientId")) } : {};
}

/** Whether an application in a listing has the declared name or metadata document. */
function hasKey(body: JsonObject, args: JsonObject): boolean {
  const declared = client.uniqueBy.filter((name) => own(args, name) !== undefined);
  return declared.every((name) => equal(own(body, wireName(name, schema.fields[name])), own(args, name)));
}

/**
 * Registers an application by its metadata document, and sends what the program declares besides. A registration of a known application would change it,
 * so the function looks first.
 *
 * @throws Taken if the application exists
 */
async function register(service: TenantClient, args: JsonObject): Promise<Found> {
  if ((await namesakesOf(service, args)).length > 0) throw new Taken(label(args));
  const id = await registerDocument(service, args, label(args));
  const { externalClientId: _, ...others } = args;
  let live = keyOfDocument(args);
  try {
    ({ live } = await rest.get(service, id, args));
    const sent = toWire(rest.bodyFields, others);
    if (Object.keys(sent).length === 0) return { id, live };
    const patched = await rest.patch(service, id, sent, args, { continues: true });
    return { id, live: { ...registrationIn(live), ...patched.live } };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Incomplete(shown({ id, live }, args), recordedPaths(leavesOf(schema.fields, others)), error);
  }
}

/** Refuses a response with only a summary of an application: the missing properties would look as if they had been removed. */
function refuseSummary(live: JsonObject, subject: string): void {
  const summary = [
    "name",
    "description",
    "appType",
    "clientId",
    "clientSecret",
    "signingKeys",
    "encryptionKey",
    "isGlobal",
  ];
  // A summary never has `isGlobal: true`, so a response with it is complete.
  if (own(live, "isGlobal") === true) return;
  if (Object.keys(live).some((name) => !summary.includes(name))) return;
  throw new UserError(
    `${subject} cannot be read: this token can read only a summary of it. Grant the scope read:clients to the client that this program runs as.`,
  );
}

/** Warns if the program sets `readClientSecret` and the response lacks the secret. */
function warnHidden(live: JsonObject, outputs: JsonObject): void {
  if (own(outputs, "readClientSecret") !== true || own(live, "clientSecret") !== undefined) return;
  console.warn(
    `warning: the secret of ${label(outputs)} cannot be read. Either the application has none, because it authenticates with keys or ` +
      "certificates, or the provider's token lacks the scope read:client_keys. In the second case, grant the scope to the client that the provider " +
      "runs as.",
  );
}

/** Warns of a change that replaces the application, because the new application has another client id and another secret. */
function warnOfReplacement(args: JsonObject, before: JsonObject): readonly [] {
  const paths = [
    ["externalClientId"],
    ["resourceServerIdentifier"],
    ["thirdPartySecurityMode"],
    ["jwtConfiguration", "secretEncoded"],
  ];
  for (const path of paths) {
    const [was, is] = [valueAt(before, path), valueAt(args, path)];
    if (was === undefined || is === undefined || equal(was, is)) continue;
    console.warn(
      `warning: ${label(args)}: ${describePath(path)} cannot be changed, so the application is replaced. The new application has another client id ` +
        "and another secret. Update the programs that use the old id and secret.",
    );
  }
  return [];
}

/** The grant types of applications from before June 2017. */
const legacyGrants = "http://auth0.com/oauth/legacy/grant-type/";

/**
 * Warns of a list of grant types with one that most tenants refuse: an application of an old tenant can still have it, and then no other change of its
 * grant types is possible. A list that stays as it is is not sent.
 */
function warnOfLegacyGrants(args: JsonObject, before: JsonObject): readonly [] {
  const declared = own(args, "grantTypes");
  const legacy = stringsIn(declared).filter((type) => type.startsWith(legacyGrants));
  if (legacy.length > 0 && !equal(stringsIn(declared).toSorted(), stringsIn(own(before, "grantTypes")).toSorted())) {
    console.warn(
      `warning: ${label(args)}: grantTypes: ${sanitize(legacy.join(", "), 400)}: the service refuses legacy grant types, unless the tenant still allows ` +
        "them by its flags. Remove them from the list, or remove grantTypes from the program: the application then keeps its present grant types.",
    );
  }
  return [];
}

/** Updates an application: reads it if necessary, writes, and rotates its secret last. */
async function updateClient(service: TenantClient, asked: UpdateRequest): Promise<Seen> {
  const { inputs, outputs } = asked;
  const now = await rest.getIfNeeded(service, asked);
  // In a summary, objects look absent, and an update that replaces them would lose undeclared properties.
  if (now.isRead) refuseSummary(now.live, label(inputs));
  const { plan, body } = rest.composed(asked, now);
  const change = { ...asked, plan };
  const rotation = rotates(change) ? rotationOf(change, now.live, label(inputs)) : undefined;
  const written = (await write(service, change, body, now))?.live ?? now.live;
  // The response to an update lacks how the application was registered, and no update changes that.
  const live = Object.keys(written).length > 0 ? { ...registrationIn(outputs), ...written } : written;
  const seen: Seen = Object.keys(live).length > 0 ? { live } : { live: outputs, unseen: Object.keys(schema.fields) };
  if (rotation?.is === "due") return rotate(service, change, seen, rotation.fingerprint);
  return shown(seen, inputs, rotation?.fingerprint ?? own(outputs, "secretFingerprint"));
}

/** Whether an update rotates the secret, or records its fingerprint for a later rotation. */
function rotates({ plan, inputs }: UpdateRequest): boolean {
  return touched(plan).includes("secretRotation") && own(inputs, "secretRotation") !== undefined;
}

/**
 * Sends the requests of an update, except the rotation. Returns undefined if there are no such requests.
 *
 * @param body the body without addons and keys
 */
async function write(
  service: TenantClient,
  change: UpdateRequest,
  body: JsonObject,
  now: CurrentObject,
): Promise<Found | undefined> {
  const { id, plan, inputs, outputs } = change;
  const names = touched(plan);
  const addons = names.includes("addons") ? addonCalls(plan, now.live, label(inputs)) : {};
  const composed = { ...body, ...(addons.first !== undefined && { addons: addons.first }) };
  const send = async (first: JsonObject) => {
    const isEmpty = Object.keys(first).length === 0;
    return { first, answer: isEmpty ? undefined : await sendFirst(service, id, first, inputs, now.isRead) };
  };
  const application = { service, id, before: now.body, subject: label(inputs) };
  const { first, answer } = await sendWithKeys(application, change, composed, send);
  let found = answer;
  await deleteDetached(application, first);
  if (addons.rest && found) found = await restored(service, found, addons.rest, change);
  if (!names.includes("clientSecret") || own(inputs, "clientSecret") === undefined) return found;
  const known = found ?? { id, live: outputs, unseen: Object.keys(schema.fields) };
  return sendSecret(service, known, inputs).catch((error: unknown) => {
    // If this was the only request and the service rejected it, nothing has changed.
    const cause = error instanceof Incomplete ? error.cause : undefined;
    throw found === undefined && cause instanceof TenantError && !mayHaveWritten(cause) ? cause : error;
  });
}

/**
 * Rotates the secret.
 *
 * @param fingerprint the fingerprint of the present secret
 * @throws Incomplete if the request fails. The next run compares the fingerprint with the secret: if they differ, the rotation was carried out
 */
async function rotate(
  service: TenantClient,
  { id, inputs }: UpdateRequest,
  seen: Seen,
  fingerprint: string,
): Promise<Seen> {
  try {
    const path = [route, id, "rotate-secret"];
    const call = { method: "POST", path, subject: label(inputs), action: "update", continues: true } as const;
    const { body } = await service.request(call);
    const rotated = isObject(body) ? rest.foundIn(body, inputs) : undefined;
    const secret = rotated && own(rotated.live, "clientSecret");
    if (rotated && typeof secret === "string") return shown(rotated, inputs, fingerprintOf(secret));
    throw new UserError(
      `The response to the rotation of the secret of ${label(inputs)} contains no secret, so it is not known whether the secret was rotated. ` +
        "Run `pulumi up` again: it compares the tenant's secret with the last known one.",
    );
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Incomplete({ id, ...shown(seen, inputs, fingerprint) }, [rotationPointer], error);
  }
}

/** The changes without addons, which have rules of their own, and without properties that no update can change. */
function settable(all: JsonObject): JsonObject {
  const { addons: _, resourceServerIdentifier: _identifier, thirdPartySecurityMode: _mode, ...changes } = all;
  const jwt = own(changes, "jwtConfiguration");
  if (!isObject(jwt) || own(jwt, "secretEncoded") === undefined) return changes;
  const { secretEncoded: _encoded, ...others } = jwt;
  const { jwtConfiguration: _jwt, ...rest } = changes;
  return Object.keys(others).length > 0 ? { ...rest, jwtConfiguration: others } : rest;
}

/**
 * Sends the declared secret in a separate request. No response contains the secret, so its path is recorded as unsure if the request fails.
 *
 * @throws Incomplete if the request fails
 */
async function sendSecret(service: TenantClient, found: Found, args: JsonObject): Promise<Found> {
  const body = { client_secret: own(args, "clientSecret") ?? null };
  const sent = rest.patch(service, found.id, body, args, { continues: true });
  return orIncomplete(sent, shown(found, args), [secretPointer]);
}

/** Sends the first PATCH of an update. */
async function sendFirst(service: TenantClient, id: string, body: JsonObject, inputs: JsonObject, reads: boolean) {
  try {
    return await rest.patch(service, id, body, inputs, { continues: reads });
  } catch (error) {
    throw explained(error, body);
  }
}

/** Adds the remaining addons again, after the first request has removed all addons. */
async function restored(service: TenantClient, found: Found, addons: JsonObject, change: UpdateRequest) {
  const { id, plan, inputs, outputs } = change;
  const unsure = plan.declared.filter(({ path }) => path[0] === "addons").map(({ pointer }) => pointer);
  // A rotation that an earlier run began is recognized by the fingerprint.
  const half = shown(found, inputs, own(outputs, "secretFingerprint"));
  return orIncomplete(rest.patch(service, id, { addons }, inputs, { continues: true }), half, unsure);
}

/**
 * The action for a changed `secretRotation`: `noted` only records the present secret's fingerprint, `due` rotates the secret. If a rotation failed and the
 * program has returned to the value of the last finished one, nothing is due.
 */
function rotationOf({ id, inputs, outputs }: UpdateRequest, live: JsonObject, label: string) {
  const secret = own(live, "clientSecret");
  const [was, is] = [own(outputs, "secretRotation"), own(inputs, "secretRotation")];
  const known = own(outputs, "secretFingerprint");
  const isFinished = equal(was, is) && recordOf(id, outputs).pending?.includes(rotationPointer);
  if (isFinished && (typeof secret !== "string" || typeof known !== "string" || isFingerprintOf(known, secret))) {
    return { is: "noted", fingerprint: known } as const;
  }
  if (typeof secret !== "string") throw unreadable(label);
  const isFirst = was === undefined || (known === undefined && equal(was, is));
  if (isFirst) return { is: "noted", fingerprint: fingerprintOf(secret) } as const;
  if (typeof known !== "string" || isFingerprintOf(known, secret)) {
    return { is: "due", fingerprint: fingerprintOf(secret) } as const;
  }
  console.warn(
    `warning: the secret of ${label} has changed since the last run, so this run does not rotate it. Either another client rotated the secret, ` +
      "or an earlier run rotated it and did not receive the response",
  );
  return { is: "noted", fingerprint: fingerprintOf(secret) } as const;
}

/** The error for a rotation without access to the present secret. @param subject name of the application in messages */
function unreadable(subject: string): UserError {
  return new UserError(
    `The secret of ${subject} was not rotated: it cannot be read, so a later run could not detect whether the rotation was carried out. ` +
      "Grant the scopes read:client_keys and update:client_keys to the client that this program runs as. An application with credentials has no " +
      "secret to rotate.",
  );
}
