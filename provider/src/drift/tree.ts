import type { DriftReport, ResourceReport } from "./report.ts";
import { parseUrn, typeForPeople } from "./urn.ts";

/** A resource of the report, or the parent of one, with the resources below it. */
export interface Branch {
  readonly urn: string;
  /** Type and name, for a parent that is not itself in the report. */
  readonly title: string;
  readonly resource: ResourceReport | undefined;
  readonly branches: Branch[];
}

/** The resources of a report below their parents. An unchanged parent appears only by its name. */
export function treeOf({ resources }: DriftReport): readonly Branch[] {
  const branches = new Map<string, Branch>();
  const roots: Branch[] = [];
  const make = (urn: string, resource: ResourceReport | undefined): Branch => {
    const { type = "", name = urn } = parseUrn(urn) ?? {};
    const branch = { urn, title: `${typeForPeople(type)} ${name}`, resource, branches: [] };
    branches.set(urn, branch);
    return branch;
  };
  for (const branch of resources.map((resource) => make(resource.urn, resource))) {
    const parent = branch.resource?.parent;
    if (parent !== undefined && !branches.has(parent)) roots.push(make(parent, undefined));
    const siblings = parent === undefined ? roots : branches.get(parent)?.branches;
    siblings?.push(branch);
  }
  return roots;
}
