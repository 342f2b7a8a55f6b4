import { sanitize } from "../client/index.ts";
import { maxErrorLength } from "../pulumi-cli/pulumi.ts";
import { parseUrn, typeForPeople } from "../pulumi-cli/urn.ts";
import type { DriftReport, ResourceReport, Unmanaged } from "./types.ts";
import {
  acceptedLines,
  acceptedTitle,
  findingsOf,
  type Meaning,
  ofRefresh,
  reasonsOf,
  summaryOf,
  titleOf,
  unmanagedLines,
  unmanagedTitle,
} from "./words.ts";

/** Functions that highlight parts of the text on a terminal. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
}

const plain = (text: string) => text;
export const unstyled: Style = { bold: plain, dim: plain, red: plain, yellow: plain, green: plain };

/** Maximum number of resources that are listed for one reason of failed reads. The JSON report lists all resources. */
const maxUnread = 10;

/**
 * Formats the report as a tree of resources and changed leaves, for a terminal or the log of a pipeline.
 *
 * @param meaning what the changes mean. Default: they have happened at the tenant
 */
export function toText(report: DriftReport, style: Style = unstyled, meaning = ofRefresh): string {
  const colour = report.drift ? style.yellow : report.complete ? style.green : style.red;
  const lines = [
    style.bold(colour(summaryOf(report))),
    ...treeOf(report).flatMap((branch) => ["", ...linesOf(branch, { style, meaning }, "")]),
    ...acceptedSection(report, style),
    ...unmanagedSection(report.unmanaged, style),
    ...said("error", report.errors, style.red),
    ...said("warning", report.warnings, style.yellow),
    ...(report.drift ? ["", style.dim(meaning.advice)] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** Formats errors or warnings of Pulumi and the provider, which the report lists at its end. */
export function said(kind: string, texts: readonly string[], shade: (text: string) => string): readonly string[] {
  return texts.map((text, index) => (index === 0 ? "\n" : "") + shade(`${kind}: ${sanitize(text, maxErrorLength)}`));
}

function acceptedSection(report: DriftReport, style: Style): readonly string[] {
  const lines = acceptedLines(report);
  return lines.length === 0 ? [] : ["", style.bold(acceptedTitle), ...lines.map((line) => style.dim(`  ${line}`))];
}

function unmanagedSection(unmanaged: Unmanaged | undefined, style: Style): readonly string[] {
  if (!unmanaged) return [];
  return ["", style.bold(unmanagedTitle(unmanaged)), ...unmanagedLines(unmanaged).map((line) => `  ${line}`)];
}

function linesOf(
  { stands, resource, title, branches }: Branch,
  form: { readonly style: Style; readonly meaning: Meaning },
  indent: string,
): readonly string[] {
  const { style, meaning } = form;
  const own = resource
    ? [
        indent + style.bold(titleOf(resource)),
        ...findingsOf(resource, meaning).map((finding) => {
          const colour = resource.state === "changed" ? style.yellow : style.red;
          return `${indent}  ${colour(finding)}`;
        }),
      ]
    : [indent + (stands === "reason" ? style.red : style.dim)(sanitize(title, maxErrorLength))];
  const named = stands === "reason" ? branches.slice(0, maxUnread) : branches;
  const more = branches.length - named.length;
  return [
    ...own,
    ...named.flatMap((branch) => linesOf(branch, form, `${indent}  `)),
    ...(more > 0 ? [style.dim(`${indent}  … and ${more} more`)] : []),
  ];
}

/** A branch of the tree: a resource with drift, the unchanged parent of such resources, or a reason for failed reads. */
export interface Branch {
  readonly stands: "resource" | "parent" | "reason";
  /** Type and name of the resource, or the reason. */
  readonly title: string;
  /** Undefined for an unchanged parent and for a reason. */
  readonly resource: ResourceReport | undefined;
  readonly branches: Branch[];
}

/** Arranges the resources of a report as a tree: differing resources below their parents, failed reads below their reasons. */
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

/** The differing resources, below their parents. A parent that does not differ itself is shown by name only. */
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
