import fc from "fast-check";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import type { Field, Fields } from "../../../provider/src/schema/schema.ts";
import { same } from "../../../provider/src/state/canonical.ts";
import { Draft, leavesOf } from "../../../provider/src/state/leaves.ts";
import { fullValue, objectProperties, optionalIn, takenAlong } from "../../subjects/object-properties.ts";
import { type Part, partsOf } from "../../subjects/parts.ts";
import type { Edit, Subject } from "../../subjects/subject.ts";

/** What some tokens see in place of secrets. */
export const mask: fc.Arbitrary<string> = fc.constantFrom("", "********", "[REDACTED]");

/** What another client sets beside what programs declare of an object: each member that a program can leave out, by itself. */
export function memberEdits(subject: Subject): readonly Edit[] {
  const properties = objectProperties.filter(
    (property) => property.subject === subject && property.field.kind === "object",
  );
  const members = properties.flatMap((property): JsonObject[] => {
    const { name, field } = property;
    const excepted = takenAlong.filter((one) => one.property === `${subject.name}.${name}`);
    return ([0, 1] as const).flatMap((n) => {
      const value = fullValue(field, name, n);
      const optional = new Set(optionalIn(property, value).map(String));
      return leavesOf({ [name]: field }, { [name]: value }).flatMap((leaf) => {
        const isTakenAlong = excepted.some(({ member }) => member.test(leaf.path.join(".")));
        if (isTakenAlong || isFresh(leaf.field, leaf) || !optional.has(String(leaf.path))) return [];
        const member = new Draft();
        member.put(leaf.path, leaf.value);
        return [member.root];
      });
    });
  });
  return members.length > 0 ? [{ weight: 2, values: fc.constantFrom(...members) }] : [];
}

/** Whether a value is as good as none. */
function isFresh(field: Field, { value }: { readonly value: JsonObject[string] }): boolean {
  const fresh = field.clear?.how === "default" ? field.clear.value : field.absent;
  return fresh !== undefined && same(field, value, fresh);
}

/** Values that another client sets one by one, those in objects member by member. */
export function memberPartsOf(fields: Fields, values: JsonObject): readonly Part[] {
  return partsOf(fields, values).flatMap((part): readonly Part[] => {
    const { name, value } = part;
    const field = fields[name];
    if (field?.kind !== "object") return [part];
    return leavesOf({ [name]: field }, { [name]: value }).map((leaf) => {
      const member = new Draft();
      member.put(leaf.path, leaf.value);
      return { path: leaf.path, name, value: member.root[name] ?? null };
    });
  });
}
