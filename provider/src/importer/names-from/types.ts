import { isCollection } from "../../model/leaves.ts";
import type { ForeignType, PartOf } from "../../objects/descriptor.ts";
import { descriptors, type KindName, kindNames } from "../../objects/descriptors.ts";

/** How a type of Terraform's provider is taken over. */
export interface TakenType extends ForeignType {
  readonly kind: KindName;
  /** The kind that has the members as a property of its own. Where the file has that object, this is no object beside it. */
  readonly partOf?: KindName | undefined;
}

function isShareable({ whole, property }: PartOf): boolean {
  const field = whole.table.fields[property];
  return isCollection(field) && field.exclusive !== undefined;
}

const allTaken = kindNames.flatMap((kind) => {
  const { partOf, foreignTypes } = descriptors[kind];
  return Object.entries(foreignTypes).map(([foreign, its]): readonly [string, TakenType] => {
    // Some members only are none of the whole's, where that one always declares all of them.
    const isPart = partOf && (its.members === "all" || isShareable(partOf));
    const whole = isPart && { partOf: kindNames.find((name) => descriptors[name] === partOf.whole) };
    return [foreign, { ...its, ...whole, kind }];
  });
});

/** What a type stands for, which can be objects of several kinds; nothing where this package does not manage it. */
export function takenAs(type: string): readonly TakenType[] {
  return allTaken.flatMap(([foreign, its]) => (foreign === type ? [its] : []));
}
