import { type Service, sanitize, type TenantClient } from "../client/index.ts";
import type { Definition, Part } from "../schema/definition.ts";
import { type JsonObject, own } from "../schema/json.ts";
import { describePath } from "../schema/pointer.ts";
import { argumentsIn } from "../schema/route.ts";
import { type Fields, identityOf, pathRulesOf, type Schema, wireName } from "../schema/schema.ts";
import { notShown } from "../schema/secrecy/masks.ts";
import { undocumented, withUndocumented } from "../schema/undocumented.ts";
import { leavesOf } from "../state/leaves.ts";
import { planChange, sendsSomething } from "../state/plan.ts";
import { notKept } from "../state/project.ts";
import { declaredPaths, recordOf } from "../state/record.ts";
import { hideMasks } from "../state/secrets.ts";
import { withUnknownProperties } from "../state/unknown-properties.ts";
import { fromWire, ShapeError, toWire } from "../state/wire.ts";
import { labelOf } from "./calls.ts";
import { changesOf } from "./changes.ts";
import { clearing } from "./clear-undocumented.ts";
import { reading, UserError } from "./errors.ts";
import { resetOnDestroy } from "./outputs.ts";
import { type Composite, compositeOf } from "./place.ts";
import type { Listable } from "./reads/listable.ts";
import { Incomplete, ordinary, type ResourceType } from "./resource-type.ts";
import { refuseHidden } from "./rest.ts";
import { type Requests, requestsOfParts, Unfinished, wholeOf } from "./singleton-requests.ts";
import { WriteOnlySecrets } from "./write-only-secrets.ts";

/** Deviations from the ordinary requests of a singleton. */
interface Special {
  readonly normalize?: ResourceType["normalize"];
  readonly rules?: ResourceType["rules"];
  readonly warnings?: ResourceType["warnings"];
  readonly adoptionWarnings?: ResourceType["adoptionWarnings"];
  /** Properties that `adjust` or a warning needs besides the given values. An adoption or update tries to read these properties. Default: none. */
  readonly alsoReads?: (values: JsonObject) => readonly string[];
  readonly importRules?: ResourceType["importRules"];
  /** Adjusts properties that depend on each other so that they agree, and returns the properties that an update sends. */
  readonly adjust?: (changes: JsonObject, inputs: JsonObject, live: JsonObject) => JsonObject;
  /** A destroy with `resetOnDestroy` deletes the object, except if another client has changed a declared value. Default: it resets the values. */
  readonly keepsChanged?: true;
  /** A destroy with `resetOnDestroy` clears all values of the object, including undeclared ones. Default: it resets only declared values. */
  readonly isDeletable?: true;
  /** The requests that read and send the object. Default: GET and PATCH of the route, or the requests of the object's parts if it has any. */
  readonly requests?: Requests;
  /** Converts a response, before the conversion by the schema. Default: unchanged. */
  readonly fromBody?: (body: JsonObject) => JsonObject;
  /** Converts a request body, after the conversion by the schema. `now` is the object at the tenant, under the API's names. Default: unchanged. */
  readonly toBody?: (body: JsonObject, now: JsonObject) => JsonObject;
}

/** The schema of a singleton. */
type SingletonSchema = Schema & { readonly singleton: string | true };

/**
 * The resource type of an object that every tenant has exactly once, behind `GET|PATCH /path`. With identity properties, a tenant has the
 * object once for each identity: the route contains these properties, and the id consists of them.
 *
 * A creation always adopts the object, even without `adopt`: it reads the object and sends only the declared values that differ. A deletion sends
 * nothing, or with `resetOnDestroy` clears the declared properties as their removal from the program would. After each write, the object is
 * read again, because some PATCH responses do not contain the object, or contain arrays in another order.
 *
 * The object cannot be deleted. So a 404 means that the tenant lacks the feature, like a refusal because of the plan.
 */
export function singletonOf(
  definition: Definition & { readonly schema: SingletonSchema },
  {
    normalize = ordinary.normalize,
    rules = ordinary.rules,
    warnings = ordinary.warnings,
    adoptionWarnings,
    alsoReads = () => [],
    importRules,
    adjust,
    keepsChanged,
    isDeletable,
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

  const update: ResourceType["update"] = async (service, { id, plan, inputs, secrets }) => {
    const at = composite.identityIn(id, {});
    const subject = label(at);
    const touched = [...plan.declared, ...plan.removed].flatMap(({ path }) => path.slice(0, 1));
    const names = [...new Set(touched)].filter((name) => !identity.includes(name));
    const { live, body } = await get(service, at, names);
    const changes = changesOf(schema, { plan, inputs, now: { live, body }, label: subject });
    const whole = await withFurther(service, at, live, changes);
    const complete = withMaskedSecrets(definition.parts ?? [], changes, inputs, live);
    const opened = secrets.opened(fields, adjust?.(complete, inputs, whole) ?? complete, (at) => {
      throw new UserError(
        `${subject} was not changed: the update has to send ${describePath(at)}, and this run does not know its value. Remove it from ` +
          "ignoreChanges, or declare its value.",
      );
    });
    const wire = toBody(toWire(fields, opened), body);
    const request = withUnknownProperties(schema, plan, wire, body);
    if (Object.keys(request).length === 0) return { live };
    refuseHidden(subject, request);
    const again = async () => ({ id, live: (await reread(service, at, names)).live });
    const send = async (sent: JsonObject) => {
      await requests.send(service, sent, body, at).catch(async (error: unknown) => {
        if (!(error instanceof Unfinished) || !(error.cause instanceof Error)) throw error;
        const unsure = [...plan.changed, ...plan.removed].filter(({ path: [name = ""] }) => error.left.includes(name));
        const pointers = unsure.map(({ pointer }) => pointer);
        throw new Incomplete(await again(), pointers, error.cause);
      });
      return again();
    };
    return clearing(schema.fields[undocumented], request, subject, send, again);
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
    ...(adoptionWarnings && { adoptionWarnings }),
    ...(importRules && { importRules }),
    label,
    provisionalId: idOf,
    isTaken: () => false,
    // A replacement adopts the object again. A deletion before it would reset values, which stay reset if the run ends in between.
    deleteBeforeReplace: () => false,
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
    async delete(service, id, outputs) {
      const at = composite.identityIn(id, {});
      const subject = label(at);
      if (own(outputs, resetOnDestroy) !== true) {
        console.warn(
          `${subject}: nothing was sent. The tenant keeps all values, and this stack no longer manages them`,
        );
        return;
      }
      const { live } = await get(service, at, propertiesIn(outputs));
      if (keepsChanged && !isAsKnown(schema, outputs, live)) return sayOthers(subject);
      const paths = isDeletable ? leavesOf(fields, live).map(({ pointer }) => pointer) : declaredPaths(outputs);
      const plan = planChange(schema, live, { paths, unsure: [] }, {});
      // A reset sends no declared secrets, so it needs no values behind hashes.
      const secrets = new WriteOnlySecrets();
      if (sendsSomething(plan)) await update(service, { id, plan, inputs: {}, outputs: live, unsure: [], secrets });
      const kept = leavesOf(fields, outputs).filter(
        ({ field, path }) => pathRulesOf(field, path, outputs).clear?.how === "release",
      );
      if (kept.length === 0) return;
      const names = sanitize(kept.map(({ path }) => describePath(path)).join(", "), 2_000);
      console.warn(`warning: ${subject}: the API cannot reset ${names}. The tenant keeps the present values`);
    },
  };
  return type;
}

/**
 * Adds the masked secrets of the parts that an update replaces, with their declared values: a PUT would store the masks. If the program does not
 * declare a masked secret, its placeholder is added, so that the update is refused.
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

/**
 * Whether the tenant still has all values of the state, or no value of the object at all. If not, another client has changed a value, and may rely
 * on the object.
 */
export function isAsKnown({ fields }: Schema, outputs: JsonObject, live: JsonObject): boolean {
  const { unsure } = recordOf("", outputs);
  // A value whose response was lost can be the one that this stack sent.
  const sure = leavesOf(fields, outputs).filter(({ pointer }) => !unsure.includes(pointer));
  return Object.keys(live).length === 0 || notKept(sure, outputs, live).length === 0;
}

/** Reports that a destroy with `resetOnDestroy` keeps values that another client has set since. */
export function sayOthers(subject: string): void {
  console.warn(
    `warning: ${subject}: nothing was reset, because the tenant's values are no longer those that this stack set. The tenant keeps them`,
  );
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
