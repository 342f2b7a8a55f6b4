import { typePrefix } from "../schema/provider-code.ts";

/** The parts of a URN: `urn:pulumi:<stack>::<project>::<type, with those of its parents>::<name>`. */
export interface Urn {
  readonly stack: string;
  readonly project: string;
  /** The type without the parents' types. */
  readonly type: string;
  readonly name: string;
}

/** Parses a URN; undefined for any other text. */
export function parseUrn(urn: string): Urn | undefined {
  const match = /^urn:pulumi:(.*?)::(.*?)::(.*?)::(.*)$/s.exec(urn);
  if (!match) return undefined;
  const [, stack = "", project = "", types = "", name = ""] = match;
  return { stack, project, type: types.split("$").at(-1) ?? types, name };
}

/** The type of the root of every stack. */
export const stackType = "pulumi:pulumi:Stack";

/** Whether a type belongs to pulumi-tenant. */
export function isOurs(type: string): boolean {
  return type.startsWith(typePrefix);
}

/** A type for display: `ResourceServer` for a type of pulumi-tenant, other types unchanged. */
export function typeForPeople(type: string): string {
  return isOurs(type) ? type.slice(typePrefix.length) : type;
}
