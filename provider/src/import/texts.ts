import type { Path } from "../schema/pointer.ts";
import type { Hints } from "../schema/schema.ts";
import { isShownByFiles, literal, templateLiteral, widest } from "./literal.ts";
import { fitting, humpsOf, kebabCase, Unique, wordsOf } from "./names.ts";
import type { Expression } from "./program-text.ts";

/** A file of a program; its path is relative to the program's folder. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The width, in columns, up to which a text of several lines is written as a string literal on one line. */
const maxInline = 60;
/** The number of lines above which a text is written to a file. */
const maxLines = 10;
/** The maximum widths of the parts of a file name, in columns. */
const maxWidths = { name: 40, place: 20 };

/** The multi-line texts of a program, and the files that contain them. */
export class Texts {
  readonly #folder: string;
  readonly #names = new Unique("-");
  readonly files: SourceFile[] = [];

  /** @param folder the folder of the files, relative to the program's folder */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Adds a text and returns the expression that the program contains for it; undefined for an ordinary string literal. A text of several lines
   * is written to a file if its language is known or if it is long, unless some of its characters would be invisible in the file.
   *
   * @param owner the type and the name of the resource
   * @param path the path of the text in the resource
   */
  add(
    text: string,
    { language }: Hints,
    owner: readonly [type: string, name: string],
    path: Path,
  ): Expression | undefined {
    if (!text.trim().includes("\n")) return undefined;
    const isLong = text.trim().split("\n").length > maxLines;
    if ((language || isLong) && isShownByFiles(text)) {
      const file = `${this.#folder}/${this.#nameOf(owner, path)}.${language ?? "txt"}`;
      this.files.push({ path: file, text });
      return { head: "readFileSync", arguments: [file, "utf8"] };
    }
    return widest(literal(text)) > maxInline ? { head: templateLiteral(text), stays: true } : undefined;
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
