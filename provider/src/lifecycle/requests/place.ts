import { sanitize } from "../../client/index.ts";
import { type Definition, idNameOf, listingRouteOf } from "../../schema/definition.ts";
import { type Json, type JsonObject, own } from "../../schema/json.ts";
import { identityOf, wireName } from "../../schema/schema.ts";
import { argumentsIn, parametersOf, pathOf } from "../../schema/service.ts";
import { compositeId, keyPartOf, partsOfId } from "../../state/references.ts";
import { UserError } from "../errors.ts";

/** The paths and ids of the objects of one type. */
export interface Places {
  /** The path of the listing that contains an object. A create request uses the same path. */
  collection(args: JsonObject): readonly string[];
  /** The path of an object. */
  object(id: string, args: JsonObject): readonly string[];
  /** The listing that contains the object at a path, and the object's key in that listing; undefined for other paths. */
  entryAt(
    path: readonly string[],
  ): { readonly listing: readonly string[]; readonly key: string | undefined } | undefined;
  /** The key by which a listing finds an object whose id is not known; undefined if the listing cannot find it. */
  keyIn(args: JsonObject): Json | undefined;
  /** The keys by which an entry of the listing can be found: the object's id, and its key as in `keyIn`. */
  keysOf(row: JsonObject): readonly (Json | undefined)[];
  /** The id of an object in a response. @param asked the id of the requested object, if it is known */
  idOf(body: JsonObject, args: JsonObject, asked?: string): Json | undefined;
  /** The properties that are part of an object's path and that no response contains. */
  inPath(id: string | undefined, args: JsonObject): JsonObject;
}

/** The paths and ids of top-level objects: `/roles/{id}`. */
export function ownPlaces(definition: Definition): Places {
  const { route, uniqueBy, schema } = definition;
  const root = route.split("/");
  const idName = idNameOf(definition);
  /** The value of the unique property, or all values of several unique properties as one text. */
  const keyOf = (given: (name: string) => Json | undefined) => {
    const parts = uniqueBy.map((name) => keyPartOf(schema, name, given(name)));
    return parts.length === 1 ? parts[0] : parts.includes(undefined) ? undefined : JSON.stringify(parts);
  };
  return {
    collection: () => root,
    object: (id) => [...root, id],
    entryAt: (path) =>
      path.length <= root.length + 1 && root.every((segment, at) => segment === path[at])
        ? { listing: root, key: path[root.length] }
        : undefined,
    keyIn: (args) => keyOf((name) => own(args, name)),
    keysOf: (row) => [own(row, idName), keyOf((name) => own(row, wireName(name, schema.fields[name])))],
    idOf: (body) => own(body, idName),
    inPath: () => ({}),
  };
}

/**
 * The paths and ids of objects that link two other objects. The path begins with one of the two and ends with the id of the other:
 * `/organizations/{organizationId}/enabled_connections/{connectionId}`.
 *
 * @param routeFor the route, if it depends on declared values
 */
export function linkPlaces(
  definition: Definition,
  composite: Composite,
  routeFor: (args: JsonObject) => string = () => definition.route,
): Places {
  const { route, schema } = definition;
  const segments = route.split("/");
  const key = composite.identity.find((name) => !parametersOf(route).includes(name)) ?? "";
  const collection = (args: JsonObject) => pathOf(routeFor(args), args);
  return {
    collection,
    object: (id, args) => {
      const parts = composite.identityIn(id, args);
      return [...collection({ ...args, ...parts }), String(own(parts, key))];
    },
    entryAt: (path) => entryBelow(segments, path),
    keyIn: () => undefined,
    keysOf: (row) => [own(row, wireName(key, schema.fields[key]))],
    idOf: (_, args) => composite.idOf(args),
    inPath: (id, args) => {
      const parts = id === undefined ? composite.ownerIn(args) : composite.identityIn(id, args);
      return Object.fromEntries(parametersOf(route).map((name) => [name, own(parts, name) ?? null]));
    },
  };
}

/**
 * The paths and ids of objects that belong to one other object, the owner, and have ids of their own:
 * `/organizations/{organizationId}/discovery-domains/{id}`. In the state, an id is composed of both.
 *
 * @param idIs what an id identifies, for the message about a malformed id: `a discovery domain`
 */
export function ownedPlaces(definition: Definition, idIs: string): Places {
  const { route } = definition;
  const segments = route.split("/");
  const idName = idNameOf(definition);
  const [owner = ""] = parametersOf(route);
  const partsOf = (id: string): readonly string[] => {
    const parts = partsOfId(id, 2);
    if (parts) return parts;
    throw new UserError(
      `"${sanitize(id)}" is not the id of ${idIs}: such an id has the form ${compositeId([owner, idName])}`,
    );
  };
  return {
    collection: (args) => pathOf(route, args),
    object: (id) => {
      const [ofOwner = "", own = ""] = partsOf(id);
      return [...pathOf(route, { [owner]: ofOwner }), own];
    },
    entryAt: (path) => entryBelow(segments, path),
    keyIn: () => undefined,
    keysOf: (row) => [own(row, idName)],
    idOf: (body, args, asked) => {
      const [ofOwner, id] = [asked === undefined ? own(args, owner) : partsOf(asked)[0], own(body, idName)];
      return typeof ofOwner === "string" && typeof id === "string" ? compositeId([ofOwner, id]) : id;
    },
    inPath: (id, args) => ({ [owner]: (id === undefined ? own(args, owner) : partsOf(id)[0]) ?? null }),
  };
}

/**
 * The paths and ids of objects of which another object, the owner, has at most one: `/connections/{connectionId}/scim-configuration`. The id is that
 * of the owner, and one listing has the objects of all owners.
 */
export function partPlaces(definition: Definition): Places {
  const { route } = definition;
  const idName = idNameOf(definition);
  const [owner = ""] = parametersOf(route);
  return {
    collection: (args) => pathOf(route, args),
    object: (id) => pathOf(route, { [owner]: id }),
    entryAt: (path) => {
      const ofOwner = argumentsIn(route, path)?.[owner];
      return ofOwner === undefined ? undefined : { listing: listingRouteOf(definition).split("/"), key: ofOwner };
    },
    keyIn: () => undefined,
    keysOf: (row) => [own(row, idName)],
    idOf: (body) => own(body, idName),
    inPath: (id, args) => ({ [owner]: id ?? own(args, owner) ?? null }),
  };
}

/** The listing of a path below a route with parameters, and the key of the object in the listing: see {@link Places.entryAt}. */
function entryBelow(segments: readonly string[], path: readonly string[]): ReturnType<Places["entryAt"]> {
  const isOf = segments.every((segment, at) => segment.startsWith("{") || segment === path[at]);
  if (!isOf || path.length > segments.length + 1) return undefined;
  return { listing: path.slice(0, segments.length), key: path[segments.length] };
}

/** Ids that are composed of an object's identity properties. Optional ones come last, and an id lacks those that have no value. */
export interface Composite {
  readonly identity: readonly string[];
  idOf(args: JsonObject): string;
  /** The properties of which an id is composed, taken from the arguments. Optional ones without a value are absent. */
  ownerIn(args: JsonObject): JsonObject;
  /** The same properties, taken from the values if these are complete, otherwise from the id. @throws UserError if the id is malformed */
  identityIn(id: string, values: JsonObject): JsonObject;
}

/** @param idIs what an id identifies, for the message about a malformed id: `a member's roles` */
export function compositeOf({ schema }: Pick<Definition, "schema">, idIs: string): Composite {
  const identity = identityOf(schema);
  const required = identity.filter((name) => schema.fields[name]?.required);
  const forms = [...new Set([identity, required].map(compositeId))];
  const ownerIn = (args: JsonObject) =>
    Object.fromEntries(
      identity.flatMap((name) => {
        const value = own(args, name);
        return value === undefined && !required.includes(name) ? [] : [[name, String(value)]];
      }),
    );
  return {
    identity,
    idOf: (args) => compositeId(Object.values(ownerIn(args))),
    ownerIn,
    identityIn(id, values) {
      if (required.every((name) => own(values, name) !== undefined)) return ownerIn(values);
      const parts = partsOfId(id, identity.length) ?? partsOfId(id, required.length);
      if (parts) return Object.fromEntries(parts.map((part, at) => [identity[at] ?? "", part]));
      throw new UserError(`"${sanitize(id)}" is not the id of ${idIs}: such an id has the form ${forms.join(" or ")}`);
    },
  };
}
