import { legible } from "../client/index.ts";
import { reading } from "./errors.ts";
import type { Replacement } from "./replacements.ts";
import type { Work } from "./work.ts";

/**
 * Why an object must not be replaced: something goes for good with it that nothing declares. Undefined where it may.
 */
export async function replacementRefusal(
  { kind, service }: Pick<Work, "kind" | "service">,
  replacement: Replacement | undefined,
): Promise<string | undefined> {
  if (!kind.lostWith || replacement?.id === undefined) return undefined;
  const { id, inputs, hints } = replacement;
  const live = await reading(() => kind.read(service, id, {}));
  const lost = live && kind.lostWith(live, inputs, hints);
  return lost && `${kind.label(inputs)} is not replaced: the one at the tenant (id ${legible(id)}) ${lost}`;
}
