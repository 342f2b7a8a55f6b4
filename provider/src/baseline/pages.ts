import { anyOf, Unknown } from "./rule.ts";

/** Liquid filters whose result contains no character that begins a tag or ends a quoted attribute. */
const escaping: readonly string[] = ["escape", "escape_once", "url_encode"];

/** Liquid tags that print nothing, or only numbers. */
const silent = new Set(
  (
    "assign capture endcapture if elsif else endif unless endunless case when endcase for endfor break continue " +
    "increment decrement"
  ).split(" "),
);

/** Elements whose content is not markup. An escaped text is safe in the last two, but not in the others. */
const opaque: readonly string[] = ["script", "style", "xmp", "iframe", "noembed", "noframes", "textarea", "title"];

/** Attributes whose value is a URL. */
const urls = /^(?:href|src|action|formaction|data|xlink:href|poster|background)$/;

/** Attributes whose value is code. */
const codes = /^(?:on.*|style|srcdoc)$/;

/**
 * The place of an output in a page:
 *
 * - `text`: text, or a quoted attribute. Escaping makes the output safe.
 * - `url`: the start of a URL in a quoted attribute. The output must also be unable to set the scheme, such as `javascript:`.
 * - `unquoted`: the value of an unquoted attribute. A space in the output would end the value, so only `url_encode` makes the output safe.
 * - `other`: code, styles or the inside of a tag, where escaping is not enough.
 */
type Place = "text" | "url" | "unquoted" | "other";

/** An expression that a template prints. */
interface Output {
  readonly expression: string;
  readonly place: Place;
}

/**
 * Whether a page, which is a Liquid template, prints a variable without escaping it.
 *
 * @throws Unknown if a part has no end, a tag is not known, a filter follows `escape`, or a variable stands where escaping is not enough
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
  if (!escaping.includes(last)) throw new Unknown("a filter after `escape` can undo the escaping");
  if (place === "text" || (last === "url_encode" && place !== "other")) return false;
  throw new Unknown(
    "a variable stands where `escape` is not enough: in code, in a tag, in an unquoted attribute or at the start of a URL",
  );
}

/** The value and the filters of an expression, which `|` separates. @throws Unknown if a quote has no end */
function partsOf(expression: string): readonly string[] {
  const parts = [""];
  for (const [token] of expression.matchAll(/"[^"]*"|'[^']*'|["'|]|[^"'|]+/g)) {
    if (token === '"' || token === "'") throw unreadable();
    if (token === "|") parts.push("");
    else parts.push(`${parts.pop()}${token}`);
  }
  return parts.map((part) => part.trim());
}

/** The expressions that a template prints, each with its place in the page. @throws Unknown if a part has no end, or a tag is not known */
function outputsOf(page: string): readonly Output[] {
  const markup = new Markup();
  const outputs: Output[] = [];
  for (const part of partsOfPage(page)) {
    if (part.is === "markup") markup.read(part.text);
    else if (part.is === "output") {
      outputs.push({ expression: part.text, place: markup.place });
      markup.print();
    } else if (!silent.has(part.text)) throw new Unknown("the page has a tag whose output is unknown");
  }
  return outputs;
}

/** A piece of HTML, an expression that the template prints, or the name of a Liquid tag other than `echo`, `raw` and `comment`. */
interface PagePart {
  readonly is: "markup" | "output" | "tag";
  readonly text: string;
}

/** The parts of a page, which is a Liquid template, without its comments. @throws Unknown if a part has no end */
function* partsOfPage(page: string): Generator<PagePart> {
  const open = /\{[{%]/g;
  let at = 0;
  for (let found = open.exec(page); found; found = open.exec(page)) {
    yield { is: "markup", text: page.slice(at, found.index) };
    const isOutput = found[0] === "{{";
    const end = page.indexOf(isOutput ? "}}" : "%}", open.lastIndex);
    if (end < 0) throw unreadable();
    const inside = page.slice(open.lastIndex, end).replace(/^-|-$/g, "").trim();
    open.lastIndex = at = end + 2;
    const [name = ""] = /^\w*/.exec(inside) ?? [];
    if (isOutput) yield { is: "output", text: inside };
    else if (name === "echo") yield { is: "output", text: inside.slice(name.length) };
    else if (name === "raw" || name === "comment") {
      const close = name === "raw" ? /\{%-?\s*endraw\s*-?%\}/g : /\{%-?\s*endcomment\s*-?%\}/g;
      close.lastIndex = at;
      const closing = close.exec(page);
      if (!closing) throw unreadable();
      if (name === "raw") yield { is: "markup", text: page.slice(at, closing.index) };
      open.lastIndex = at = close.lastIndex;
    } else if (!inside.startsWith("#")) yield { is: "tag", text: name };
  }
  yield { is: "markup", text: page.slice(at) };
}

/**
 * Whether a page, which is a Liquid template, loads a script from a foreign host without a hash that pins the content of the script. Inline scripts
 * are not judged.
 *
 * @param isForeign whether a host is foreign. Not called for the page's own host
 * @throws Unknown if the host depends on values that the template prints, or if a part has no end
 */
export function loadsForeignScript(page: string, isForeign: (host: string) => boolean): boolean {
  const markup = new Markup();
  for (const { is, text } of partsOfPage(page)) {
    if (is === "markup") markup.read(text);
    else if (is === "output") markup.print();
  }
  return anyOf(markup.startTags, ({ element, attributes }) => {
    // `base` sets the host of all relative addresses of scripts. A script within SVG has its address in `href`.
    const names = element === "script" ? ["src", "href", "xlink:href"] : element === "base" ? ["href"] : [];
    if (names.length === 0) return false;
    if (attributes.has("")) throw new Unknown("the template prints attributes of a script");
    if (element === "script" && /\bsha(?:256|384|512)-/.test(attributes.get("integrity") ?? "")) return false;
    return anyOf(names, (name) => {
      const host = hostOf(attributes.get(name) ?? "");
      return host !== undefined && isForeign(host);
    });
  });
}

/** The address against which relative addresses are resolved. No page has this host. */
const ownPage = "https://page.invalid/";

/** The host of an address in a page; undefined for the page's own host, and if there is no host. @throws Unknown if the template prints the host */
function hostOf(address: string): string | undefined {
  const [start = "", ...rest] = address.split(printed);
  const hasHost = /^\s*(?:\/[^/\\]|\.{1,2}\/|(?:https?:)?\/\/[^/?#\\]+[/?#])/i.test(start);
  const isEncoded = /&(?:#|colon;|sol;|bsol;|tab;|newline;)/i.test(start);
  if (isEncoded || (rest.length > 0 && !hasHost)) throw new Unknown("the host of a script depends on the template");
  const { hostname = "" } = URL.parse(address.replaceAll(printed, "x"), ownPage) ?? {};
  return hostname === "" || hostname === new URL(ownPage).hostname ? undefined : hostname;
}

/** Stands for a value that the template prints in an attribute. No page contains this character. */
const printed = "\u0000";

/** A start tag with its attributes. The attribute with an empty name stands for attributes that the template prints. */
interface StartTag {
  readonly element: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Reads the HTML of a page, but only to find its start tags and the places where the template prints. */
class Markup {
  /** The start tags that have been read, in lower case. */
  readonly startTags: StartTag[] = [];
  #state: "text" | "comment" | "opaque" | "tag" | "value" | "double" | "single" | "unquoted" = "text";
  /** The element whose start tag or opaque content is being read. Empty in an end tag. */
  #element = "";
  #attribute = "";
  #attributes = new Map<string, string>();
  /** Whether the start tag already contains the attribute that is being read. Browsers use only the first occurrence. */
  #isRepeated = false;
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

  /** Records that the template prints a value at the current place. */
  print(): void {
    this.#isEmptyValue = false;
    if (this.#state === "value") this.#state = "unquoted";
    if (this.#state === "tag") this.#attributes.set("", printed);
    else this.#append(printed);
  }

  /** Adds a text to the value of the current attribute, if a value is being read. */
  #append(text: string): void {
    if (this.#isRepeated || !["double", "single", "unquoted"].includes(this.#state)) return;
    this.#attributes.set(this.#attribute, `${this.#attributes.get(this.#attribute) ?? ""}${text}`);
  }

  read(text: string): void {
    let at = 0;
    while (at < text.length) at = this.#step(text, at);
  }

  /** Reads one piece of a text, and returns the position after the piece. */
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
          if (token === ">") this.#endTag();
          else if (token === "=") this.#state = "value";
          else if (attribute !== undefined) this.#beginAttribute(attribute.toLowerCase());
        });
    }
  }

  #beginAttribute(name: string): void {
    this.#attribute = name;
    this.#isRepeated = this.#attributes.has(name);
    if (!this.#isRepeated) this.#attributes.set(name, "");
  }

  #endTag(): void {
    if (this.#element !== "") this.startTags.push({ element: this.#element, attributes: this.#attributes });
    this.#attributes = new Map();
    this.#state = opaque.includes(this.#element) ? "opaque" : "text";
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
    this.#append(inside);
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
    // The text ends where the template prints. An unquoted value at the end is not complete yet: it can continue after the printed text.
    const end = form.lastIndex;
    if (this.#state === "unquoted") this.#append(found[0]);
    if (this.#state !== "unquoted" || end < text.length) then(found);
    return end;
  }
}

function unreadable(): Unknown {
  return new Unknown("the page cannot be read: a tag, an output or a quoted text of the template has no end");
}
