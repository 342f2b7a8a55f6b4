import { severities } from "../baseline/rule.ts";
import { counted, someOf, titleOf, valueInWords } from "../report/words.ts";
import type { Definition } from "../schema/definition.ts";
import { definitions, typeNameOf } from "../types/registry.ts";
import type { BaselineChange } from "./baseline.ts";
import {
  affectedInWords,
  type Findings,
  holderInWords,
  loginLossInWords,
  objectInWords,
  quoted,
  remainsInWords,
  unreadInWords,
  weakerInWords,
} from "./lines.ts";
import type { Privilege } from "./privileges.ts";
import type { ReviewedResource, ReviewReport } from "./types.ts";
import type { WeakerSafeguard } from "./weaker.ts";

/** A line of the verdict: all changes of a kind in a sentence. Text from outside has been made printable. */
export interface VerdictLine {
  /** Absent if the verdict has only one line. */
  readonly kind?: "IRREVERSIBLE" | "LOGIN" | "WHOLE TENANT" | "PRIVILEGE" | "WEAKER" | "REST";
  readonly says: string;
}

/** A change, and the resource that it is about, if the plan changes that resource. */
interface Item {
  readonly urn?: string | undefined;
  /** Further resources that the change is about. Default: none. */
  readonly others?: readonly string[];
  /** The change in words. Only the first changes of a kind are put into words. */
  says(): string;
}

/** Maximum number of changes that a line of the verdict names. */
const maxNamed = 4;

/** The other lines whose changes make logins less safe: the line about weaker values refers to them, so that nobody takes it for the whole list. */
const alsoWeaker: ReadonlySet<VerdictLine["kind"]> = new Set(["WHOLE TENANT", "PRIVILEGE"]);

/** Maximum number of weaker values that a line of the verdict names for one resource. */
const maxValues = 3;

/**
 * The worst of a report, a line for each kind: what the run ends for ever; applications to which users can no longer log in; settings that are, or may be, weaker for every login; rights that it gives;
 * other weaker values; and the number of the other changes. Empty if nothing changes.
 *
 * @returns the lines, and the URNs of the resources that the lines stand for
 */
export function verdictOf(
  report: ReviewReport,
  findings: Findings,
): { readonly lines: readonly VerdictLine[]; readonly urns: ReadonlySet<string | undefined> } {
  const lines = (
    [
      ["IRREVERSIBLE", lossesIn(report)],
      ["LOGIN", loginsIn(report)],
      ["WHOLE TENANT", weakerIn(report, findings, true)],
      ["PRIVILEGE", privilegesIn(report)],
      ["WEAKER", weakerIn(report, findings, false)],
    ] as const
  ).filter(([, items]) => items.length > 0);
  const urns = new Set(lines.flatMap(([, items]) => items.flatMap(({ urn, others = [] }) => [urn, ...others])));
  const rest = restOf(report, urns);
  const isClean = lines.length === 0 && report.complete && rest.open.length === 0;
  const whole = rest.whole.length > 0 ? `the whole tenant is affected by ${someOf(rest.whole)}` : "";
  if (isClean) {
    const says = `Nothing is lost for ever, and nothing is weaker${whole && `; ${whole}`}.`;
    return { lines: rest.count > 0 ? [{ says }] : [], urns };
  }
  const noun = lines.length > 0 ? "other change" : "change";
  const others = [...(rest.count > 0 ? [counted(rest.count, noun)] : []), ...(whole ? [whole] : []), ...rest.open];
  return {
    lines: [
      ...lines.map(([kind, items]) => {
        const besides = kind === "WEAKER" ? lines.flatMap(([one]) => (alsoWeaker.has(one) ? [one] : [])) : [];
        const suffix = besides.length > 0 ? ` (besides ${besides.join(" and ")} above)` : "";
        const end = kind === "IRREVERSIBLE" ? " An earlier program does not bring it back." : "";
        return { kind, says: `${sentenceOf(items)}${suffix}.${end}` };
      }),
      ...(others.length > 0 ? [{ kind: "REST" as const, says: `${others.join("; ")}.` }] : []),
    ],
    urns,
  };
}

function sentenceOf(items: readonly Item[]): string {
  const more = items.length > maxNamed ? [`and ${items.length - maxNamed} more`] : [];
  return [...items.slice(0, maxNamed).map((item) => item.says()), ...more].join("; ");
}

/** Losses: data first, then secrets, then ids. */
function lossesIn({ resources }: ReviewReport): readonly Item[] {
  const lost = resources.filter(({ losses = [] }) => losses.length > 0);
  const rank = ({ losesContent, action }: ReviewedResource) => (losesContent ? 0 : action === "delete" ? 2 : 1);
  return lost.toSorted((a, b) => rank(a) - rank(b)).map((one) => ({ urn: one.urn, says: () => lossInWords(one) }));
}

/** The objects to which users can no longer log in, those for sure first. */
function loginsIn({ logins = [] }: ReviewReport): readonly Item[] {
  const ended = logins.filter(({ left }) => left.length === 0);
  return ended
    .toSorted((a, b) => Number(a.isUnsure === true) - Number(b.isUnsure === true))
    .map((one) => ({ urn: one.urns[0], others: one.urns.slice(1), says: () => loginLossInWords(one) }));
}

function lossInWords(resource: ReviewedResource): string {
  const losses = (resource.losses ?? []).join("; ");
  return `${nameOf(resource)}${/^(?:is|may be) /.test(losses) ? "" : ":"} ${losses}`;
}

/**
 * What is weaker, or may be: values that protect the tenant, rules of the security baseline, safeguards of the engine, settings that were not read, and
 * waivers.
 *
 * @param isWhole whether the changes affect the whole tenant, or only some objects
 */
function weakerIn(report: ReviewReport, findings: Findings, isWhole: boolean): readonly Item[] {
  const { resources, privileges = [], addedWaivers = [], addedAcceptances = [], baseline } = report;
  const rights = new Set(privileges.filter(({ isLoss }) => !isLoss).map(({ urn, path }) => `${urn} ${path}`));
  const found = resources.flatMap((one) => {
    const { urn, action, affectsAll = false, loosens = [], isUnread, remains } = one;
    if (affectsAll !== isWhole) return [];
    const values = findings.weakerIn(urn).filter(({ path }) => !rights.has(`${urn} ${path}`));
    const breaks = findings.brokenBy(urn);
    const others = [
      ...(isWhole && action === "delete" ? ["deleted"] : []),
      ...(isWhole && action === "reset" && isResetAsWhole(one) ? ["reset as a whole"] : []),
      ...loosens,
      ...(isUnread ? [unreadInWords(one)] : []),
    ];
    if (values.length + breaks.length + others.length === 0) return [];
    const says = () =>
      `${nameOf(one)}: ${[...valuesInWords(values, isWhole), ...breaksInWords(breaks), ...others].join(", ")}` +
      (remains ? ` (${remainsInWords(remains)})` : "");
    return [{ urn, says, rank: rankOf(values, breaks) }];
  });
  const urns = new Set<string | undefined>(resources.map(({ urn }) => urn));
  const ofOthers = isWhole ? [] : (baseline?.breaks ?? []).filter(({ urn }) => !urns.has(urn));
  const ofBranch = [
    ...(addedWaivers.length > 0 ? [counted(addedWaivers.length, "waiver")] : []),
    ...(addedAcceptances.length > 0 ? [counted(addedAcceptances.length, "acceptance")] : []),
  ];
  return [
    ...(isWhole ? [] : ofBranch.map((many) => ({ says: () => `${many} of the branch` }))),
    ...found.toSorted((a, b) => a.rank - b.rank),
    ...ofOthers.map((one) => ({ says: () => `${titleOf(one)}: ${breaksInWords([one]).join("")}` })),
  ];
}

/** Whether a reset deletes the object, so that it also clears values that protect nothing. */
function isResetAsWhole({ type }: ReviewedResource): boolean {
  const name = typeNameOf(type);
  const definition: Definition | undefined = name && definitions[name];
  return definition?.wholeReset !== undefined;
}

/** Puts rules that are newly broken first, by severity, then values that are weaker for sure. */
function rankOf(values: readonly WeakerSafeguard[], breaks: readonly BaselineChange[]): number {
  const worst = breaks.filter(({ waived }) => !waived).map(({ severity }) => severities.indexOf(severity));
  const isSure = values.some(({ isUnsure }) => !isUnsure);
  return Math.min(...worst, severities.length + (isSure ? 0 : 1));
}

/** The rules that are newly broken, as one list: `breaks client-no-implicit-grant (high), client-callbacks-https (high)`. */
function breaksInWords(breaks: readonly BaselineChange[]): readonly string[] {
  const rules = breaks.map(
    ({ rule, severity, waived }) => `${rule} (${severity}${waived ? `, waived until ${waived.until}` : ""})`,
  );
  return rules.length > 0 ? [`breaks ${rules.join(", ")}`] : [];
}

/** @param isExplained whether the reason for which each value matters is given */
function valuesInWords(values: readonly WeakerSafeguard[], isExplained: boolean): readonly string[] {
  const sureFirst = values.toSorted((a, b) => Number(a.isUnsure === true) - Number(b.isUnsure === true));
  const firstUnsure = sureFirst.find(({ isUnsure }) => isUnsure === true);
  const words = sureFirst.slice(0, maxValues).map((one) => {
    const value = `${one === firstUnsure ? "may be weaker: " : ""}${weakerInWords(one, true)}`;
    return isExplained ? `${value} (${lowerFirst(one.why.replace(/;.*|\.$/s, ""))})` : value;
  });
  return values.length > maxValues ? [...words, `and ${values.length - maxValues} more values`] : words;
}

function lowerFirst(text: string): string {
  return /^[A-Z](?:[a-z]|\s)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function privilegesIn({ privileges = [], resources }: ReviewReport): readonly Item[] {
  const byUrn = new Map(resources.map((one) => [one.urn, one]));
  // All rights of an API, and rights that are not known, come first; then the rights of most holders; rights that are only lost come last.
  const rank = ({ rights, isPassedOn, isLoss }: Privilege) =>
    isLoss ? 3 : rights.length === 0 ? 0 : isPassedOn ? 1 : 2;
  return privileges
    .toSorted((a, b) => rank(a) - rank(b) || b.rights.length - a.rights.length)
    .map((one) => ({ urn: one.urn, says: () => privilegeInWords(one, byUrn.get(one.urn)) }));
}

function privilegeInWords(privilege: Privilege, resource: ReviewedResource | undefined): string {
  const { path, rights, lost, kept, isLoss, isUnknown, isPassedOn } = privilege;
  const given = [
    ...(rights.length > 0 ? [someOf(rights.map(quoted))] : []),
    ...(isUnknown ? ["rights that are secret, or known only during the run"] : []),
  ];
  const named = (some: readonly string[]) => (some.length > 0 ? someOf(some.map(quoted)) : path);
  const what = [
    ...(isLoss ? [] : [`gets ${given.length > 0 ? given.join(" and ") : path}`]),
    ...(lost ? [`loses ${named(lost)}`] : []),
    ...(kept ? [`keeps ${named(kept)}`] : []),
  ];
  const [first = "", ...others] = what;
  const whom = isPassedOn && resource && resource.concerns.length > 0 ? resource.concerns : [];
  const passedOn = whom.length > 0 ? `, for ${affectedInWords(whom, false, " and ")}` : "";
  const says = [`${first}${objectInWords(privilege)}`, ...others].join(", ");
  return `${holderInWords(privilege)} ${says} (${titleOf(withoutId(privilege))})${passedOn}`;
}

/** The other changes: their number, those that affect the whole tenant, and what is not known of them. */
function restOf(
  { resources, baseline }: ReviewReport,
  named: ReadonlySet<string | undefined>,
): { readonly count: number; readonly whole: readonly string[]; readonly open: readonly string[] } {
  const left = resources.filter(({ urn, action }) => action !== "move" && !named.has(urn));
  const unread = left.filter(({ action, isFound }) => action === "adopt" && isFound !== true);
  const foreign = left.filter(({ type }) => typeNameOf(type) === undefined);
  const unjudged = [...Map.groupBy(baseline?.unjudged ?? [], ({ rule }) => rule).values()];
  const verb = (count: number, one: string, many: string) => (count === 1 ? one : many);
  const whole = left.filter(
    ({ affectsAll, action, changes }) => affectsAll && (action !== "adopt" || changes.length > 0),
  );
  return {
    count: left.length,
    whole: whole.map((one) => `${nameOf(one)} (${one.action})`),
    open: [
      ...(unread.length > 0
        ? [
            `${unread.length} of them ${verb(unread.length, "adopts an object", "adopt objects")} that the review has not read`,
          ]
        : []),
      ...(foreign.length > 0
        ? [`${foreign.length} of them ${verb(foreign.length, "is", "are")} of other packages, which no rule judges`]
        : []),
      ...(unjudged.length > 0
        ? [
            `${counted(unjudged.length, "rule")} of the security baseline cannot be judged after this run: ${unjudgedInWords(unjudged)}`,
          ]
        : []),
    ],
  };
}

/** @param all the judgements by rule, the most severe rules first */
function unjudgedInWords(all: readonly (readonly BaselineChange[])[]): string {
  const words = all.slice(0, maxNamed).map((one) => {
    const [{ rule, severity } = { rule: "", severity: "" }] = one;
    return `${rule} (${severity}${one.length > 1 ? `, ${counted(one.length, "resource")}` : ""})`;
  });
  const [[{ severity } = { severity: "" }] = []] = all.slice(maxNamed);
  const more = all.length > maxNamed ? [`and ${all.length - maxNamed} more (at most ${severity})`] : [];
  return [...words, ...more].join(", ");
}

function nameOf(resource: ReviewedResource): string {
  const { kind } = resource;
  return `${titleOf(withoutId(resource))}${kind ? ` (${kind.path} ${valueInWords(kind.value)})` : ""}`;
}

function withoutId({ type, name }: { readonly type: string; readonly name: string }) {
  return { type, name };
}
