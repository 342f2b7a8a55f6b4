import { isShownOnce } from "../../provider/src/schema/schema.ts";
import { definitions, type TypeName } from "../../provider/src/types/registry.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";

export {
  knownProviderCodes,
  type TypeName,
  typeNames,
} from "../../provider/src/types/registry.ts";
export { resourceTypes as kinds } from "../../provider/src/types/resource-types.made.ts";

/** Whether the destroy of a resource leaves its object as it is: a singleton, or an object that only its owner's deletion ends. */
export function isNeverDeleted(name: TypeName): boolean {
  return resourceTypes[name].schema.singleton !== undefined || definitions[name].scopes.delete.length === 0;
}

/** Whether an update can change an object. If not, each change of an argument replaces it. */
export function isChangeable(name: TypeName): boolean {
  return Object.values(resourceTypes[name].schema.fields).some(
    ({ computed, forceNew, forceNewIfDeclared }) => !computed && !forceNew && !forceNewIfDeclared,
  );
}

/**
 * Whether another team can have made an object that a program declares. A singleton was made by nobody, and no program declares an object whose value only
 * its creation has shown to another team.
 */
export function canBeTheirs(name: TypeName): boolean {
  const { hasOwnObject, schema } = resourceTypes[name];
  return hasOwnObject && schema.singleton === undefined && !isShownOnce(schema);
}
