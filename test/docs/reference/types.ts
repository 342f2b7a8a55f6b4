import ts from "typescript";
import type { Declarations, Property } from "./declarations.ts";

/** A type as a page shows it: the text, and the properties of the object that it is about. */
export interface Shown {
  readonly text: string;
  /** The properties of the objects in it, and how a path leads into them: `.` into an object, `[].` into a list, `.*.` into a map. */
  readonly members?: { readonly properties: readonly Property[]; readonly by: "." | "[]." | ".*." };
}

/** What programs may wrap around a value. Pages leave it out, as it goes for every argument. */
const wrappers = new Set(["pulumi.Input", "pulumi.Output", "pulumi.Unwrap", "Option"]);

/** A type in words, without `undefined`, promises and outputs. */
export function show(type: ts.TypeNode, bound: Property["bound"], declarations: Declarations): Shown {
  const again = (node: ts.TypeNode) => show(node, bound, declarations);
  if (ts.isParenthesizedTypeNode(type)) return again(type.type);
  if (ts.isTypeOperatorNode(type)) return again(type.type);
  if (ts.isUnionTypeNode(type)) return union(type.types.map(again));
  if (ts.isArrayTypeNode(type)) return listOf(again(type.elementType));
  if (ts.isTypeLiteralNode(type)) return objectOf(literal(type, bound));
  if (ts.isTypeReferenceNode(type)) return reference(type, bound, declarations);
  if (ts.isLiteralTypeNode(type))
    return { text: ts.isStringLiteral(type.literal) ? `\`${type.literal.text}\`` : type.getText() };
  const text = type.getText();
  return { text: text === "undefined" ? "" : text === "unknown" ? "any value" : text };
}

function reference(type: ts.TypeReferenceNode, bound: Property["bound"], declarations: Declarations): Shown {
  const name = type.typeName.getText();
  const args = type.typeArguments ?? [];
  const [first] = args;
  if (wrappers.has(name) && first) return show(first, bound, declarations);
  const given = bound.get(name);
  if (given) return show(given, new Map(), declarations);
  const alias = declarations.aliased(name);
  if (alias) return show(alias, bound, declarations);
  if (name === "Readonly" && first) return show(first, bound, declarations);
  if (name === "Record" && args[1]) return mapOf(show(args[1], bound, declarations));
  if (declarations.has(name)) return objectOf(declarations.properties(name, args));
  return { text: name };
}

function union(parts: readonly Shown[]): Shown {
  const shown = parts.filter(({ text }) => text !== "");
  const text = [...new Set(shown.map((part) => part.text))].join(" or ");
  const members = shown.find((part) => part.members)?.members;
  return { text, ...(members && { members }) };
}

function objectOf(properties: readonly Property[]): Shown {
  return { text: "object", members: { properties, by: "." } };
}

function listOf({ text, members }: Shown): Shown {
  const many = text === "object" ? "objects" : / or /.test(text) ? `(${text})` : text;
  return { text: `list of ${many}`, ...(members && { members: { ...members, by: "[]." as const } }) };
}

function mapOf({ text, members }: Shown): Shown {
  return { text: `map of ${text}`, ...(members && { members: { ...members, by: ".*." as const } }) };
}

function literal(type: ts.TypeLiteralNode, bound: Property["bound"]): readonly Property[] {
  return type.members.filter(ts.isPropertySignature).flatMap((member) =>
    member.type
      ? [
          {
            name: member.name.getText(),
            optional: member.questionToken !== undefined,
            type: member.type,
            text: "",
            bound,
          },
        ]
      : [],
  );
}
