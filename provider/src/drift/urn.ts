import { typePrefix } from "../model/type-token.ts";

/** The parts of a URN: `urn:pulumi:<stack>::<project>::<type, with those of its parents>::<name>`. */
export interface Urn {
  readonly stack: string;
  readonly project: string;
  /** Without the parents' types. */
  readonly type: string;
  readonly name: string;
}

/** The parts of a URN, or undefined for a text that is not one. */
export function parseUrn(urn: string): Urn | undefined {
  const match = /^urn:pulumi:(.*?)::(.*?)::(.*?)::(.*)$/s.exec(urn);
  if (!match) return undefined;
  const [, stack = "", project = "", types = "", name = ""] = match;
  return { stack, project, type: types.split("$").at(-1) ?? types, name };
}

/** The type of the root of every stack. */
export const stackType = "pulumi:pulumi:Stack";

/** Whether a type is one of this package. */
export function isOurs(type: string): boolean {
  return type.startsWith(typePrefix);
}

/** A type for people: `ResourceServer` for one of this package, others as they are. */
export function typeForPeople(type: string): string {
  return isOurs(type) ? type.slice(typePrefix.length) : type;
}
