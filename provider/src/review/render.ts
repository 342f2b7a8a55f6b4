import { permissionOf, resourceOf } from "../baseline/words.ts";
import { sanitize } from "../client/index.ts";
import {
  asText,
  type Item,
  listOf,
  markdown,
  type Style,
  said,
  stackInWords,
  titled,
  unstyled,
} from "../report/document.ts";
import { BoundedList, code, longest, prose } from "../report/markdown.ts";
import { firstOf } from "../report/words.ts";
import { affectedInWords, type Entry, entryOf, Findings, isUntouched } from "./lines.ts";
import { originInWords } from "./origin.ts";
import { actions, type Operation, type ReviewedResource, type ReviewReport } from "./types.ts";
import { verdictOf } from "./verdict.ts";

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
function summaryOf(report: ReviewReport, style = unstyled): string {
  const { stack, changes, complete, refused, willFail } = report;
  const where = stack === undefined ? "" : ` of stack ${stackInWords(stack, style)}`;
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
function remarksOf({ concerns }: ReviewReport): readonly string[] {
  if (!concerns.some(({ count, atLeast }) => count === "unknown" || atLeast)) return [];
  return [
    "The counts contain only objects that this stack refers to, because a state contains no objects of other tools and no users who log in.",
  ];
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

/** The parts of a report that texts and Markdown have in common, in the style of the format. */
function viewOf(report: ReviewReport, style: Style) {
  const { bold, dim, red, yellow, green, code, prose } = style;
  const { origin, concerns, affectsAll, errors, warnings, notes, refused = [], willFail = [], tenants = [] } = report;
  const findings = new Findings(report);
  const { lines, urns } = verdictOf(report, findings);
  const { resources } = report;
  const [warned, rest] = [true, false].map((is) => resources.filter(({ urn }) => urns.has(urn) === is));
  const sections = (of: readonly ReviewedResource[] = [], which: readonly Operation[], suffix = "") =>
    which.flatMap((action) => headed(of, action, suffix));
  return {
    places: [
      ...(tenants.length > 0 ? [`Tenant: ${tenants.map((host) => code(sanitize(host))).join(", ")}`] : []),
      ...(origin ? [`Source: ${prose(originInWords(origin))}`] : []),
    ],
    refusals: [
      ...said(bold("refused"), refused, red, style),
      ...said(bold("will fail"), firstOf(willFail, maxOnTop), red, style),
    ],
    verdict: lines.flatMap(({ kind, says }) =>
      kind === undefined ? [] : [`${bold(kind === "REST" ? kind : red(kind))}: ${prose(says)}`],
    ),
    sentences: [
      ...lines.flatMap(({ kind, says }) => (kind === undefined ? [green(prose(says))] : [])),
      ...(concerns.length > 0 ? [`Affected: ${prose(affectedInWords(concerns, affectsAll))}`] : []),
    ],
    entryOf: (resource: ReviewedResource) => entryOf(resource, findings),
    /** Deleted and replaced objects. */
    lost: sections(resources, deleting),
    /** The other changes that the verdict names. */
    warned: [
      ...sections(warned, others, " (with a warning)"),
      ...linesBelow("Weaker: waivers of the security baseline that the branch adds or extends", waiversIn(report)),
      ...linesBelow("Weaker: what the branch accepts in reports of drift and comparisons", acceptancesIn(report)),
      ...linesBelow("Rules of the security baseline, for objects that do not change", findings.rulesOfOthers()),
    ],
    others: sections(rest, others),
    messages: [
      said("error", errors, red, style),
      said("warning", warnings, yellow, style),
      said("note", notes, dim, style),
    ],
    remarks: remarksOf(report).map(dim),
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
  return lines.length === 0 ? [] : [{ head, shade: "red", resources: [], lines: firstOf(lines, maxOnTop) }];
}

function waiversIn({ addedWaivers = [] }: ReviewReport): readonly string[] {
  return addedWaivers.map((waiver) => {
    return `${waiver.severity} ${waiver.rule}: ${resourceOf(waiver)}, ${permissionOf(waiver)}`;
  });
}

function acceptancesIn({ addedAcceptances = [] }: ReviewReport): readonly string[] {
  return addedAcceptances.map(({ file, says, stack, until, reason }) => {
    const where = stack === undefined ? "" : ` (stack ${sanitize(stack, 100)})`;
    const end = until === undefined ? "" : `, until ${until}`;
    return `${sanitize(file)}: ${sanitize(says, 300)}${where}${end}${reason === undefined ? "" : `: ${sanitize(reason, 300)}`}`;
  });
}

/**
 * Maximum number of lines without a resource, and of reasons for which the run will fail, in text and Markdown. The limit leaves room for the changes that
 * follow.
 */
const maxOnTop = 20;

/**
 * The report for a terminal or the log of a pipeline: the verdict, the objects that are lost, the other changes that the verdict names, everything else,
 * and at the end the objects that are only renamed or moved in the program.
 */
export function toText(report: ReviewReport, style = unstyled): string {
  const { bold, red, yellow, green } = style;
  const colour = !report.complete ? red : report.changes ? yellow : green;
  const view = viewOf(report, style);
  return asText([
    [bold(colour(summaryOf(report))), ...view.places],
    view.refusals,
    view.verdict,
    ...view.sentences.map((sentence) => [sentence]),
    ...[...view.lost, ...view.warned, ...view.others].map(({ head, shade, resources, lines }) =>
      titled(bold(style[shade](head)), [...lines, ...resources.map((one) => itemOf(view.entryOf(one), style))]),
    ),
    ...view.messages,
    view.remarks,
  ]);
}

function itemOf({ title, effects, leaves, rules, affected }: Entry, { bold }: Style): Item {
  return { says: bold(title), below: [...effects, ...leaves, ...rules, ...affected] };
}

/**
 * The report for a comment of a pull request. Text from outside is in code spans, except words of letters only, so that it can neither change the format
 * nor mention a user. No element spans several lines, because a pipeline may cut the report at the end of any line.
 *
 * @param limit maximum length in characters; a resource that does not fit is listed without its leaves, and resources that still do not fit are
 * counted
 */
export function toMarkdown(report: ReviewReport, limit = longest): string {
  const view = viewOf(report, markdown);
  const paragraphs = [...view.places, listOf([view.refusals]), listOf([view.verdict]), ...view.sentences];
  const head = [`### ${summaryOf(report, markdown)}`, ...paragraphs.filter((text) => text !== "")]
    .map((text) => `${text.trimEnd()}\n`)
    .join("\n");
  const foot = view.remarks.map((text) => `\n${text}\n`).join("");
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
    for (const [index, text] of view.messages.flat().entries()) list.add(1, `${index === 0 ? "\n" : ""}- ${text}\n`);
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
