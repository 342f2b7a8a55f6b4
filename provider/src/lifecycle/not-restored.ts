import { sanitize } from "../client/index.ts";
import { describePath, fromPointer } from "../schema/json.ts";
import { type Field, isAtTop, isManagedByKey } from "../schema/schema.ts";
import type { ManagedRecord } from "../state/record.ts";
import { listInWords } from "./calls.ts";
import type { ReferringTypes } from "./program/program.ts";
import type { ResourceType } from "./resource-type.ts";

/**
 * A warning about an object that was deleted outside Pulumi: the content that its next creation does not restore, as far as the record tells. A
 * refresh drops the record, so it prints the warning. Undefined if the program declares all content.
 */
export function notRestoredWarning(
  type: ResourceType,
  label: string,
  id: string,
  record: ManagedRecord,
  referring: ReferringTypes,
): string | undefined {
  const { schema, goneWithIt, hasOwnObject } = type;
  const lists = [
    [undeclaredIn(type, record), "undeclared content of "],
    [referring(schema), "references to its id by other stacks and tools, in "],
  ] as const;
  const lost = [
    ...(goneWithIt === undefined ? [] : [goneWithIt]),
    ...lists.flatMap(([names, what]) => (names.length > 0 ? [`${what}${listInWords(names)}`] : [])),
  ];
  if (!hasOwnObject || schema.singleton !== undefined || lost.length === 0) return undefined;
  return (
    `warning: ${label} (id ${sanitize(id)}) does not exist at the tenant any more. If the program still declares it, \`pulumi up\` creates it with ` +
    `the declared values only. Not restored: ${lost.join("; ")}.`
  );
}

/**
 * The properties with content that the program of a deleted object did not declare: collections and documents, to which other stacks and tools can add,
 * and values that a program of this stack has declared before. Those that matter for security come first.
 */
function undeclaredIn({ schema }: ResourceType, { paths, content }: ManagedRecord): readonly string[] {
  const names = Object.entries<Field>(schema.fields)
    .filter(([name, field]) => isOpen(field) && (isManagedByKey(field) || !paths.includes(`/${name}`)))
    .toSorted(([, a], [, b]) => Number(b.safeguard !== undefined) - Number(a.safeguard !== undefined))
    .map(([name]) => name);
  const left = Object.keys(content?.hashes ?? {}).map(fromPointer);
  return [...names, ...left.filter(([name = ""]) => !names.includes(name)).map(describePath)];
}

/** Whether a property can have content beside the declared content. */
function isOpen(field: Field): boolean {
  if (field.computed || field.forceNew || isAtTop(field)) return false;
  return ["set", "map", "list", "document"].includes(field.kind);
}
