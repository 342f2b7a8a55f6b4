import { permissionOf, resourceOf } from "../baseline/words.ts";
import { sanitize } from "../client/index.ts";
import { maxErrorLength } from "../pulumi-cli/pulumi.ts";
import { BoundedList, code, longest, prose } from "../report/markdown.ts";
import { type Style, said, unstyled } from "../report/text.ts";
import { affectedInWords, type Entry, entryOf, Findings, isUntouched } from "./lines.ts";
import { originInWords } from "./origin.ts";
import { actions, type Operation, type ReviewedResource, type ReviewReport } from "./types.ts";
import { type VerdictLine, verdictOf } from "./verdict.ts";

const verbs: Readonly<Record<Operation, string>> = {
  delete: "deleted",
  replace: "replaced",
  renew: "recreated",
  reset: "reset",
  forget: "no longer managed",
  update: "changed",
  adopt: "adopted or created",
  import: "imported",
  create: "created",
  move: "only renamed or moved",
};

/** The effect of each action, as the heading of the resources to which it happens. */
const heads: Readonly<Record<Operation, string>> = {
  delete: "Deleted at the tenant",
  replace: "Replaced: deleted at the tenant and recreated with a new id",
  renew: "Recreated with a new id: the old object is not deleted",
  reset: "Reset: no longer managed, and the declared settings get the values of a new tenant",
  forget: "No longer managed: removed from the state only, and not deleted at the tenant",
  update: "Changed",
  adopt: "Adopted if the object exists already, otherwise created",
  import: "Imported into the state",
  create: "Created",
  move: "Only renamed or moved in the program: the objects stay as they are",
};

/** The whole report in one sentence. */
function summaryOf(report: ReviewReport, show = sanitize): string {
  const { stack, changes, complete, refused, willFail } = report;
  const where = stack === undefined ? "" : ` of stack ${show(stack)}`;
  const numbers = actions.flatMap((action) => countsInWords(report, action)).join(", ");
  if (refused) return `The next up${where} must not run: ${numbers || "no change is listed"}`;
  if (willFail) return `The next up${where} will fail: ${numbers || "no change is listed"}`;
  if (!complete) return `The preview${where} failed${changes ? `; changes that it found until then: ${numbers}` : ""}`;
  if (changes) return `The next up${where}: ${numbers}`;
  return `The next up${where} changes nothing${numbers === "" ? "" : `: ${numbers}`}`;
}

/** The number of resources of an action, for the summary: `3 changed`. Empty if there are none. */
function countsInWords({ counts, resources }: ReviewReport, action: Operation): readonly string[] {
  const found = resources.filter((resource) => resource.action === action && resource.isFound);
  const changed = found.filter(({ changes }) => changes.length > 0).length;
  const others = counts[action] - found.length;
  return [
    ...(found.length > 0 ? [`${found.length} adopted${changed > 0 ? ` (${changed} of them with changes)` : ""}`] : []),
    ...(others > 0 ? [`${others} ${verbs[action]}`] : []),
  ];
}

/** An explanation of the counts of affected objects, if a count is unknown or a lower bound. */
function remarkOf({ concerns }: ReviewReport): string | undefined {
  if (!concerns.some(({ count, atLeast }) => count === "unknown" || atLeast)) return undefined;
  return "The counts contain only objects that this stack refers to, because a state contains no objects of other tools and no users who log in.";
}

/** The actions that delete objects of the tenant. */
const deleting: readonly Operation[] = ["delete", "replace"];
const others: readonly Operation[] = actions.filter((action) => !deleting.includes(action));

/** A heading, with the lines or the resources below it. */
interface Section {
  readonly head: string;
  readonly shade: "red" | "yellow";
  readonly resources: readonly ReviewedResource[];
  readonly lines: readonly string[];
}

/** A report as texts and Markdown show it. */
interface View {
  readonly verdict: readonly VerdictLine[];
  readonly entryOf: (resource: ReviewedResource) => Entry;
  /** Deleted and replaced objects. */
  readonly lost: readonly Section[];
  /** The other changes that the verdict names. */
  readonly warned: readonly Section[];
  readonly others: readonly Section[];
}

function viewOf(report: ReviewReport): View {
  const findings = new Findings(report);
  const { lines, urns } = verdictOf(report, findings);
  const { resources } = report;
  const [warned, rest] = [true, false].map((is) => resources.filter(({ urn }) => urns.has(urn) === is));
  const sections = (of: readonly ReviewedResource[] = [], which: readonly Operation[], suffix = "") =>
    which.flatMap((action) => headed(of, action, suffix));
  return {
    verdict: lines,
    entryOf: (resource) => entryOf(resource, findings),
    lost: sections(resources, deleting),
    warned: [
      ...sections(warned, others, " (with a warning)"),
      ...linesBelow("Weaker: waivers of the security baseline that the branch adds or extends", waiversIn(report)),
      ...linesBelow("Rules of the security baseline, for objects that do not change", findings.rulesOfOthers()),
    ],
    others: sections(rest, others),
  };
}

/** The heading of adopted objects that were read at the tenant. */
const adoptedHead = "Adopted: the object exists at the tenant, and the stack manages it from now on";

/** The resources of an action, by heading. Of adopted objects, those that the run changes come first. */
function headed(resources: readonly ReviewedResource[], action: Operation, suffix: string): readonly Section[] {
  const all = resources.filter((resource) => resource.action === action);
  const found = all.filter(({ isFound }) => isFound);
  const changed = found.filter((resource) => !isUntouched(resource));
  const others = all.filter(({ isFound }) => !isFound);
  const shade = deleting.includes(action) || suffix !== "" ? "red" : "yellow";
  return [
    { head: adoptedHead + suffix, shade, resources: [...changed, ...found.filter(isUntouched)], lines: [] } as const,
    { head: heads[action] + suffix, shade, resources: others, lines: [] } as const,
  ].filter((section) => section.resources.length > 0);
}

function linesBelow(head: string, lines: readonly string[]): readonly Section[] {
  return lines.length === 0 ? [] : [{ head, shade: "red", resources: [], lines: firstOf(lines) }];
}

function waiversIn({ addedWaivers = [] }: ReviewReport): readonly string[] {
  return addedWaivers.map((waiver) => {
    return `${waiver.severity} ${waiver.rule}: ${resourceOf(waiver)}, ${permissionOf(waiver)}`;
  });
}

/**
 * Maximum number of lines without a resource, and of reasons for which the run will fail, in text and Markdown. The limit leaves room for the changes that
 * follow.
 */
const maxOnTop = 20;

/** The first lines of a list, and the number of the others. */
function firstOf(lines: readonly string[]): readonly string[] {
  const more = lines.length - maxOnTop;
  return more > 0 ? [...lines.slice(0, maxOnTop), `… and ${more} more`] : lines;
}

/**
 * The report for a terminal or the log of a pipeline: the verdict, the objects that are lost, the other changes that the verdict names, everything else,
 * and at the end the objects that are only renamed or moved in the program.
 */
export function toText(report: ReviewReport, style: Style = unstyled): string {
  const { complete, changes, concerns, errors, warnings, notes, refused = [], willFail = [], tenants = [] } = report;
  const colour = !complete ? style.red : changes ? style.yellow : style.green;
  const remark = remarkOf(report);
  const view = viewOf(report);
  const lines = [
    style.bold(colour(summaryOf(report))),
    ...(tenants.length > 0 ? [`Tenant: ${tenants.map((host) => sanitize(host)).join(", ")}`] : []),
    ...(report.origin ? [`Source: ${originInWords(report.origin)}`] : []),
    ...said("refused", refused, style.red),
    ...said("will fail", firstOf(willFail), style.red),
    ...(view.verdict.length > 0 ? [""] : []),
    ...view.verdict.map(({ kind, says }) => {
      if (kind === undefined) return style.green(says);
      return `${style.bold(kind === "REST" ? kind : style.red(kind))}: ${says}`;
    }),
    ...(concerns.length > 0 ? ["", `Affected: ${affectedInWords(concerns, report.affectsAll)}`] : []),
    ...[...view.lost, ...view.warned, ...view.others].flatMap(({ head, shade, resources, lines: below }) => [
      ...["", style.bold(style[shade](head))],
      ...below.map((line) => `  ${line}`),
      ...resources.flatMap((resource) => linesOf(view.entryOf(resource), style)),
    ]),
    ...said("error", errors, style.red),
    ...said("warning", warnings, style.yellow),
    ...said("note", notes, style.dim),
    ...(remark === undefined ? [] : ["", style.dim(remark)]),
  ];
  return `${lines.join("\n")}\n`;
}

function linesOf({ title, effects, leaves, rules, affected }: Entry, style: Style): readonly string[] {
  const rows = leaves.flatMap(({ says, below }) => [says, ...below.map((line) => `  ${line}`)]);
  return [`  ${style.bold(title)}`, ...[...effects, ...rows, ...rules, ...affected].map((line) => `    ${line}`)];
}

/**
 * The report for a comment of a pull request. Text from outside is in code spans, except words of letters only, so that it can neither change the format
 * nor mention a user. No element spans several lines, because a pipeline may cut the report at the end of any line.
 *
 * @param limit maximum length in characters; a resource that does not fit is listed without its leaves, and resources that still do not fit are
 * counted
 */
export function toMarkdown(report: ReviewReport, limit = longest): string {
  const { concerns, errors, warnings, notes, refused = [], willFail = [], tenants = [], affectsAll } = report;
  const shown = (stack: string) => (/^[\w-]+$/.test(stack) ? stack : code(sanitize(stack)));
  const view = viewOf(report);
  const said = (kind: string, text: string) => `- **${kind}**: ${code(sanitize(text, maxErrorLength))}\n`;
  const paragraphs = [
    tenants
      .map((host) => code(sanitize(host)))
      .join(", ")
      .replace(/^(?=.)/, "Tenant: "),
    report.origin ? `Source: ${prose(originInWords(report.origin))}` : "",
    refused.map((reason) => said("refused", reason)).join("") +
      firstOf(willFail)
        .map((reason) => said("will fail", reason))
        .join(""),
    view.verdict.map(({ kind, says }) => (kind ? `- **${kind}**: ${prose(says)}\n` : says)).join(""),
    concerns.length > 0 ? `Affected: ${prose(affectedInWords(concerns, affectsAll))}` : "",
  ].filter((text) => text !== "");
  const head = [`### ${summaryOf(report, shown)}\n`, ...paragraphs.map((text) => `\n${text.trimEnd()}\n`)].join("");
  const remark = remarkOf(report);
  const foot = remark === undefined ? "" : `\n${remark}\n`;
  let room = limit - head.length - foot.length - 100;
  const listed = (share: number, fill: (list: BoundedList) => void) => {
    const list = new BoundedList(room * share, "\n");
    fill(list);
    const text = list.toString();
    room -= text.length;
    return text;
  };
  const addAll = (list: BoundedList, sections: readonly Section[]) => {
    for (const { head: title, resources, lines } of sections) {
      if (!list.add(resources.length + lines.length, `\n#### ${title}\n${lines.length > 0 ? "\n" : ""}`)) continue;
      for (const line of lines) list.add(1, `- ${prose(line)}\n`);
      for (const resource of resources) list.add(1, ...formsOf(view.entryOf(resource), list.room));
    }
  };
  // No long list of lost objects displaces the other changes that the verdict names, and these leave half of the room.
  const warned = listed(0.5, (list) => addAll(list, view.warned));
  const lost = listed(1, (list) => addAll(list, view.lost));
  const rest = listed(1, (list) => {
    addAll(list, view.others);
    // Messages of programs and providers come last, so that long messages cannot displace findings from the state and the plan.
    const messages = Object.entries({ error: errors, warning: warnings, note: notes }).flatMap(([kind, texts]) =>
      texts.map((text) => [kind, text] as const),
    );
    for (const [index, [kind, text]] of messages.entries()) {
      list.add(1, `${index === 0 ? "\n" : ""}- ${kind}: ${code(sanitize(text, maxErrorLength))}\n`);
    }
  });
  return head + lost + warned + rest + foot;
}

/**
 * Two forms of a resource: the whole one, and one without the changed leaves, whose number is not bounded. None if not even the words of the second form
 * fit into the room: most of the resources of a large plan.
 */
function formsOf({ title, effects, leaves, rules, affected }: Entry, room: number): readonly string[] {
  if ([title, ...effects, ...rules, ...affected].join("").length > room) return [];
  const rows = (lines: readonly string[]) => lines.map((line) => `- ${prose(line)}\n`).join("");
  const whole = leaves.map(({ says, below }) => rows([says]) + rows(below).replace(/^(?=.)/gm, "  ")).join("");
  const cut = leaves.length > 0 ? `- … ${leaves.length} leaves, omitted for length\n` : "";
  return [whole, cut].map((middle) => {
    const list = rows(effects) + middle + rows(rules) + rows(affected);
    return `\n**${code(title)}**\n${list === "" ? "" : `\n${list}`}`;
  });
}
