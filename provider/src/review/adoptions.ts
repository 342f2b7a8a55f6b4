import { definitions, type TypeName, typeNameOf } from "../definitions/registry.ts";
import { tenantOf } from "../graph/graph.ts";
import type { PreviewStep } from "../pulumi-cli/preview.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { holdsUnknown, isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import type { Fields } from "../schema/schema.ts";
import { keyPartOf } from "../state/ids.ts";

/** A creation of a plan that adopts the object if the tenant has it already. */
export interface Adoption {
  readonly urn: string;
  readonly type: TypeName;
  /** The host of the tenant; empty if the plan does not contain it. */
  readonly tenant: string;
  /** The declared inputs. */
  readonly inputs: JsonObject;
}

/**
 * The values of adopted objects at their tenant before the plan, by URN: undefined if the tenant has no such object. Adoptions whose objects were not
 * read are absent.
 */
export type ValuesBefore = ReadonlyMap<string, JsonObject | undefined>;

/** The adoptions of a plan: creations with `adopt: true`, and creations of settings that every tenant has. */
export function adoptionsIn(steps: readonly PreviewStep[]): readonly Adoption[] {
  return steps.flatMap(({ op, urn, after }) => {
    const type = typeNameOf(parseUrn(urn)?.type ?? "");
    if (op !== "create" || !type || !after) return [];
    const { inputs } = after;
    const isAdopting = definitions[type].schema.singleton !== undefined || own(inputs, "adopt") === true;
    return isAdopting ? [{ urn, type, tenant: tenantOf(inputs), inputs }] : [];
  });
}

/**
 * A key that is the same for the entry of an object in the state and for an adoption of the object. It consists of the properties by which an
 * adoption finds its object. Undefined if one of them is not known.
 */
export function identityKeyOf(type: TypeName, tenant: string, properties: JsonObject): string | undefined {
  const { schema, uniqueBy } = definitions[type];
  const values = uniqueBy.map((name) => keyPartOf(schema, name, own(properties, name)));
  const isKnown = values.every((value) => value !== undefined && !holdsUnknown(value));
  return isKnown ? JSON.stringify([tenant, type, values]) : undefined;
}

/** The values of an object after its adoption: those that the program declares, and the undeclared ones that the tenant keeps. */
export function valuesAfter(type: TypeName, before: JsonObject, inputs: JsonObject): JsonObject {
  const fields: Fields = definitions[type].schema.fields;
  const keepsMembers = (name: string) => fields[name]?.kind === "object" || fields[name]?.kind === "document";
  return {
    ...before,
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [
        name,
        keepsMembers(name) ? merged(own(before, name), value) : value,
      ]),
    ),
  };
}

function merged(before: Json | undefined, declared: Json): Json {
  return isObject(before) && isObject(declared) ? { ...before, ...declared } : declared;
}
