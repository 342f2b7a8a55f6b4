import { Script } from "node:vm";
import type { Path } from "../schema/json.ts";
import type { Hints } from "../schema/schema.ts";
import { filled, placeholdersIn, TemplateError } from "../schema/template.ts";
import {
  fitting,
  humpsOf,
  isShownByFiles,
  kebabCase,
  literal,
  templateLiteral,
  Unique,
  widest,
  wordsOf,
} from "./names.ts";
import type { Expression } from "./program-text.ts";

/** A file of a program; its path is relative to the program's folder. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** An expression in place of a part of a text. */
export interface Insertion {
  readonly from: number;
  readonly to: number;
  readonly expression: string;
  /** Names that make up the name of its placeholder. */
  readonly words: readonly string[];
}

/** A text, and the expressions in place of its parts. */
interface InsertedText {
  readonly text: string;
  readonly insertions: readonly Insertion[];
}

/** A file with a text. */
export interface TextFile {
  readonly path: string;
  /** The positions in the text of the parts that placeholders replace. */
  readonly inserted: ReadonlySet<number>;
  /** The reason why other parts are not replaced, as a sentence without a full stop. */
  readonly why: string;
}

/** The files with one text of each row of a component. */
export interface FilesOfRows {
  /** The expression that reads the file of a row by its key, `name`. */
  readonly expression: Expression;
  /** The files by the keys of their rows. */
  readonly files: ReadonlyMap<string, TextFile>;
}

/** The width, in columns, up to which a text of several lines is written as a string literal on one line. */
const maxInline = 60;
/** The number of lines above which a text is written to a file. */
const maxLines = 10;
/** The maximum widths of the parts of a file name, in columns. */
const maxWidths = { name: 40, place: 20 };

/** The multi-line texts of a program and its texts with expressions, and the files that contain them. */
export class Texts {
  readonly #folder: string;
  readonly #names = new Unique("-");
  readonly files: SourceFile[] = [];
  /** The number of texts that the program reads by `readFileSync`. */
  read = 0;
  /** The number of texts that the program writes by `pulumi.interpolate`. */
  interpolated = 0;

  /** @param folder the folder of the files, relative to the program's folder */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Adds a text and returns the expression that the program contains for it; none for an ordinary string literal. A text of several lines is
   * written to a file if its language is known or if it is long, unless some of its characters would be invisible in the file.
   *
   * @param owner the type and the name of the resource
   * @param path the path of the text in the resource
   */
  add(
    inserted: InsertedText,
    hints: () => Hints,
    owner: readonly [type: string, name: string],
    path: Path,
  ): { readonly expression?: Expression | undefined; readonly file?: TextFile } {
    const { text, insertions } = inserted;
    if (!text.trim().includes("\n")) return { expression: this.element(inserted) };
    const isLong = text.trim().split("\n").length > maxLines;
    const { language } = hints();
    if ((language || isLong) && isShownByFiles(text)) {
      return this.#file(inserted, `${this.#folder}/${this.#nameOf(owner, path)}.${language ?? "txt"}`, language);
    }
    if (widest(literal(text)) <= maxInline) return { expression: this.element(inserted) };
    if (insertions.length === 0) return { expression: { head: templateLiteral(text), stays: true } };
    return { expression: this.#interpolation(inserted, templateLiteral) };
  }

  /**
   * Adds the texts of the rows of a component, each as a file of its own; undefined if some texts have characters that would be invisible in a file.
   * No text has a part that an expression could replace.
   *
   * @param texts the texts by the keys of their rows
   */
  addOfRows(
    texts: ReadonlyMap<string, string>,
    noun: string,
    place: string,
    language = isPem([...texts.values()]) ? "pem" : "txt",
  ): FilesOfRows | undefined {
    const keys = [...texts.keys()];
    if (!keys.every((key) => /^[\p{L}\p{M}\p{N}-]+$/u.test(key)) || ![...texts.values()].every(isShownByFiles))
      return undefined;
    const part = fitting(wordsOf(place).flatMap(humpsOf), kebabCase, maxWidths.place) || "text";
    const nameOf = (key: string, suffix: string) => `${noun}-${key}-${part}${suffix}`;
    let suffix = "";
    for (let n = 2; !keys.every((key) => this.#names.isFree(nameOf(key, suffix))); n++) suffix = `-${n}`;
    const files = new Map<string, TextFile>();
    for (const [key, text] of texts) {
      const path = `${this.#folder}/${this.#names.take(nameOf(key, suffix))}.${language}`;
      this.files.push({ path, text });
      files.set(key, { path, inserted: new Set(), why: "" });
    }
    this.read += 1;
    const code = `\`${this.#folder}/${noun}-\${name}-${part}${suffix}.${language}\``;
    return { expression: { head: "readFileSync", arguments: [{ code }, "utf8"] }, files };
  }

  /** The expression for a text on one line; undefined for an ordinary string literal. */
  element(inserted: InsertedText): Expression | undefined {
    const { text, insertions } = inserted;
    const [first] = insertions;
    if (!first) return undefined;
    if (first.from === 0 && first.to === text.length) return { head: first.expression };
    const onOneLine = (part: string) => templateLiteral(part).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
    return this.#interpolation(inserted, onOneLine);
  }

  #interpolation({ text, insertions }: InsertedText, write: (part: string) => string): Expression {
    this.interpolated += 1;
    const part = (from: number, to?: number) => write(text.slice(from, to)).slice(1, -1);
    const parts = insertions.map(
      ({ from, expression }, at) => `${part(insertions[at - 1]?.to ?? 0, from)}\${${expression}}`,
    );
    return { head: `pulumi.interpolate\`${parts.join("")}${part(insertions.at(-1)?.to ?? 0)}\``, stays: true };
  }

  #file({ text, insertions }: InsertedText, path: string, language: Hints["language"]) {
    const isScript = language === "js" && insertions.length > 0 && isJavaScript(text);
    const quoted = insertions.filter(({ from }) => /["'`]/.test(text.charAt(from - 1)));
    for (const some of isScript ? [insertions, quoted] : [insertions]) {
      const template = some.length > 0 ? templateOf(text, some) : undefined;
      if (!template || (isScript && !isJavaScript(template.text))) continue;
      this.files.push({ path, text: template.text });
      return {
        expression: { head: "tenant.template", arguments: [path], template },
        file: { path, inserted: new Set(some.map(({ from }) => from)), why: whyNoScript },
      };
    }
    this.files.push({ path, text });
    this.read += 1;
    const why = isScript ? whyNoScript : "the text beside it would be taken for a part of the placeholder";
    return {
      expression: { head: "readFileSync", arguments: [path, "utf8"] },
      file: { path, inserted: new Set<number>(), why },
    };
  }

  /**
   * The file name begins with the type and ends with the last part of the path. A name from the tenant at either end could make the file match
   * the patterns of a test runner, which would then execute a script of the tenant.
   */
  #nameOf([type, name]: readonly [string, string], path: Path): string {
    const part = (words: readonly string[], most: number) => fitting(words, kebabCase, most);
    const place = wordsOf(path.at(-1) ?? "").flatMap(humpsOf);
    const parts = [type, part(wordsOf(name), maxWidths.name), part(place, maxWidths.place)];
    return this.#names.take(parts.filter((text) => text !== "").join("-"));
  }
}

/** Whether all texts are certificates or public keys. */
function isPem(texts: readonly string[]): boolean {
  return texts.every((text) => text.startsWith("-----BEGIN "));
}

const whyNoScript = "with a placeholder there, the file would not be valid JavaScript";

/** Whether a text is a script. The script is only parsed. */
function isJavaScript(text: string): boolean {
  try {
    return new Script(text) !== undefined;
  } catch {
    return false;
  }
}

/** The text with placeholders in place of its parts; undefined if the text beside a placeholder would be taken for a part of it. */
function templateOf(
  text: string,
  insertions: readonly Insertion[],
): ({ readonly text: string } & NonNullable<Expression["template"]>) | undefined {
  // What looks like a placeholder in the text stays: its names are taken, and `keep` names them.
  const names = new Unique(
    "_",
    placeholdersIn(text).map(({ name }) => name),
  );
  const nameOf = new Map<string, string>();
  const values: Record<string, string> = {};
  let template = "";
  let rest = 0;
  for (const { from, to, expression, words } of insertions) {
    const name = nameOf.get(expression) ?? names.take(placeholderName(words));
    nameOf.set(expression, name);
    values[name] = text.slice(from, to);
    template += `${text.slice(rest, from)}##${name}##`;
    rest = to;
  }
  template += text.slice(rest);
  const others = placeholdersIn(template).filter(({ name }) => !Object.hasOwn(values, name));
  const keep = [...new Set(others.map(({ name }) => name))].toSorted();
  if (!isSame(template, values, text)) return undefined;
  return { text: template, values: [...nameOf].map(([expression, name]) => [name, expression] as const), keep };
}

/** Whether the program makes this text of a template. */
function isSame(template: string, values: Readonly<Record<string, string>>, text: string): boolean {
  try {
    return filled(template, values, (name) => !Object.hasOwn(values, name)) === text;
  } catch (error) {
    if (error instanceof TemplateError) return false;
    throw error;
  }
}

/** A name of ASCII letters, digits and underscores: `SHOP_CLIENT_ID`. */
function placeholderName(words: readonly string[]): string {
  const parts = words
    .flatMap((word) => humpsOf(word))
    .map((word) =>
      word
        .normalize("NFKD")
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, ""),
    );
  const name = parts.filter((part) => part !== "").join("_");
  return /^[A-Z]/.test(name) ? name : `VALUE_${name}`;
}
