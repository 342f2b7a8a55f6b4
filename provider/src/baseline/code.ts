import { Unknown } from "./rule.ts";

/** The JavaScript code of an action or a script, without its comments. */
export interface Code {
  /** The code with its string literals. */
  readonly whole: string;
  /** The code with emptied string literals and regular expressions, so that a search finds only code that runs. */
  readonly bare: string;
}

const comment = /\/\/[^\n\r]*|\/\*[\s\S]*?\*\//y;
const text = /"[^"\\\n\r]*(?:\\[\s\S][^"\\\n\r]*)*"|'[^'\\\n\r]*(?:\\[\s\S][^'\\\n\r]*)*'/y;
const templatePart = /[^`\\$]*(?:(?:\\[\s\S]|\$(?!\{))[^`\\$]*)*(?:`|\$\{)/y;
const expression = /\/(?:[^\\/[\n\r]|\\.|\[[^\]\\\n\r]*(?:\\.[^\]\\\n\r]*)*\])+\/[a-z]*/y;
const word = /[\w$\u0080-\uffff]+/y;

/** Keywords that a value can follow. A slash after such a keyword begins a regular expression; it is not a division. */
const beforeValues = new Set(
  "return typeof instanceof in of new delete void throw case do else yield await default extends".split(" "),
);

/**
 * Removes the comments of a program in JavaScript, and empties its literals.
 *
 * @throws Unknown if a comment, a string literal, a template literal or a regular expression has no end
 */
export function codeOf(program: string): Code {
  const reader = new Reader(program);
  while (!reader.isAtEnd) reader.step();
  return reader.code();
}

class Reader {
  readonly #program: string;
  #at = 0;
  /** For each template literal whose `${` is open, the number of braces that are open after the `${`. The innermost literal is the last. */
  readonly #templates: number[] = [];
  /** Whether a slash at this position would begin a regular expression, because no value stands before it. */
  #isBeforeValue = true;
  readonly #whole: string[] = [];
  readonly #bare: string[] = [];

  constructor(program: string) {
    this.#program = program;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#program.length;
  }

  code(): Code {
    if (this.#templates.length > 0) throw unreadable();
    return { whole: this.#whole.join(""), bare: this.#bare.join("") };
  }

  step(): void {
    const character = this.#program[this.#at] ?? "";
    const pair = this.#program.slice(this.#at, this.#at + 2);
    if (pair === "//" || pair === "/*") this.#comment();
    else if (character === '"' || character === "'") this.#value(this.#take(text), character + character);
    else if (character === "/" && this.#isBeforeValue) this.#value(this.#take(expression), "/./");
    else if (character === "`") this.#template("`");
    else if (character === "}" && this.#templates.at(-1) === 0) {
      this.#templates.pop();
      this.#template("}");
    } else this.#plain(character);
  }

  /** Reads a word, or a single character outside of words. */
  #plain(character: string): void {
    const found = this.#find(word);
    if (found !== undefined) this.#put(found, beforeValues.has(found));
    else if (/\s/.test(character)) this.#put(character, this.#isBeforeValue);
    else {
      const open = this.#templates.at(-1);
      if (open !== undefined && (character === "{" || character === "}"))
        this.#templates[this.#templates.length - 1] = open + (character === "{" ? 1 : -1);
      this.#put(character, !")]}".includes(character) && !this.#endsIncrement(character));
    }
  }

  /** Whether a character ends `++` or `--`. A slash after such an operator is a division, as in `count++ / 2`. */
  #endsIncrement(character: string): boolean {
    return (character === "+" || character === "-") && this.#program[this.#at - 1] === character;
  }

  #comment(): void {
    this.#take(comment);
    this.#append(" ", " ");
  }

  #value(shown: string, bare: string): void {
    this.#append(shown, bare);
    this.#isBeforeValue = false;
  }

  /**
   * Reads a template literal up to its end or to the next `${`.
   *
   * @param opening the character before the text to read: a backtick, or the brace that ends `${`
   */
  #template(opening: string): void {
    this.#at += 1;
    const part = this.#take(templatePart);
    const isEnd = part.endsWith("`");
    if (!isEnd) this.#templates.push(0);
    this.#append(opening + part, opening + (isEnd ? "`" : "${"));
    this.#isBeforeValue = !isEnd;
  }

  #put(shown: string, isBeforeValue: boolean): void {
    this.#at += shown.length;
    this.#append(shown, shown);
    this.#isBeforeValue = isBeforeValue;
  }

  #append(whole: string, bare: string): void {
    this.#whole.push(whole);
    this.#bare.push(bare);
  }

  #find(form: RegExp): string | undefined {
    form.lastIndex = this.#at;
    return form.exec(this.#program)?.[0];
  }

  #take(form: RegExp): string {
    const found = this.#find(form);
    if (found === undefined) throw unreadable();
    this.#at += found.length;
    return found;
  }
}

function unreadable(): Unknown {
  return new Unknown("the code cannot be read: a comment, a string or a regular expression is not terminated");
}
