import { isSecret } from "../pulumi-cli/values.ts";
import { valueInWords } from "../report/words.ts";
import { holdsUnknown, isObject, type Json, own } from "../schema/json.ts";
import type { Field, Fields } from "../schema/schema.ts";
import { definitions } from "../types/registry.ts";
import { tools } from "../types/tools.made.ts";
import type { Outcome } from "./outcomes.ts";

/**
 * The values after a run of the properties that reports tell together (`toldTogether`), in words: `factors: otp (not declared: sms)`. Empty if the
 * run changes none of them. A value that the stack does not declare is the tenant's, and not known.
 */
export function remainsOf({ type, after, plan }: Outcome): readonly string[] {
  const { toldTogether = [] } = tools[type];
  const { schema } = definitions[type];
  const changed = new Set([...plan.changed, ...plan.removed].map(({ path: [name] }) => name));
  if (!after || !toldTogether.some((name) => changed.has(name))) return [];
  return toldTogether.map((name) => `${name}: ${remainsInWords(schema.fields[name], own(after, name))}`);
}

function remainsInWords(field: Field | undefined, value: Json | undefined): string {
  if (value === undefined || value === null) return "not declared";
  if (isSecret(value)) return "[secret]";
  if (field?.kind === "object" && isObject(value)) return switchesInWords(field.fields, value);
  if (holdsUnknown(value)) return "known only during the run";
  if (Array.isArray(value)) return value.length > 0 ? value.map((one) => valueInWords(one)).join(", ") : "none";
  return valueInWords(value);
}

/** The switches of an object that are on, and those of which the stack does not know whether they are. */
function switchesInWords(fields: Fields, value: Json): string {
  const names = Object.keys(fields);
  const which = (test: (one: Json | undefined) => boolean) => names.filter((name) => test(own(value, name))).join(", ");
  const on = which((one) => one === true);
  const unknown = which((one) => one !== undefined && one !== null && typeof one !== "boolean");
  const open = which((one) => one === undefined || one === null);
  const unsure = [
    ...(unknown === "" ? [] : [`known only during the run: ${unknown}`]),
    ...(open === "" ? [] : [`not declared: ${open}`]),
  ];
  return `${on === "" ? "none" : on}${unsure.length > 0 ? ` (${unsure.join("; ")})` : ""}`;
}
