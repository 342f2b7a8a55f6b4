import { isObject, type Json, own } from "../model/json.ts";

/** What a JSON value is. Members that are not named may have any value, and any member may be absent. */
export type Shape =
  | "string"
  | "boolean"
  | "number"
  | { readonly oneOf: readonly string[] }
  | { readonly either: readonly Shape[] }
  | { readonly listOf: Shape }
  | { readonly mapOf: Shape }
  | { readonly members: Shapes };

/** The shapes of members, by name. */
export type Shapes = Readonly<Record<string, Shape>>;

/** Whether a value has a shape. */
export function fits(value: Json, shape: Shape): boolean {
  if (typeof shape === "string") return typeof value === shape;
  if ("oneOf" in shape) return shape.oneOf.some((text) => text === value);
  if ("either" in shape) return shape.either.some((one) => fits(value, one));
  if ("listOf" in shape) return Array.isArray(value) && value.every((item) => fits(item, shape.listOf));
  if (!isObject(value)) return false;
  if ("mapOf" in shape) return Object.values(value).every((item) => fits(item, shape.mapOf));
  return Object.entries(shape.members).every(([name, inside]) => {
    const member = own(value, name);
    return member === undefined || fits(member, inside);
  });
}
