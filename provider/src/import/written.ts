import { type Path, toPointer } from "../schema/json.ts";
import { literal, plainLiteral } from "./names.ts";
import type { Marks } from "./program-text.ts";
import type { TextFile } from "./texts.ts";

/** A value of the tenant that the program contains, although another tenant has another one. */
export interface Literal {
  /** The file, relative to the program's folder. */
  readonly file: string;
  /** The line in the file, from 1. */
  readonly line: number;
  readonly value: string;
  /** The printable label of the object, and the path of the property. The path may contain untrusted text. */
  readonly label: string;
  readonly place: string;
  /** The reason: a printable sentence without a full stop. */
  readonly why: string;
}

/** The expression by which a program contains a text. */
export interface TextCode {
  /** Its beginning; undefined for a string literal. */
  readonly head?: string | undefined;
  readonly file?: TextFile | undefined;
}

/** The values of the tenant in one text of the arguments. */
export interface TextLiterals extends TextCode {
  readonly text: string;
  readonly isKey: boolean;
  readonly values: readonly (Omit<Literal, "file" | "line"> & { readonly from: number })[];
}

/** Statements, and the values of the tenant in them and in the files that they name, from top to bottom. */
export interface Written {
  readonly text: string;
  readonly literals: readonly TextLiterals[];
}

/** The marks of a resource, and the expressions of its texts by {@link formKey}. */
export type ResourceMarks = Marks & { readonly expressions: ReadonlyMap<string, TextCode> };

export function formKey(path: Path, text: string): string {
  return `${toPointer(path)} ${text}`;
}

/** The values in a statement, with their lines. The statement contains the texts in the given order. */
export function literalsIn(
  statement: string,
  literals: readonly TextLiterals[],
  { file: here, line }: Pick<Literal, "file" | "line">,
): readonly Literal[] {
  let start = 0;
  let lineOfStart = line;
  return literals.flatMap(({ text, head, file, isKey, values }) => {
    // A key of an object can be without quotes. Only an expression that is missing costs a search of the whole statement, and few are.
    const expressions =
      head === undefined ? [...(isKey ? [`${text}:`] : []), literal(text), plainLiteral(text)] : [head];
    const at = expressions.reduce((found, one) => (found >= 0 ? found : statement.indexOf(one, start)), -1);
    if (at >= 0) {
      lineOfStart += breaksIn(statement.slice(start, at + 1));
      start = at + 1;
    }
    // Line breaks in an expression are those of the text.
    const shows = file !== undefined || head?.includes("\n");
    let lineOfValue = file ? 1 : lineOfStart;
    let rest = 0;
    return values.map(({ from, ...value }) => {
      if (shows) lineOfValue += breaksIn(text.slice(rest, from));
      rest = from;
      return { file: file?.path ?? here, line: lineOfValue, ...value };
    });
  });
}

export function breaksIn(text: string): number {
  return text.split("\n").length - 1;
}
