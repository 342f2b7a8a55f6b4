import type { Definition } from "../schema/definition.ts";
import { type Fields, identityOf } from "../schema/schema.ts";

/** A type of objects that this package does not manage but refers to by id. */
interface OutsideType {
  /** The noun in messages: `client`. */
  readonly noun: string;
  /** The key of the objects in reports of the impact of a change, as JSON: `members`. */
  readonly impactGroup?: string;
  /** The plural in texts of these reports: `users`. Default: `impactGroup`. */
  readonly plural?: string;
}

/** The types outside this package that properties refer to by id (`idOf`). */
const outside = {
  user: { noun: "user", impactGroup: "members", plural: "users" },
  group: { noun: "group" },
} as const satisfies Readonly<Record<string, OutsideType>>;

/** The names in `idOf` of types outside this package. */
export type OutsideName = keyof typeof outside;

/** The types outside this package, by their names in `idOf`. */
export const outsideTypes: ReadonlyMap<string, OutsideType> = new Map(Object.entries(outside));

/**
 * The type outside this package to a single object of which each object of a type belongs: the user of an assignment of roles. Undefined if there is
 * none. No program creates the outside object, and other tenants lack it.
 */
export function outsideOwnerOf({ schema }: Pick<Definition, "schema">): OutsideType | undefined {
  const fields: Fields = schema.fields;
  const owners = identityOf(schema).map((name) => outsideTypes.get(fields[name]?.idOf ?? ""));
  return owners.find((owner) => owner !== undefined);
}
