import * as pulumi from "@pulumi/pulumi";
import { type Secrecy, secrecyOfElementIn } from "../model/secrecy/by-path.ts";
import { holdsSecret } from "../model/secrecy/find.ts";
import { isSecretText } from "../model/secrecy/values.ts";

/**
 * The same value, with a secret in place of each value that is documented as one or looks so, whether or not the program marked it.
 *
 * A promise or an output stays one. Its value is marked as soon as it is known, where documentation or a name says that there may be a
 * secret in it. Nothing else is waited for: the check looks through all values.
 */
export function markSecrets(value: unknown, secrecy: Secrecy): unknown {
  return mark(value, secrecy, "", false);
}

/** @param isBelow whether a name above it looks secret */
function mark(value: unknown, secrecy: Secrecy, name: string, isBelow: boolean): unknown {
  if (value === undefined || value === null) return value;
  if (secrecy.isSecret) return pulumi.secret(value);
  const isHolder = secrecy.holdsSecrets && isPlainObject(value);
  const isNamed = isBelow || secrecy.meant !== undefined || (secrecy.looksSecret && !isHolder);
  if (pulumi.Output.isInstance<unknown>(value) || value instanceof Promise) {
    if (!isNamed && !secrecy.holdsSecrets) return value;
    const marked = (known: unknown) => mark(known, secrecy, name, isBelow);
    return value instanceof Promise ? value.then(marked) : value.apply(marked);
  }
  if (Array.isArray(value)) return value.map((item) => mark(item, secrecyOfElementIn(secrecy), name, isNamed));
  if (!isPlainObject(value)) return isSecret(value, name, isNamed) ? pulumi.secret(value) : value;
  const members = Object.entries(value).map(([key, item]) => {
    const below = secrecy.below(key);
    return [key, below ? mark(item, below, key, isNamed) : item];
  });
  return Object.fromEntries(members);
}

function isSecret(value: unknown, name: string, isNamed: boolean): boolean {
  // What is no plain value, such as a resource, is left to the SDK.
  if (typeof value === "object") return false;
  return isNamed ? holdsSecret(value, name) : typeof value === "string" && isSecretText(value);
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
