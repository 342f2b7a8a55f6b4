import {
  listed,
  type Query,
  type Service,
  sanitize,
  type TenantCall,
  type TenantClient,
  TenantError,
} from "../../client/index.ts";
import { idNameOf, type Keyed, type Listed, listKeyOf } from "../../schema/definition.ts";
import {
  describePath,
  equal,
  isObject,
  isPortable,
  type Json,
  type JsonObject,
  own,
  type Path,
} from "../../schema/json.ts";
import { type Field, type Fields, hasFixedKey, identityOf, type Schema, wireName } from "../../schema/schema.ts";
import type { Secrecy } from "../../schema/secrecy/by-path.ts";
import { parametersOf } from "../../schema/service.ts";
import { undocumented, withUndocumented } from "../../schema/undocumented.ts";
import { needsLive, readWholes } from "../../state/compose.ts";
import { type IsFilledIn, type Now, withUnknownProperties } from "../../state/object-update.ts";
import { type Plan, partOf, touched } from "../../state/plan.ts";
import { keyPartOf, unconfirmedId } from "../../state/references.ts";
import { hiddenIn, hideMasks, secrecyOfBody } from "../../state/secrets.ts";
import { fromWire, ShapeError, toWire } from "../../state/wire.ts";
import { getObject, orAbsent, quoted } from "../calls.ts";
import { gone, reading, summaryOf, UserError } from "../errors.ts";
import { sparingForeign, warnOfForeign } from "../foreign-values.ts";
import { soleNamesake } from "../program/namesakes.ts";
import type { Listable } from "../reads/listings.ts";
import type { Reads } from "../reads/reads.ts";
import { type Found, ordinary, orIncomplete, type ResourceType, type UpdateRequest } from "../resource-type.ts";
import type { WriteOnlySecrets } from "../write-only-secrets.ts";
import { changesOf, clearing, inTwoSteps } from "./changes.ts";
import { ownPlaces, type Places } from "./place.ts";
import { steadily, wholesIn } from "./steady-reads.ts";

/**
 * An id that is safe in a path and in a message: no client or proxy can interpret it as several segments or as a relative one (`..`). The ids that
 * the service generates consist of letters, digits and a few signs.
 */
const usableId = /^(?!\.{1,2}$)[^\p{C}\s/\\?#%]{1,1024}$/u;

/** Whether a text can be an id in requests and in the state. */
export function isUsableId(id: string): boolean {
  return usableId.test(id) && isPortable(id);
}

/** Deviations from the ordinary requests of a type. */
export interface Special {
  readonly normalize?: ResourceType["normalize"];
  /** The paths and ids of the objects. Default: the path is the route followed by the id, and responses contain the id. */
  readonly places?: Places;
  /** Converts the error of a refused creation into one that explains the refusal. Default: unchanged. */
  readonly explain?: (error: TenantError, args: JsonObject) => Error;
  /** Converts a response into the arrangement of the schema, if that differs. Both forms have the API's names. Default: unchanged. */
  readonly fromBody?: (body: JsonObject) => JsonObject;
  /** Converts the body of a request from the arrangement of the schema. Default: unchanged. */
  readonly toBody?: (body: JsonObject, args: JsonObject) => JsonObject;
  /**
   * Divides the body of an update into the bodies of several requests, for properties that the service does not accept together. Their order is that of the
   * requests. Default: one request.
   */
  readonly inParts?: (body: JsonObject, args: JsonObject) => readonly JsonObject[];
  /** Paths in bodies that look secret but are not, because `toBody` has put plain properties there. Default: none. */
  readonly plain?: readonly Path[];
  /** The headers of requests that write. Default: none besides those of every request. */
  readonly headers?: (args: JsonObject) => Readonly<Record<string, string>>;
  /** Whether an update has to read the object first. Updates that send nested objects with undeclared values always do. Default: false. */
  readonly readsFirst?: (change: UpdateRequest) => boolean;
  /** The values of subresources that a response contains although separate requests write them, under the names that programs use. */
  readonly subresources?: (body: JsonObject) => JsonObject;
  /** The object, for messages. Default: its noun, and its first unique property. */
  readonly label?: ResourceType["label"];
  /** Properties whose value in an update has a rule of its own, with that rule. Default: the field in the schema says how to compose the value. */
  readonly composers?: Readonly<Record<string, (plan: Plan, inputs: JsonObject, live: JsonObject) => Json>>;
  /** Adjusts properties that depend on each other so that they agree, and returns the properties that an update sends. */
  readonly adjust?: (changes: JsonObject, inputs: JsonObject, live: JsonObject) => JsonObject;
  /** Default: the service fills in no values besides declared ones. */
  readonly isFilledIn?: IsFilledIn;
  /** The method of updates. A PUT replaces the whole object, so an update reads the object and sends all of it. Default: PATCH. */
  readonly updateMethod?: "PATCH" | "PUT";
  /** The properties that each update has to send, under the API's names: an unchanged one as the tenant returns it. Default: none. */
  readonly sentAlways?: readonly string[];
}

/** The ordinary requests. */
const usual = {
  normalize: ordinary.normalize,
  explain: (error) => error,
  fromBody: (body) => body,
  toBody: (body) => body,
  inParts: (body) => [body],
  plain: [],
  headers: () => ({}),
  readsFirst: () => false,
  subresources: () => ({}),
  composers: {},
  adjust: (changes) => changes,
  isFilledIn: () => false,
  updateMethod: "PATCH",
  sentAlways: [],
} as const satisfies Special;

/** The definition of an ordinary object. */
type RestDefinition = Keyed & { readonly listing: Listed };

/** An object at the tenant before an update: under the program's names, and as the response body. Both are empty if the update does not depend on the object. */
export interface CurrentObject extends Required<Now> {
  readonly isRead: boolean;
}

/** The objects of one type behind their route. */
interface Route extends Required<Special> {
  /** The definition, with the argument for undocumented properties. */
  readonly definition: RestDefinition;
  readonly identity: readonly string[];
  /** The properties that responses contain. */
  readonly answered: Fields;
  /** The properties that the bodies of requests contain. */
  readonly bodyFields: Fields;
  readonly secrecy: Secrecy;
}

/**
 * The resource type of an ordinary object behind `POST /things`, `GET|PATCH|DELETE /things/{id}`, with a listing `GET /things` of whole objects.
 * Arguments and objects have the names that programs use. A type with further deviations overrides parts of the result, for which the result also
 * contains the type's single requests.
 *
 * If several objects can have the same name (`sharesNames`), a name never causes the refusal of a creation and never identifies an entry of a
 * listing, and an object is adopted by its name only if no other object has that name.
 */
export function restOf(given: RestDefinition, special: Special = {}) {
  const route = routeOf(given, special);
  const { definition, bodyFields, label, normalize } = route;
  const { schema, uniqueBy, uniqueWithin, sharesNames, goneWithIt } = definition;
  /** A request to this route. */
  const ofRoute =
    <A extends readonly unknown[], R>(request: (route: Route, ...args: A) => R) =>
    (...args: A) =>
      request(route, ...args);
  const type = {
    ...ordinary,
    isDisposable: goneWithIt === undefined,
    ...(goneWithIt !== undefined && { goneWithIt }),
    schema,
    listable: listableOf(route),
    uniqueBy,
    ...(uniqueWithin !== undefined && { uniqueWithin }),
    ...(definition.replacedInPlace && { replacedInPlace: true as const }),
    ...(definition.hasArbitraryKey && { hasArbitraryKey: true as const }),
    ...(sharesNames && {
      sharesNames,
      isTaken: () => false,
      deleteBeforeReplace: () => false,
      namesakes: ofRoute(namesakes),
    }),
    normalize,
    label,
    provisionalId: (args: JsonObject) => unconfirmedId(String(own(args, keyIn(definition, args)))),
    create: ofRoute(create),
    find: ofRoute(find),
    read: async (service: Service, id: string, outputs: JsonObject) => (await read(route, service, id, outputs))?.live,
    update: ofRoute(update),
    delete: ofRoute(remove),
  } satisfies ResourceType;
  return {
    type,
    schema,
    bodyFields,
    get: ofRoute(get),
    getForUpdate: ofRoute(getForUpdate),
    getIfNeeded: ofRoute(getIfNeeded),
    composed: ofRoute(composed),
    post: ofRoute(post),
    patch: ofRoute(patch),
    foundIn: ofRoute(foundIn),
    ids: ofRoute(ids),
  };
}

function routeOf(given: RestDefinition, special: Special): Route {
  const definition = withUndocumented(given);
  const { schema, route } = definition;
  const answered = Object.entries(schema.fields).filter(([, field]) => !field.subresource);
  const inRoute = parametersOf(route);
  return {
    ...usual,
    places: ownPlaces(definition),
    label: (args) => `${schema.noun}${quoted(args, keyIn(definition, args))}`,
    ...special,
    definition,
    identity: identityOf(schema),
    answered: Object.fromEntries(answered),
    bodyFields: Object.fromEntries(answered.filter(([name]) => !inRoute.includes(name))),
    secrecy: secrecyOfBody(schema.fields, special.plain),
  };
}

/** The unique property that names an object: the first one with a value. */
function keyIn({ uniqueBy }: Keyed, args: JsonObject): string {
  return uniqueBy.find((name) => own(args, name) !== undefined) ?? uniqueBy[0];
}

/** Creates the object without its subresources, which separate requests write. */
function create(
  route: Route,
  service: TenantClient,
  args: JsonObject,
  _reads?: Reads,
  secrets?: WriteOnlySecrets,
): Promise<Found> {
  const { bodyFields, label, toBody } = route;
  const opened = secrets?.opened(bodyFields, args, label(args)) ?? args;
  return post(route, service, args, toBody(toWire(bodyFields, withoutEmptyDefaults(bodyFields, opened)), args));
}

/**
 * The arguments of a creation without empty texts that are the defaults of a new object and equal to none, because the service refuses some of them at a
 * creation, and accepts them in an update, where they clear the property.
 */
function withoutEmptyDefaults(fields: Fields, args: JsonObject): JsonObject {
  const isDefault = (name: string) => {
    const { absent, clear } = fields[name] ?? {};
    return absent === "" && clear?.how === "default" && clear.value === "";
  };
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== "" || !isDefault(name)));
}

/** Creates the object. `body` has the API's names. */
async function post(route: Route, service: TenantClient, args: JsonObject, body: JsonObject): Promise<Found> {
  const { definition, identity, places, secrecy, headers, label, explain } = route;
  const call = {
    method: "POST",
    path: places.collection(args),
    body,
    secrecy,
    headers: headers(args),
    subject: label(args),
    action: "create",
  } as const;
  const answer = await service.request(call).catch((error: unknown) => {
    throw error instanceof TenantError ? explain(error, args) : error;
  });
  return objectIn(route, answer.body, { args, named: [...identity, ...definition.uniqueBy] });
}

/**
 * The listed object that the arguments identify: by its unique properties or, if several objects can have the same name, by its name. Undefined
 * if there is none.
 *
 * @throws UnclearObject if several objects have the name
 */
async function find(route: Route, service: Service, args: JsonObject, query: Query = {}): Promise<Found | undefined> {
  const { definition, label } = route;
  if (definition.sharesNames) {
    return soleNamesake(await namesakes(route, service, args), label(args), definition.plural);
  }
  for await (const found of matching(route, service, args, query)) return found;
  return undefined;
}

/** All listed objects whose unique properties equal the arguments. */
async function namesakes(route: Route, service: Service, args: JsonObject): Promise<readonly Found[]> {
  const all: Found[] = [];
  for await (const found of matching(route, service, args)) all.push(found);
  return all;
}

async function* matching(route: Route, service: Service, args: JsonObject, query: Query = {}): AsyncGenerator<Found> {
  const { definition, places, label } = route;
  const { schema, listing } = definition;
  const inRoute = parametersOf(definition.route);
  // The listing at a path contains only the objects with the properties of the path.
  const names = definition.uniqueBy.filter((name) => !inRoute.includes(name));
  const hasKey = (name: string, value: Json | undefined) =>
    equal(keyPartOf(schema, name, value), keyPartOf(schema, name, own(args, name)));
  const asked = {
    path: places.collection(args),
    query: { ...listing.query, ...query },
    collection: listKeyOf(definition),
  };
  const entries = listed<JsonObject>(service, listing.paging, { ...asked, subject: label(args), isPassing: true });
  for await (const body of entries) {
    if (!names.every((name) => hasKey(name, own(body, wireName(name, schema.fields[name]))))) continue;
    const listed = foundIn(route, body, args);
    if (!listing.isPartial) yield listed;
    else {
      const whole = await read(route, service, listed.id, args);
      // A listing shows changes late, so the object can have another name by now.
      if (whole && names.every((name) => hasKey(name, own(whole.live, name)))) yield { ...listed, live: whole.live };
    }
  }
}

/** The ids of all objects in the listing. */
async function ids(route: Route, service: Service): Promise<readonly string[]> {
  const { definition, places } = route;
  const { paging, query = {} } = definition.listing;
  const all: string[] = [];
  const asked = { path: places.collection({}), query, collection: listKeyOf(definition), subject: definition.plural };
  for await (const body of listed<JsonObject>(service, paging, asked))
    all.push(objectIn(route, body, { args: {}, named: [] }).id);
  return all;
}

/** The object, and the response itself under the API's names, including properties that the schema does not contain. */
async function read(route: Route, service: Service, id: string, args: JsonObject) {
  const { definition, identity, places, label, fromBody } = route;
  const isNamed = own(args, keyIn(definition, args)) !== undefined;
  const subject = isNamed ? label(args) : `${definition.schema.noun} ${sanitize(id)}`;
  const body = await getObject(service, places.object(id, args), subject);
  return body && { body: fromBody(body), live: liveOf(route, body, subject, { args, named: identity, id }) };
}

/**
 * Reads an object as `read` does, but fails if it does not exist.
 *
 * @throws UserError if the object no longer exists
 */
function get(route: Route, service: TenantClient, id: string, args: JsonObject) {
  return reading(async () => {
    const found = await read(route, service, id, args);
    if (found) return found;
    throw gone(route.label(args));
  });
}

/** Reads an object as `get` does, before an update that sends back values of it. */
function getForUpdate(route: Route, service: TenantClient, change: UpdateRequest) {
  const { schema } = route.definition;
  const names = dependsOnAll(route, change) ? writable(schema) : readWholes(schema, change.plan);
  return steadily(
    route.label(change.inputs),
    () => get(route, service, change.id, change.inputs),
    (seen) => wholesIn(schema, names, change, seen),
  );
}

/** Whether an update sends, or can send, properties as the tenant has them, besides the changed ones. */
function dependsOnAll({ readsFirst, sentAlways, updateMethod }: Route, change: UpdateRequest): boolean {
  return sentAlways.length > 0 || updateMethod === "PUT" || readsFirst(change);
}

/** The properties that an update can send. */
function writable({ fields }: Schema): readonly string[] {
  return Object.keys(fields).filter((name) => !fields[name]?.computed && !fields[name]?.subresource);
}

/** Reads an object as `getForUpdate` does, if the update depends on the object. */
async function getIfNeeded(route: Route, service: TenantClient, change: UpdateRequest): Promise<CurrentObject> {
  const isRead = dependsOnAll(route, change) || needsLive(route.definition.schema, change.plan);
  return { isRead, ...(isRead ? await getForUpdate(route, service, change) : { live: {}, body: {} }) };
}

/**
 * The body of an update, in the arrangement of the schema and under the API's names, and the plan that it carries out: without the removal of values that
 * another client has set.
 */
function composed(
  route: Route,
  { inputs, secrets, ...change }: UpdateRequest,
  now: CurrentObject,
): { readonly plan: Plan; readonly body: JsonObject } {
  const { definition, bodyFields, label, sentAlways, composers, adjust, isFilledIn } = route;
  const { schema } = definition;
  const { live, body } = now;
  const subject = label(inputs);
  const { plan, kept } = sparingForeign(change.plan, change, live);
  warnOfForeign(subject, kept);
  const byRule = Object.entries(composers).filter(([name]) => touched(plan).includes(name));
  const others = partOf(plan, ([name = ""]) => !Object.hasOwn(composers, name));
  const changes = {
    ...changesOf(schema, subject, { plan: others, inputs, now, isFilledIn }),
    ...Object.fromEntries(byRule.map(([name, compose]) => [name, compose(plan, inputs, live)])),
  };
  const sent = { ...wholeOf(route, live), ...adjust(changes, inputs, live) };
  const wire = {
    ...Object.fromEntries(Object.entries(body).filter(([key]) => sentAlways.includes(key))),
    ...unknownAtTop(route, live),
    ...toWire(bodyFields, secrets.opened(bodyFields, sent, subject)),
  };
  return { plan, body: withUnknownProperties(schema, plan, wire, body) };
}

async function update(route: Route, service: TenantClient, change: UpdateRequest): Promise<Found> {
  const { definition, toBody, inParts } = route;
  const { schema } = definition;
  const { id, inputs, isPerishable } = change;
  const now = await getIfNeeded(route, service, change);
  const { isRead } = now;
  const { plan, body: sent } = composed(route, change, now);
  const isFull = (part: JsonObject) => Object.keys(part).length > 0;
  const [first, ...further] = inParts(toBody(sent, inputs), inputs).filter(isFull);
  // Nothing but what the object has from its creation: some routes refuse an empty body.
  if (first === undefined) return { id, live: (isRead ? now : await get(route, service, id, inputs)).live };
  const repeatable = isPerishable ? "never" : true;
  let found = await patch(route, service, id, first, inputs, { continues: isRead, repeatable });
  for (const [at, part] of further.entries()) {
    const next = patch(route, service, id, part, inputs, { continues: true, repeatable });
    found = await orIncomplete(next, found, pointersIn(schema, further.slice(at), plan));
  }
  return found;
}

/** All properties of an object, if an update replaces the whole object: null for those that it lacks. */
function wholeOf({ bodyFields, updateMethod }: Route, live: JsonObject): JsonObject {
  const names = updateMethod === "PUT" ? Object.keys(bodyFields).filter((name) => name !== undocumented) : [];
  return Object.fromEntries(names.map((name) => [name, own(live, name) ?? null]));
}

/**
 * The properties outside of known objects that the schema does not contain and that an update sends back, because a PUT replaces the whole object.
 * `withUnknownProperties` adds those inside known objects.
 */
function unknownAtTop({ definition, updateMethod }: Route, live: JsonObject): JsonObject {
  const unknown = updateMethod === "PUT" ? own(live, undocumented) : undefined;
  if (!isObject(unknown)) return {};
  const known = Object.entries(definition.schema.fields).map(([name, field]) => wireName(name, field));
  return Object.fromEntries(Object.entries(unknown).filter(([key]) => !known.includes(key)));
}

/** The changed and the removed paths (JSON pointers) whose properties the bodies of an update have. */
function pointersIn({ fields }: Schema, bodies: readonly JsonObject[], { changed, removed }: Plan): readonly string[] {
  return [...changed, ...removed].flatMap(({ path: [name = ""], pointer }) =>
    bodies.some((body) => own(body, wireName(name, fields[name])) !== undefined) ? [pointer] : [],
  );
}

/**
 * Changes the object. `body` has the API's names.
 *
 * @param flags whether the update has already sent an earlier request (`continues`), and whether this one may be repeated
 * @throws UserError if the update would send a mask in place of a secret
 */
async function patch(
  route: Route,
  service: TenantClient,
  id: string,
  body: JsonObject,
  args: JsonObject,
  { continues = false, repeatable = true }: Pick<TenantCall, "continues" | "repeatable"> = {},
): Promise<Found> {
  const { definition, bodyFields, identity, places, secrecy, headers, label, updateMethod } = route;
  const subject = label(args);
  refuseHidden(subject, body);
  const steps = inTwoSteps(bodyFields, body);
  if (steps) {
    const found = await patch(route, service, id, steps.first, args, { continues, repeatable });
    const next = patch(route, service, id, steps.second, args, { continues: true, repeatable });
    return orIncomplete(next, found, steps.pointers);
  }
  const path = places.object(id, args);
  const call = {
    method: updateMethod,
    path,
    subject,
    action: "update",
    secrecy,
    headers: headers(args),
    repeatable,
  } as const;
  /** The object after the update. If the response contains no object and none can be read, the response to the update counts as lost. */
  const updated = async (answered?: unknown) => {
    const body = answered ?? (await getObject(service, path, subject, true).catch(refuse));
    return objectIn(route, body, { args, named: identity, id });
  };
  const refuse = (cause: unknown) => {
    throw new ShapeError(
      `the tenant's response for ${subject} is not a JSON object, and the object could not be read: ${summaryOf(cause)}`,
      { cause },
    );
  };
  const send = async (sent: JsonObject, again: boolean) =>
    updated((await service.request({ ...call, body: sent, continues: continues || again })).body);
  return clearing(definition.schema.fields[undocumented], body, subject, send, updated);
}

async function remove({ places, label }: Route, service: TenantClient, id: string, outputs: JsonObject): Promise<void> {
  const subject = label(outputs);
  await orAbsent(service.request({ method: "DELETE", path: places.object(id, outputs), subject, action: "delete" }));
}

/** The object in the response to a search by its unique properties. */
function foundIn(route: Route, body: JsonObject, args: JsonObject): Found {
  return objectIn(route, body, { args, named: route.definition.uniqueBy });
}

/** The object that a request asks for. */
interface Asked {
  readonly args: JsonObject;
  /** The properties whose values in the response must equal those of `args`. */
  readonly named: readonly string[];
  /** Its id, if it is known. */
  readonly id?: string;
}

/** The object in a response, with its id: see {@link liveOf}. */
function objectIn(route: Route, body: unknown, asked: Asked): Found {
  const { args } = asked;
  const subject = route.label(args);
  const id = isObject(body) ? route.places.idOf(body, args, asked.id) : undefined;
  if (!isObject(body) || typeof id !== "string" || !isUsableId(id)) {
    throw new ShapeError(`the tenant's response for ${subject} contains no id, or an invalid one`);
  }
  return { id, live: liveOf(route, body, subject, asked) };
}

/**
 * A returned object under the names that programs use. The function checks that it is the requested object: another one must not be saved in the
 * state or written back.
 *
 * @throws ShapeError if the response contains another object
 */
function liveOf(route: Route, body: JsonObject, subject: string, { args, named, id }: Asked): JsonObject {
  const { definition, identity, places, answered, normalize, fromBody, subresources } = route;
  const { uniqueBy } = definition;
  const { fields } = definition.schema;
  const shown = hideMasks(fields, { ...fromWire(answered, fromBody(body)), ...subresources(body) });
  const live = normalize({ ...places.inPath(id, args), ...shown });

  // If the key of a type cannot change, the service may accept the key in place of the id. Then the response contains another id than the requested
  // one, so its key is compared with the requested one instead. A key of several properties is never accepted as an id, and one in the path is the id.
  const isKeyFixed = hasFixedKey(definition.schema, uniqueBy);
  const isKeyAnId = isKeyFixed && uniqueBy.length === 1 && parametersOf(definition.route).length === 0;
  const isAnotherId = !isKeyAnId && isOther(places.idOf(body, args, id), id);
  // A declared identity may omit properties that have their defaults. If no identity property is declared, as in an import by id, any identity is
  // accepted.
  const isDeclared = identity.some((name) => own(args, name) !== undefined);
  const expected = (name: string) => own(args, name) ?? (isDeclared ? fields[name]?.absent : undefined);
  if (isAnotherId || named.some((name) => isOther(own(live, name), expected(name)))) {
    throw new ShapeError(`the tenant's response for ${subject} contains another object`);
  }

  const isIdShown = own(body, idNameOf(definition)) !== undefined && !isOther(places.idOf(body, args, id), id);
  const missing = missingIn(route, live, isKeyFixed, isIdShown);
  if (missing === undefined) return live;
  throw new ShapeError(`the tenant's response for ${subject} contains no "${missing}"`);
}

/**
 * The property without which a response does not show which object it contains; undefined if there is none. The present value of a key that can change is
 * known only from responses, so it is always needed.
 *
 * @param isIdShown whether the response contains the id of the requested object
 */
function missingIn(
  { definition }: Route,
  live: JsonObject,
  isKeyFixed: boolean,
  isIdShown: boolean,
): string | undefined {
  if (isKeyFixed && isIdShown) return undefined;
  const { schema, route, uniqueBy } = definition;
  // The values in the path are those of the request, so they say nothing about the response.
  const names = uniqueBy.filter((name) => !parametersOf(route).includes(name));
  if (names.length === 0) return isIdShown ? undefined : idNameOf(definition);
  return names.find((name) => !isKey(schema.fields[name], own(live, name)));
}

/** Whether a value can be that of a unique property, which may be absent if it is optional. */
function isKey(field: Field | undefined, value: Json | undefined): boolean {
  if (!field?.required && (value === undefined || value === null)) return true;
  return typeof value === (field?.kind === "integer" ? "number" : "string");
}

/** The listing of whole objects, which answers the read of an object and the search by its unique properties. */
function listableOf({ definition, places }: Route): Listable {
  const { listing, sharesNames } = definition;
  const { paging, filter, query, isPartial } = listing;
  const collection = listKeyOf(definition);
  // A listing can omit the `hidden` properties although the object has them. So an entry is not used if it lacks such a property with a known value.
  const hidden = Object.entries(definition.schema.fields).flatMap(([name, field]) =>
    field.reads?.how === "sometimes" || (field.kind === "document" && field.mayBeWithheld)
      ? [[name, wireName(name, field)] as const]
      : [],
  );
  return {
    collection,
    paging,
    ...(filter && { filter }),
    ...(query && { query }),
    entryFor({ path }, values) {
      const entry = isPartial ? undefined : places.entryAt(path);
      if (!entry || (sharesNames && entry.key === undefined)) return undefined;
      const { listing, key } = entry;
      const isShown = (row: JsonObject) =>
        hidden.every(([name, wire]) => own(values, name) === undefined || own(row, wire) !== undefined);
      if (key !== undefined) return { listing, key, answer: (row) => (isShown(row) ? row : undefined) };
      const name = places.keyIn(values);
      const list = (rows: readonly JsonObject[]) => ({ [collection]: rows });
      return typeof name === "string"
        ? { listing, key: name, answer: (row) => list([row]), bodyIfAbsent: list([]) }
        : undefined;
    },
    keysOf: places.keysOf,
  };
}

/** @throws UserError if the body contains the placeholder of a masked value: an update must not store it in place of the real value */
export function refuseHidden(subject: string, body: JsonObject): void {
  const hidden = hiddenIn(body);
  if (hidden.length === 0) return;
  throw new UserError(
    `${subject} was not changed: the tenant returns only a mask for ${sanitize(hidden.map(describePath).join(", "))}, which the program ` +
      "does not declare, and the update would store the mask or delete the value. " +
      'Declare it with its value (`""` if there is none), or use a token that can read it.',
  );
}

function isOther(answered: Json | undefined, asked: Json | undefined): boolean {
  return answered !== undefined && asked !== undefined && !equal(answered, asked);
}
