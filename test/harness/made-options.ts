import type ts from "typescript";
import { isMeasure, looksSecret } from "../../provider/src/schema/secrecy/by-path.ts";
import type { Entry, OptionTypes } from "./option-types.ts";

/** The path of the generated file in the repository. */
export const madeFile = "provider/src/types/connection/definition-options.made.ts";

/** The text of the file that is generated from the types of options. */
export function makeOptions(types: OptionTypes): string {
  const strategies = types.byStrategy();
  const shared = new Map<string, string>();
  const typed = new Map([...strategies].map(([strategy, type]) => [strategy, textOf(types, type, shared)]));
  const plain = plainIn([...strategies.values()].flatMap((type) => types.entriesOf(type)));
  return `// Made of the types in \`sdk/resources/connection-options/\` by \`npm run docs\`. Change them, not this file.

/*
 * Paths of options, by the type of their values. The names of a path are joined by dots; \`*\` matches any key, and \`[]\` each element of a
 * list. After the path of a \`oneOf\` option, its allowed texts are listed.
 */

/** The options that several strategies share, by the name of their type. */
export const sharedOptions: Readonly<Record<string, string>> = ${record(shared)};

/** The options of the strategies that have types. */
export const typedOptions: Readonly<Record<string, string>> = ${record(typed)};

/** Paths of options whose names look secret, although their types exclude a secret. */
export const plainByType = \`
${wrapped(plain, "  ")}\`;
`;
}

/** The text that represents a type. If it extends another type, the text of that type is added to `shared`. */
function textOf(types: OptionTypes, type: ts.Type, shared: Map<string, string>): string {
  const base = types.baseOf(type);
  const places = placesOf(types, type);
  const inherited = base ? placesOf(types, base) : [];
  // A type that narrows or omits an inherited option is listed in full.
  if (!base || inherited.some((place) => !places.includes(place))) return byKind(places);
  const { name } = base.symbol;
  if (!shared.has(name)) shared.set(name, textOf(types, base, shared));
  return byKind([`extends: ${name}`, ...places.filter((place) => !inherited.includes(place))]);
}

/** The paths of the options of a type, each after its kind. */
function placesOf(types: OptionTypes, type: ts.Type): readonly string[] {
  const texts = types.entriesOf(type).map(({ kind, path, texts: all }) => {
    const of = kind === "oneOf" ? `=${all.toSorted().join("|")}` : "";
    return `${kind}: ${path.join(".")}${of}`;
  });
  return [...new Set(texts)].toSorted();
}

function byKind(places: readonly string[]): string {
  const kindOf = (place: string) => place.slice(0, place.indexOf(" "));
  const lines = [...new Set(places.map(kindOf))].map((kind) => {
    const those = places.filter((place) => kindOf(place) === kind).map((place) => place.slice(kind.length + 1));
    return wrapped([kind, ...those], "    ", "      ");
  });
  return lines.join("\n");
}

function record(texts: ReadonlyMap<string, string>): string {
  const nameOf = (name: string) => (/^\w+$/.test(name) ? name : `"${name}"`);
  return `{\n${[...texts].map(([name, text]) => `  ${nameOf(name)}: \`${text.trimStart()}\`,\n`).join("")}}`;
}

/** Maximum number of columns of a line. */
const width = 120;

/** Wraps words into lines. A word that is longer than a line continues on the next line after a `|`. */
function wrapped(words: readonly string[], first: string, others = first): string {
  const parts = words.flatMap((word) => (others.length + word.length > width ? word.split(/(?<=\|)/) : [word]));
  const lines = [first];
  for (const part of parts) {
    const line = lines.at(-1) ?? "";
    const longer = line.trim() === "" || line.endsWith("|") ? `${line}${part}` : `${line} ${part}`;
    if (longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(`${others}${part}`);
  }
  return lines.join("\n");
}

/** The shortest paths whose last name looks secret and below which no type allows a secret. */
function plainIn(entries: readonly Entry[]): readonly string[] {
  const suspicious = ({ path }: Entry) => path.slice(0, path.findIndex(looksSecret) + 1).join(".");
  const doubted = new Set(entries.filter((entry) => !isHarmless(entry)).map(suspicious));
  return [...new Set(entries.map(suspicious))].filter((place) => place !== "" && !doubted.has(place)).toSorted();
}

/** Whether the type of an option excludes a secret: it is a boolean, a measure, or one of some texts. */
function isHarmless({ kind, path }: Entry): boolean {
  return kind === "boolean" || kind === "oneOf" || (kind === "number" && isMeasure(path.at(-1) ?? ""));
}
