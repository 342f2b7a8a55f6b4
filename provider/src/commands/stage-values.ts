import { z } from "zod";
import { camelCase, fitting, Unique, wordsOf } from "../import/names.ts";
import { maxKeyLength, wordsOfPlace } from "../import/settings.ts";
import type { Change, ResourceReport } from "../report/types.ts";
import { covers, describePath, fromPointer, type Json, type Path, toPointer, unknownValue } from "../schema/json.ts";
import { matcherOf } from "../schema/names.ts";
import { type PropertyPath, parsePropertyPath } from "../schema/property-path.ts";
import { classOf } from "../schema/provider-code.ts";
import { fieldAt } from "../schema/schema.ts";
import { definitions, type TypeName, typeNameOf } from "../types/registry.ts";

const placeForm = z.strictObject({
  type: z.string(),
  name: z.string(),
  path: z.array(z.string()),
  kind: z.enum(["text", "number", "boolean", "secret"]),
});

/** A property of a program whose value the configuration of a stack replaces: the class, the resource's name, the path and the kind of the value. */
export type StagePlace = z.infer<typeof placeForm>;

/** The form of the file of places: by configuration key. */
export const stagePlaces = z.record(z.string(), placeForm);

/** The places of a program, by configuration key. */
export type StagePlaces = z.infer<typeof stagePlaces>;

/** A difference that becomes a configuration value of a stack. */
export interface StageValue {
  readonly urn: string;
  readonly place: StagePlace;
  /** The tenant's value. Undefined for a secret, which a report does not contain. */
  readonly value: Json | undefined;
}

/** A chosen difference that stays in the program, and the reason. */
export interface Staying {
  readonly type: string;
  readonly name: string;
  /** The path as reports print it. */
  readonly path: string;
  readonly why: string;
}

/**
 * The differences that become configuration: texts, numbers, booleans and secrets of objects that the stack has.
 *
 * @param resources the report of the next update: `was` is the tenant's value
 * @param patterns patterns of a resource's name, or of a name, a colon and a path, with everything below the path. Empty: every difference
 */
export function stageValuesIn(
  resources: readonly ResourceReport[],
  patterns: readonly string[],
): { readonly values: readonly StageValue[]; readonly staying: readonly Staying[] } {
  const isChosen = chooserOf(patterns);
  const values: StageValue[] = [];
  const staying: Staying[] = [];
  // The program finds a resource by its class and its name. In two components, resources can have both in common.
  const namesakes = Map.groupBy(resources, ({ type, name }) => JSON.stringify([type, name]));
  for (const { urn, type: token, name, id, state, changes } of resources) {
    const type = typeNameOf(token);
    if (type === undefined || id === undefined || state !== "changed") continue;
    for (const change of changes) {
      const keys = parsePropertyPath(change.path.replace(/\[\]$/, "")) ?? [change.path];
      if (!isChosen(name, keys)) continue;
      const path = keys.map(String);
      const isInList = change.path.endsWith("[]") || keys.some((key) => typeof key === "number");
      const isOnly = namesakes.get(JSON.stringify([token, name]))?.length === 1;
      const inPlace = isInList ? "an element of a list" : whyStaying(type, path, change);
      const why = isOnly ? inPlace : "another resource has the same class and name, in another component";
      if (why !== undefined) staying.push({ type: classOf(type), name, path: change.path, why });
      else
        values.push({
          urn,
          place: { type: classOf(type), name, path, kind: kindOf(change) },
          value: change.secret ? undefined : change.was,
        });
    }
  }
  return { values, staying };
}

function chooserOf(patterns: readonly string[]): (name: string, path: PropertyPath) => boolean {
  const matchers = patterns.map(matcherOf);
  return (name, path) => {
    const places = [name, ...path.map((_, at) => `${name}:${describePath(path.slice(0, at + 1))}`)];
    return matchers.length === 0 || matchers.some((fits) => places.some(fits));
  };
}

function whyStaying(type: TypeName, path: Path, { secret, was, is }: Change): string | undefined {
  if (secret) return undefined;
  if (was === undefined || was === null) return "the tenant has no value";
  if (isComposite(was) || isComposite(is)) return "a list or an object";
  if (is === unknownValue) return "a reference to an object that the next update creates";
  return isCode(type, path) || [was, is].some(hasLines) ? "code, or a text of several lines" : undefined;
}

function isComposite(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null;
}

function isCode(type: TypeName, path: Path): boolean {
  const { fields, destinations = [] } = definitions[type].schema;
  const code = destinations.filter((one) => one.isCode).flatMap(({ addresses }) => addresses.map(fromPointer));
  const field = fieldAt(fields, path);
  const isText = field?.kind === "string" && field.language !== undefined;
  return isText || code.some((address) => covers(address, path));
}

function hasLines(value: Json | undefined): boolean {
  return typeof value === "string" && value.includes("\n");
}

function kindOf({ secret, was }: Change): StagePlace["kind"] {
  if (secret) return "secret";
  return typeof was === "number" || typeof was === "boolean" ? (typeof was as "number" | "boolean") : "text";
}

/**
 * The configuration keys of values. A place that the program has already keeps its key.
 *
 * @param known the places that the program has
 * @param taken the keys that a stack of the program has
 */
export function stageKeys(
  values: readonly StageValue[],
  known: StagePlaces,
  taken: Iterable<string>,
): ReadonlyMap<string, StageValue> {
  const textOf = ({ type, name, path }: StagePlace) => JSON.stringify([type, name, path]);
  const keys = new Map(Object.entries(known).map(([key, place]) => [textOf(place), key]));
  const unique = new Unique("", [...taken, ...Object.keys(known)]);
  return new Map(
    values.map((value) => {
      const { name, path } = value.place;
      const words = [...wordsOf(name), ...wordsOfPlace(toPointer(path))];
      return [keys.get(textOf(value.place)) ?? unique.take(fitting(words, camelCase, maxKeyLength) || "value"), value];
    }),
  );
}
