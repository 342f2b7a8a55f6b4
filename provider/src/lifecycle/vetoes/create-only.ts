import { sanitize } from "../../client/index.ts";
import { describePath } from "../../schema/json.ts";
import { setOnce } from "../../schema/schema.ts";
import { differingSetOnce } from "../../state/plan.ts";
import type { Veto } from "./veto.ts";

/**
 * Refuses to update values that only a creation can set, if the object has other values. A change of a known value of the kind that replaces an object is no
 * update; but what the object has at a path that the program declares only now, neither the state nor the preview's plan shows.
 */
export const createOnly: Veto = async ({ type: { schema } }, { action, plan, inputs, live: read }) => {
  const changed = plan.changed.filter(({ field, path }) => setOnce(field, path, inputs));
  if (action !== "update" || changed.length === 0) return [];
  const live = await read(changed.flatMap(({ path: [name = ""] }) => name));
  return differingSetOnce(changed, live ?? {}).map(
    ({ path }) =>
      `${sanitize(describePath(path))} can only be set when the ${schema.noun} is created, and this ${schema.noun} has another value. Declare the ` +
      `value that it has, or remove the property from the program: it then keeps its value. To get another value, create another ${schema.noun}.`,
  );
};
