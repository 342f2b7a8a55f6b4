import { inPlain } from "../../state/secrets.ts";
import { PartialFailure } from "../errors.ts";
import type { Entry } from "../resource-type.ts";

/**
 * The creations and updates of this run that have failed half-way. If an error hook of the program asks for a repetition, the engine calls the operation
 * again with the same arguments, and saves only the result of the last attempt. The provider does not learn of the hook.
 */
export class Attempts {
  readonly #failures = new Map<string, PartialFailure>();

  /**
   * Carries out an attempt.
   *
   * @param key the operation. Undefined if its attempts cannot be told from those of another one
   * @param write continues where the last attempt has stopped half-way, if there is one
   * @throws PartialFailure if the operation fails and this or an earlier attempt has reached a part of it
   */
  async make<T>(key: string | undefined, write: (begun: Entry | undefined) => Promise<T>): Promise<T> {
    if (key === undefined) return write(undefined);
    const last = this.#failures.get(key);
    try {
      const made = await write(last && { id: last.id, outputs: inPlain(last.properties) });
      this.#failures.delete(key);
      return made;
    } catch (error) {
      const isPartly = error instanceof PartialFailure;
      if (isPartly) this.#failures.set(key, error);
      if (isPartly || last === undefined || !(error instanceof Error)) throw error;
      throw new PartialFailure(last.id, error.message, last.properties, { cause: error });
    }
  }
}
