import type { DriftReport, ResourceReport } from "./report.ts";
import { parseUrn, typeForPeople } from "./urn.ts";

/** A resource of the report or a parent of such, with those below it. */
export interface Branch {
  readonly urn: string;
  /** For a parent that is not itself in the report: its type and name. */
  readonly title: string;
  readonly resource: ResourceReport | undefined;
  readonly branches: Branch[];
}

/** The resources of a report below their parents. A parent that is as the state says is there by its name only. */
export function treeOf({ resources }: DriftReport): readonly Branch[] {
  const branches = new Map<string, Branch>();
  const roots: Branch[] = [];
  const make = (urn: string, resource: ResourceReport | undefined): Branch => {
    const { type = "", name = urn } = parseUrn(urn) ?? {};
    const branch = { urn, title: `${typeForPeople(type)} ${name}`, resource, branches: [] };
    branches.set(urn, branch);
    return branch;
  };
  for (const resource of resources) make(resource.urn, resource);
  for (const { urn, parent } of resources) {
    const branch = branches.get(urn);
    if (!branch) continue;
    if (parent === undefined) {
      roots.push(branch);
      continue;
    }
    const known = branches.get(parent);
    const above = known ?? make(parent, undefined);
    if (!known) roots.push(above);
    above.branches.push(branch);
  }
  return roots;
}
