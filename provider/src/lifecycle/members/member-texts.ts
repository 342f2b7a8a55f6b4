import { isObject, type Json, type JsonObject, own, stringsIn } from "../../schema/json.ts";
import { groupedElement } from "../../schema/program-forms.ts";
import { wireName } from "../../schema/schema.ts";
import type { CollectionField } from "../../state/leaves.ts";
import { fromWire, toWire } from "../../state/wire.ts";
import { nameIn } from "../calls.ts";

/*
 * The members of a set are texts while its changes are planned and sent: of a set the element, of a map the entry that the API has for a key and its
 * value. So an entry with another value is another text, with the same id.
 */

/** The texts of the members of one set. */
export interface MemberTexts {
  /** The members in a value of the property. */
  in(value: Json | undefined): readonly string[];
  /** The value of the property with these members. */
  valueOf(members: readonly string[]): Json;
  /** The id of a member: the element, or the key of an entry. */
  idOf(member: string): string;
  /** The member with an id, whatever its value is. */
  withId(id: string): string;
  /** The member in an entry of a listing. @throws ShapeError if the entry has no id */
  ofEntry(entry: Json, subject: string): string;
  /** A member in the body of a request that adds it. */
  added(member: string): Json;
  /** A member in the body of a request that removes it. */
  removed(member: string): Json;
  /** The body of a request that changes the value of a member. */
  changed(member: string): JsonObject;
}

/**
 * @param property the property with the members, and its field
 * @param key the property of a listing's entry that is the id of a member
 */
export function memberTexts([property, field]: readonly [string, CollectionField], key: string): MemberTexts {
  const wire = wireName(property, field);
  const fields = { [property]: field };
  const onWire = (value: Json) => own(toWire(fields, { [property]: value }), wire);
  if (field.kind === "set") {
    const { groupedBy } = field;
    const sent = (member: string) => ((onWire([member]) ?? []) as readonly Json[])[0] ?? member;
    return {
      in: stringsIn,
      valueOf: (members) => members,
      idOf: (member) => member,
      withId: (id) => id,
      ofEntry(entry, subject) {
        const name = nameIn(entry, key, subject);
        return groupedBy ? groupedElement(nameIn(entry, groupedBy.wire, subject), name) : name;
      },
      added: sent,
      removed: sent,
      changed: () => ({}),
    };
  }
  const { keyWire } = field;
  const textsIn = (value: Json) => ((onWire(value) ?? []) as readonly Json[]).map((entry) => JSON.stringify(entry));
  const entryOf = (member: string) => JSON.parse(member) as JsonObject;
  const mapOf = (entries: readonly Json[]) => own(fromWire(fields, { [wire]: entries }), property) ?? {};
  return {
    in: (value) => (isObject(value) ? textsIn(value) : []),
    valueOf: (members) => mapOf(members.map(entryOf)),
    idOf: (member) => String(own(entryOf(member), keyWire)),
    withId: (id) => JSON.stringify({ [keyWire]: id }),
    ofEntry(entry, subject) {
      nameIn(entry, keyWire, subject);
      return textsIn(mapOf([entry]))[0] ?? "";
    },
    added: entryOf,
    removed: (member) => own(entryOf(member), keyWire) ?? "",
    changed(member) {
      const { [keyWire]: _, ...value } = entryOf(member);
      return value;
    },
  };
}
