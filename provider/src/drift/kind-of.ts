import type { Kind } from "../lifecycle/kind.ts";
import { kinds } from "../lifecycle/registry.ts";
import { handlerOf } from "../model/type-token.ts";
import { isOurs, typeForPeople } from "./urn.ts";

/** The kind behind a type; undefined for a type that is not of this package, or that this version does not know. */
export function kindOf(type: string): Kind | undefined {
  const handler = handlerOf(typeForPeople(type));
  return isOurs(type) && Object.hasOwn(kinds, handler) ? kinds[handler as keyof typeof kinds] : undefined;
}
