import type { JsonObject } from "../schema/json.ts";
import type { TypeName } from "../types/registry.ts";
import type { GraphObject } from "./graph.ts";

/** A planned creation that adopts the object instead, if the tenant has it already. */
export interface Adoption {
  readonly urn: string;
  readonly type: TypeName;
  /** The host of the tenant; empty if the plan does not contain it. */
  readonly tenant: string;
  /** The declared inputs. */
  readonly inputs: JsonObject;
  readonly dependencies: NonNullable<GraphObject["dependencies"]>;
}

/** The object at a tenant that a plan adopts, as it was read there. */
export interface AdoptedObject {
  readonly id: string;
  /** The object as the tenant returns it, with secrets in plain text. */
  readonly live: JsonObject;
  /** The values that are in force: `live`, and the defaults that apply to properties which the response omits. */
  readonly values: JsonObject;
  /** The declared inputs, with the ids of other adopted objects in place of those that are known only during the run. */
  readonly inputs: JsonObject;
  /** The properties whose unknown ids were replaced. */
  readonly assumed: readonly string[];
}

/**
 * The objects that a plan adopts, as they are at their tenant before the plan, by URN: undefined if the tenant has no such object. Adoptions whose
 * objects were not read, or that no known value identifies, are absent.
 */
export type ValuesBefore = ReadonlyMap<string, AdoptedObject | undefined>;
