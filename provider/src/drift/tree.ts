import { reasonsOf } from "./reasons.ts";
import type { DriftReport } from "./report.ts";
import type { ResourceReport } from "./types.ts";
import { parseUrn, typeForPeople } from "./urn.ts";

/** A resource of the report, or what resources are listed below: the parent of some, or the reason why some could not be read. */
export interface Branch {
  readonly stands: "resource" | "parent" | "reason";
  /** For people. */
  readonly title: string;
  readonly resource: ResourceReport | undefined;
  readonly branches: Branch[];
}

/** The resources of a report: those that differ below their parents, those that could not be read below the reasons. */
export function treeOf(report: DriftReport): readonly Branch[] {
  return [...parentsOf(report), ...reasonsOf(report).map(branchOfReason)];
}

function branchOfReason({ says, resources }: ReturnType<typeof reasonsOf>[number]): Branch {
  const branches = resources.map((resource) => branchOf(resource.urn, resource));
  return { stands: "reason", title: `could not be read: ${says}`, resource: undefined, branches };
}

function branchOf(urn: string, resource: ResourceReport | undefined): Branch {
  const { type = "", name = urn } = parseUrn(urn) ?? {};
  const stands = resource ? "resource" : "parent";
  return { stands, title: `${typeForPeople(type)} ${name}`.trim(), resource, branches: [] };
}

/** An unchanged parent appears only by its name. */
function parentsOf({ resources }: DriftReport): readonly Branch[] {
  const branches = new Map<string, Branch>();
  const roots: Branch[] = [];
  const make = (urn: string, resource: ResourceReport | undefined): Branch => {
    const branch = branchOf(urn, resource);
    branches.set(urn, branch);
    return branch;
  };
  const found = resources.filter(({ state }) => state !== "failed");
  for (const branch of found.map((resource) => make(resource.urn, resource))) {
    const parent = branch.resource?.parent;
    if (parent !== undefined && !branches.has(parent)) roots.push(make(parent, undefined));
    const siblings = parent === undefined ? roots : branches.get(parent)?.branches;
    siblings?.push(branch);
  }
  return roots;
}
