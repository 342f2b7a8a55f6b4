import type { Path } from "../schema/pointer.ts";
import type { Hints } from "../schema/schema.ts";
import { isShownByFiles, literal, templateLiteral, widest } from "./literal.ts";
import { fitting, humpsOf, kebabCase, wordsOf } from "./name-words.ts";
import { Unique } from "./names.ts";
import type { Expression } from "./program-text.ts";

/** A file of a program; its path is relative to the program's folder. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A text of several lines that is not longer than this, in columns, stays on one line. */
const shortest = 60;
/** More lines than these are in the way of what stands around them. */
const maxLines = 10;
/** The longest parts of a file's name, in columns. */
const longest = { name: 40, place: 20 };

/** The texts of a program that take several lines, and the files in which they stand. */
export class Texts {
  readonly #folder: string;
  readonly #names = new Unique("-");
  readonly files: SourceFile[] = [];

  /** @param folder where the files go, relative to the program's folder */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * What stands in place of a text; undefined for a literal on one line. A text of a language, or of many lines, goes to a file, unless
   * something in it is not to be seen there.
   *
   * @param owner the type and the name of the resource
   * @param path the place of the text in the resource
   */
  add(
    text: string,
    { language }: Hints,
    owner: readonly [kind: string, name: string],
    path: Path,
  ): Expression | undefined {
    if (!text.trim().includes("\n")) return undefined;
    const isLong = text.trim().split("\n").length > maxLines;
    if ((language || isLong) && isShownByFiles(text)) {
      const file = `${this.#folder}/${this.#nameOf(owner, path)}.${language ?? "txt"}`;
      this.files.push({ path: file, text });
      return { head: "readFileSync", arguments: [file, "utf8"] };
    }
    return widest(literal(text)) > shortest ? { head: templateLiteral(text), stays: true } : undefined;
  }

  /**
   * The kind comes first and the place last: names of the tenant that stand at an end could make a file of scripts one that test runners
   * look for, and run.
   */
  #nameOf([kind, name]: readonly [string, string], path: Path): string {
    const part = (words: readonly string[], most: number) => fitting(words, kebabCase, most);
    const place = wordsOf(path.at(-1) ?? "").flatMap(humpsOf);
    const parts = [kind, part(wordsOf(name), longest.name), part(place, longest.place)];
    return this.#names.take(parts.filter((text) => text !== "").join("-"));
  }
}
