import { legible, listed, type Query, type Service, type TenantClient, TenantError } from "../../client/index.ts";
import { client } from "../../definitions/client.ts";
import { mayHaveWritten } from "../../lifecycle/attempt.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { soleNamesake } from "../../lifecycle/namesakes.ts";
import { type Found, Incomplete, type ResourceType, type UpdateRequest } from "../../lifecycle/resource-type.ts";
import { restOf } from "../../lifecycle/rest.ts";
import { fingerprintOf, isFingerprintOf } from "../../lifecycle/write-only-secrets.ts";
import { equal, isObject, type Json, type JsonObject, own } from "../../schema/json.ts";
import { describePath, valueAt } from "../../schema/pointer.ts";
import { collectionOf } from "../../schema/route.ts";
import { isMask } from "../../schema/secrecy/masks.ts";
import { touched } from "../../state/plan.ts";
import type { Seen } from "../../state/project.ts";
import { recordOf } from "../../state/record.ts";
import { addonCalls, bodyOf, isFreshOfClient, refuseFixed } from "./addons.ts";
import { claimOnAuthentication, explained, problemsOf } from "./rules.ts";

const { schema, route } = client;
const rotationPointer = "/secretRotation";
const secretPointer = "/clientSecret";

const rest = restOf(client, {
  beside: (body) => {
    const secret = own(body, "client_secret");
    // Of a secret that is masked as little is known as of one that is not there.
    return typeof secret === "string" && !isMask(secret) ? { clientSecret: secret } : {};
  },
});
const { label } = rest.kind;

/** Applications: `POST /clients`, `GET|PATCH|DELETE /clients/{id}`, `POST /clients/{id}/rotate-secret`. */
export const clientType: ResourceType = {
  ...rest.kind,
  applicationOf: (id) => id,

  claim: (args, id) => {
    const property = "tokenEndpointAuthMethod";
    return own(args, property) === undefined ? undefined : claimOnAuthentication(id, property);
  },

  deleteBeforeReplace: (args) => Array.isArray(own(args, "clientAliases")),

  rules: (args, _, before) => [...problemsOf(args), ...warnOfReplacement(args, before)],

  untouchable(live) {
    if (own(live, "isGlobal") === true) return "it is the tenant's global application, which belongs to the service";
    return isRegistered(live) ? registered : undefined;
  },

  importRules: {
    leftOut(live, { clientId }) {
      if (own(live, "isGlobal") === true) return ["system", "it is the tenant's global application"];
      if (isRegistered(live)) return ["system", registered];
      return clientId !== undefined && own(live, "clientId") === clientId
        ? ["own", "it is the client that this program runs as"]
        : undefined;
    },
    isFresh: isFreshOfClient,
    // A new application shows none of them, and an empty list means the same.
    implied: { callbacks: [], allowedLogoutUrls: [], allowedOrigins: [], webOrigins: [] },
  },

  async create(service, args) {
    const { clientSecret, secretRotation, ...others } = args;
    const found = await rest.kind.create(service, others);
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
    // The global one is found where no other has the name, so that its adoption is refused.
    const found = soleNamesake(others, label(args), client.plural) ?? all[0];
    return found && shown(found, args);
  },

  async read(service, id, outputs) {
    const live = await rest.kind.read(service, id, outputs);
    if (!live) return undefined;
    refuseSummary(live, own(outputs, "name") === undefined ? `application ${legible(id)}` : label(outputs));
    warnHidden(live, outputs);
    return shown({ id, live }, outputs, fingerprintSeen(id, live, outputs)).live;
  },

  update: (service, change) => updateClient(service, change),
};

const registered =
  "it registered itself, or is registered by its metadata document, which says what it is. Change the document, or leave it out of the program";

function isRegistered(live: JsonObject): boolean {
  return ["externalMetadataType", "externalClientId"].some((name) => own(live, name) !== undefined);
}

/** What a resource may know of an application: its secret only where the program asks for it. */
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
 * The hash of the secret that the state knows after a look: who rotates next means this secret. While nobody knows whether a rotation was
 * carried out, it stays that of the one before, which tells.
 */
function fingerprintSeen(id: string, live: JsonObject, outputs: JsonObject): Json | undefined {
  const [known, secret] = [own(outputs, "secretFingerprint"), own(live, "clientSecret")];
  if (typeof known !== "string" || typeof secret !== "string" || isFingerprintOf(known, secret)) return known;
  return recordOf(schema, id, outputs).unsure.includes(rotationPointer) ? known : fingerprintOf(secret);
}

/**
 * All applications with a name.
 *
 * @param query default: without the global one, which has a name as well
 */
async function namesakesOf(
  service: Service,
  args: JsonObject,
  query: Query = { is_global: false },
): Promise<readonly Found[]> {
  const asked = { path: [route], query, collection: collectionOf(route), subject: label(args) };
  const found: Found[] = [];
  for await (const body of listed<JsonObject>(service, "both", asked)) {
    if (equal(own(body, "name"), own(args, "name"))) found.push(rest.foundIn(body, args));
  }
  return found;
}

/** A token that sees no more than a summary would make everything look as if somebody had taken it away. */
function refuseSummary(live: JsonObject, subject: string): void {
  const summary = ["name", "description", "appType", "clientId", "clientSecret", "encryptionKey", "isGlobal"];
  // A summary does not say which application is the global one.
  if (own(live, "isGlobal") === true) return;
  if (Object.keys(live).some((name) => !summary.includes(name))) return;
  throw new UserError(
    `${subject} cannot be read: the tenant shows this token no more than a summary. Give the client the scope read:clients.`,
  );
}

/** Says which scope the secret needs, where the program asks for it. */
function warnHidden(live: JsonObject, outputs: JsonObject): void {
  if (own(outputs, "readClientSecret") !== true || own(live, "clientSecret") !== undefined) return;
  console.warn(
    `warning: the secret of ${label(outputs)} is not shown: it has credentials in its place, or the token lacks the scope read:client_keys`,
  );
}

/** A change of what no update takes makes another application, under another id. */
function warnOfReplacement(args: JsonObject, before: JsonObject): readonly [] {
  const paths = [["resourceServerIdentifier"], ["thirdPartySecurityMode"], ["jwtConfiguration", "secretEncoded"]];
  for (const path of paths) {
    const [was, is] = [valueAt(before, path), valueAt(args, path)];
    if (was === undefined || is === undefined || equal(was, is)) continue;
    console.warn(
      `warning: ${label(args)}: ${describePath(path)} cannot be changed, so another application takes its place, with another client id ` +
        "and another secret. Whoever uses the old ones has to be told.",
    );
  }
  return [];
}

/** Changes an application: reads what has to be known, writes, and rotates its secret last. */
async function updateClient(service: TenantClient, change: UpdateRequest): Promise<Seen> {
  const { id, plan, inputs, outputs } = change;
  const names = touched(plan);
  const known = own(outputs, "secretFingerprint");
  const rotation = names.includes("secretRotation") && own(inputs, "secretRotation") !== undefined;
  const others = names.filter((name) => name !== "secretRotation");
  const reads = rotation || others.some((name) => isRead(name));
  const now = reads ? await rest.get(service, id, inputs) : { live: {}, body: {} };
  refuseFixed(plan, label(inputs), now.live);
  const turn = rotation ? rotationOf(change, now.live, label(inputs)) : undefined;
  const addons = names.includes("addons") ? addonCalls(plan, now.live, label(inputs)) : {};
  let found: Found | undefined;
  const body = bodyOf(rest.bodyFields, plan, inputs, now, label(inputs));
  const first = { ...body, ...(addons.first !== undefined && { addons: addons.first }) };
  if (Object.keys(first).length > 0) found = await patched(service, id, first, inputs, reads);
  if (addons.rest && found) found = await restored(service, found, addons.rest, change);
  if (names.includes("clientSecret") && own(inputs, "clientSecret") !== undefined) {
    const known = found ?? { id, live: outputs, unseen: Object.keys(schema.fields) };
    found = await sendSecret(service, known, inputs).catch((error: unknown) => {
      // Where nothing else was sent, a refusal has changed nothing.
      const cause = error instanceof Incomplete ? error.cause : undefined;
      throw found === undefined && cause instanceof TenantError && !mayHaveWritten(cause) ? cause : error;
    });
  }
  const live = found?.live ?? now.live;
  const seen: Seen = Object.keys(live).length > 0 ? { live } : { live: outputs, unseen: Object.keys(schema.fields) };
  if (!turn) return shown(seen, inputs, known);
  if (turn.is === "noted") return shown(seen, inputs, turn.fingerprint);
  try {
    const call = {
      method: "POST",
      path: [route, id, "rotate-secret"],
      subject: label(inputs),
      action: "update",
    } as const;
    const { body: answered } = await service.request({ ...call, continues: true });
    const rotated = isObject(answered) ? rest.foundIn(answered, inputs) : undefined;
    const secret = rotated && own(rotated.live, "clientSecret");
    if (!rotated || typeof secret !== "string")
      throw new UserError(`The rotation of the secret of ${label(inputs)} was not answered with one.`);
    return shown(rotated, inputs, fingerprintOf(secret));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The next run compares: another secret than this one has been rotated already.
    throw new Incomplete({ id, ...shown(seen, inputs, turn.fingerprint) }, [rotationPointer], error);
  }
}

/**
 * Sends the secret that a program declares in a call of its own: no answer shows it, so only the record tells whether it may not have arrived.
 *
 * @throws Incomplete
 */
async function sendSecret(service: TenantClient, found: Found, args: JsonObject): Promise<Found> {
  try {
    return await rest.patch(service, found.id, { client_secret: own(args, "clientSecret") ?? null }, args, true);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Incomplete(shown(found, args), [secretPointer], error);
  }
}

/** The first PATCH of an update. */
async function patched(service: TenantClient, id: string, body: JsonObject, inputs: JsonObject, reads: boolean) {
  try {
    return await rest.patch(service, id, body, inputs, reads);
  } catch (error) {
    throw explained(error, body);
  }
}

/** Whether a change of a property has to know what is there. */
function isRead(name: string): boolean {
  const field = (schema.fields as Record<string, { readonly kind: string; readonly forceNewIfDeclared?: true }>)[name];
  return field?.kind === "object" || field?.forceNewIfDeclared === true || name === "addons";
}

/** Puts the addons that stay back, after all of them were taken away. */
async function restored(service: TenantClient, found: Found, addons: JsonObject, { id, plan, inputs }: UpdateRequest) {
  try {
    return await rest.patch(service, id, { addons }, inputs, true);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const unsure = plan.declared.filter(({ path }) => path[0] === "addons").map(({ pointer }) => pointer);
    throw new Incomplete(shown(found, inputs), unsure, error);
  }
}

/** What a changed `secretRotation` has to do: only to note the secret, or to make another one. */
function rotationOf({ inputs, outputs }: UpdateRequest, live: JsonObject, label: string) {
  const secret = own(live, "clientSecret");
  if (typeof secret !== "string") throw unreadable(label);
  const [was, is] = [own(outputs, "secretRotation"), own(inputs, "secretRotation")];
  const known = own(outputs, "secretFingerprint");
  const isFirst = was === undefined || (known === undefined && equal(was, is));
  if (isFirst) return { is: "noted", fingerprint: fingerprintOf(secret) } as const;
  if (typeof known !== "string" || isFingerprintOf(known, secret)) {
    return { is: "due", fingerprint: fingerprintOf(secret) } as const;
  }
  console.warn(
    `warning: ${label} has another secret than the last run saw, so it counts as rotated: by a run whose answer was lost, or by somebody else`,
  );
  return { is: "noted", fingerprint: fingerprintOf(secret) } as const;
}

/** Why a secret was not rotated. @param subject the application, for people */
function unreadable(subject: string): UserError {
  return new UserError(
    `The secret of ${subject} was not rotated: it cannot be read, and nothing else tells whether an answer was lost. ` +
      "Give the client the scopes read:client_keys and update:client_keys. An application with credentials has no secret that could be rotated.",
  );
}
