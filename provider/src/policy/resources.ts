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
  put,
  unknownValue,
} from "../schema/json.ts";
import { type Reference, referencesOf } from "../state/references.ts";
import { nameFor, withReferences } from "../state/unknown-references.ts";
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
 * refers to it, or else its URN. A reference with an unknown value gets the id of a resource on which its property depends, if it is clear of which one.
 */
export function objectsOf(resources: readonly PolicyResource[]): readonly NamedObject[] {
  const seen = resources.flatMap((resource) => {
    const object = objectOf(resource);
    return object ? [{ object, resource }] : [];
  });
  const objects = new Map(seen.map(({ object }) => [object.urn, object]));
  const targetsOf = ({ propertyDependencies }: PolicyResource, { type, path: [top = ""] }: Reference) =>
    (propertyDependencies[top] ?? []).flatMap(({ urn }) => {
      const object = objects.get(urn);
      return object?.type === type ? [object] : [];
    });
  const ids = new Map<NamedObject, string>();
  for (const { object, resource } of seen) {
    for (const reference of referencesOf(definitions[object.type].schema.fields, object.properties)) {
      const [target, ...others] = targetsOf(resource, reference);
      if (reference.property !== "id" || reference.value === undefined) continue;
      if (target && others.length === 0) ids.set(target, reference.value);
    }
  }
  for (const { object } of seen) {
    const id = own(object.properties, idNameOf(definitions[object.type]));
    if (typeof id === "string" && id !== unknownValue) ids.set(object, id);
  }
  const idOf = (object: NamedObject) => ids.get(object) ?? object.urn;
  return seen.map(({ object, resource }) => {
    const { fields } = definitions[object.type].schema;
    const namesFor = (reference: Reference) =>
      targetsOf(resource, reference).map((target) => nameFor(reference, idOf(target), target.properties));
    const { properties } = withReferences(fields, object.properties, namesFor, true);
    return { ...object, id: idOf(object), properties };
  });
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
