import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** What is written about one property of a type. */
export interface Property {
  readonly name: string;
  readonly optional: boolean;
  readonly type: ts.TypeNode;
  /** Its doc comment. */
  readonly text: string;
  /** The arguments of the generic type that it stands in, by parameter. */
  readonly bound: ReadonlyMap<string, ts.TypeNode>;
}

type Named = ts.InterfaceDeclaration | ts.ClassDeclaration | ts.TypeAliasDeclaration;

/** The declared types of a folder of sources, by name. They are read as they are written, without a type checker. */
export class Declarations {
  readonly #named = new Map<string, Named>();

  constructor(folders: readonly string[]) {
    for (const folder of folders) {
      for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
        if (entry.endsWith(".ts")) this.#read(join(folder, entry));
      }
    }
  }

  #read(file: string): void {
    const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
    for (const statement of source.statements) {
      const isNamed =
        ts.isInterfaceDeclaration(statement) ||
        ts.isClassDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement);
      if (isNamed && statement.name) this.#named.set(statement.name.text, statement);
    }
  }

  has(name: string): boolean {
    const found = this.#named.get(name);
    return found !== undefined && !ts.isTypeAliasDeclaration(found);
  }

  /** The type that an alias without parameters represents. */
  aliased(name: string): ts.TypeNode | undefined {
    const found = this.#named.get(name);
    return found && ts.isTypeAliasDeclaration(found) && !found.typeParameters ? found.type : undefined;
  }

  /** The doc comment of a type, without its tags. */
  comment(name: string): string {
    return commentOf(this.#get(name));
  }

  /** The properties of a type, those that it inherits last. */
  properties(name: string, args: readonly ts.TypeNode[] = []): readonly Property[] {
    const found = this.#get(name);
    if (ts.isTypeAliasDeclaration(found)) throw new Error(`${name} has no properties of its own`);
    const bound = new Map(
      (found.typeParameters ?? []).flatMap((parameter, index) => {
        const given = args[index] ?? parameter.default;
        return given ? [[parameter.name.text, given] as const] : [];
      }),
    );
    const own = [...found.members].flatMap((member) => propertyOf(member, bound));
    const inherited = (ts.isInterfaceDeclaration(found) ? (found.heritageClauses ?? []) : [])
      .flatMap((clause) => [...clause.types])
      .flatMap((type) => this.properties(type.expression.getText(), type.typeArguments ?? []));
    const names = new Set(own.map((property) => property.name));
    return [...own, ...inherited.filter((property) => !names.has(property.name))];
  }

  #get(name: string): Named {
    const found = this.#named.get(name);
    if (!found) throw new Error(`no type is called ${name}`);
    return found;
  }
}

function propertyOf(member: ts.TypeElement | ts.ClassElement, bound: Property["bound"]): readonly Property[] {
  const isProperty = ts.isPropertySignature(member) || ts.isPropertyDeclaration(member);
  if (!isProperty || !member.type || ts.isPrivateIdentifier(member.name)) return [];
  const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText();
  const optional = member.questionToken !== undefined;
  return [{ name, optional, type: member.type, text: commentOf(member), bound }];
}

/** A doc comment as Markdown: links to types become their names. */
function commentOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  const text = ts.getTextOfJSDocComment(doc?.comment) ?? "";
  return text.replace(/\{@link\s+([\w.]+)[^}]*\}/g, "`$1`").trim();
}
