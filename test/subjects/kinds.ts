export { type KindName, kindNames, knownProviderCodes } from "../../provider/src/definitions/registry.ts";
export { kinds } from "../../provider/src/resources/kinds.ts";
