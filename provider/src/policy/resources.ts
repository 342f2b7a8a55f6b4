import type { PolicyProviderResource, PolicyResource, ResourceValidationArgs } from "@pulumi/policy";
import type { NamedObject } from "../baseline/audit.ts";
import { managementApiIn, parseDomain, settingPrefix, variables } from "../client/configuration.ts";
import { wrongCodeIn } from "../pulumi-cli/provider-code.ts";
import { readJson } from "../pulumi-cli/strict-json.ts";
import { masked, plainPlacesOf } from "../pulumi-cli/values.ts";
import { idNameOf } from "../schema/definition.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  type Path,
  put,
  unknownValue,
} from "../schema/json.ts";
import { referencesOf } from "../state/references.ts";
import { definitions, typeNameOf } from "../types/registry.ts";

/** A resource as the engine passes it to a policy. */
type SeenResource = Pick<ResourceValidationArgs, "type" | "props" | "urn" | "name" | "provider">;

/** The object of a resource; undefined for a resource of another package. */
export function objectOf({ type, props, urn, name, provider }: SeenResource): NamedObject | undefined {
  const kind = typeNameOf(type);
  if (!kind) return undefined;
  const values = valuesOf(props);
  const tenant = tenantOf(provider);
  const managementApi = managementApiIn(process.env, tenant);
  return { type: kind, tenant, managementApi, urn, name, properties: masked(values, plainPlacesOf(urn, values)) };
}

/** What is wrong with the provider code of a resource; undefined if it is that of its class. */
export function wrongCodeOf({ type, props }: Pick<SeenResource, "type" | "props">): string | undefined {
  return wrongCodeIn(type, valuesOf(props));
}

/**
 * The objects of all resources of a stack, with ids.
 *
 * The engine passes no ids to policies, and in a preview no outputs of new resources. Therefore an object gets the id by which another resource
 * refers to it, or else its URN. A reference with an unknown value gets the id of a resource on which its property depends, if the reference can
 * lead to only one resource.
 */
export function objectsOf(resources: readonly PolicyResource[]): readonly NamedObject[] {
  const seen = resources.flatMap((resource) => {
    const object = objectOf(resource);
    return object ? [{ object, resource }] : [];
  });
  const objects = new Map(seen.map(({ object }) => [object.urn, object]));
  const references = seen.flatMap(({ object, resource }) => referencesFrom(object, resource, objects));
  const ids = new Map<NamedObject, string>();
  for (const { to, property, value } of references) {
    if (property === "id" && value !== undefined && to.length === 1 && to[0]) ids.set(to[0], value);
  }
  for (const { object } of seen) {
    const id = own(object.properties, idNameOf(definitions[object.type]));
    if (typeof id === "string" && id !== unknownValue) ids.set(object, id);
  }
  const idOf = (object: NamedObject) => ids.get(object) ?? object.urn ?? "";
  for (const group of Map.groupBy(references, ({ key }) => key).values()) resolve(group, idOf);
  return seen.map(({ object }) => ({ ...object, id: idOf(object) }));
}

/** A reference from an object, with the resources on which the referring property depends: the reference leads to one of them. */
interface FoundReference {
  readonly from: NamedObject;
  /** Equal for all references from one top-level property to the same property of the same type. */
  readonly key: string;
  readonly path: Path;
  readonly property: string;
  /** Undefined if unknown. */
  readonly value: string | undefined;
  readonly to: readonly NamedObject[];
}

function referencesFrom(
  from: NamedObject,
  { propertyDependencies, urn }: PolicyResource,
  objects: ReadonlyMap<string | undefined, NamedObject>,
): readonly FoundReference[] {
  const { fields } = definitions[from.type].schema;
  return referencesOf(fields, from.properties).map(({ type, property, path, value }) => {
    const [top = ""] = path;
    const to = (propertyDependencies[top] ?? []).flatMap((resource) => {
      const object = objects.get(resource.urn);
      return object?.type === type ? [object] : [];
    });
    return { from, key: JSON.stringify([urn, top, type, property]), path, property, value, to };
  });
}

/** Fills in the values of unknown references, but only if their number equals the number of resources to which no known reference leads. */
function resolve(references: readonly FoundReference[], idOf: (object: NamedObject) => string): void {
  const targetValue = (object: NamedObject, property: string) =>
    property === "id" ? idOf(object) : own(object.properties, property);
  const unknown = references.filter(({ value }) => value === undefined);
  const known = new Set(references.map(({ value }) => value));
  const left = (references[0]?.to ?? []).filter((object) => {
    const value = targetValue(object, references[0]?.property ?? "");
    return typeof value !== "string" || !known.has(value);
  });
  if (left.length !== unknown.length) return;
  for (const [index, { from, path, property }] of unknown.entries()) {
    const target = left[index];
    const value = target && targetValue(target, property);
    if (typeof value === "string" && value !== unknownValue) replaceUnknown(from.properties, path, value);
  }
}

/** Replaces the first unknown value at a path, in place: `valuesOf` has made a copy of the properties. */
function replaceUnknown(properties: JsonObject, path: Path, value: string): void {
  const steps = path.map(String);
  const last = steps.pop() ?? "";
  let holder: Json | undefined = properties;
  for (const step of steps) holder = (holder as Record<string, Json> | undefined)?.[step];
  const container = holder as Record<string, Json>;
  const found = container[last];
  if (Array.isArray(found)) (found as Json[])[found.indexOf(unknownValue)] = value;
  else put(container, last, value);
}

/** The host of a resource's tenant; empty if it is not configured, or not known yet. */
function tenantOf(provider: PolicyProviderResource | undefined): string {
  const key = `${settingPrefix}domain`;
  const explicit = provider && own(valuesOf(provider.props), key);
  const domain = explicit ?? (process.env[variables.domain] || own(configuration(), key));
  if (typeof domain !== "string" || domain === unknownValue) return "";
  try {
    return parseDomain(domain).host;
  } catch {
    return "";
  }
}

/** The configuration of the stack, which the engine passes to the pack's process in an environment variable. */
function configuration(): JsonObject {
  const parsed = readJson(
    process.env.PULUMI_CONFIG || "{}",
    (what) => new Error(`the configuration of the stack cannot be read: ${what}`),
  );
  return isObject(parsed) ? parsed : {};
}

/** A plain copy of properties, in which every unknown value is the engine's placeholder. */
function valuesOf(props: object): JsonObject {
  const copy: MutableJsonObject = {};
  for (const key of Object.keys(props)) put(copy, key, valueAt(props as Readonly<Record<string, unknown>>, key));
  return copy;
}

/** A copy of one value. The SDK of policies throws an error for each access to an unknown value. */
function valueAt(holder: Readonly<Record<string | number, unknown>>, key: string | number): Json {
  let value: unknown;
  try {
    value = holder[key];
  } catch {
    return unknownValue;
  }
  if (Array.isArray(value)) {
    const list = value as Readonly<Record<number, unknown>> & { readonly length: number };
    return Array.from({ length: list.length }, (_, index) => valueAt(list, index));
  }
  if (typeof value === "object" && value !== null) return valuesOf(value);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
