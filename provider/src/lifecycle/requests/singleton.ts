import { type Service, sanitize, type TenantClient, TenantError } from "../../client/index.ts";
import { type Definition, type Part, resetOnDestroy } from "../../schema/definition.ts";
import {
  describePath,
  fromPointer,
  isEmptyObject,
  type Json,
  type JsonObject,
  own,
  type Path,
  toPointer,
} from "../../schema/json.ts";
import { clearBy, type Fields, fieldAt, pathRulesOf, type Schema, wireName } from "../../schema/schema.ts";
import { notShown } from "../../schema/secrecy/find.ts";
import { argumentsIn } from "../../schema/service.ts";
import { undocumented, withUndocumented } from "../../schema/undocumented.ts";
import { same } from "../../state/canonical.ts";
import { readWholes } from "../../state/compose.ts";
import { isShared, type Leaf, leafAt, leavesOf, type Place } from "../../state/leaves.ts";
import { withUnknownProperties } from "../../state/object-update.ts";
import { type Plan, planChange, type Removal, sendsSomething, touched } from "../../state/plan.ts";
import { differsAt, type Seen } from "../../state/project.ts";
import { declaredPaths, doubtsIn, recordOf } from "../../state/record.ts";
import { hideMasks } from "../../state/secrets.ts";
import { fromWire, ShapeError, toWire } from "../../state/wire.ts";
import { labelOf } from "../calls.ts";
import { isUnavailable, reading, summaryOf, UserError } from "../errors.ts";
import {
  isChangedSince,
  type LastKnown,
  named,
  sparingForeign,
  undeclaredValues,
  warnOfForeign,
} from "../foreign-values.ts";
import type { Listable } from "../reads/listings.ts";
import {
  type Found,
  Incomplete,
  ordinary,
  type Reset,
  type ResourceType,
  type UpdateRequest,
} from "../resource-type.ts";
import { WriteOnlySecrets } from "../write-only-secrets.ts";
import { changesOf, clearing } from "./changes.ts";
import { type Composite, compositeOf } from "./place.ts";
import { refuseHidden } from "./rest.ts";
import { type Requests, requestsOfParts, Unfinished, wholeOf } from "./singleton-requests.ts";
import { isConfirmed, isEmpty, steadily, type Whole, wholesIn } from "./steady-reads.ts";

/** Deviations from an ordinary singleton. */
interface Special
  extends Partial<
    Pick<ResourceType, "normalize" | "rules" | "warnings" | "refusals" | "adoptionWarnings" | "lockOuts">
  > {
  /** Properties that a warning about an adoption needs besides the given values. The adoption tries to read these properties. Default: none. */
  readonly alsoReads?: (values: JsonObject) => readonly string[];
  /** Adjusts properties that depend on each other so that they agree, and returns the properties that an update sends. */
  readonly adjust?: (changes: JsonObject, inputs: JsonObject, live: JsonObject) => JsonObject;
  /**
   * The values of a new tenant that differ between tenants, so that the schema cannot contain them. Default: none.
   *
   * @param domain the tenant's own domain; undefined if it is not known
   * @throws UserError if the values are not known without the domain
   */
  readonly ofNewTenant?: (domain: string | undefined) => JsonObject;
  /** The requests that read and send the object. Default: GET and PATCH of the route, or the requests of the object's parts if it has any. */
  readonly requests?: Requests;
  /** Converts a response, before the conversion by the schema. Default: unchanged. */
  readonly fromBody?: (body: JsonObject) => JsonObject;
  /** Converts a request body, after the conversion by the schema. `now` is the object at the tenant, under the API's names. Default: unchanged. */
  readonly toBody?: (body: JsonObject, now: JsonObject) => JsonObject;
}

/** The ordinary requests, besides those that read and send. */
const usual = {
  normalize: ordinary.normalize,
  alsoReads: () => [],
  adjust: (changes) => changes,
  ofNewTenant: () => ({}),
  fromBody: (body) => body,
  toBody: (body) => body,
} as const satisfies Special;

/** The last known values of an object. */
type Known = Pick<UpdateRequest, "outputs" | "isSeen">;

/** The definition of a singleton. */
type SingletonDefinition = Definition & { readonly schema: Schema & { readonly singleton: string | true } };

/** A singleton, with all deviations from the ordinary requests. */
interface Singleton extends Composite, Required<Pick<Special, keyof typeof usual | "requests">> {
  /** The definition, with the argument for undocumented properties. */
  readonly definition: SingletonDefinition;
  readonly fields: Fields;
  label(args: JsonObject): string;
  /** The properties among the arguments that are not part of the identity. */
  propertiesIn(args: JsonObject): readonly string[];
}

/**
 * The resource type of an object that every tenant has exactly once, behind `GET|PATCH /path`. With identity properties, a tenant has the
 * object once for each identity: the route contains these properties, and the id consists of them.
 *
 * A creation always adopts the object, even without `adopt`: it reads the object and sends only the declared values that differ. A deletion sends
 * nothing, or with `resetOnDestroy` clears the declared properties as their removal from the program would, except those that another client has
 * changed since. If the definition has a `wholeReset`, it deletes the object instead, unless the object has values that this stack did not set.
 * After each write, the object is read again, because some PATCH responses do not contain the object, or contain arrays in another order.
 *
 * The object cannot be deleted. So a 404 means that the tenant lacks the feature, like a refusal because of the plan.
 */
export function singletonOf(given: SingletonDefinition, special: Special = {}): ResourceType {
  const singleton = singletonIn(given, special);
  const { definition, identity, idOf, identityIn, label, propertiesIn } = singleton;
  const { requests, alsoReads, adjust, ofNewTenant, fromBody, toBody, ...rules } = special;
  const { schema } = definition;
  const listable = listableOf(definition, singleton);
  return {
    ...ordinary,
    ...rules,
    schema,
    ...(listable && { listable }),
    uniqueBy: identity,
    label,
    provisionalId: idOf,
    isTaken: () => false,
    replacedInPlace: true,
    find: (service, args) => find(singleton, service, args),
    create: (_, args) => Promise.reject(new TypeError(`${label(args)} exists in every tenant: a creation adopts it`)),
    async read(service, id, outputs) {
      if (typeof schema.singleton === "string" && id !== schema.singleton) {
        throw new UserError(
          `"${sanitize(id, 200)}" is not the id of ${label({})}. A tenant has this object exactly once, with the id ` +
            `"${schema.singleton}".`,
        );
      }
      return (await get(singleton, service, identityIn(id, {}), propertiesIn(outputs))).live;
    },
    update: (service, request) => update(singleton, service, request),
    resetPlan: (domain, declared, live) => resetPlan(singleton, domain, declared, live),
    resetOf: (service, id, outputs, isTrial) => resetOf(singleton, service, id, outputs, isTrial),
    delete: (_, id) => Promise.reject(new TypeError(`${label(identityIn(id, {}))} exists in every tenant`)),
  };
}

function singletonIn(given: SingletonDefinition, special: Special): Singleton {
  const definition = withUndocumented(given);
  const { fields, singleton }: SingletonDefinition["schema"] = definition.schema;
  const composite = compositeOf(given, given.schema.noun);
  const { identity } = composite;
  return {
    ...usual,
    requests: given.parts ? requestsOfParts(given, given.parts) : wholeOf(given),
    ...special,
    ...composite,
    idOf: (args) => (typeof singleton === "string" ? singleton : composite.idOf(args)),
    definition,
    fields,
    label: (args) => labelOf(given, args),
    propertiesIn: (args) => Object.keys(args).filter((name) => Object.hasOwn(fields, name) && !identity.includes(name)),
  };
}

/** The object, with the further properties of `alsoReads` if they can be read. */
async function find(singleton: Singleton, service: Service, args: JsonObject): Promise<Found> {
  const at = singleton.ownerIn(args);
  const { live } = await get(singleton, service, at, singleton.propertiesIn(args));
  const names = singleton.alsoReads(args).filter((name) => !Object.hasOwn(live, name));
  const further = names.length === 0 ? undefined : await get(singleton, service, at, names).catch(() => undefined);
  return { id: singleton.idOf(args), live: { ...further?.live, ...live } };
}

/** Reads the object. @param at the identity of the object */
function get(singleton: Singleton, service: Service, at: JsonObject, names: readonly string[]) {
  return reading(() => read(singleton, service, at, names, false));
}

async function read(
  { fields, requests, normalize, fromBody }: Singleton,
  service: Service,
  at: JsonObject,
  names: readonly string[],
  continues: boolean,
) {
  const body = await requests.get(service, names, continues, at);
  return { body, live: normalize({ ...hideMasks(fields, fromWire(fields, fromBody(body))), ...at }) };
}

async function update(singleton: Singleton, service: TenantClient, request: UpdateRequest): Promise<Seen> {
  if (isShare(singleton, request.inputs)) return changeShare(singleton, service, request);
  const { live } = await change(singleton, service, request, false);
  return { live };
}

/** Whether other stacks write other values of the object. */
function isShare({ fields }: Singleton, args: JsonObject): boolean {
  return Object.values(fields).some(
    (field) => field.kind === "document" && field.exclusive !== undefined && isShared(field, args),
  );
}

/**
 * Changes an object of which other stacks write other values. The service replaces a document as a whole and has no locks, so another client can send an
 * old document after this write. A second read verifies the write, which is repeated once.
 */
async function changeShare(singleton: Singleton, service: TenantClient, request: UpdateRequest): Promise<Seen> {
  for (let round = 1; ; round += 1) {
    const { live, plan } = await service.untilAccepted(() => change(singleton, service, request, true));
    const isThere = ({ field, path, value }: Place & { readonly value: Json | undefined }) =>
      same(field, value, leafAt(field, live, path));
    const lost = plan.changed.filter((leaf) => !isThere(leaf));
    const back = plan.removed.filter((one) => one.value !== undefined && !isEmptyObject(one.value) && isThere(one));
    const undone = [...lost, ...back].map(({ path }) => path);
    if (undone.length === 0) return { live };
    if (round === 1) continue;
    const why = new UserError(
      `${singleton.label(singleton.identityIn(request.id, {}))}: this run has written ${named(undone)} twice, and each time another client has sent ` +
        "other values at the same time. Find that client: another stack that runs now, or a script. Then run `pulumi up` again.",
    );
    throw new Incomplete({ id: request.id, live }, undone.map(toPointer), why);
  }
}

/**
 * Changes the object.
 *
 * @param isShare whether other stacks write other values of the object: then no request is repeated unchanged, and a wait comes before the second read
 * @returns the object afterwards, and the plan without the values of other clients
 */
async function change(singleton: Singleton, service: TenantClient, request: UpdateRequest, isShare: boolean) {
  const { definition, fields, identity, label, requests, adjust, toBody } = singleton;
  const { schema, parts = [] } = definition;
  const { id, plan: wanted, inputs, secrets } = request;
  const at = singleton.identityIn(id, {});
  const subject = label(at);
  const all = [...wanted.declared, ...wanted.removed].flatMap(({ path }) => path.slice(0, 1));
  const names = [...new Set(all)].filter((name) => !identity.includes(name));
  const wholes = wholesOf(singleton, readWholes(schema, wanted), touched(wanted), request);
  const { live, body } = await steadily(subject, () => get(singleton, service, at, names), wholes);
  const { plan, kept } = sparingForeign(wanted, request, live);
  warnOfForeign(subject, kept);
  const changes = changesOf(schema, subject, { plan, inputs, now: { live, body } });
  const complete = withMaskedSecrets(parts, changes, inputs, live);
  const opened = secrets.opened(fields, adjust(complete, inputs, live), subject);
  const wire = toBody(toWire(fields, opened), body);
  const sent = withUnknownProperties(schema, plan, wire, body);
  if (Object.keys(sent).length === 0) return { live, plan };
  refuseHidden(subject, sent);
  /** The object after a write. If it cannot be read, the write counts as lost. */
  const again = async () => {
    if (isShare) await service.pause(1);
    const { live } = await read(singleton, service, at, names, true).catch((cause: unknown) => {
      throw new ShapeError(`${subject} was changed, and reading it afterwards failed: ${summaryOf(cause)}`, { cause });
    });
    return { id, live };
  };
  const send = async (part: JsonObject) => {
    await requests.send(service, part, body, at, isShare).catch(async (error: unknown) => {
      if (!(error instanceof Unfinished) || !(error.cause instanceof Error)) throw error;
      const unsure = [...plan.changed, ...plan.removed].filter(({ path: [name = ""] }) => error.left.includes(name));
      const pointers = unsure.map(({ pointer }) => pointer);
      throw new Incomplete(await again(), pointers, error.cause);
    });
    return again();
  };
  return { ...(await clearing(fields[undocumented], sent, subject, send, again)), plan };
}

/**
 * The parts of a response that an update sends back.
 *
 * @param names the properties that are replaced as a whole
 * @param changed all properties that the update changes
 */
function wholesOf(
  { definition, propertiesIn }: Singleton,
  names: readonly string[],
  changed: readonly string[],
  known: Known,
) {
  const { schema, parts } = definition;
  return ({ live, body }: { readonly live: JsonObject; readonly body: JsonObject }): readonly Whole[] => [
    ...wholesIn(schema, names, known, { live, body }),
    ...(parts ?? []).flatMap(({ path, properties, body: form }) => {
      if (form !== "object" || !properties.some((name) => changed.includes(name))) return [];
      const isSure = properties.every((name) => isConfirmed(known, name, live));
      return [{ name: properties.join(", "), value: own(body, path), isSure }];
    }),
    // Some requests of a singleton add further values of the response to the sent ones.
    ...(parts || (known.isSeen && propertiesIn(known.outputs).length === 0)
      ? []
      : [{ name: "the object", value: body, isSure: !isEmpty(body) }]),
  ];
}

function resetPlan(
  { definition, fields, identity, ofNewTenant }: Singleton,
  domain: string | undefined,
  declared: readonly string[],
  live: JsonObject,
): Plan {
  const all = leavesOf(fields, live).filter(({ path: [name = ""] }) => !identity.includes(name));
  const paths = definition.wholeReset ? all.map(({ pointer }) => pointer) : declared;
  return planChange(definition.schema, live, { paths, unsure: [] }, ofNewTenant(domain));
}

async function resetOf(
  singleton: Singleton,
  service: TenantClient,
  id: string,
  outputs: JsonObject,
  isTrial: boolean,
): Promise<Reset | undefined> {
  const { definition, fields, label, ofNewTenant } = singleton;
  const { schema, wholeReset } = definition;
  const at = singleton.identityIn(id, {});
  const subject = label(at);
  if (own(outputs, resetOnDestroy) !== true) {
    console.warn(`${subject}: nothing was sent. The tenant keeps all values, and this stack no longer manages them`);
    return undefined;
  }
  const orStuck = (error: unknown) => {
    throw error instanceof TenantError && isUnavailable(definition, error) ? notReset(subject, error) : error;
  };
  const record = recordOf(id, outputs);
  const names = singleton.propertiesIn(outputs);
  const known = { outputs, unsure: record.unsure, doubts: doubtsIn(record) };
  const read = () => get(singleton, service, at, names);
  const { live } = await steadily(subject, read, wholesOf(singleton, names, names, known)).catch(orStuck);
  const declared = declaredPaths(outputs);
  const all = resetPlan(singleton, service.ownDomain, declared, live);
  const isForeign = (one: Leaf | Removal) => isChangedSince(one, known, live);
  if (wholeReset && !isTrial && sendsSomething(all)) {
    const changed = leavesOf(fields, outputs).filter(isForeign);
    const theirs = [
      ...changed.map(({ path }) => path),
      ...unreplaced(fields, known, live),
      ...undeclaredValues(schema, declared, live),
    ];
    if (theirs.length > 0) return warnOfWhole(subject, theirs);
  }
  const foreign = wholeReset || isTrial ? [] : [...all.changed, ...all.removed].filter(isForeign);
  warnOfForeign(
    subject,
    foreign.map(({ path }) => path),
  );
  const isOurs = ({ pointer }: Leaf | Removal) => !foreign.some((one) => one.pointer === pointer);
  const plan = { ...all, changed: all.changed.filter(isOurs), removed: all.removed.filter(isOurs) };
  return {
    plan,
    async send(client) {
      // A reset sends no declared secrets, so it needs no values behind hashes.
      const secrets = new WriteOnlySecrets();
      const inputs = ofNewTenant(service.ownDomain);
      const request = { id, plan, inputs, outputs: live, isSeen: true, unsure: [], secrets } as const;
      const change = isShare(singleton, outputs) ? changeShare : update;
      if (sendsSomething(plan)) await change(singleton, client, request).catch(orStuck);
      if (!wholeReset) warnOfKept(subject, fields, outputs, inputs);
    },
  };
}

/**
 * The paths of another client's values that a lost write has not replaced, also of values that the API never returns: if the write has replaced none that
 * it returns, it has replaced none at all.
 */
function unreplaced(fields: Fields, { outputs, doubts }: LastKnown, live: JsonObject): readonly Path[] {
  const paths = (doubts?.before ?? []).map(fromPointer);
  const isReplaced = (path: Path) => {
    const field = fieldAt(fields, path);
    return field !== undefined && differsAt(field, path, outputs, live, doubts?.hints);
  };
  return paths.some(isReplaced) ? [] : paths;
}

/**
 * Warns of declared values that a reset keeps, because the API cannot clear them.
 *
 * @param inputs the values that the reset sends in their place
 */
function warnOfKept(subject: string, fields: Fields, outputs: JsonObject, inputs: JsonObject): void {
  const kept = leavesOf(fields, outputs).filter(
    ({ field, path }) =>
      clearBy(pathRulesOf(field, path, outputs)).how === "release" && own(inputs, path[0] ?? "") === undefined,
  );
  if (kept.length === 0) return;
  const names = sanitize(kept.map(({ path }) => describePath(path)).join(", "), 2_000);
  console.warn(`warning: ${subject}: the API cannot reset ${names}. The tenant keeps their current values`);
}

/** The error for a destroy with `resetOnDestroy` at a tenant that has lost the feature. If the feature comes back, its values may come back, too. */
function notReset(subject: string, error: TenantError): UserError {
  return new UserError(
    `${subject}: nothing was reset, because the tenant does not have this feature. ${error.summary} To remove the resource from the state without ` +
      "a reset, run `pulumi state delete '<its urn>'`. If the tenant gets the feature again, it may still have the values that this stack has set.",
    { cause: error },
  );
}

/**
 * Adds the masked secrets of the parts that an update replaces, with their declared values, because a PUT must not store masks. If the program does
 * not declare a masked secret, its placeholder is added, so that the update is refused.
 */
function withMaskedSecrets(
  parts: readonly Part[],
  changes: JsonObject,
  inputs: JsonObject,
  live: JsonObject,
): JsonObject {
  const masked = parts
    .filter(({ body, properties }) => body === "object" && properties.some((name) => Object.hasOwn(changes, name)))
    .flatMap(({ properties }) => properties.filter((name) => own(live, name) === notShown));
  return { ...Object.fromEntries(masked.map((name) => [name, own(inputs, name) ?? notShown])), ...changes };
}

/** Warns of an object that a reset would delete as a whole, and keeps because it has values that this stack did not set. */
function warnOfWhole(subject: string, theirs: readonly Path[]): undefined {
  console.warn(
    `warning: ${subject}: nothing was reset. A reset deletes the whole object, and ${named(theirs)} would be lost: these values are not declared, or ` +
      "are no longer those that this stack set. The tenant keeps all values, and this stack no longer manages them. To delete the object, delete it " +
      "by hand.",
  );
  return undefined;
}

/**
 * The listing of a singleton that a tenant has once for each identity, for example for each prompt. It contains only the objects that were ever
 * changed; the provider reads all other objects one by one. Undefined if the API has no such listing.
 */
function listableOf({ identities, route, schema }: Definition, { identity, idOf }: Composite): Listable | undefined {
  if (!identities?.listing) return undefined;
  const { path, collection, paging } = identities.listing;
  const wire = (name: string) => wireName(name, schema.fields[name]);
  // An entry of the listing is used only if it contains all properties that are relevant to security.
  const needed = Object.keys(schema.fields).filter((name) => schema.fields[name]?.safeguard !== undefined);
  const isWhole = (row: JsonObject) => needed.every((name) => own(row, wire(name)) !== undefined);
  return {
    collection,
    paging,
    entryFor({ path: asked }) {
      const at = argumentsIn(route, asked);
      return at && { listing: path.split("/"), key: idOf(at), answer: (row) => (isWhole(row) ? row : undefined) };
    },
    keysOf(row) {
      const values = identity.map((name) => own(row, wire(name)));
      return values.every((value) => typeof value === "string")
        ? [idOf(Object.fromEntries(identity.map((name, at) => [name, values[at] ?? ""])))]
        : [];
    },
  };
}
