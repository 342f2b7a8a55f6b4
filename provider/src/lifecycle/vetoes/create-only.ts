import { sanitize } from "../../client/index.ts";
import { describePath } from "../../schema/json.ts";
import { pathRulesOf } from "../../schema/schema.ts";
import { differingCreateOnly } from "../../state/plan.ts";
import type { Veto } from "./veto.ts";

/** Refuses to update values that only a creation can set, if the object has other values. */
export const createOnly: Veto = async ({ type: { schema } }, { action, plan, inputs, live: read }) => {
  const changed = plan.changed.filter(({ field, path }) => pathRulesOf(field, path, inputs).createOnly);
  if (action !== "update" || changed.length === 0) return [];
  const live = await read(changed.flatMap(({ path: [name = ""] }) => name));
  return differingCreateOnly(changed, live ?? {}).map(
    ({ path }) =>
      `${sanitize(describePath(path))} can only be set when the ${schema.noun} is created, and this ${schema.noun} has another value. Declare the ` +
      `value that it has, or remove the property from the program: it then keeps its value. To get another value, create another ${schema.noun}.`,
  );
};
