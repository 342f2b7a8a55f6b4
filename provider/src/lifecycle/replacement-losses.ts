import { sanitize } from "../client/index.ts";
import { reading } from "./errors.ts";
import type { OperationContext } from "./operation-context.ts";
import type { Replacement } from "./replacements.ts";

/**
 * The reason why an object must not be replaced: the replacement would permanently delete content that the program does not declare. Undefined
 * if the object may be replaced.
 */
export async function replacementRefusal(
  { type, service }: Pick<OperationContext, "type" | "service">,
  replacement: Replacement | undefined,
): Promise<string | undefined> {
  if (!type.lostWith || replacement?.id === undefined) return undefined;
  const { id, inputs, hints } = replacement;
  const live = await reading(() => type.read(service, id, {}));
  const lost = live && type.lostWith(live, inputs, hints);
  return lost && `${type.label(inputs)} is not replaced: the existing object (id ${sanitize(id)}) ${lost}`;
}
