export {
  knownProviderCodes,
  type TypeName as KindName,
  typeNames as kindNames,
} from "../../provider/src/definitions/registry.ts";
export { resourceTypes as kinds } from "../../provider/src/resources/resource-types.made.ts";
