import type { Need } from "../../lifecycle/program/claims.ts";
import { type JsonObject, own, stringsIn, unknownValue } from "../../schema/json.ts";
import { groupedElement, partsOfElement } from "../../schema/program-forms.ts";
import type { Schema } from "../../schema/schema.ts";

/** The scopes of APIs that must exist for a resource, according to `namedIn` in its schema, by API. */
export function scopeNeeds({ fields }: Schema, args: JsonObject): readonly Need[] {
  for (const [property, field] of Object.entries(fields)) {
    if (field.kind !== "set" || field.namedIn?.property !== "scopes") continue;
    const elements = stringsIn(own(args, property)).filter((element) => element !== unknownValue);
    if (field.groupedBy) {
      const groups = Map.groupBy(elements.map(partsOfElement), ([api]) => api);
      return [...groups].map(([api, pairs]) => {
        const elementFor = (scope: string) => groupedElement(api, scope);
        return { key: scopesOf(api), property, members: pairs.map(([, scope]) => scope), elementFor };
      });
    }
    const api = own(args, field.namedIn.via);
    if (typeof api !== "string" || api === unknownValue) return [];
    return [{ key: scopesOf(api), property, members: elements }];
  }
  return [];
}

/** The key of an API's scopes: identifies them in claims, and in the queue of their changes (`inTurnOfList`). */
export function scopesOf(identifier: string): string {
  return `scopes ${identifier}`;
}
