import type { Need } from "../../lifecycle/claims.ts";
import { type JsonObject, own, stringsIn, unknownValue } from "../../schema/json.ts";
import type { Schema } from "../../schema/schema.ts";

/** The scopes of an API that must exist for a resource, according to `namedIn` in its schema. */
export function scopeNeed({ fields }: Schema, args: JsonObject): Need | undefined {
  for (const [property, field] of Object.entries(fields)) {
    if (field.kind !== "set" || field.namedIn?.property !== "scopes") continue;
    const api = own(args, field.namedIn.via);
    if (typeof api !== "string" || api === unknownValue) return undefined;
    const members = stringsIn(own(args, property)).filter((scope) => scope !== unknownValue);
    return { key: scopesOf(api), property, members };
  }
  return undefined;
}

/** The key of an API's scopes: identifies them in claims, and in the queue of their changes (`inTurn`). */
export function scopesOf(identifier: string): string {
  return `scopes ${identifier}`;
}
