import type { JsonObject } from "../../schema/json.ts";
import { type Claiming, naturalKeyOf } from "./claims.ts";
import { areSame } from "./replacements.ts";

/** The inputs that the state has, as the engine has passed them to checks: it never passes them to diffs. */
export class OldInputs {
  /** By natural key. */
  readonly #inputs = new Map<string, JsonObject[]>();

  /** Records the inputs that the state has for a resource. */
  note(type: Claiming, inputs: JsonObject): void {
    const key = naturalKeyOf(type, inputs);
    this.#inputs.set(key, [...(this.#inputs.get(key) ?? []), inputs]);
  }

  /**
   * Whether the program declares a resource whose entry in the state has this natural key. Only entries that this run has checked count, because
   * a refresh also covers resources that were removed from the program.
   */
  haveNamesake(type: Claiming, inputs: JsonObject): boolean {
    return this.#inputs.has(naturalKeyOf(type, inputs));
  }

  /** Whether the declared inputs equal those in the state. Then the engine's own comparison finds no change, even if the outputs differ. */
  haveSame(type: Claiming, inputs: JsonObject): boolean {
    const olds = this.#inputs.get(naturalKeyOf(type, inputs)) ?? [];
    return olds.some((old) => areSame(old, inputs));
  }
}
