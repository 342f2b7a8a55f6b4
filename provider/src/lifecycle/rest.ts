import { listed, type Query, type Service, sanitize, type TenantClient, TenantError } from "../client/index.ts";
import { type Keyed, type Listed, listKeyOf } from "../schema/definition.ts";
import {
  describePath,
  equal,
  isObject,
  isPortable,
  type Json,
  type JsonObject,
  own,
  type Path,
} from "../schema/json.ts";
import { type Fields, identityOf, type Schema, wireName } from "../schema/schema.ts";
import { parametersOf } from "../schema/service.ts";
import { undocumented, withUndocumented } from "../schema/undocumented.ts";
import { needsLive, readWholes } from "../state/compose.ts";
import { withUnknownProperties } from "../state/object-update.ts";
import type { Plan } from "../state/plan.ts";
import { keyPartOf, unconfirmedId } from "../state/references.ts";
import { hiddenIn, hideMasks, secrecyOfBody } from "../state/secrets.ts";
import { fromWire, ShapeError, toWire } from "../state/wire.ts";
import { getObject, orAbsent, quoted } from "./calls.ts";
import { changesOf, clearing } from "./changes.ts";
import { gone, reading, UserError } from "./errors.ts";
import { sparingForeign, warnOfForeign } from "./foreign-values.ts";
import { soleNamesake } from "./namesakes.ts";
import { ownPlaces, type Places } from "./place.ts";
import type { Listable } from "./reads/listings.ts";
import type { Reads } from "./reads/reads.ts";
import { type Found, Incomplete, ordinary, type ResourceType, type UpdateRequest } from "./resource-type.ts";
import { steadily, wholesIn } from "./steady-reads.ts";
import type { WriteOnlySecrets } from "./write-only-secrets.ts";

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
  /** Adjusts properties that depend on each other so that they agree, and returns the properties that an update sends. */
  readonly adjust?: (changes: JsonObject, inputs: JsonObject, live: JsonObject) => JsonObject;
  /** The method of updates. Default: PATCH. */
  readonly updateMethod?: "PATCH" | "PUT";
  /** The properties that each update has to send, under the API's names: an unchanged one as the tenant returns it. Default: none. */
  readonly sentAlways?: readonly string[];
}

/**
 * The resource type of an ordinary object behind `POST /things`, `GET|PATCH|DELETE /things/{id}`, with a listing `GET /things` of whole objects.
 * Arguments and objects have the names that programs use. A type with further deviations overrides parts of the result, for which the result also
 * contains the type's single requests.
 *
 * If several objects can have the same name (`sharesNames`), a name never causes the refusal of a creation and never identifies an entry of a
 * listing, and an object is adopted by its name only if no other object has that name.
 */
export function restOf(
  definition: Keyed & { readonly listing: Listed },
  {
    normalize = ordinary.normalize,
    places = ownPlaces(definition),
    readsFirst,
    label: labelOf,
    subresources,
    adjust,
    explain,
    fromBody = (body) => body,
    toBody = (body) => body,
    plain = [],
    inParts = (body) => [body],
    headers = () => ({}),
    updateMethod = "PATCH",
    sentAlways = [],
  }: Special = {},
) {
  const { schema } = withUndocumented(definition);
  const { route, uniqueBy, listing } = definition;
  const secrecy = secrecyOfBody(schema.fields, plain);
  const { paging, query: always } = listing;
  const collection = listKeyOf(definition);
  const [nameKey] = uniqueBy;
  const inRoute = parametersOf(route);
  const answeredFields: Fields = Object.fromEntries(
    Object.entries(schema.fields).filter(([, field]) => !field.subresource),
  );
  const bodyFields: Fields = Object.fromEntries(
    Object.entries(answeredFields).filter(([name]) => !inRoute.includes(name)),
  );
  const wireNames = new Set(Object.entries(schema.fields).map(([name, field]) => wireName(name, field)));
  const identity = identityOf(schema);
  const isKeyFixed = uniqueBy.every((name) => identity.includes(name));
  // If the key of a type cannot change, the service may accept the key in place of the id. Then the response contains another id than the requested
  // one, so its key is compared with the requested one instead. A key of several properties is never accepted as an id, and one in the path is the id.
  const isKeyAnId = isKeyFixed && uniqueBy.length === 1 && inRoute.length === 0;
  const keyType = (name: string) => (schema.fields[name]?.kind === "integer" ? "number" : "string");
  // The listing at a path contains only the objects with the properties of the path.
  const uniqueInBody = uniqueBy.filter((name) => !inRoute.includes(name));
  const uniqueOnWire = uniqueInBody.map((name) => [name, wireName(name, schema.fields[name])] as const);

  const keyIn = (args: JsonObject) => uniqueBy.find((name) => own(args, name) !== undefined);
  const label = labelOf ?? ((args: JsonObject) => `${schema.noun}${quoted(args, keyIn(args) ?? nameKey)}`);
  const subjectOf = (id: string, args: JsonObject) =>
    keyIn(args) === undefined ? `${schema.noun} ${sanitize(id)}` : label(args);

  /**
   * A returned object under the names that programs use. The function checks that it is the requested object: another one must not be saved in the
   * state or written back.
   *
   * @param named the properties whose values must equal the requested values
   * @throws ShapeError if the response contains another object
   */
  const liveOf = (body: JsonObject, subject: string, args: JsonObject, named: readonly string[], id?: string) => {
    const answered = hideMasks(schema.fields, { ...fromWire(answeredFields, fromBody(body)), ...subresources?.(body) });
    const live = normalize({ ...places.inPath(id, args), ...answered });
    const isAnotherId = !isKeyAnId && isOther(places.idOf(body, args, id), id);
    // A declared identity may omit properties that have their defaults. If no identity property is declared, as in an import by id, any identity is
    // accepted.
    const isDeclared = identity.some((name) => own(args, name) !== undefined);
    const expected = (name: string) => own(args, name) ?? (isDeclared ? schema.fields[name]?.absent : undefined);
    if (isAnotherId || named.some((name) => isOther(own(live, name), expected(name)))) {
      throw new ShapeError(`the tenant's response for ${subject} contains another object`);
    }
    const isMissing = (name: string) => {
      const value = own(live, name);
      const isOptional = !schema.fields[name]?.required && (value === undefined || value === null);
      return !isOptional && typeof value !== keyType(name);
    };
    const missing = isKeyFixed ? undefined : uniqueBy.find(isMissing);
    if (missing === undefined) return live;
    throw new ShapeError(`the tenant's response for ${subject} contains no "${missing}"`);
  };
  const found = (body: unknown, args: JsonObject, named: readonly string[], asked?: string): Found => {
    const id = isObject(body) ? places.idOf(body, args, asked) : undefined;
    if (!isObject(body) || typeof id !== "string" || !isUsableId(id)) {
      throw new ShapeError(`the tenant's response for ${label(args)} contains no id, or an invalid one`);
    }
    return { id, live: liveOf(body, label(args), args, named, asked) };
  };

  /** The object after an update whose response contained no object. If it cannot be read, the response to the update counts as lost. */
  const reread = (service: TenantClient, id: string, args: JsonObject) =>
    getObject(service, places.object(id, args), label(args), true).catch((cause: unknown) => {
      throw new ShapeError(
        `the tenant's response for ${label(args)} is not a JSON object, and the object could not be read`,
        {
          cause,
        },
      );
    });

  /** The object, and the response itself under the API's names, including properties that the schema does not contain. */
  const read = async (service: Service, id: string, args: JsonObject) => {
    const subject = subjectOf(id, args);
    const body = await getObject(service, places.object(id, args), subject);
    return body && { body: fromBody(body), live: liveOf(body, subject, args, identity, id) };
  };

  /**
   * Reads an object as `read` does, but fails if it does not exist.
   *
   * @throws UserError if the object no longer exists
   */
  const get = (service: TenantClient, id: string, args: JsonObject) =>
    reading(async () => {
      const found = await read(service, id, args);
      if (found) return found;
      throw gone(label(args));
    });

  /** Reads an object as `get` does, before an update that replaces wholes of it. */
  const getForUpdate = (service: TenantClient, change: UpdateRequest) => {
    // A PUT replaces the whole object, not only the properties that change.
    const all = Object.keys(schema.fields).filter((name) => schema.fields[name]?.kind === "object");
    const names = updateMethod === "PUT" ? all : readWholes(schema, change.plan);
    return steadily(
      label(change.inputs),
      () => get(service, change.id, change.inputs),
      ({ live }) => wholesIn(schema, names, change, live),
    );
  };

  /**
   * Changes the object. `body` has the API's names.
   *
   * @param continues whether the update has already sent an earlier request
   * @throws UserError if the update would send a mask in place of a secret
   */
  const patch = async (
    service: TenantClient,
    id: string,
    body: JsonObject,
    args: JsonObject,
    continues: boolean,
    repeatable: boolean | "never" = true,
  ): Promise<Found> => {
    refuseHidden(label(args), body);
    const call = {
      method: updateMethod,
      path: places.object(id, args),
      subject: label(args),
      action: "update",
    } as const;
    const send = async (sent: JsonObject, again: boolean) => {
      const { body: answered } = await service.request({
        ...call,
        body: sent,
        secrecy,
        headers: headers(args),
        continues: continues || again,
        repeatable,
      });
      return found(answered ?? (await reread(service, id, args)), args, identity, id);
    };
    const again = async () => found(await reread(service, id, args), args, identity, id);
    return clearing(schema.fields[undocumented], body, label(args), send, again);
  };

  /** Creates the object. `body` has the API's names. */
  const post = async (service: TenantClient, args: JsonObject, body: JsonObject): Promise<Found> => {
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
      throw explain && error instanceof TenantError ? explain(error, args) : error;
    });
    return found(answer.body, args, [...identity, ...uniqueBy]);
  };

  /** The changed and the removed paths (JSON pointers) whose properties the bodies of an update have. */
  const pointersIn = (bodies: readonly JsonObject[], { changed, removed }: Plan) =>
    [...changed, ...removed].flatMap(({ path: [name = ""], pointer }) =>
      bodies.some((body) => own(body, wireName(name, schema.fields[name])) !== undefined) ? [pointer] : [],
    );

  const keyPart = (name: string, value: Json | undefined) => keyPartOf(schema, name, value);
  /** The object in the response to a search by its unique properties. */
  const foundIn = (body: JsonObject, args: JsonObject) => found(body, args, uniqueBy);

  /** The objects in the listing whose unique properties equal the arguments. */
  async function* matching(service: Service, args: JsonObject, query: Query = {}): AsyncGenerator<Found> {
    const asked = { path: places.collection(args), query: { ...always, ...query }, collection, subject: label(args) };
    const hasKey = (name: string, value: Json | undefined) =>
      equal(keyPart(name, value), keyPart(name, own(args, name)));
    for await (const body of listed<JsonObject>(service, paging, { ...asked, isPassing: true })) {
      if (!uniqueOnWire.every(([name, wire]) => hasKey(name, own(body, wire)))) continue;
      const listed = foundIn(body, args);
      if (!listing.isPartial) yield listed;
      else {
        const whole = await read(service, listed.id, args);
        // A listing shows changes late, so the object can have another name by now.
        if (whole && uniqueInBody.every((name) => hasKey(name, own(whole.live, name)))) {
          yield { ...listed, live: whole.live };
        }
      }
    }
  }
  /** The ids of all objects in the listing. */
  const ids = async (service: Service): Promise<readonly string[]> => {
    const all: string[] = [];
    const asked = {
      path: places.collection({}),
      ...(always && { query: always }),
      collection,
      subject: definition.plural,
    };
    for await (const body of listed<JsonObject>(service, paging, asked)) all.push(found(body, {}, []).id);
    return all;
  };
  const namesakes = async (service: Service, args: JsonObject) => {
    const all: Found[] = [];
    for await (const found of matching(service, args)) all.push(found);
    return all;
  };

  const type = {
    ...ordinary,
    isDisposable: definition.goneWithIt === undefined,
    ...(definition.goneWithIt !== undefined && { goneWithIt: definition.goneWithIt }),
    schema,
    listable: listableOf(definition, schema, places),
    uniqueBy,
    ...(definition.replacedInPlace && { replacedInPlace: true as const }),
    ...(definition.hasArbitraryKey && { hasArbitraryKey: true as const }),
    ...(definition.sharesNames && {
      sharesNames: definition.sharesNames,
      isTaken: () => false,
      deleteBeforeReplace: () => false,
      namesakes,
    }),
    normalize,
    label,
    provisionalId: (args: JsonObject) => unconfirmedId(String(own(args, keyIn(args) ?? nameKey))),
    /** Creates the object without its subresources, which separate requests write. */
    create: (service: TenantClient, args: JsonObject, _reads?: Reads, secrets?: WriteOnlySecrets) => {
      const opened = secrets?.opened(bodyFields, args, label(args)) ?? args;
      return post(service, args, toBody(toWire(bodyFields, opened), args));
    },
    /**
     * The listed object that the arguments identify: by its unique properties or, if several objects can have the same name, by its name. Undefined
     * if there is none.
     *
     * @throws UnclearObject if several objects have the name
     */
    async find(service: Service, args: JsonObject, query: Query = {}) {
      if (definition.sharesNames) {
        return soleNamesake(await namesakes(service, args), label(args), definition.plural);
      }
      for await (const found of matching(service, args, query)) return found;
      return undefined;
    },
    read: async (service: Service, id: string, outputs: JsonObject) => (await read(service, id, outputs))?.live,
    async update(service: TenantClient, change: UpdateRequest) {
      const { id, inputs, isPerishable, secrets } = change;
      const isRead = needsLive(schema, change.plan) || readsFirst?.(change) === true || sentAlways.length > 0;
      const now = isRead ? await getForUpdate(service, change) : { live: {}, body: {} };
      const { live, body } = now;
      const { plan, kept } = sparingForeign(change.plan, change, live);
      warnOfForeign(label(inputs), kept);
      const changes = changesOf(schema, { plan, inputs, now, label: label(inputs) });
      const adjusted = adjust?.(changes, inputs, live) ?? changes;
      // A PUT replaces the whole object, so properties that the schema does not contain are sent back. Those inside known objects are added below.
      const others = updateMethod === "PUT" ? own(live, undocumented) : undefined;
      const atTop = Object.entries(isObject(others) ? others : {}).filter(([key]) => !wireNames.has(key));
      const opened = secrets.opened(bodyFields, adjusted, label(inputs));
      const always = Object.entries(body).filter(([key]) => sentAlways.includes(key));
      const wire = { ...Object.fromEntries([...always, ...atTop]), ...toWire(bodyFields, opened) };
      const sent = withUnknownProperties(schema, plan, wire, body);
      const isFull = (part: JsonObject) => Object.keys(part).length > 0;
      const [first, ...further] = inParts(toBody(sent, inputs), inputs).filter(isFull);
      // Nothing but what the object has from its creation: some routes refuse an empty body.
      if (first === undefined) return { id, live: isRead ? live : (await get(service, id, inputs)).live };
      const repeatable = isPerishable ? "never" : true;
      let found = await patch(service, id, first, inputs, isRead, repeatable);
      for (const [at, part] of further.entries()) {
        try {
          found = await patch(service, id, part, inputs, true, repeatable);
        } catch (error) {
          if (!(error instanceof Error)) throw error;
          throw new Incomplete(found, pointersIn(further.slice(at), plan), error);
        }
      }
      return found;
    },
    async delete(service: TenantClient, id: string, outputs: JsonObject) {
      const subject = label(outputs);
      await orAbsent(
        service.request({ method: "DELETE", path: places.object(id, outputs), subject, action: "delete" }),
      );
    },
  } satisfies ResourceType;
  return { type, get, getForUpdate, post, patch, foundIn, ids, bodyFields, schema };
}

/** The listing of whole objects, which answers the read of an object and the search by its unique properties. */
function listableOf(definition: Keyed & { readonly listing: Listed }, { fields }: Schema, places: Places): Listable {
  const { listing, sharesNames } = definition;
  const { paging, filter, query, isPartial } = listing;
  const collection = listKeyOf(definition);
  // A listing can omit the `hidden` properties although the object has them. So an entry is not used if it lacks such a property with a known value.
  const hidden = Object.entries(fields).flatMap(([name, field]) =>
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
