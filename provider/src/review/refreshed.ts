import type { ExportedResource } from "../pulumi-cli/exported-stack.ts";
import type { Preview } from "../pulumi-cli/preview.ts";

/**
 * A preview and a state as they are after the refresh with which the preview begins: without the steps that only read, and without the resources
 * whose objects the refresh did not find. `isRefreshed` says whether the preview has a refresh. The other steps begin at the values that the refresh has read. A preview without a refresh is returned as it is.
 */
export function afterRefresh(
  preview: Preview,
  state: readonly ExportedResource[],
): { readonly preview: Preview; readonly state: readonly ExportedResource[]; readonly isRefreshed: boolean } {
  const refreshed = new Set(preview.steps.filter(({ op }) => op === "refresh").map(({ urn }) => urn));
  if (refreshed.size === 0) return { preview, state, isRefreshed: false };
  const steps = preview.steps.filter(({ op }) => op !== "refresh");
  const found = new Set(steps.flatMap(({ urn, before }) => (before ? [urn, before.urn ?? urn] : [])));
  return {
    preview: { ...preview, steps },
    state: state.filter((entry) => entry.delete === true || !refreshed.has(entry.urn) || found.has(entry.urn)),
    isRefreshed: true,
  };
}
