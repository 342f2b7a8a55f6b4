import * as all from "./all.ts";
import { type TypeName, typeNames } from "./kinds.ts";
import type { Subject } from "./subject.ts";

/** A type of the registry without a subject does not compile. */
const byName: { readonly [Name in TypeName]: Subject<Name> } = all;

/** One for each kind, in the order of the registry. */
export const subjects: readonly Subject[] = typeNames.map((name) => byName[name]);
