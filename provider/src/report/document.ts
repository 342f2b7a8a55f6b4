import { sanitize } from "../client/index.ts";
import { maxErrorLength } from "../pulumi-cli/pulumi.ts";
import { BoundedList, code, longest, prose } from "./markdown.ts";

/** Functions that mark parts of a report's texts: with colours on a terminal, or with the signs of Markdown. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
  /** Marks a text from outside. In Markdown, such a text can neither change the format nor mention users. */
  code(text: string): string;
  /** Marks sentences that contain texts from outside. */
  prose(text: string): string;
}

const plain = (text: string) => text;
export const unstyled: Style = {
  ...{ bold: plain, dim: plain, red: plain, yellow: plain, green: plain },
  ...{ code: plain, prose: plain },
};
export const markdown: Style = { ...unstyled, bold: (text) => `**${text}**`, code, prose };

/** A line of a report, or a line with others below it. Its texts are marked in the style of the format. */
export type Item = string | Entry;

export interface Entry {
  readonly says: string;
  /** Lines below the entry. If they do not fit into Markdown, only their number is shown. */
  readonly details?: readonly string[];
  /** Items below the details. In Markdown, each is shown if it fits. */
  readonly below?: readonly Item[];
  /** The number of findings for which the entry itself stands, if it is left out. Default: 1. */
  readonly count?: number;
}

/** Items that belong together. */
export type Block = readonly Item[];

/** The report of a command, from which each format is made. */
export interface Document {
  /** The result in one sentence. */
  readonly summary: string;
  /** The findings. */
  readonly blocks: readonly Block[];
  /** Explanations of the findings, which Markdown never leaves out. */
  readonly closing?: readonly Block[];
}

/** A title with items below it. No block if there are no items. */
export function titled(says: string, below: readonly Item[] = []): Block {
  return below.length === 0 ? [] : [{ says, below, count: 0 }];
}

/** Errors, warnings or notes of Pulumi and the provider. */
export function said(
  kind: string,
  texts: readonly string[],
  mark: (text: string) => string,
  { code }: Style,
): readonly string[] {
  return texts.map((text) => mark(`${kind}: ${code(sanitize(text, maxErrorLength))}`));
}

/** The name of a stack within a sentence. */
export function stackInWords(name: string, { code }: Style): string {
  return /^[\w-]+$/.test(name) ? name : code(sanitize(name));
}

/** Blocks as text for a terminal or a log, with a blank line between them. */
export function asText(blocks: readonly Block[]): string {
  const texts = blocks.filter(({ length }) => length > 0).map((block) => linesOf(block).join("\n"));
  return `${texts.join("\n\n")}\n`;
}

function linesOf(items: readonly Item[], indent = ""): readonly string[] {
  return items.flatMap((item) => {
    if (typeof item === "string") return item && indent + item;
    const { says, details = [], below = [] } = item;
    return [indent + says, ...linesOf([...details, ...below], `${indent}  `)];
  });
}

/**
 * A document as Markdown, for an issue, a comment or a step summary: its summary as a heading, and a list.
 *
 * @param limit maximum length in characters. Of an entry that does not fit, the details are only counted. If it still does not fit, the entry
 *   is only counted itself
 */
export function asMarkdown({ summary, blocks, closing = [] }: Document, limit = longest): string {
  const head = `### ${summary}\n`;
  const foot = closing.flat().map((item) => (typeof item === "string" ? `${item}\n` : listOf([[item]])));
  const body = listOf(blocks, limit - [head, ...foot].join("\n").length - 100);
  return [head, body, ...foot].filter((part) => part !== "").join("\n");
}

/** Blocks as one list in Markdown. */
export function listOf(blocks: readonly Block[], room = Number.POSITIVE_INFINITY): string {
  const list = new BoundedList(room);
  for (const item of blocks.flat()) addItem(list, item, "- ");
  return list.toString();
}

function addItem(list: BoundedList, item: Item, bullet: string): void {
  const { says, details = [], below = [] } = entryOf(item);
  const rows = (texts: readonly string[]) => texts.map((text) => `  ${bullet}${text}\n`).join("");
  const head = `${bullet}${says}\n`;
  const forms = [head + rows(details), head + rows([`… ${details.length} in all, omitted for length`])];
  if (list.add(countOf(item), ...forms)) for (const one of below) addItem(list, one, `  ${bullet}`);
}

function entryOf(item: Item): Entry {
  return typeof item === "string" ? { says: item } : item;
}

/** The number of findings in an item. */
function countOf(item: Item): number {
  const { count = 1, below = [] } = entryOf(item);
  return below.reduce<number>((sum, one) => sum + countOf(one), count);
}
