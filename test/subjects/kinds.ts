export { type KindName, kindNames, knownProviderCodes } from "../../provider/src/objects/descriptors.ts";
export { kinds } from "../../provider/src/objects/kinds.ts";
