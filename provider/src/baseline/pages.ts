import { anyOf, Unknown } from "./rule.ts";

/** Filters after which a text contains no character that begins a tag or ends a quoted attribute. */
const escaping: readonly string[] = ["escape", "escape_once", "url_encode"];

/** Tags of templates that print nothing, or only numbers. */
const silent = new Set(
  (
    "assign capture endcapture if elsif else endif unless endunless case when endcase for endfor break continue " +
    "increment decrement"
  ).split(" "),
);

/** Elements whose content is no markup. In the last two, an escaped text is safe. */
const opaque: readonly string[] = ["script", "style", "xmp", "iframe", "noembed", "noframes", "textarea", "title"];

/** Attributes whose value is a URL. */
const urls = /^(?:href|src|action|formaction|data|xlink:href|poster|background)$/;

/** Attributes whose value is code. */
const codes = /^(?:on.*|style|srcdoc)$/;

/** A place in a page: in `text`, only quotes and tags count; `url` begins a URL, where its scheme counts besides. */
type Place = "text" | "url" | "unquoted" | "other";

/** An expression that a template prints. */
interface Output {
  readonly expression: string;
  readonly place: Place;
}

/**
 * Whether a page's template, in the language Liquid, prints a variable without escaping it.
 *
 * @throws Unknown if it cannot be told: a part has no end, a tag is not known, or a variable stands where an escaped text is not safe
 */
export function printsUnescaped(page: string): boolean {
  return anyOf(outputsOf(page), isUnescaped);
}

function isUnescaped({ expression, place }: Output): boolean {
  const [value = "", ...filters] = partsOf(expression);
  if (filters.length === 0 && /^(?:"[^"]*"|'[^']*'|-?[\d.]+|)$/.test(value)) return false;
  const names = filters.map((filter) => /^[\w-]*/.exec(filter)?.[0] ?? "");
  const last = names.at(-1) ?? "";
  if (!names.some((name) => escaping.includes(name))) return true;
  if (!escaping.includes(last)) throw new Unknown("a filter after `escape` can undo it");
  if (place === "text" || (last === "url_encode" && place !== "other")) return false;
  throw new Unknown("a variable stands where an escaped text is not safe, outside of text and of quoted attributes");
}

/** The parts of an expression between its bars. @throws Unknown */
function partsOf(expression: string): readonly string[] {
  const parts = [""];
  for (const [token] of expression.matchAll(/"[^"]*"|'[^']*'|["'|]|[^"'|]+/g)) {
    if (token === '"' || token === "'") throw unreadable();
    if (token === "|") parts.push("");
    else parts.push(`${parts.pop()}${token}`);
  }
  return parts.map((part) => part.trim());
}

/** The expressions that a template prints, each with its place in the page. @throws Unknown */
function outputsOf(page: string): readonly Output[] {
  const markup = new Markup();
  const outputs: Output[] = [];
  const print = (expression: string) => {
    outputs.push({ expression, place: markup.place });
    markup.print();
  };
  const open = /\{[{%]/g;
  let at = 0;
  for (let found = open.exec(page); found; found = open.exec(page)) {
    markup.read(page.slice(at, found.index));
    const isOutput = found[0] === "{{";
    const end = page.indexOf(isOutput ? "}}" : "%}", open.lastIndex);
    if (end < 0) throw unreadable();
    const inside = page.slice(open.lastIndex, end).replace(/^-|-$/g, "").trim();
    open.lastIndex = at = end + 2;
    if (isOutput) {
      print(inside);
      continue;
    }
    const [name = ""] = /^\w*/.exec(inside) ?? [];
    if (name === "echo") print(inside.slice(name.length));
    else if (name === "raw" || name === "comment") {
      const close = name === "raw" ? /\{%-?\s*endraw\s*-?%\}/g : /\{%-?\s*endcomment\s*-?%\}/g;
      close.lastIndex = at;
      const closing = close.exec(page);
      if (!closing) throw unreadable();
      if (name === "raw") markup.read(page.slice(at, closing.index));
      open.lastIndex = at = close.lastIndex;
    } else if (!silent.has(name) && !inside.startsWith("#")) throw new Unknown("the page has a tag that can print");
  }
  return outputs;
}

/** Reads the markup of a page, as far as it decides where in it an output stands. */
class Markup {
  #state: "text" | "comment" | "opaque" | "tag" | "value" | "double" | "single" | "unquoted" = "text";
  /** The name of the tag that is open, or of the opaque element. */
  #element = "";
  #attribute = "";
  #isEmptyValue = true;

  get place(): Place {
    switch (this.#state) {
      case "text":
      case "comment":
        return "text";
      case "opaque":
        return ["textarea", "title"].includes(this.#element) ? "text" : "other";
      case "double":
      case "single":
        if (codes.test(this.#attribute)) return "other";
        return urls.test(this.#attribute) && this.#isEmptyValue ? "url" : "text";
      case "tag":
        return "other";
      default:
        return codes.test(this.#attribute) ? "other" : "unquoted";
    }
  }

  /** An output stands here. */
  print(): void {
    this.#isEmptyValue = false;
    if (this.#state === "value") this.#state = "unquoted";
  }

  read(text: string): void {
    let at = 0;
    while (at < text.length) at = this.#step(text, at);
  }

  /** Reads a piece of a text, and returns its end. */
  #step(text: string, at: number): number {
    switch (this.#state) {
      case "text":
        return this.#inText(text, at);
      case "comment":
        return this.#until(text, at, "-->", "text");
      case "opaque":
        return this.#inOpaque(text, at);
      case "double":
        return this.#until(text, at, '"', "tag");
      case "single":
        return this.#until(text, at, "'", "tag");
      case "value":
        return this.#beforeValue(text, at);
      case "unquoted":
        return this.#in(/[^\s>]*/y, text, at, () => {
          this.#state = "tag";
        });
      case "tag":
        return this.#in(/[\s/]+|>|([^\s"'>/=]+)|=|["']/y, text, at, ([token = "", attribute]) => {
          if (token === ">") this.#state = opaque.includes(this.#element) ? "opaque" : "text";
          else if (token === "=") this.#state = "value";
          else if (attribute !== undefined) this.#attribute = attribute.toLowerCase();
        });
    }
  }

  #inText(text: string, at: number): number {
    const opening = /<!--|<\/?(?:([a-z][^\s/>]*)|$)/gi;
    opening.lastIndex = at;
    const found = opening.exec(text);
    if (!found) return text.length;
    this.#state = found[0] === "<!--" ? "comment" : "tag";
    this.#element = found[0].startsWith("</") ? "" : (found[1] ?? "").toLowerCase();
    return opening.lastIndex;
  }

  #inOpaque(text: string, at: number): number {
    const closing = new RegExp(`</${this.#element}`, "gi");
    closing.lastIndex = at;
    if (!closing.test(text)) return text.length;
    this.#state = "tag";
    this.#element = "";
    return closing.lastIndex;
  }

  #until(text: string, at: number, end: string, next: "text" | "tag"): number {
    const found = text.indexOf(end, at);
    const inside = text.slice(at, found < 0 ? text.length : found);
    if (inside.trim() !== "") this.#isEmptyValue = false;
    if (found < 0) return text.length;
    this.#state = next;
    return found + end.length;
  }

  #beforeValue(text: string, at: number): number {
    const character = text[at] ?? "";
    this.#isEmptyValue = true;
    if (/\s/.test(character)) return at + 1;
    this.#state = character === '"' ? "double" : character === "'" ? "single" : "unquoted";
    return character === '"' || character === "'" ? at + 1 : at;
  }

  #in(form: RegExp, text: string, at: number, then: (found: RegExpExecArray) => void): number {
    form.lastIndex = at;
    const found = form.exec(text);
    if (!found) return text.length;
    // What ends with the text can go on behind an output.
    const end = form.lastIndex;
    if (this.#state !== "unquoted" || end < text.length) then(found);
    return end;
  }
}

function unreadable(): Unknown {
  return new Unknown("the page cannot be read: a part of it has no end");
}
