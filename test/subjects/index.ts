import * as all from "./all.made.ts";
import { type TypeName, typeNames } from "./kinds.ts";
import type { Subject } from "./subject.ts";

/** By the name of the type. A type of the registry without a subject does not compile. */
export const byName: { readonly [Name in TypeName]: Subject<Name> } = all;

/** One for each kind, in the order of the registry. */
export const subjects: readonly Subject[] = typeNames.map((name) => byName[name]);
