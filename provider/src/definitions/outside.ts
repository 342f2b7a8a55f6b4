/** A resource type that this package does not manage, and that properties of its objects are the ids of. */
interface OutsideType {
  /** For people: `client`. */
  readonly noun: string;
  /** What they are to people who ask whom a change concerns, several of them: `members`. */
  readonly concerned?: string;
}

/** What properties refer to by id (`idOf`), and is no kind of the registry. */
const outside = {
  user: { noun: "user", concerned: "members" },
} as const satisfies Readonly<Record<string, OutsideType>>;

/** What `idOf` can say besides the kinds of the registry. */
export type OutsideName = keyof typeof outside;

/** The kinds outside of this package, by the names that `idOf` has for them. */
export const outsideTypes: ReadonlyMap<string, OutsideType> = new Map(Object.entries(outside));
