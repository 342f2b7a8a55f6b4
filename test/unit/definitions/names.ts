import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";

/** The sources of the package. */
export const sources: string = join(import.meta.dirname, "../../../provider/src");

/**
 * What names kinds: their definitions, calls and classes, the rules of the baseline, the emulator, whose rules are its own, and the entry
 * points, which list exports.
 */
const named = /^(baseline\/rules\/|types\/|sdk\/resources\/|emulator\/|(index|host|handlers\.made)\.ts$)/;

/** The files of general code, relative to the sources. */
export const generalFiles: readonly string[] = readdirSync(sources, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !named.test(file))
  .toSorted();

/** The texts by which general code would know a type: class, handler, route, the key of its list, noun. */
function namesOfKinds(): readonly string[] {
  return typeNames.flatMap((handler) => {
    const { type, route, schema } = definitions[handler];
    const root = route.includes("{") ? [] : [route, route.replaceAll("-", "_")];
    return [type, handler, ...root, schema.noun];
  });
}

/** General code reads the stream of the tenant's events, which no resource type manages. */
const ofEvents = new Set(["EventStream", "eventStream", "event stream"]);

const names = new Set(namesOfKinds().filter((name) => !ofEvents.has(name)));
/** A name of several words says what is meant wherever it occurs. A single word can mean something else within a text. */
const telling = [...names].filter((name) => /[a-z][A-Z_ -]\w/.test(name));

/** The names of kinds in the code of a file, each with its line. Comments may give examples. */
export function kindsIn(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node, word: string): void => {
    // The parser of arguments has this word for those that a user gives.
    if (file === "commands/run.ts" && word === "user") return;
    const name = names.has(word) ? word : telling.find((one) => word.toLowerCase().includes(one.toLowerCase()));
    if (name === undefined) return;
    found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${name}`);
  };
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    ) {
      look(node, node.text);
    } else if (ts.isIdentifier(node) && node.text === node.text.trim()) {
      // A lone lower-case word is a variable of any sense.
      if (/[A-Z]/.test(node.text)) look(node, node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The same of a file as it is. */
export function kindsInFile(file: string): readonly string[] {
  return kindsIn(file, readFileSync(join(sources, file), "utf8"));
}
