import { legible } from "../tenant/index.ts";
import { UserError } from "./errors.ts";
import type { Found } from "./kind.ts";

/**
 * The object that a program means by a name which several may have; undefined where none has it.
 *
 * @param label what the program declares, for people
 * @param nouns the kind for people, as `an application` and `applications`
 * @throws UserError that lists them where several have it
 */
export function soleNamesake<F extends Found>(
  all: readonly F[],
  label: string,
  [one, several]: readonly [one: string, several: string],
): F | undefined {
  if (all.length < 2) return all[0];
  throw new UserError(
    `${label} cannot be adopted by its name, as ${all.length} ${several} have it (${legible(all.map(({ id }) => id).join(", "))}). ` +
      `Use \`pulumi-tenant import\`, which takes ${one} by its id, or give them other names.`,
  );
}
