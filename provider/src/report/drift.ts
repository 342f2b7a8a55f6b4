import { sanitize } from "../client/index.ts";
import { maxErrorLength } from "../pulumi-cli/pulumi.ts";
import {
  asMarkdown,
  asText,
  type Document,
  type Entry,
  markdown,
  type Style,
  said,
  titled,
  unstyled,
} from "./document.ts";
import type { DriftReport, ResourceReport } from "./types.ts";
import {
  acceptedLines,
  acceptedTitle,
  findingsOf,
  firstOf,
  ofRefresh,
  reasonsOf,
  summaryOf,
  titleOf,
  titleOfUrn,
  unmanagedLines,
  unmanagedTitle,
} from "./words.ts";

/** Maximum number of resources that a text lists for one reason of failed reads. The other reports list all resources. */
const maxUnread = 10;

/**
 * Formats the report as a tree of resources and changed leaves, for a terminal or the log of a pipeline.
 *
 * @param meaning what the changes mean. Default: they have happened at the tenant
 */
export function toText(report: DriftReport, style = unstyled, meaning = ofRefresh): string {
  const { summary, blocks, closing = [] } = documentOf(report, style, meaning, maxUnread);
  const colour = report.drift ? style.yellow : report.complete ? style.green : style.red;
  return asText([[style.bold(colour(summary))], ...blocks, ...closing]);
}

/** Formats the report for an issue, a comment or a step summary, see {@link asMarkdown}. */
export function toMarkdown(report: DriftReport, limit?: number): string {
  return asMarkdown(documentOf(report, markdown), limit);
}

/** @param most maximum number of resources for one reason of failed reads */
function documentOf(report: DriftReport, style: Style, meaning = ofRefresh, most = Number.POSITIVE_INFINITY): Document {
  const { unmanaged, errors, warnings } = report;
  const { bold, dim, red, yellow, code } = style;
  const long = (text: string) => code(sanitize(text, maxErrorLength));
  const entryOf = (resource: ResourceReport): Entry => {
    const colour = resource.state === "changed" ? yellow : red;
    const details = findingsOf(resource, meaning).map((finding) => colour(code(finding)));
    return { says: bold(code(titleOf(resource))), details };
  };
  return {
    summary: summaryOf(report, style),
    blocks: [
      ...treeOf(report, entryOf, (urn) => dim(long(titleOfUrn(urn)))).map((entry) => [entry]),
      ...reasonsOf(report).map(({ says, resources }) =>
        titled(red(long(`could not be read: ${says}`)), firstOf(resources.map(entryOf), most)),
      ),
      titled(
        bold(acceptedTitle),
        acceptedLines(report).map((line) => dim(code(line))),
      ),
      said("error", errors, red, style),
      said("warning", warnings, yellow, style),
      unmanaged
        ? [{ says: bold(code(unmanagedTitle(unmanaged))), below: unmanagedLines(unmanaged).map(code), count: 0 }]
        : [],
    ],
    closing: report.drift ? [[dim(meaning.advice)]] : [],
  };
}

/** The differing resources, below their parents. A parent that does not differ itself is shown by name only. */
function treeOf(
  { resources }: DriftReport,
  entryOf: (resource: ResourceReport) => Entry,
  nameOf: (urn: string) => string,
): readonly Entry[] {
  const found = resources.filter(({ state }) => state !== "failed");
  const urns = new Set(found.map(({ urn }) => urn));
  const children = Map.groupBy(found, ({ parent }) => parent);
  const entriesOf = (some: readonly ResourceReport[] = []): readonly Entry[] =>
    some.map((resource) => ({ ...entryOf(resource), below: entriesOf(children.get(resource.urn)) }));
  const roots = found.filter(({ parent }) => parent === undefined || !urns.has(parent));
  return [...Map.groupBy(roots, ({ urn, parent = urn }) => parent)].flatMap(([urn, some]) =>
    urns.has(urn) ? entriesOf(some) : [{ says: nameOf(urn), below: entriesOf(some), count: 0 }],
  );
}
