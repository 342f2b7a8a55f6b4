import { sanitize } from "../client/index.ts";
import { confirmed, reading } from "./errors.ts";
import type { OperationContext } from "./operation-context.ts";
import type { Replacement } from "./program/replacements.ts";
import { keptWith } from "./taken-along.ts";

/**
 * The reason why an object must not be replaced: the replacement would permanently delete content that the program does not declare, or another object
 * that the program keeps. Undefined if the object may be replaced.
 */
export async function replacementRefusal(
  context: OperationContext,
  replacement: Replacement | undefined,
): Promise<string | undefined> {
  const { type } = context;
  const { id } = replacement ?? {};
  if (replacement === undefined || id === undefined || !(type.lostWith || type.schema.takesAlong)) return undefined;
  return confirmed(
    () => refusalNow(context, id, replacement),
    (refusal) => refusal !== undefined,
  );
}

/** The reason against the replacement of an object, as the object is now. */
async function refusalNow(
  context: OperationContext,
  id: string,
  { inputs, hints }: Replacement,
): Promise<string | undefined> {
  const { type, service } = context;
  const live = await reading(() => type.read(service, id, {}));
  if (live === undefined) return undefined;
  const [kept] = await keptWith(context, live);
  const lost = type.lostWith?.(live, inputs, hints);
  const why = kept ?? (lost && `the existing object (id ${sanitize(id)}) ${lost}`);
  return why && `${type.label(inputs)} is not replaced: ${why}`;
}
