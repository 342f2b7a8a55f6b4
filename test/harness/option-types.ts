import { basename, join } from "node:path";
import ts from "typescript";

/** The folder of the types of options, in the repository. */
const folder = "provider/src/sdk/resources/connection-options";

/** A stand-in for Pulumi's own types, which take long to read: an option without promises and outputs. */
const sdk = "export type Input<T> = T;";

/** Types that represent one kind of value. */
const kinds: readonly (readonly [flags: ts.TypeFlags, kind: string])[] = [
  [ts.TypeFlags.String, "string"],
  [ts.TypeFlags.Number, "number"],
  [ts.TypeFlags.BooleanLike, "boolean"],
  [ts.TypeFlags.Unknown, "any"],
];

/** What may stand at a place of options. */
export interface Entry {
  /** "any", "boolean", "number", "string", or "oneOf": one of some texts. */
  readonly kind: string;
  /** The names that lead to the place; `*` represents any one key and `[]` for each element of a list. */
  readonly path: readonly string[];
  /** The texts of `oneOf`. */
  readonly texts: readonly string[];
}

/** The types of options as the compiler understands them. */
export class OptionTypes {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #folder: string;

  /** @param tried texts in place of files, or besides them, by their names in the folder of the types */
  constructor(root: string, tried: Readonly<Record<string, string>> = {}) {
    // The compiler knows slashes only.
    this.#folder = join(root, folder).replaceAll("\\", "/");
    const pathOf = (name: string) => `${this.#folder}/${name}`;
    const texts = new Map(Object.entries({ ...tried, "sdk.ts": sdk }).map(([name, text]) => [pathOf(name), text]));
    const options = {
      ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, types: [], lib: ["lib.es5.d.ts"] },
      paths: { "@pulumi/pulumi": [pathOf("sdk.ts")] },
    };
    const host = ts.createCompilerHost(options);
    const { fileExists, readFile } = host;
    host.fileExists = (file) => texts.has(file) || fileExists(file);
    host.readFile = (file) => texts.get(file) ?? readFile(file);
    this.#program = ts.createProgram([pathOf("index.ts"), ...texts.keys()], options, host);
    this.#checker = this.#program.getTypeChecker();
  }

  /** What the compiler finds wrong. */
  problems(): readonly { readonly file: string; readonly text: string }[] {
    return ts.getPreEmitDiagnostics(this.#program).map(({ file, messageText }) => ({
      file: basename(file?.fileName ?? ""),
      text: ts.flattenDiagnosticMessageText(messageText, "\n"),
    }));
  }

  /** The types of options by strategy. */
  byStrategy(): ReadonlyMap<string, ts.Type> {
    const file = this.#program.getSourceFile(`${this.#folder}/index.ts`);
    const module = file && this.#checker.getSymbolAtLocation(file);
    const all = module?.exports?.get(ts.escapeLeadingUnderscores("ConnectionOptionsByStrategy"));
    if (!all) throw new Error(`${folder}/index.ts exports no ConnectionOptionsByStrategy`);
    const strategies = this.#checker.getDeclaredTypeOfSymbol(all).getProperties();
    return new Map(strategies.map((strategy) => [strategy.name, this.#checker.getTypeOfSymbol(strategy)]));
  }

  /** The type that one extends. */
  baseOf(type: ts.Type): ts.Type | undefined {
    return type.isClassOrInterface() ? this.#checker.getBaseTypes(type)[0] : undefined;
  }

  /** What may stand where a type is, and at the places within it. */
  entriesOf(type: ts.Type, path: readonly string[] = []): readonly Entry[] {
    const parts = (type.isUnion() ? type.types : [type]).filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const texts = parts.filter((part) => part.isStringLiteral()).map(({ value }) => value);
    const entries = parts.filter((part) => !part.isStringLiteral()).flatMap((part) => this.#within(part, path));
    return texts.length > 0 ? [...entries, { kind: "oneOf", path, texts }] : entries;
  }

  #within(type: ts.Type, path: readonly string[]): readonly Entry[] {
    const [, kind] = kinds.find(([flags]) => type.flags & flags) ?? [];
    if (kind) return [{ kind, path, texts: [] }];
    const [item] = this.#checker.isArrayType(type) ? this.#checker.getTypeArguments(type as ts.TypeReference) : [];
    if (item) return this.entriesOf(item, [...path, "[]"]);
    const any = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (any) return this.entriesOf(any.type, [...path, "*"]);
    if (!(type.flags & ts.TypeFlags.Object) || type.getProperties().length === 0) {
      throw new Error(`${path.join(".")}: nothing is known of values of type ${this.#checker.typeToString(type)}`);
    }
    return type
      .getProperties()
      .flatMap((member) => this.entriesOf(this.#checker.getTypeOfSymbol(member), [...path, member.name]));
  }
}
