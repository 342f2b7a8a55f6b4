import { sharesNames } from "../../schema/definition.ts";
import type { JsonObject } from "../../schema/json.ts";
import { isShownOnce } from "../../schema/schema.ts";
import type { ManagedRecord } from "../../state/record.ts";
import { listInWords } from "../calls.ts";
import { entryIn } from "../entry-in.ts";
import { UnclearObject } from "../errors.ts";
import type { Found } from "../resource-type.ts";
import { type Claiming, claimKey, isSecondNamesake } from "./claims.ts";

/**
 * The only object with a declared name; undefined if there is none.
 *
 * @param all the objects with that name
 * @param label the resource, for messages
 * @param objects the plural of the type's noun, for messages: `applications`
 * @throws UnclearObject that lists the objects if several have the name
 */
export function soleNamesake<F extends Found>(all: readonly F[], label: string, objects: string): F | undefined {
  if (all.length < 2) return all[0];
  throw new UnclearObject(
    `${label} cannot be adopted by its name: ${all.length} ${objects} have this name (${listInWords(all.map(({ id }) => id))}). ` +
      `Use \`pulumi-tenant import\`, which imports ${objects} by their ids, or rename the others.`,
  );
}

/** An object that a resource of the program manages, of a type whose objects can share a name. */
interface Namesake extends Pick<ManagedRecord, "made" | "replaced"> {
  readonly id: string;
  /** Whether the resource declares `adopt: false`: it requires a new object, even if other objects have the same name. */
  readonly isMeant: boolean;
}

/** An object to be deleted. */
interface LeavingNamesake {
  /** The key of the claim on the object. */
  readonly key?: string | undefined;
  readonly id: string;
  readonly made?: number | undefined;
}

/**
 * The objects that the program manages, by name, for types whose names are not unique. If a resource is renamed in the program without an alias,
 * the engine creates a second object and deletes the first one. Only the common name of both objects shows that they belong to one resource, so
 * that the deletion of the first one can be refused ({@link successorOf}).
 */
export class Namesakes {
  readonly #managed = new Map<string, Map<string, Namesake>>();

  /** Records that a resource with these inputs manages an object. */
  note(type: Claiming, inputs: JsonObject, id: string, { made, replaced }: ManagedRecord): void {
    // An object with a value that only its creation has shown is no renamed one: a program rotates a token by a second one.
    const key = sharesNames(type, inputs) && !isShownOnce(type.schema) && claimKey(type, inputs);
    if (!key) return;
    const isMeant = isSecondNamesake(type, inputs);
    const all = entryIn(this.#managed, key, () => new Map<string, Namesake>());
    all.set(id, { id, replaced, isMeant, ...(made !== undefined && { made }) });
  }

  /**
   * The object that takes the place of an object to be deleted: the program manages it, it has the same name, was created later, and is not
   * recorded as a replacement of the deleted one.
   */
  successorOf({ key, id, made = 0 }: LeavingNamesake): Namesake | undefined {
    const others = [...((key === undefined ? undefined : this.#managed.get(key))?.values() ?? [])];
    return others.find(
      (one) =>
        one.id !== id && !one.isMeant && (one.made ?? 0) > made && !one.replaced.some((before) => before.id === id),
    );
  }
}
