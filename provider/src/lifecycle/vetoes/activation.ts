import { sanitize } from "../../client/index.ts";
import { describePath, type Path } from "../../schema/json.ts";
import { foreignContent, isOn, turnedOn } from "../../state/activation.ts";
import { causedIn } from "../known-content.ts";
import type { Veto } from "./veto.ts";

/** Refuses to put values into force that the program does not declare and that another client may have set. */
export const activation: Veto = async ({ type: { schema } }, { action, plan, inputs, record, live: read }) => {
  const switches = action === "update" ? turnedOn(plan, inputs) : [];
  if (switches.length === 0) return [];
  const properties = switches.flatMap(({ path, content }) => [path, ...content]).flatMap(([name = ""]) => name);
  const live = await read([...new Set(properties)]);
  if (live === undefined) return [];
  return switches
    .filter((one) => !isOn(schema, one, live))
    .flatMap((one) => {
      const foreign = foreignContent(schema, one, plan, live, causedIn(record.content));
      return foreign.length > 0 ? [refusal(one.path, foreign)] : [];
    });
};

function refusal(path: Path, foreign: readonly Path[]): string {
  const names = sanitize(foreign.map(describePath).join(", "), 2_000);
  return (
    `${describePath(path)} would put ${names} into force, which the program does not declare. Another client may have set, changed or removed these ` +
    `values since this stack created the object. Check them at the tenant, and declare ${names} in the program with the intended values.`
  );
}
