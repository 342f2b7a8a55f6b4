import { type Query, type Service, sanitize, type TenantClient, TenantError } from "../client/index.ts";
import { type Definition, type Part, partsWith, resetOnDestroy, type WholeReset } from "../schema/definition.ts";
import {
  describePath,
  equal,
  fromPointer,
  isEmptyObject,
  isObject,
  type Json,
  type JsonObject,
  own,
  type Path,
  toPointer,
} from "../schema/json.ts";
import { clearBy, type Fields, fieldAt, identityOf, pathRulesOf, type Schema, wireName } from "../schema/schema.ts";
import { notShown } from "../schema/secrecy/find.ts";
import { argumentsIn, collectionOf, pathOf } from "../schema/service.ts";
import { undocumented, withUndocumented } from "../schema/undocumented.ts";
import { same } from "../state/canonical.ts";
import { readWholes } from "../state/compose.ts";
import { isShared, type Leaf, leafAt, leavesOf, type Place } from "../state/leaves.ts";
import { withUnknownProperties } from "../state/object-update.ts";
import { planChange, type Removal, sendsSomething, touched } from "../state/plan.ts";
import { differsAt } from "../state/project.ts";
import { declaredPaths, doubtsIn, recordOf } from "../state/record.ts";
import { hideMasks, secrecyOfBody } from "../state/secrets.ts";
import { fromWire, ShapeError, toWire } from "../state/wire.ts";
import { labelOf } from "./calls.ts";
import { changesOf, clearing } from "./changes.ts";
import { isUnavailable, reading, UserError } from "./errors.ts";
import {
  isChangedSince,
  type LastKnown,
  named,
  sparingForeign,
  undeclaredValues,
  warnOfForeign,
} from "./foreign-values.ts";
import { type Composite, compositeOf } from "./place.ts";
import type { Listable } from "./reads/listings.ts";
import { Incomplete, ordinary, type ResourceType, type UpdateRequest } from "./resource-type.ts";
import { refuseHidden } from "./rest.ts";
import { isEmpty, steadily, wholesIn } from "./steady-reads.ts";
import { WriteOnlySecrets } from "./write-only-secrets.ts";

/** Deviations from the ordinary requests of a singleton. */
interface Special {
  readonly normalize?: ResourceType["normalize"];
  readonly rules?: ResourceType["rules"];
  readonly warnings?: ResourceType["warnings"];
  readonly refusals?: ResourceType["refusals"];
  readonly adoptionWarnings?: ResourceType["adoptionWarnings"];
  /** Properties that a warning about an adoption needs besides the given values. The adoption tries to read these properties. Default: none. */
  readonly alsoReads?: (values: JsonObject) => readonly string[];
  readonly lockOuts?: ResourceType["lockOuts"];
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

/** The last known values of an object. */
type Known = Pick<UpdateRequest, "outputs" | "unsure" | "isSeen">;

/** The schema of a singleton. */
type SingletonSchema = Schema & { readonly singleton: string | true };

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
export function singletonOf(
  definition: Definition & { readonly schema: SingletonSchema },
  {
    normalize = ordinary.normalize,
    rules = ordinary.rules,
    warnings = ordinary.warnings,
    refusals,
    adoptionWarnings,
    alsoReads = () => [],
    lockOuts,
    adjust,
    ofNewTenant = () => ({}),
    requests = definition.parts ? requestsOfParts(definition, definition.parts) : wholeOf(definition),
    fromBody = (body) => body,
    toBody = (body) => body,
  }: Special = {},
): ResourceType {
  const { schema } = withUndocumented(definition);
  const fields: Fields = schema.fields;
  const { singleton } = definition.schema;
  const identity = identityOf(schema);
  const label = (args: JsonObject) => labelOf(definition, args);
  const idOf = (args: JsonObject) => (typeof singleton === "string" ? singleton : composite.idOf(args));
  const composite = compositeOf(definition, definition.schema.noun);

  /** @param at the identity of the object */
  const read = async (service: Service, at: JsonObject, names: readonly string[], continues = false) => {
    const body = await requests.get(service, names, continues, at);
    return { body, live: normalize({ ...hideMasks(fields, fromWire(fields, fromBody(body))), ...at }) };
  };
  const get = (service: Service, at: JsonObject, names: readonly string[]) => reading(() => read(service, at, names));
  /** The object `live` with the further properties of `alsoReads` for these values, or without them if they cannot be read. */
  const withFurther = async (service: Service, at: JsonObject, live: JsonObject, values: JsonObject) => {
    const further = alsoReads(values).filter((name) => !Object.hasOwn(live, name));
    if (further.length === 0) return live;
    return { ...(await get(service, at, further).catch(() => undefined))?.live, ...live };
  };
  const propertiesIn = (args: JsonObject) =>
    Object.keys(args).filter((name) => Object.hasOwn(fields, name) && !identity.includes(name));

  /** The object after a write. If it cannot be read, the write counts as lost. */
  const reread = async (service: TenantClient, at: JsonObject, names: readonly string[]) => {
    const { live } = await read(service, at, names, true).catch((cause: unknown) => {
      throw new ShapeError(`${label(at)} was changed, and reading it afterwards failed`, { cause });
    });
    return { live };
  };

  /**
   * The wholes in a response that an update replaces.
   *
   * @param names the properties that are replaced as a whole
   * @param changed all properties that the update changes
   */
  const wholesOf =
    (names: readonly string[], changed: readonly string[], known: Known) =>
    ({ live, body }: { readonly live: JsonObject; readonly body: JsonObject }) => [
      ...wholesIn(schema, names, known, live),
      ...(definition.parts ?? []).flatMap(({ path, properties, body: form }) => {
        if (form !== "object" || !properties.some((name) => changed.includes(name))) return [];
        return [{ name: properties.join(", "), value: own(body, path), isDoubtful: isEmpty(own(body, path)) }];
      }),
      // Some requests of a singleton add further values of the response to the sent ones.
      ...(definition.parts || (known.isSeen && propertiesIn(known.outputs).length === 0)
        ? []
        : [{ name: "the object", value: body, isDoubtful: isEmpty(body) }]),
    ];

  /** @param isShare whether other stacks write other values of the object: then no request is repeated unchanged, and a wait comes before the second read */
  const change = async (service: TenantClient, request: UpdateRequest, isShare: boolean) => {
    const { id, plan: wanted, inputs, secrets } = request;
    const at = composite.identityIn(id, {});
    const subject = label(at);
    const all = [...wanted.declared, ...wanted.removed].flatMap(({ path }) => path.slice(0, 1));
    const names = [...new Set(all)].filter((name) => !identity.includes(name));
    const wholes = wholesOf(readWholes(schema, wanted), touched(wanted), request);
    const { live, body } = await steadily(subject, () => get(service, at, names), wholes);
    const { plan, kept } = sparingForeign(wanted, request, live);
    warnOfForeign(subject, kept);
    const changes = changesOf(schema, { plan, inputs, now: { live, body }, label: subject });
    const complete = withMaskedSecrets(definition.parts ?? [], changes, inputs, live);
    const opened = secrets.opened(fields, adjust?.(complete, inputs, live) ?? complete, subject);
    const wire = toBody(toWire(fields, opened), body);
    const sent = withUnknownProperties(schema, plan, wire, body);
    if (Object.keys(sent).length === 0) return { live, plan };
    refuseHidden(subject, sent);
    const again = async () => {
      if (isShare) await service.pause(1);
      return { id, live: (await reread(service, at, names)).live };
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
    return { ...(await clearing(schema.fields[undocumented], sent, subject, send, again)), plan };
  };

  /**
   * Changes an object of which other stacks write other values. The service replaces a document as a whole and has no locks, so another client can send an
   * old document after this write. A second read verifies the write, which is repeated once.
   */
  const changeShare = async (service: TenantClient, request: UpdateRequest) => {
    for (let round = 1; ; round += 1) {
      const { live, plan } = await service.untilAccepted(() => change(service, request, true));
      const isThere = ({ field, path, value }: Place & { readonly value: Json | undefined }) =>
        same(field, value, leafAt(field, live, path));
      const lost = plan.changed.filter((leaf) => !isThere(leaf));
      const back = plan.removed.filter((one) => one.value !== undefined && !isEmptyObject(one.value) && isThere(one));
      const undone = [...lost, ...back].map(({ path }) => path);
      if (undone.length === 0) return { live };
      if (round === 1) continue;
      const why = new UserError(
        `${label(composite.identityIn(request.id, {}))}: this run has written ${named(undone)} twice, and each time another client has sent other ` +
          "values at the same time. Find that client: another stack that runs now, or a script. Then run `pulumi up` again.",
      );
      throw new Incomplete({ id: request.id, live }, undone.map(toPointer), why);
    }
  };

  const isShare = (args: JsonObject) =>
    Object.values(fields).some(
      (field) => field.kind === "document" && field.exclusive !== undefined && isShared(field, args),
    );
  const update: ResourceType["update"] = async (service, request) => {
    if (isShare(request.inputs)) return changeShare(service, request);
    const { live } = await change(service, request, false);
    return { live };
  };

  const resetPlan = (domain: string | undefined, declared: readonly string[], live: JsonObject) => {
    const all = leavesOf(fields, live).filter(({ path: [name = ""] }) => !identity.includes(name));
    const paths = definition.wholeReset ? all.map(({ pointer }) => pointer) : declared;
    return planChange(schema, live, { paths, unsure: [] }, ofNewTenant(domain));
  };

  const listable = listableOf(definition, composite);
  const type: ResourceType = {
    ...ordinary,
    schema,
    ...(listable && { listable }),
    uniqueBy: identity,
    normalize,
    rules,
    warnings,
    ...(refusals && { refusals }),
    ...(adoptionWarnings && { adoptionWarnings }),
    ...(lockOuts && { lockOuts }),
    label,
    provisionalId: idOf,
    isTaken: () => false,
    replacedInPlace: true,
    find: async (service, args) => {
      const at = composite.ownerIn(args);
      const { live } = await get(service, at, propertiesIn(args));
      return { id: idOf(args), live: await withFurther(service, at, live, args) };
    },
    create: (_, args) => Promise.reject(new TypeError(`${label(args)} exists in every tenant: a creation adopts it`)),
    async read(service, id, outputs) {
      if (typeof singleton === "string" && id !== singleton) {
        throw new UserError(
          `"${sanitize(id, 200)}" is not the id of ${label({})}. A tenant has this object exactly once, with the id ` +
            `"${singleton}".`,
        );
      }
      return (await get(service, composite.identityIn(id, {}), propertiesIn(outputs))).live;
    },
    update,
    resetPlan,
    async resetOf(service, id, outputs, isTrial) {
      const at = composite.identityIn(id, {});
      const subject = label(at);
      if (own(outputs, resetOnDestroy) !== true) {
        console.warn(
          `${subject}: nothing was sent. The tenant keeps all values, and this stack no longer manages them`,
        );
        return undefined;
      }
      const orStuck = (error: unknown) => {
        throw error instanceof TenantError && isUnavailable(definition, error) ? notReset(subject, error) : error;
      };
      const record = recordOf(id, outputs);
      const names = propertiesIn(outputs);
      const known = { outputs, unsure: record.unsure, doubts: doubtsIn(record) };
      const read = () => get(service, at, names);
      const { live } = await steadily(subject, read, wholesOf(names, names, known)).catch(orStuck);
      const { wholeReset } = definition;
      const declared = declaredPaths(outputs);
      const all = resetPlan(service.ownDomain, declared, live);
      const isForeign = ({ field, path }: Leaf | Removal) => isChangedSince(field, path, known, live);
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
          const change = isShare(outputs) ? changeShare : update;
          if (sendsSomething(plan)) await change(client, request).catch(orStuck);
          if (!wholeReset) warnOfKept(subject, fields, outputs, inputs);
        },
      };
    },
    delete: (_, id) => Promise.reject(new TypeError(`${label(composite.identityIn(id, {}))} exists in every tenant`)),
  };
  return type;
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

/** The requests that read and write a singleton. Their bodies use the API's names. */
export interface Requests {
  /**
   * Reads the object.
   *
   * @param names the properties that the caller needs. Empty: all that the tenant has
   * @param at the identity of the object; empty if a tenant has it only once
   */
  get(service: Service, names: readonly string[], continues: boolean, at: JsonObject): Promise<JsonObject>;
  /**
   * Writes the properties in the body.
   *
   * @param before the object before the write, as `get` returned it
   * @param isPerishable whether another client may change the object at the same time: then no request is repeated unchanged. Default: it may not
   * @throws Unfinished if a part was refused after others were written
   */
  send(
    service: TenantClient,
    body: JsonObject,
    before: JsonObject,
    at: JsonObject,
    isPerishable?: boolean,
  ): Promise<void>;
}

/** Deviations from the ordinary read of a singleton. */
interface SpecialRead {
  /** The error code that means that the tenant does not have the object. The object then counts as empty. Default: every tenant has it. */
  readonly absent?: string;
  readonly query?: Query;
}

/** The requests of a singleton behind `GET|PATCH /path`. */
export function wholeOf(definition: Definition, { absent, query }: SpecialRead = {}): Requests {
  const { route } = definition;
  const secrecy = secrecyOfBody(definition.schema.fields);
  return {
    async get(service, _, continues, at) {
      const subject = labelOf(definition, at);
      const call = { method: "GET", path: pathOf(route, at), subject, action: "read", continues } as const;
      const { body } = await service
        .request({ ...call, ...(query && { query }), expected: "object" })
        .catch((error: unknown) => {
          if (absent !== undefined && error instanceof TenantError && error.errorCode === absent) return { body: {} };
          throw error;
        });
      if (isObject(body)) return body;
      throw new ShapeError(`the tenant's response for ${subject} is not an object`);
    },
    async send(service, body, _, at) {
      const subject = labelOf(definition, at);
      await service.request({
        ...{ method: "PATCH", path: pathOf(route, at), body, secrecy, subject },
        ...{ action: "update", continues: true },
      } as const);
    },
  };
}

/**
 * The requests of a singleton that is an entry of the listing `GET /things`: a tenant has at most one entry, or one for each identity. A write creates the
 * entry by `POST /things`, changes it by `PATCH /things/{id}`, or deletes it if the property of the definition's `wholeReset` is null. An entry without an
 * id is a default of the service that was never changed, so the object counts as empty.
 */
export function entryOf(definition: Definition & { readonly wholeReset: WholeReset }): Requests {
  const { schema, wholeReset } = definition;
  const secrecy = secrecyOfBody(schema.fields);
  const wire = (name: string) => wireName(name, schema.fields[name]);
  const path = definition.route.split("/").filter((part) => !part.startsWith("{"));
  const collection = collectionOf(path.join("/"));
  return {
    async get(service, _, continues, at) {
      const subject = labelOf(definition, at);
      const { body } = await service.request({ method: "GET", path, subject, action: "read", continues });
      const rows = own(body as Json, collection);
      if (!Array.isArray(rows))
        throw new ShapeError(`the tenant's response for ${subject} has no list "${collection}"`);
      const row = rows.find((one: Json) => Object.keys(at).every((name) => equal(own(one, wire(name)), own(at, name))));
      return isObject(row) && own(row, "id") !== undefined ? row : {};
    },
    async send(service, body, before, at) {
      const call = { subject: labelOf(definition, at), secrecy, continues: true } as const;
      const id = own(before, "id");
      const isDeleted = own(body, wire(wholeReset.property)) === null;
      if (id === undefined) {
        if (isDeleted) return;
        await service.request({
          ...call,
          method: "POST",
          path,
          body: { ...toWire(schema.fields, at), ...body },
          action: "create",
        });
        return;
      }
      if (typeof id !== "string")
        throw new ShapeError(`the tenant's response for ${call.subject} contains an invalid id`);
      const one = { ...call, path: [...path, id] } as const;
      if (isDeleted) await service.request({ ...one, method: "DELETE", action: "delete" });
      else await service.request({ ...one, method: "PATCH", body, action: "update" });
    },
  };
}

/** The error for a refused part of a singleton after other parts have been written. */
class Unfinished extends Error {
  override readonly name = "Unfinished";
  /** The properties that were not written, or were written only in part. */
  readonly left: readonly string[];

  constructor(cause: Error, left: readonly string[]) {
    super(cause.message, { cause });
    this.left = left;
  }
}

/** How the parts of a singleton are sent: see {@link Requests.send}. */
interface Sending {
  readonly at: JsonObject;
  readonly isPerishable: boolean;
}

/**
 * The requests of a singleton that consists of parts. Only parts with a declared property are read and written. So a part that the tenant lacks
 * causes an error only in programs that declare it. Parts are written in the given order, except that switches are turned off last: until then,
 * another part may still require the feature that the switch turns off.
 */
function requestsOfParts(definition: Definition, parts: readonly Part[]): Requests {
  const { schema } = definition;
  const wire = (name: string) => wireName(name, schema.fields[name]);

  const read = async (service: Service, part: Part, at: JsonObject, continues: boolean): Promise<JsonObject> => {
    const subject = labelOf(definition, at);
    // The part has no GET. So it counts as present, although it may have been removed outside Pulumi.
    if (part.isHidden) return { [wire(part.properties[0])]: {} };
    const call = { method: "GET", path: pathOf(part.path, at), subject, action: "read", continues } as const;
    const { body } = await service.request<Json>({ ...call, ifUnavailable: part.ifUnavailable });
    const [first] = part.properties;
    if (part.body === "switches") return { [wire(first)]: switchesIn(body, subject) };
    if (part.body === "value") return body === undefined ? {} : { [wire(first)]: body };
    if (!isObject(body)) throw new ShapeError(`the tenant's response for ${subject} is not an object`);
    // The response is also stored under the part's path, because a PUT has to send back the properties that the schema does not contain.
    return { ...body, [part.path]: body };
  };

  const write = (service: TenantClient, part: Part, path: string, body: unknown, { at, isPerishable }: Sending) => {
    const { writtenBy: method = "PUT" as const, ifUnavailable } = part;
    return service.request({
      ...{ method, path: pathOf(path, at), body, subject: labelOf(definition, at), action: "update" },
      ...{ continues: true, expected: "nothing", ifUnavailable },
      ...(isPerishable && { repeatable: "never" as const }),
    } as const);
  };

  /**
   * The requests that write the properties of a part. Each switch has its own request. `isLast` marks the ones that turn a switch off, and the ones that
   * clear a whole part: another part may refer to it until it is written.
   */
  const writesOf = (part: Part, body: JsonObject, before: JsonObject, sending: Sending) => {
    const { path } = part;
    const names = part.properties.filter((name) => own(body, wire(name)) !== undefined);
    const [first] = names;
    if (first === undefined) return [];
    const value = own(body, wire(first));
    if (part.body === "switches" && isObject(value)) {
      return Object.entries(value).map(([one, enabled]) => ({
        ...{ names, isLast: enabled !== true },
        send: (service: TenantClient) => write(service, part, `${path}/${one}`, { enabled }, sending),
      }));
    }
    const old = own(before, path);
    const changed = Object.fromEntries(names.map((name) => [wire(name), own(body, wire(name)) ?? null]));
    const whole = part.body === "value" ? value : { ...(isObject(old) && old), ...changed };
    const isLast = isObject(value) && Object.values(value).every((one) => one === null);
    return [
      {
        names,
        isLast: part.body === "value" && isLast,
        send: (service: TenantClient) => write(service, part, path, whole, sending),
      },
    ];
  };

  return {
    async get(service, names, continues, at) {
      const seen = parts.filter(({ isHidden }) => !isHidden);
      if (names.length > 0) {
        const bodies = await Promise.all(partsWith(parts, names).map((part) => read(service, part, at, continues)));
        return Object.assign({}, ...bodies) as JsonObject;
      }
      const all = await Promise.allSettled(seen.map((part) => read(service, part, at, continues)));
      const refused = all.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
      const failure = refused.find((reason) => !isUnavailable(definition, reason));
      if (failure !== undefined || refused.length === all.length) throw failure ?? refused[0];
      return Object.assign({}, ...all.map((one) => (one.status === "fulfilled" ? one.value : {}))) as JsonObject;
    },

    async send(service, body, before, at, isPerishable = false) {
      const all = parts.flatMap((part) => writesOf(part, body, before, { at, isPerishable }));
      const writes = [...all.filter(({ isLast }) => !isLast), ...all.filter(({ isLast }) => isLast)];
      for (const [index, { send }] of writes.entries()) {
        try {
          await send(service);
        } catch (error) {
          const isRefused = error instanceof TenantError && error.outcome !== "unknown";
          if (index === 0 || !isRefused) throw error;
          throw new Unfinished(error, [...new Set(writes.slice(index).flatMap(({ names }) => names))]);
        }
      }
    },
  };
}

/**
 * The switches in a response, by name. Elements without a name are skipped, because a later version of the service may add elements of other kinds.
 *
 * @throws ShapeError if the body is not an array, or if an element has a name but no boolean `enabled`
 */
function switchesIn(body: Json | undefined, subject: string): JsonObject {
  const named = Array.isArray(body) ? body.filter((one: Json) => typeof own(one, "name") === "string") : undefined;
  const isSwitch = (one: Json): one is { name: string; enabled: boolean } => typeof own(one, "enabled") === "boolean";
  if (!named?.every(isSwitch))
    throw new ShapeError(`the tenant's response for ${subject} is not a list of objects with "name" and "enabled"`);
  return Object.fromEntries(named.map(({ name, enabled }) => [name, enabled]));
}
