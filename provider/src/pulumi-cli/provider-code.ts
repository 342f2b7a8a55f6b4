import { type Json, type JsonObject, own, unknownValue } from "../schema/json.ts";
import { classOfCode, providerKey, typeToken } from "../schema/provider-code.ts";
import { type TypeName, typeNameOf } from "../types/registry.ts";
import { isOurs, typeForPeople } from "./urn.ts";

/*
 * A resource is what its provider code does. The engine takes the class of a resource from its URN, but runs the code of its properties: a
 * resource of the class `Role` with the code of `ClientGrant` makes a client grant.
 */

/**
 * The type of a resource: that of its provider code if this package has written the code, and otherwise that of its class.
 *
 * @param type the type token of the class
 * @param properties the properties in which the code can stand
 */
export function typeOfResource(type: string, properties: JsonObject): TypeName | undefined {
  const code = own(properties, providerKey);
  const made = typeof code === "string" ? classOfCode(code) : undefined;
  return typeNameOf(made === undefined ? type : typeToken(made));
}

/**
 * Whether a resource has provider code that is not of this package, and the class of another package. What the code does cannot be judged.
 *
 * @param all the properties in which the code can stand: inputs and outputs
 */
export function isDynamicOfOthers(type: string, ...all: readonly (JsonObject | undefined)[]): boolean {
  return !isOurs(type) && all.some((properties) => own(properties, providerKey) !== undefined);
}

/**
 * What is wrong with the provider code of a resource, in words that follow its name; undefined if the code is that of its class, or if neither
 * class nor code are of this package.
 *
 * @param type the type token of the class
 * @param all the properties in which the code can stand: inputs and outputs. A secret may be a placeholder
 */
export function wrongCodeIn(type: string, ...all: readonly (JsonObject | undefined)[]): string | undefined {
  const other = otherClassIn(type, ...all);
  if (other !== undefined || !isOurs(type)) return other;
  const unknown = all.map((properties) => own(properties, providerKey)).find((code) => !isOwnCode(code));
  if (unknown === undefined) return undefined;
  if (unknown === unknownValue) return "has provider code that is known only during the run";
  if (typeof unknown !== "string")
    return "has provider code that is not plain text, so it is unknown what the code does";
  return "has provider code that this version of pulumi-tenant has not written";
}

function isOwnCode(code: Json | undefined): boolean {
  return code === undefined || (typeof code === "string" && classOfCode(code) !== undefined);
}

/** The part of {@link wrongCodeIn} about code of this package that belongs to another class. The parameters are the same. */
export function otherClassIn(type: string, ...all: readonly (JsonObject | undefined)[]): string | undefined {
  const expected = isOurs(type) ? typeForPeople(type) : undefined;
  const codes = all.map((properties) => own(properties, providerKey));
  const classes = codes.flatMap((code) => (typeof code === "string" ? (classOfCode(code) ?? []) : []));
  const other = classes.find((made) => made !== expected);
  return other && `has the provider code of ${other}, so every operation on it is one on a ${other}`;
}
