import { type Json, type JsonObject, own, toPointer } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import type { ManagedRecord } from "../state/record.ts";

/** A declared property to which the service has given its value for an outage (see `Field.outage`). */
interface Outage {
  readonly name: string;
  /** The value for an outage. */
  readonly value: string;
  /** The last known value before the outage. */
  readonly last: Json;
}

/**
 * The outages of an object. A value that is not sure is none: the object can have the value from before a write whose response was lost.
 *
 * @param before the last known values
 */
export function outagesIn(
  { fields }: Schema,
  record: ManagedRecord,
  before: JsonObject,
  live: JsonObject,
): readonly Outage[] {
  return Object.entries(fields).flatMap(([name, { outage }]) => {
    const [last, pointer] = [own(before, name), toPointer([name])];
    const isKnown = record.paths.includes(pointer) && !record.unsure.includes(pointer);
    const isOut = outage !== undefined && own(live, name) === outage && last !== outage;
    return isOut && isKnown && last !== undefined ? [{ name, value: outage, last }] : [];
  });
}

/** The warning about an outage. */
export function outageWarning(label: string, { name, value, last }: Outage): string {
  return (
    `${label}: ${name} is "${value}", not "${String(last)}": the service sets this value by itself when deliveries fail, and another client can have set it. ` +
    "It is not restored, because a restart would hide the outage. Repair the receiver, then run `TENANT_RESTART=true pulumi up --refresh`, or declare " +
    `${name}: "${value}" if it shall stay.`
  );
}
