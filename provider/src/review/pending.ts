import { typeNameOf } from "../definitions/registry.ts";
import type { ExportedResource } from "../pulumi-cli/cli-document.ts";
import { type PreviewStep, stateOfEntry } from "../pulumi-cli/preview.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { recordOf } from "../state/record.ts";

/**
 * The deletions that an earlier replacement has left in a state. The next run carries them out regardless of its program, and `pulumi preview`
 * lists none of them.
 */
export function pendingDeletions(state: readonly ExportedResource[]): readonly PreviewStep[] {
  return state
    .filter(({ delete: isPending, external }) => isPending === true && external !== true)
    .map((entry) => ({
      ...{ op: "delete-replaced", urn: entry.urn, before: stateOfEntry(entry), after: undefined },
      ...{ reasons: [], details: [] },
    }));
}

/**
 * Whether a step may return a resource to the object of a pending deletion: the step replaces the object that was created as its replacement. A
 * rollback of the program leads to such a step.
 */
export function mayManageAgain({ urn, op, before }: PreviewStep, pending: PreviewStep): boolean {
  const type = typeNameOf(parseUrn(urn)?.type ?? "");
  if (!type || urn !== pending.urn || !before || !["replace", "create-replacement"].includes(op)) return false;
  const { replaced = [] } = recordOf(before.id ?? "", before.outputs);
  return replaced.some(({ id }) => id === pending.before?.id);
}
