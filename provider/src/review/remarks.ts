import { sanitize } from "../client/index.ts";
import { knownProviderCodes } from "../definitions/registry.ts";
import { tenantOf } from "../graph/graph.ts";
import type { ExportedResource } from "../pulumi-cli/exported-stack.ts";
import { isChange, type PreviewStep } from "../pulumi-cli/preview.ts";
import { isOurs, parseUrn } from "../pulumi-cli/urn.ts";
import { maxNameLength, titleOf } from "../report/words.ts";
import { own } from "../schema/json.ts";
import { providerKey } from "../schema/keys.ts";
import { reliedOn } from "./objects.ts";

/** What a step does that none of its changed values shows, in words. */
export type Remarks = (step: PreviewStep) => readonly string[];

/** The remarks on the steps of a plan. */
export function remarksOn(steps: readonly PreviewStep[], state: readonly ExportedResource[]): Remarks {
  const properties = [...state.map(({ inputs, outputs }) => ({ ...inputs, ...outputs })), ...steps.map(propertiesOf)];
  const tenants = new Set(properties.map(tenantOf).filter((tenant) => tenant !== ""));
  const relied = reliedOn(steps);
  return (step) => [
    ...(tenants.size > 1 ? placeOf(step) : []),
    ...deletionElsewhere(relied(step)),
    ...quietChanges(step),
  ];
}

/** Whether a review has to show a step: it changes the object, or something by which later runs treat the object in another way. */
export function isNotable(step: PreviewStep): boolean {
  return isChange(step.op) || (step.op === "same" && quietChanges(step).length > 0);
}

function quietChanges(step: PreviewStep): readonly string[] {
  return [...optionsInWords(step), ...foreignCodeIn(step)];
}

function propertiesOf({ before, after }: PreviewStep) {
  return after?.inputs ?? { ...before?.inputs, ...before?.outputs };
}

/** The tenant of a resource. A report names it only if there are several. */
function placeOf(step: PreviewStep): readonly string[] {
  if (!isOurs(parseUrn(step.urn)?.type ?? "")) return [];
  const tenant = tenantOf(propertiesOf(step));
  return [tenant === "" ? "at a tenant that is known only during the run" : `at tenant ${sanitize(tenant)}`];
}

function deletionElsewhere(urn: string | undefined): readonly string[] {
  const { type, name } = parseUrn(urn ?? "") ?? {};
  if (type === undefined || name === undefined) return [];
  return [
    `the run does not delete this object: it stays unless the tenant deletes it with ${titleOf({ type, name })} (deletedWith)`,
  ];
}

/**
 * The safeguards that a step takes away by the options of its resource. The engine changes them in the state only, so its operation is often `same`.
 */
function optionsInWords({ before, after }: PreviewStep): readonly string[] {
  if (!after) return [];
  const known = new Set(before?.ignoreChanges);
  // All of them are named: a harmless one must not hide another one behind a count.
  const ignored = (after.ignoreChanges ?? []).filter((path) => !known.has(path));
  return [
    ...(before?.protect === true && after.protect !== true
      ? ["no longer protected (protect): a later run can delete or replace it"]
      : []),
    ...(ignored.length > 0
      ? [
          `ignored from now on (ignoreChanges): ${ignored.map((path) => sanitize(path, maxNameLength)).join(", ")}. ` +
            "No drift report shows edits of it, and no run undoes them",
        ]
      : []),
  ];
}

/** Whether a step brings along provider code of this package's types that is not this package's. The engine's host runs it. */
function foreignCodeIn({ urn, before, after }: PreviewStep): readonly string[] {
  if (!after || !isOurs(parseUrn(urn)?.type ?? "")) return [];
  const code = own(after.inputs, providerKey);
  if (code === undefined || code === own(before?.inputs, providerKey)) return [];
  if (typeof code === "string" && knownProviderCodes.has(code)) return [];
  return ["the run executes provider code for it that this version of pulumi-tenant has not written"];
}
