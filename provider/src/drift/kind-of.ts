import type { Kind } from "../lifecycle/kind.ts";
import { kinds } from "../lifecycle/registry.ts";
import { isOurs, typeForPeople } from "./urn.ts";

/** The kind behind a type; undefined for a type that is not of this package, or that this version does not know. */
export function kindOf(type: string): Kind | undefined {
  const name = typeForPeople(type);
  const handler = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return isOurs(type) && Object.hasOwn(kinds, handler) ? kinds[handler as keyof typeof kinds] : undefined;
}
