import { sanitize } from "../client/index.ts";
import { asMarkdown, asText, type Document, markdown, type Style, titled, unstyled } from "../report/document.ts";
import { changeInWords, countsInWords } from "../report/words.ts";
import { classOf } from "../schema/provider-code.ts";
import { definitions } from "../types/registry.ts";
import { type ComparedChange, type Comparison, type IdleEntry, isSame } from "./compare.ts";

/** The maximum length of an object's title or a side's name in a report, in characters. */
const maxTitle = 200;

/** How users can remove a difference: by a change of the stack's configuration, of a declared property or resource, or of a secret. */
export type Remedy = "configuration" | "property" | "resource" | "secret";

/** The remedies, as texts for the end of a report. */
const remedies: Readonly<Record<Remedy, string>> = {
  configuration:
    "if each stack needs a different value, read the property from the stack's configuration; otherwise declare the same value for both stacks",
  property: "declare the property in the program, and run `pulumi up` on both stacks",
  resource:
    "declare the resource in the program, and run `pulumi up` on the stack of the side that lacks the object; or delete the object on the other side",
  secret:
    "set the secret with `pulumi config set --secret` on the stack whose tenant lacks it or has a wrong value, and run `pulumi up`; " +
    "if each tenant needs a different secret, list the property under mayDiffer in the file of expected differences",
};

/** The remedy for a difference of one leaf. */
function remedyOf({ kind, secret, safeguard, was, is, wasName, isName }: ComparedChange): Remedy {
  if (secret) return "secret";
  if (safeguard !== undefined) return "property";
  const isOfStack =
    kind === "update" && [was, is].every((value) => typeof value === "string" || typeof value === "number");
  return isOfStack && wasName === undefined && isName === undefined ? "configuration" : "property";
}

/** The result of a comparison in one line: whether the sides differ, and the counts. */
function summaryOf(comparison: Comparison): string {
  const [here, there] = comparison.sides.map((side) => sanitize(side, maxTitle));
  const { different, missing, toCheck, ambiguous, notCompared, expected } = comparison;
  const lacking = (on: number) => missing.filter((one) => one.on === on).length;
  const numbers = [
    [different.length, "different"],
    [lacking(0), `missing in ${here}`],
    [lacking(1), `missing in ${there}`],
    [ambiguous.length, "ambiguous"],
    [new Set(notCompared.map(({ type }) => type)).size, "types not compared"],
    [toCheck.length, "to check"],
    [expected, "expected"],
    [comparison.counts.reduce((sum, { same }) => sum + same, 0), "the same"],
  ] as const;
  const said = countsInWords(numbers);
  const verdict = isSame(comparison) ? "are the same in effect" : "differ";
  return `${here} and ${there} ${verdict}${said && `: ${said}`}`;
}

/** The document that `--json` prints: the comparison with a remedy for each difference. Types are given by class names such as `Client`. */
export function toJson(comparison: Comparison) {
  const { different, missing, toCheck, ambiguous, notCompared, notComparable, skipped, counts, idle } = comparison;
  const named = <T extends { readonly type: Parameters<typeof classOf>[0] }>({ type, ...rest }: T) => {
    return { type: classOf(type), ...rest };
  };
  return {
    version: 1,
    same: isSame(comparison),
    sides: comparison.sides,
    different: different.map((one) => ({
      ...named(one),
      changes: one.changes.map((change) => ({ ...change, remedy: remedyOf(change) })),
    })),
    weakened: toCheck.map(named),
    missing: missing.map((one) => ({ ...named(one), remedy: "resource" })),
    ambiguous: ambiguous.map(named),
    notCompared: notCompared.map(named),
    notComparable: notComparable.map(named),
    skipped: skipped.map(named),
    counts: counts.map(named),
    expected: comparison.expected,
    idle: idle.map((one) => ("type" in one ? { ...one, type: classOf(one.type) } : one)),
  };
}

/** The report for a terminal. */
export function toText(comparison: Comparison): string {
  const { summary, blocks, closing = [] } = documentOf(comparison, unstyled);
  return asText([...blocks, ...closing, [summary]]);
}

/** The report for an issue, a comment or a step summary, see {@link asMarkdown}. */
export function toMarkdown(comparison: Comparison, limit?: number): string {
  return asMarkdown(documentOf(comparison, markdown), limit);
}

type Difference = Comparison["different"][number];

function documentOf(comparison: Comparison, style: Style): Document {
  const { bold, code } = style;
  return {
    summary: code(summaryOf(comparison)),
    blocks: sectionsOf(comparison).map(({ title, entries }) =>
      titled(
        bold(code(`${title}:`)),
        entries.map(([says = "", ...details]) => ({ says: code(says), details: details.map(code) })),
      ),
    ),
    closing: [
      titled(code("By type:"), countLines(comparison).map(code)),
      [...legendOf(comparison), ...skippedLines(comparison)].map(code),
    ],
  };
}

function sectionsOf(comparison: Comparison) {
  const [here, there] = comparison.sides.map((side) => sanitize(side, maxTitle));
  const { different, missing, toCheck, ambiguous, notCompared, notComparable, idle } = comparison;
  const isGrave = ({ changes }: Difference) => changes.some(({ safeguard }) => safeguard !== undefined);
  const entryOf = (one: Difference, hasRemedies = true) => differenceInWords(one, [here, there], hasRemedies);
  const lacking = (on: 0 | 1) =>
    missing
      .filter((one) => one.on === on)
      .map(({ title, id }) => [`${sanitize(title, maxTitle)} (${sanitize(id)}) [resource]`]);
  return [
    {
      title: `Differences that matter for security (${here} → ${there})`,
      entries: different.filter(isGrave).map((one) => entryOf(one)),
    },
    {
      title: `Differences (${here} → ${there})`,
      entries: different.filter((one) => !isGrave(one)).map((one) => entryOf(one)),
    },
    {
      title: `Expected differences that matter for security, and objects that are weaker on one side: check them (${here} → ${there})`,
      entries: toCheck.map((one) => entryOf(one, false)),
    },
    { title: `Missing in ${here}`, entries: lacking(0) },
    { title: `Missing in ${there}`, entries: lacking(1) },
    {
      title:
        'Not matched, because several objects have the same name: pair them under "same" in the file of expected differences',
      entries: ambiguous.map(({ title, ids: [mine, theirs] }) => [
        sanitize(title, maxTitle),
        `${here}: ${mine.map((id) => sanitize(id)).join(", ")}`,
        `${there}: ${theirs.map((id) => sanitize(id)).join(", ")}`,
      ]),
    },
    {
      title: "Not compared, because reading failed",
      entries: notCompared.map(({ type, on, why }) => [
        `${definitions[type].plural}, in ${on === 0 ? here : there}: ${sanitize(why)}`,
      ]),
    },
    {
      title: "Secrets that cannot be compared, because the service does not return their values, or only encrypted",
      entries: notComparable.map(({ title, paths }) => [
        `${sanitize(title, maxTitle)}: ${paths.map((path) => sanitize(path)).join(", ")}`,
      ]),
    },
    {
      title: "Unneeded entries in the file of expected differences: remove them",
      entries: idle.map((one) => [idleInWords(one)]),
    },
  ];
}

/** A different object: its title, then its differences. */
function differenceInWords(
  { title, changes, weaker = [] }: Difference,
  sides: readonly (string | undefined)[],
  hasRemedies: boolean,
): readonly string[] {
  return [
    sanitize(title, maxTitle),
    ...weaker.map(
      ({ on, rule }) => `weaker in ${sides[on]}: fails the rule ${sanitize(rule)} of the security baseline`,
    ),
    ...changes.flatMap((change) => {
      const [first = "", ...more] = changeInWords(change);
      return [
        hasRemedies ? `${first} [${remedyOf(change)}]` : first,
        ...more,
        ...(change.safeguard === undefined ? [] : [`  ${change.safeguard}`]),
      ];
    }),
  ];
}

function idleInWords(entry: IdleEntry): string {
  const quoted = (text: string | undefined) => JSON.stringify(sanitize(text ?? "", maxTitle));
  switch (entry.list) {
    case "replacements":
      return `replacements: ${quoted(entry.from)} → ${quoted(entry.to)}`;
    case "same":
      return `same: ${classOf(entry.type)} ${quoted(entry.from)} and ${quoted(entry.to)}: one of these objects does not exist`;
    case "mayDiffer": {
      const parts = [classOf(entry.type), entry.object && quoted(entry.object), entry.property];
      return `mayDiffer: ${parts.flatMap((part) => (part ? [sanitize(part, maxTitle)] : [])).join(" ")}`;
    }
  }
}

/** The types that were left out on purpose, as the last lines of a report. */
function skippedLines({ skipped }: Comparison): readonly string[] {
  return skipped.map(({ type, why }) => `Not compared: ${definitions[type].plural}, because ${why}`);
}

/** For each type with a difference, one line with its counts. */
function countLines({ counts, sides }: Comparison): readonly string[] {
  return counts.flatMap(({ type, same, different, missing }) => {
    const numbers = [
      [different, "different"],
      [missing[0], `missing in ${sanitize(sides[0], maxTitle)}`],
      [missing[1], `missing in ${sanitize(sides[1], maxTitle)}`],
      [same, "the same"],
    ] as const;
    return different + missing[0] + missing[1] > 0 ? [`${definitions[type].plural}: ${countsInWords(numbers)}`] : [];
  });
}

/** The explanations of the remedies that occur in a report. */
function legendOf({ different, missing }: Comparison): readonly string[] {
  const occurring = new Set<Remedy>(different.flatMap(({ changes }) => changes.map(remedyOf)));
  if (missing.length > 0) occurring.add("resource");
  return (Object.keys(remedies) as Remedy[])
    .filter((remedy) => occurring.has(remedy))
    .map((remedy) => `[${remedy}] ${remedies[remedy]}`);
}
