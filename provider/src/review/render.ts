import { permissionOf, resourceOf } from "../baseline/words.ts";
import { sanitize } from "../client/index.ts";
import type { AffectedGroup } from "../graph/graph.ts";
import { maxErrorLength } from "../pulumi-cli/pulumi.ts";
import { BoundedList, code, longest } from "../report/markdown.ts";
import { type Style, said, unstyled } from "../report/text.ts";
import {
  changeInWords,
  haveLines,
  maxNameLength,
  named,
  titleOf,
  valueInWords,
  valuesInWords,
} from "../report/words.ts";
import type { BaselineChange } from "./baseline.ts";
import { actions, type Operation, type PlannedChange, type ReviewedResource, type ReviewReport } from "./types.ts";
import type { WeakerSafeguard } from "./weaker.ts";

/** Maximum number of names of affected objects. The JSON report has more. */
const shownNames = 5;

/** Maximum number of names in a list within a sentence. The remaining names are counted. */
const maxListed = 10;

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

/** The lines about one resource: losses and their reasons, changed leaves, and affected objects. */
function findingsOf(resource: ReviewedResource) {
  const { effects = [], because = [], changes, concerns } = resource;
  const action = toShow(resource);
  const isSilent =
    changes.length + effects.length === 0 && !isUntouched(resource) && (action === "update" || action === "import");
  return {
    effects: [
      ...effects,
      ...(because.length > 0 ? [`because of a change of ${because.map((path) => sanitize(path)).join(", ")}`] : []),
      ...(changes.length > 0 ? assumptionOf(resource) : []),
    ],
    leaves: isSilent ? ["only provider metadata differs"] : changes.flatMap((change) => plannedInWords(change, action)),
    affected: concerns.length > 0 ? [`affects ${groupsInWords(concerns)}`] : [],
  };
}

/** The action by which the changes of a resource are shown. An object that exists and is adopted is changed. */
function toShow({ action, isFound }: ReviewedResource): Operation {
  return isFound ? "update" : action;
}

/** The assumption under which the review has found an adopted object and its changes. Empty if there is none. */
function assumptionOf({ assumed = [] }: ReviewedResource): readonly string[] {
  if (assumed.length === 0) return [];
  const names = assumed.map((name) => sanitize(name)).join(", ");
  return [`if ${names} ${assumed.length === 1 ? "comes" : "come"} from the adopted objects`];
}

/** The title of a resource; of an adopted object without changes, the only line about it. */
function headOf(resource: ReviewedResource): string {
  if (!isUntouched(resource)) return titleOf(resource);
  return [`${titleOf(resource)}: no value changes`, ...assumptionOf(resource)].join(" ");
}

/** Whether an adoption changes no value of its object. */
function isUntouched({ isFound, changes }: ReviewedResource): boolean {
  return isFound === true && changes.length === 0;
}

function plannedInWords(change: PlannedChange, action: Operation): readonly string[] {
  const { path, was, is, secret, isUnknown, isUnsure, wasName, isName, stays } = change;
  if (isUnsure && !secret) return [`${sanitize(path)}: not returned by the API → ${valueInWords(is)}`];
  if (isUnsure) return [`${sanitize(path)}: [secret] → [secret], perhaps another value`];
  if (stays)
    return [`${sanitize(path)}: ${secret ? "[secret]" : valueInWords(was)} → no longer managed, stays as it is`];
  const isBare = was === undefined && is === undefined && !isUnknown;
  const isNew = action === "create" || action === "adopt";
  if (isBare && (!secret || !isNew)) return changeInWords(change);
  if (!isNew && !secret && !isUnknown && haveLines(was, is)) return changeInWords(change);
  const [old, now] = valuesInWords(was, is);
  const before = isNew ? "" : `${old}${named(wasName)} → `;
  if (isUnknown) return [`${sanitize(path)}: ${before}known only during the run${computedFrom(isName)}`];
  return [`${sanitize(path)}: ${before}${secret ? "[secret]" : now}${named(isName)}`];
}

/** Where an unknown value comes from. A program can compute any value from the id of an object, so the value can also be the id of another object. */
function computedFrom(name: string | undefined): string {
  return name === undefined ? "" : ` (the id of ${sanitize(name, maxNameLength)}, or computed from it)`;
}

/** Affected objects, as `at least 2 applications (Orders, Portal); members unknown`. */
function groupsInWords(groups: readonly AffectedGroup[]): string {
  return groups.map(groupInWords).join("; ");
}

function groupInWords({ who, count, atLeast, names }: AffectedGroup): string {
  if (count === "unknown") return `${who} unknown`;
  const shown = names.slice(0, shownNames).map((name) => sanitize(name, maxNameLength));
  const more = count > shown.length ? [`and ${count - shown.length} more`] : [];
  const amount = `${atLeast ? "at least " : ""}${count} ${count === 1 ? who.replace(/s$/, "") : who}`;
  return `${amount} (${[...shown, ...more].join(", ")})`;
}

/** Names within a sentence: `a, b and 2 more`. */
export function someOf(names: readonly string[]): string {
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : "";
  return `${names.slice(0, maxListed).join(", ")}${more}`;
}

/** An explanation of the counts of affected objects, if a count is unknown or a lower bound. */
function remarkOf({ concerns }: ReviewReport): string | undefined {
  if (!concerns.some(({ count, atLeast }) => count === "unknown" || atLeast)) return undefined;
  return "The counts contain only objects that this stack refers to, because a state contains no objects of other tools and no users who log in.";
}

/** The actions that delete objects of the tenant. */
const deleting: readonly Operation[] = ["delete", "replace"];
const others: readonly Operation[] = actions.filter((action) => !deleting.includes(action));

/**
 * The report for a terminal or the log of a pipeline. First come the objects that are lost, then what gets weaker, then everything else, and at the
 * end the objects that are only renamed or moved in the program.
 */
export function toText(report: ReviewReport, style: Style = unstyled): string {
  const { complete, changes, concerns, errors, warnings, notes, refused = [], willFail = [] } = report;
  const colour = !complete ? style.red : changes ? style.yellow : style.green;
  const remark = remarkOf(report);
  const lines = [
    style.bold(colour(summaryOf(report))),
    ...said("refused", refused, style.red),
    ...said("will fail", firstOf(willFail), style.red),
    ...(concerns.length > 0 ? [`Affected: ${groupsInWords(concerns)}`] : []),
    ...deleting.flatMap((action) => sectionOf(report, action, style)),
    ...securitySection(report, style),
    ...others.flatMap((action) => sectionOf(report, action, style)),
    ...said("error", errors, style.red),
    ...said("warning", warnings, style.yellow),
    ...said("note", notes, style.dim),
    ...(remark === undefined ? [] : ["", style.dim(remark)]),
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * Maximum number of broken rules, of mended rules, and of reasons for which the run will fail, in text and Markdown. The limit leaves room for the
 * changes that follow.
 */
const maxOnTop = 20;

/** The first lines of a list, and the number of the others. */
function firstOf(lines: readonly string[]): readonly string[] {
  const more = lines.length - maxOnTop;
  return more > 0 ? [...lines.slice(0, maxOnTop), `… and ${more} more`] : lines;
}

const securityHeads = {
  weaker: "Weaker safeguards",
  addedWaivers: "Weaker: waivers of the security baseline that the branch adds or extends",
  breaks: "Newly breaks the security baseline",
  unjudged: "No longer judged by the security baseline",
  mends: "Mends the security baseline",
} as const;

/** Lines about safeguards and the security baseline, by heading. Text from outside has been made printable. */
function securityLines({
  weaker = [],
  baseline,
  addedWaivers = [],
}: ReviewReport): readonly { readonly head: string; readonly lines: readonly string[] }[] {
  const waivers = addedWaivers.map((waiver) => {
    return `${waiver.severity} ${waiver.rule}: ${resourceOf(waiver)}, ${permissionOf(waiver)}`;
  });
  const ofBranch = waivers.length > 0 ? [{ head: securityHeads.addedWaivers, lines: firstOf(waivers) }] : [];
  const safeguards =
    weaker.length > 0 ? [{ head: securityHeads.weaker, lines: firstOf(weaker.map(safeguardLine)) }] : [];
  const judged = (["breaks", "unjudged", "mends"] as const).flatMap((what) => {
    const found = baseline?.[what] ?? [];
    if (found.length === 0) return [];
    return [{ head: securityHeads[what], lines: firstOf(found.map((one) => baselineLine(one, what))) }];
  });
  return [...safeguards, ...ofBranch, ...judged];
}

function safeguardLine({ type, name, path, was, is, secret, isUnknown, why }: WeakerSafeguard): string {
  const [before, after] = valuesInWords(was, is);
  const values = secret ? "[secret] → [secret]" : `${before} → ${isUnknown ? "known only during the run" : after}`;
  return `${sanitize(`${type} ${name}`, maxNameLength)}: ${sanitize(path)}: ${values}. ${why}`;
}

function baselineLine(
  { severity, rule, type, name, failsIf, fix, isUnsure, waived, why }: BaselineChange,
  what: "breaks" | "unjudged" | "mends",
): string {
  const adopted = isUnsure
    ? " (adopted: the object's current values were not read, and may already break the rule)"
    : "";
  const line = `${severity} ${rule}: ${sanitize(`${type} ${name}`, maxNameLength)}${adopted}`;
  if (what === "unjudged") return `${line}: fails if ${failsIf}; ${sanitize(why ?? "")}`;
  if (what === "mends") return line;
  return waived
    ? `${line}, waived until ${waived.until}: ${sanitize(waived.reason, maxNameLength)}`
    : `${line}: fails if ${failsIf}. ${fix}`;
}

function securitySection(report: ReviewReport, style: Style): readonly string[] {
  return securityLines(report).flatMap(({ head, lines }) => {
    const shade = head === securityHeads.mends ? style.green : style.red;
    return ["", style.bold(shade(head)), ...lines.map((line) => `  ${line}`)];
  });
}

/** The heading of adopted objects that were read at the tenant. */
const adoptedHead = "Adopted: the object exists at the tenant, and the stack manages it from now on";

/** The resources of an action, by heading. Of adopted objects, those that the run changes come first. */
function headed(resources: ReviewReport["resources"], action: Operation) {
  const all = resources.filter((resource) => resource.action === action);
  const found = all.filter(({ isFound }) => isFound);
  const changed = found.filter((resource) => !isUntouched(resource));
  const others = all.filter(({ isFound }) => !isFound);
  return [
    { head: adoptedHead, found: [...changed, ...found.filter(isUntouched)] },
    { head: heads[action], found: others },
  ].filter((section) => section.found.length > 0);
}

function sectionOf({ resources }: ReviewReport, action: Operation, style: Style): readonly string[] {
  const isLoss = action === "delete" || action === "replace";
  const shade = isLoss ? style.red : style.yellow;
  return headed(resources, action).flatMap(({ head, found }) => [
    ...["", style.bold(shade(head))],
    ...found.flatMap((resource) => linesOf(resource, style)),
  ]);
}

function linesOf(resource: ReviewedResource, style: Style): readonly string[] {
  const { effects, leaves, affected } = findingsOf(resource);
  return [`  ${style.bold(headOf(resource))}`, ...[...effects, ...leaves, ...affected].map((line) => `    ${line}`)];
}

/**
 * The report for a comment of a pull request. All text from outside is in code spans, so that it can neither change the format nor mention a
 * user. No element spans several lines, because a pipeline may cut the report at the end of any line.
 *
 * @param limit maximum length in characters; a resource that does not fit is listed without its leaves, and resources that still do not fit are
 * counted
 */
export function toMarkdown(report: ReviewReport, limit = longest): string {
  const { concerns, resources, errors, warnings, notes, refused = [], willFail = [] } = report;
  const shown = (stack: string) => (/^[\w-]+$/.test(stack) ? stack : code(sanitize(stack)));
  const whom = concerns.length > 0 ? `\nAffected: ${code(groupsInWords(concerns))}\n` : "";
  const head = `### ${summaryOf(report, shown)}\n${whom}`;
  const remark = remarkOf(report);
  const foot = remark === undefined ? "" : `\n${remark}\n`;
  let room = limit - head.length - foot.length - 100;
  const listed = (fill: (list: BoundedList) => void) => {
    const list = new BoundedList(room);
    fill(list);
    const text = list.toString();
    room -= text.length;
    return text;
  };
  const addActions = (list: BoundedList, some: readonly Operation[]) => {
    for (const { head: title, found } of some.flatMap((action) => headed(resources, action))) {
      if (!list.add(found.length, `- **${title}**\n`)) continue;
      for (const resource of found) list.add(1, ...formsOf(resource));
    }
  };
  const failing = listed((list) => {
    for (const reason of refused) list.add(1, `- **refused**: ${code(sanitize(reason, maxErrorLength))}\n`);
    for (const reason of firstOf(willFail)) list.add(1, `- **will fail**: ${code(sanitize(reason, maxErrorLength))}\n`);
  });
  // The number of these lines is bounded, so that they always leave room, and no long list of objects displaces them.
  const security = listed((list) => {
    for (const { head: title, lines } of securityLines(report)) {
      list.add(0, `- **${title}**\n`);
      for (const line of lines) list.add(1, `  - ${code(line)}\n`);
    }
  });
  const lost = listed((list) => addActions(list, deleting));
  const rest = listed((list) => {
    addActions(list, others);
    // Messages of programs and providers come last, so that long messages cannot displace findings from the state and the plan.
    for (const error of errors) list.add(1, `- error: ${code(sanitize(error, maxErrorLength))}\n`);
    for (const warning of warnings) list.add(1, `- warning: ${code(sanitize(warning, maxErrorLength))}\n`);
    for (const note of notes) list.add(1, `- note: ${code(sanitize(note, maxErrorLength))}\n`);
  });
  const body = failing + lost + security + rest;
  return `${head}${body === "" ? "" : `\n${body}`}${foot}`;
}

/** Two forms of a resource: the whole one, and one without the changed leaves, whose number is not bounded. */
function formsOf(resource: ReviewedResource): readonly string[] {
  const head = `  - **${code(headOf(resource))}**\n`;
  const rows = (lines: readonly string[]) => lines.map((line) => `    - ${code(line)}\n`).join("");
  const { effects, leaves, affected } = findingsOf(resource);
  const cut = resource.changes.length > 0 ? `    - … ${resource.changes.length} leaves, omitted for length\n` : "";
  return [rows(leaves), cut].map((middle) => head + rows(effects) + middle + rows(affected));
}
