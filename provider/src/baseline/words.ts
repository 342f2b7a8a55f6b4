import { createHash } from "node:crypto";
import { sanitize } from "../client/index.ts";
import { BoundedList, code } from "../report/markdown.ts";
import { counted } from "../report/words.ts";
import { definitions } from "../types/registry.ts";
import type { Audit, Failure, NamedObject, Unread, WaiverRemark } from "./audit.ts";
import { type Severity, severities } from "./rule.ts";
import type { Waiver } from "./waivers.ts";

/** Maximum length of a report in Markdown, in characters. GitHub's limit for a comment is 65,536. */
const maxLength = 60_000;

/** The title of an object in reports: `Client portal (abc)`. */
export function titleOf({ type, name, id, urn }: NamedObject): string {
  return sanitize(`${definitions[type].type} ${name}${id === undefined || id === urn ? "" : ` (${id})`}`, 300);
}

/** The counts of an audit in one line. */
function summaryOf({ objects, rules, failed, waived, unknown, unread, passed }: Audit): string {
  const bySeverity = severities.flatMap((severity) => {
    const count = failed.filter(({ rule }) => rule.severity === severity).length;
    return count > 0 ? [`${count} ${severity}`] : [];
  });
  const broken = failed.length > 0 ? `${failed.length} failed (${bySeverity.join(", ")})` : "none failed";
  const permitted = waived.length > 0 ? `${waived.length} waived, ` : "";
  return `${counted(objects, "object")}, ${counted(rules, "rule")}: ${broken}, ${permitted}${passed} passed, ${unknown.length} unknown${unread.length > 0 ? "; not everything could be read" : ""}`;
}

/** The report of an audit for a terminal. */
export function toText(audit: Audit): string {
  const lines = [...byRule(audit.failed)].flatMap(([rule, failures]) => [
    `${rule.severity.toUpperCase()} ${rule.id}: fails if ${rule.failsIf}`,
    ...failures.map(({ object }) => `  ${titleOf(object)}`),
    `  ${rule.why}`,
    `  ${rule.fix}`,
    "",
  ]);
  const waived = audit.waived.map((one) => `  ${one.rule.id}: ${titleOf(one.object)}, ${permissionOf(one.waiver)}`);
  const remarks = audit.remarks.map((one) => `  ${remarkOf(one)}`);
  return [
    ...lines,
    ...(waived.length > 0 ? ["Waived:", ...waived, ""] : []),
    ...(remarks.length > 0 ? ["Waivers that need attention:", ...remarks, ""] : []),
    ...(audit.unread.length > 0 ? ["Not read, and therefore not judged:", ...audit.unread.map(unreadLine), ""] : []),
    summaryOf(audit),
    ...unknownLines(audit),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function unreadLine({ label, why }: Unread): string {
  return `  ${label}: ${why}`;
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

/** The report of an audit for an issue, a comment or a step summary. Text from outside is in code spans. */
export function toMarkdown(audit: Audit): string {
  const head = `### Security baseline: ${summaryOf(audit)}\n\n`;
  const foot = unknownLines(audit)
    .map((line) => `\n${line}\n`)
    .join("");
  const list = new BoundedList(maxLength - head.length - foot.length);
  for (const [rule, failures] of byRule(audit.failed)) {
    const title = `- **${rule.severity}** ${code(rule.id)}: fails if ${rule.failsIf}\n`;
    const objects = failures.map(({ object }) => `  - ${code(titleOf(object))}\n`).join("");
    list.add(failures.length, `${title}${objects}  - ${rule.fix}\n`, `${title}  - ${failures.length} objects\n`);
  }
  for (const one of audit.waived) {
    list.add(1, `- waived: ${code(one.rule.id)} of ${code(titleOf(one.object))}, ${code(permissionOf(one.waiver))}\n`);
  }
  for (const one of audit.unread) list.add(1, `- not read: ${code(unreadLine(one).trim())}\n`);
  for (const one of audit.remarks) list.add(1, `- waiver: ${code(remarkOf(one))}\n`);
  return `${head}${list.toString()}${foot}`;
}

function unknownLines({ unknown }: Audit): readonly string[] {
  if (unknown.length === 0) return [];
  return [
    "A result is unknown if a value that the rule needs is not declared or cannot be read. --json lists the unknown results.",
  ];
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
    unread: audit.unread.map(({ type, label, why }) => ({ ...(type && { type: definitions[type].type }), label, why })),
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
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notificationsOf(audit) }],
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
    ...audit.unread.map((one) => ({ level: "error", text: `not read: ${unreadLine(one).trim()}` })),
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
