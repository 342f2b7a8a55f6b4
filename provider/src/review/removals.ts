import type { NamedObject } from "../baseline/audit.ts";
import type { PreviewStep } from "../pulumi-cli/preview.ts";
import { schemaOf } from "../pulumi-cli/values.ts";
import { Draft } from "../state/draft.ts";
import { leavesOf, putLeaf } from "../state/leaves.ts";
import { planChange, type Removal } from "../state/plan.ts";

/**
 * Adds to an object after a plan what the plan resets: an update sends the service's default for a property that was removed from the program, or
 * removes the value. A property that the API cannot clear stays unknown.
 */
export function withRemovals(steps: readonly PreviewStep[]): (object: NamedObject) => NamedObject {
  const removals = new Map(steps.map((step) => [step.urn, removalsIn(step)]));
  return (object) => (removals.get(object.urn ?? "") ?? []).reduce(withoutOne, object);
}

function removalsIn({ op, urn, before, after }: PreviewStep): readonly Removal[] {
  const schema = schemaOf(urn);
  if (!schema || op !== "update" || !before || !after) return [];
  const paths = leavesOf(schema.fields, before.inputs).map(({ pointer }) => pointer);
  return planChange(schema, before.inputs, { paths, unsure: [] }, after.inputs).removed;
}

function withoutOne(object: NamedObject, { path, field, clear }: Removal): NamedObject {
  if (clear.how !== "default") return { ...object, cleared: [...(object.cleared ?? []), path.join(".")] };
  const draft = new Draft(object.properties);
  putLeaf(field, draft, path, clear.value);
  return { ...object, properties: draft.root };
}
