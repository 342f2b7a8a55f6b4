import { sanitize } from "../client/index.ts";
import { type JsonObject, own } from "../schema/json.ts";
import type { ManagedRecord } from "../state/record.ts";
import { type Claiming, objectKey } from "./claims.ts";
import { UserError } from "./errors.ts";
import type { Found } from "./resource-type.ts";

/**
 * The object that a program means by a name which several may have; undefined where none has it.
 *
 * @param label what the program declares, for people
 * @param objects several of them for people: `applications`
 * @throws UserError that lists them where several have it
 */
export function soleNamesake<F extends Found>(all: readonly F[], label: string, objects: string): F | undefined {
  if (all.length < 2) return all[0];
  throw new UserError(
    `${label} cannot be adopted by its name, as ${all.length} ${objects} have it (${sanitize(all.map(({ id }) => id).join(", "))}). ` +
      `Use \`pulumi-tenant import\`, which takes ${objects} by their ids, or give them other names.`,
  );
}

/** An object that the program keeps, and that can share its name with others. */
interface Namesake extends Pick<ManagedRecord, "made" | "replaced"> {
  readonly id: string;
  /** The program says `adopt: false`: it means a new object, whichever others have the name. */
  readonly isMeant: boolean;
}

/**
 * The objects that the program keeps, by name, where names are not unique. If a resource gets another name in the program and no alias, the
 * engine creates a second object and asks to delete the first one. Nothing but the name of the object tells.
 */
export class Namesakes {
  readonly #kept = new Map<string, Map<string, Namesake>>();

  keep(kind: Claiming, inputs: JsonObject, id: string, { made, replaced = [] }: ManagedRecord): void {
    const key = kind.sharesNames && objectKey(kind, inputs);
    if (!key) return;
    const all = this.#kept.get(key) ?? new Map<string, Namesake>();
    const isMeant = own(inputs, "adopt") === false;
    this.#kept.set(key, all.set(id, { id, replaced, isMeant, ...(made !== undefined && { made }) }));
  }

  /**
   * An object that the program keeps, that has the name of one that is to be deleted, that came later, and that has not replaced it.
   *
   * @param outputs those of the one that is to be deleted
   */
  successorOf(kind: Claiming, outputs: JsonObject, id: string, { made = 0 }: ManagedRecord): Namesake | undefined {
    const key = kind.sharesNames && objectKey(kind, outputs);
    const others = [...((key ? this.#kept.get(key) : undefined)?.values() ?? [])];
    return others.find(
      (one) =>
        one.id !== id && !one.isMeant && (one.made ?? 0) > made && !one.replaced?.some((before) => before.id === id),
    );
  }
}
