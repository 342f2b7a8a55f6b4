import { sanitize } from "../../client/index.ts";
import { describePath, type JsonObject, type Path, valueAt } from "../../schema/json.ts";
import { foreignContent, isOn, turnedOn } from "../../state/activation.ts";
import { Draft } from "../../state/leaves.ts";
import { causedBy } from "../known-content.ts";
import type { Veto } from "./veto.ts";

/** Refuses to put values into force that the program does not declare and that another client may have set. */
export const activation: Veto = async ({ type, service }, write) => {
  const { schema } = type;
  const { action, plan, inputs, record, live: read } = write;
  const switches = action === "update" ? turnedOn(plan, inputs) : [];
  if (switches.length === 0) return [];
  const properties = switches.flatMap(({ path, content }) => [path, ...content]).flatMap(([name = ""]) => name);
  const live = await read([...new Set(properties)]);
  if (live === undefined) return [];
  const carriedOut = write.carriedOut(live);
  // The update drops a value that contradicts a declared one, so that no program could declare both.
  const target = { host: service.host, origin: `https://${service.host}` };
  const problems = (args: JsonObject) => type.rules(args, target, inputs).length;
  const isPossible = (path: Path) => {
    const both = new Draft(inputs);
    both.put(path, valueAt(live, path) ?? null);
    return problems(both.root) <= problems(inputs);
  };
  return turnedOn(carriedOut, inputs)
    .filter((one) => !isOn(schema, one, live))
    .flatMap((one) => {
      const foreign = foreignContent(schema, one, carriedOut, live, causedBy(record, write.known.outputs)).filter(
        isPossible,
      );
      return foreign.length > 0 ? [refusal(one.path, foreign)] : [];
    });
};

function refusal(path: Path, foreign: readonly Path[]): string {
  const names = sanitize(foreign.map(describePath).join(", "), 2_000);
  return (
    `${describePath(path)} would put ${names} into force, which the program does not declare. Another client may have set, changed or removed these ` +
    `values since this stack last set them. Check them at the tenant, and declare ${names} in the program with the intended values. To delete the ` +
    "resource and reset its values, do this first; to leave the values as they are, remove it from the state with `pulumi state delete`."
  );
}
