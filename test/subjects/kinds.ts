export {
  knownProviderCodes,
  type TypeName,
  typeNames,
} from "../../provider/src/definitions/registry.ts";
export { resourceTypes as kinds } from "../../provider/src/resources/resource-types.made.ts";
