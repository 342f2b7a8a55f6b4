/** The part that a resource declares of a set in which several resources can have a part. */
export interface Stake {
  /** The set: `the clients of connection "con_…"`. */
  readonly of: string;
  /** A list of all members leaves no room for anybody else's. */
  readonly part: "all" | "some" | "none";
}

/** What the resources of this process declare. In a process of the engine they are those of one run of one program. */
export class Stakes {
  readonly #all = new Map<string, string>();
  readonly #some = new Map<string, string>();

  /**
   * Keeps what a resource declares.
   *
   * @param label the resource, for people
   * @returns another resource with which it would fight, for people; undefined where there is none
   */
  declare(host: string, { of, part }: Stake, label: string): string | undefined {
    const key = `${host} ${of}`;
    const [mine, others] = part === "some" ? [this.#some, this.#all] : [this.#all, this.#some];
    if (part === "none") mine.delete(key);
    else mine.set(key, label);
    return part === "none" ? undefined : others.get(key);
  }
}

/** Those of all kinds in this process. */
export const stakes = new Stakes();

/** What a person reads where two resources of one program would fight. */
export function wouldFight({ of, part }: Stake, other: string): string {
  const [whole, partial] = part === "all" ? ["this resource", other] : [other, "this resource"];
  return (
    `${whole} declares all of ${of}, and ${partial} declares some of them: in one program the two would take them from each other. ` +
    "Declare them in one of the two only."
  );
}
