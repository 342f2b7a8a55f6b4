import * as all from "./all.ts";
import { type KindName, kindNames } from "./kinds.ts";
import type { Subject } from "./subject.ts";

/** A type of the registry without a subject does not compile. */
const byName: { readonly [Name in KindName]: Subject<Name> } = all;

/** One for each kind, in the order of the registry. */
export const subjects: readonly Subject[] = kindNames.map((name) => byName[name]);
