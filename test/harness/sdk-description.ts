import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Json, MutableJsonObject } from "../../provider/src/schema/json.ts";

/** The service's own client library. It is made from the service's interface description. */
const sdk = join(import.meta.dirname, "../../node_modules/auth0/dist/cjs/management/api/resources");

/** The beginning of a method of the library, and a request in it. */
const beginning = /^ {4}(?:__)?(\w+)\([^)]*\) \{$/;
const place = /^\s*url: core\.url\.join\(.*, ([`"])(.*?)\1\),$/;
const verb = /^\s*method: "(\w+)",$/;

/** Nothing in a request is deeper; the types refer to themselves. */
const maxDepth = 8;

/** The interface description of the service, as far as the types of its client library have it. */
export function descriptionOfSdk(): Json {
  const files = globSync("**/client/Client.d.ts", { cwd: sdk }).map((file) => join(sdk, file));
  const program = ts.createProgram(files, { skipLibCheck: true, strict: true, module: ts.ModuleKind.Node16 });
  const schemas = new Schemas(program.getTypeChecker());
  const paths: Record<string, MutableJsonObject> = {};
  for (const file of files) {
    const source = program.getSourceFile(file);
    const methods = source ? methodsIn(source) : new Map<string, ts.MethodDeclaration>();
    for (const { name, path, verb } of requestsIn(readFileSync(file.replace(/\.d\.ts$/, ".js"), "utf8"))) {
      const method = methods.get(name);
      if (!method) continue;
      const route = `/${path.replaceAll(/\$\{[^}]*\}/g, "{id}")}`;
      const given = method.parameters.find((one) => one.name.getText() === "request");
      paths[route] ??= {};
      const inPath = method.parameters.filter((one) => path.includes(`(${one.name.getText()})`));
      paths[route][verb.toLowerCase()] = {
        parameters: inPath.map((one) => ({ name: one.name.getText(), in: "path", schema: schemas.at(one.type) })),
        ...(given && verb.startsWith("P") && { requestBody: content(schemas.at(given.type)) }),
        responses: { "200": content(schemas.ofResponse(method.type)) },
      };
    }
  }
  return { openapi: "3.1.0", paths } as unknown as Json;
}

/** The requests of a client of the library. */
function requestsIn(text: string): readonly { readonly name: string; readonly path: string; readonly verb: string }[] {
  let [name, path] = ["", ""];
  return text.split("\n").flatMap((line) => {
    name = beginning.exec(line)?.[1] ?? name;
    path = place.exec(line)?.[2] ?? path;
    const [, found] = verb.exec(line) ?? [];
    return found === undefined ? [] : [{ name, path, verb: found }];
  });
}

function content(schema: MutableJsonObject): MutableJsonObject {
  return { content: { "application/json": { schema } } };
}

function methodsIn(source: ts.SourceFile): ReadonlyMap<string, ts.MethodDeclaration> {
  const found = new Map<string, ts.MethodDeclaration>();
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node)) found.set(node.name.getText(), node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

class Schemas {
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  at(node: ts.TypeNode | undefined): MutableJsonObject {
    return node ? this.#of(this.#checker.getTypeFromTypeNode(node), node, 0) : {};
  }

  /** The schema of `T` in `HttpResponsePromise<T>`. */
  ofResponse(node: ts.TypeNode | undefined): MutableJsonObject {
    return this.at(node && ts.isTypeReferenceNode(node) ? node.typeArguments?.[0] : undefined);
  }

  #of(type: ts.Type, node: ts.Node, depth: number): MutableJsonObject {
    if (depth > maxDepth) return {};
    const parts = (type.isUnion() ? type.types : [type]).filter(
      ({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0,
    );
    if (parts.every((part) => part.isStringLiteral()) && parts.length > 0)
      return { type: "string", enum: parts.map(({ value }) => value) };
    if (parts.length > 1) return { anyOf: parts.map((part) => this.#of(part, node, depth + 1)) };
    const [only] = parts;
    if (!only || (only.flags & ts.TypeFlags.Object) === 0) return {};
    if (this.#checker.isArrayType(only)) {
      const [item] = this.#checker.getTypeArguments(only as ts.TypeReference);
      return { type: "array", items: item ? this.#of(item, node, depth + 1) : {} };
    }
    const properties = this.#checker.getPropertiesOfType(only).map((symbol) => {
      return [symbol.name, this.#of(this.#checker.getTypeOfSymbolAtLocation(symbol, node), node, depth + 1)] as const;
    });
    return { type: "object", properties: Object.fromEntries(properties) };
  }
}
