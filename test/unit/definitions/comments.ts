import { join } from "node:path";
import type { Path } from "../../../provider/src/schema/json.ts";
import { Declarations, type Property } from "../../docs/reference/declarations.ts";
import { sources } from "./names.ts";

/** The declared types of the program's half. */
export const declarations = new Declarations([join(sources, "sdk")]);

/** The comment of an argument. */
interface Commented {
  readonly path: Path;
  readonly text: string;
}

/** The comments of all arguments of a class, at any depth. */
export function commentsOf(type: string, above: Path = []): readonly Commented[] {
  return declarations.properties(type).flatMap((property) => {
    const path = [...above, property.name];
    return [{ path, text: property.text }, ...namedIn(property).flatMap((name) => commentsOf(name, path))];
  });
}

/** The interfaces of objects and elements in the type of a property. */
function namedIn({ type }: Property): readonly string[] {
  const names = type.getText().match(/\b[A-Z]\w+/g) ?? [];
  return [...new Set(names)].filter((name) => declarations.has(name) && !/^(?:Connection\w*Options|Input)/.test(name));
}

/** The interface with the arguments of a class. */
export const argumentsOf = (type: string) => (declarations.has(`${type}Args`) ? `${type}Args` : `${type}CommonArgs`);
