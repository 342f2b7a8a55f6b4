import { createHash } from "node:crypto";
import { sanitize } from "../client/index.ts";
import { asMarkdown, asText, type Document, markdown, type Style, titled, unstyled } from "../report/document.ts";
import { counted, countsInWords } from "../report/words.ts";
import { definitions } from "../types/registry.ts";
import type { Audit, Failure, NamedObject, Unread, WaiverRemark } from "./audit.ts";
import { type Rule, type Severity, severities } from "./rule.ts";
import type { Waiver } from "./waivers.ts";

/** The title of an object in reports: `Client portal (abc)`. */
export function titleOf({ type, name, id, urn }: NamedObject): string {
  return sanitize(`${definitions[type].type} ${name}${id === undefined || id === urn ? "" : ` (${id})`}`, 300);
}

/** The counts of an audit in one line. */
function summaryOf({ objects, rules, failed, waived, unknown, unread, passed }: Audit): string {
  const bySeverity = severities.map((severity) => {
    return [failed.filter(({ rule }) => rule.severity === severity).length, severity] as const;
  });
  const broken = failed.length > 0 ? `${failed.length} failed (${countsInWords(bySeverity)})` : "none failed";
  const permitted = waived.length > 0 ? `${waived.length} waived, ` : "";
  return `${counted(objects, "object")}, ${counted(rules, "rule")}: ${broken}, ${permitted}${passed} passed, ${unknown.length} unknown${unread.length > 0 ? "; not everything could be read" : ""}`;
}

/** The report of an audit for a terminal. */
export function toText(audit: Audit): string {
  const { summary, blocks, closing = [] } = documentOf(audit, unstyled, ({ why, fix }) => [why, fix]);
  return asText([...blocks, [summary, ...closing.flat()]]);
}

/** The end and the reason of a waiver: `until 2027-03-31: Moves in March.` */
export function permissionOf({ until, reason }: Waiver): string {
  return `until ${until}: ${sanitize(reason, 300)}`;
}

/** A line about a waiver that needs attention: its rule, its resource and the reason. */
export function remarkOf({ waiver, says }: WaiverRemark): string {
  return `${waiver.rule} of ${resourceOf(waiver)} ${says}`;
}

/** The resource of a waiver, with the stack and the tenant that it names: `"portal" (stack dev)`. */
export function resourceOf({ resource, stack, tenant }: Pick<Waiver, "resource" | "stack" | "tenant">): string {
  const places = [
    ...(stack === undefined ? [] : [`stack ${sanitize(stack, 100)}`]),
    ...(tenant === undefined ? [] : [`tenant ${sanitize(tenant, 100)}`]),
  ];
  return `${JSON.stringify(sanitize(resource, 300))}${places.length > 0 ? ` (${places.join(", ")})` : ""}`;
}

/** The report of an audit for an issue, a comment or a step summary, see {@link asMarkdown}. */
export function toMarkdown(audit: Audit): string {
  const { summary, ...rest } = documentOf(audit, markdown, ({ fix }) => [fix]);
  return asMarkdown({ summary: `Security baseline: ${summary}`, ...rest });
}

/** @param about the lines about a rule, below the objects that fail it */
function documentOf(audit: Audit, { bold, code }: Style, about: (rule: Rule) => readonly string[]): Document {
  return {
    summary: summaryOf(audit),
    blocks: [
      ...[...byRule(audit.failed)].map(([rule, failures]) => [
        {
          says: `${bold(rule.severity.toUpperCase())} ${code(rule.id)}: fails if ${rule.failsIf}`,
          details: [...failures.map(({ object }) => code(titleOf(object))), ...about(rule)],
          count: failures.length,
        },
      ]),
      titled(
        "Waived:",
        audit.waived.map(({ rule, object, waiver }) => code(`${rule.id}: ${titleOf(object)}, ${permissionOf(waiver)}`)),
      ),
      titled(
        "Waivers that need attention:",
        audit.remarks.map((one) => code(remarkOf(one))),
      ),
      titled(
        "Not read, and therefore not judged:",
        audit.unread.map((one) => code(unreadLine(one))),
      ),
    ],
    closing: audit.unknown.length > 0 ? [[unknownHint]] : [],
  };
}

const unknownHint =
  "A result is unknown if a value that the rule needs is not declared or cannot be read. --json lists the unknown results.";

function unreadLine({ label, why }: Unread): string {
  return `${label}: ${why}`;
}

function byRule(failures: readonly Failure[]) {
  return Map.groupBy(failures, ({ rule }) => rule);
}

/** The report of an audit for machines. */
export function toJson(audit: Audit) {
  const place = ({ rule, object }: Failure) => ({
    rule: rule.id,
    severity: rule.severity,
    type: definitions[object.type].type,
    name: object.name,
    ...(object.id !== undefined && { id: object.id }),
    ...(object.urn !== undefined && { urn: object.urn }),
    ...(rule.paths[0] !== undefined && { path: rule.paths[0] }),
  });
  return {
    version: 1,
    objects: audit.objects,
    rules: audit.rules,
    passed: audit.passed,
    notApplicable: audit.notApplicable,
    failed: audit.failed.map((failure) => ({
      ...place(failure),
      failsIf: failure.rule.failsIf,
      why: failure.rule.why,
      fix: failure.rule.fix,
    })),
    waived: audit.waived.map((one) => ({ ...place(one), reason: one.waiver.reason, until: one.waiver.until })),
    waivers: audit.remarks.map(({ waiver, says }) => ({ ...waiver, says })),
    unread: audit.unread.map(({ type, ...unread }) => ({ ...(type && { type: definitions[type].type }), ...unread })),
    unknown: audit.unknown.map((one) => ({ ...place(one), why: one.why })),
  };
}

const levels: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "note",
};
/** The scores by which GitHub's code scanning sorts results into severities. */
const scores: Readonly<Record<Severity, string>> = { critical: "9.5", high: "8.0", medium: "5.5", low: "2.0" };

/** Maximum length of an object's title in a result. GitHub accepts texts of at most 1,024 characters, and escaped brackets lengthen them. */
const maxTitle = 200;

/** Maximum number of results that GitHub's code scanning accepts. */
const maxResults = 25_000;

/** Data that a SARIF report needs in addition to the audit. */
interface SarifOptions {
  readonly version: string;
  /** The category of the results in code scanning, which differs for each stack of a repository. Untrusted text. */
  readonly category: string;
  /** The path of the project from the root of its repository. Default: it is in the root. */
  readonly project?: string;
}

/**
 * The report of an audit in SARIF 2.1.0, for code scanning. A result points at the line of the program that declares the resource. If that
 * line is unknown, it points at the first line of the project file, because code scanning accepts no result without a location.
 */
export function toSarif(audit: Audit, { version, category, project = "" }: SarifOptions) {
  const placeOf = ({ file, line } = { file: "Pulumi.yaml", line: 1 }) => ({
    artifactLocation: { uri: uriOf(project === "" ? file : `${project}/${file}`) },
    region: { startLine: line },
  });
  const rules = [...byRule(audit.failed).keys()];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "pulumi-tenant",
            version,
            rules: rules.map(({ id, failsIf, why, fix, severity }) => ({
              id,
              shortDescription: { text: `Fails if ${failsIf}` },
              fullDescription: { text: why },
              help: { text: fix },
              defaultConfiguration: { level: levels[severity] },
              properties: { tags: ["security"], precision: "high", "security-severity": scores[severity] },
            })),
          },
        },
        invocations: [
          {
            executionSuccessful: !audit.unread.some(({ isOutage }) => isOutage),
            toolExecutionNotifications: notificationsOf(audit),
          },
        ],
        automationDetails: { id: `${category.replace(/[^\w.-]+/g, "-")}/` },
        results: audit.failed.slice(0, maxResults).map(({ rule, object }) => ({
          ruleId: rule.id,
          level: levels[rule.severity],
          message: {
            text: `${plainText(sanitize(titleOf(object), maxTitle))}: ${plainText(`${rule.failsIf}. ${rule.fix}`)}`,
          },
          locations: [{ physicalLocation: placeOf(object.line) }],
          // By the fingerprint, code scanning keeps the alert of an object even if its line changes.
          partialFingerprints: { primaryLocationLineHash: fingerprintOf(rule.id, object) },
        })),
      },
    ],
  };
}

/** Notifications about gaps in the results: unread parts of the tenant, unknown judgements, and failures beyond the limit. */
function notificationsOf(audit: Audit) {
  const left = audit.failed.length - maxResults;
  return [
    ...audit.unread.map((one) => ({ level: "error", text: `not read: ${unreadLine(one)}` })),
    ...(left > 0
      ? [{ level: "error", text: `${counted(left, "failure")} left out: code scanning accepts ${maxResults} at most.` }]
      : []),
    ...(audit.unknown.length > 0
      ? [{ level: "note", text: `Unknown judgements: ${audit.unknown.length}. The report as JSON lists them.` }]
      : []),
  ].map(({ level, text }) => ({ level, message: { text: plainText(sanitize(text)) } }));
}

function fingerprintOf(rule: string, { urn, type, id = "" }: NamedObject): string {
  return createHash("sha256")
    .update(JSON.stringify([rule, urn ?? [type, id]]))
    .digest("hex");
}

/** A text with escaped brackets: in a plain message of SARIF, a viewer shows `[text](target)` as a link. */
function plainText(text: string): string {
  return text.replace(/[\\[\]]/g, "\\$&");
}

/** A relative path as a relative URI. */
function uriOf(path: string): string {
  return path.toWellFormed().split("/").map(encodeURIComponent).join("/");
}
