/** A type of objects that this package does not manage but refers to by id. */
interface OutsideType {
  /** The noun in messages: `client`. */
  readonly noun: string;
  /** The plural of the noun. */
  readonly plural: string;
}

/** The types outside this package that properties refer to by id (`idOf`). */
const outside = {
  group: { noun: "group", plural: "groups" },
} as const satisfies Readonly<Record<string, OutsideType>>;

/** The names in `idOf` of types outside this package. */
export type OutsideName = keyof typeof outside;

/** The types outside this package, by their names in `idOf`. */
export const outsideTypes: ReadonlyMap<string, OutsideType> = new Map(Object.entries(outside));
