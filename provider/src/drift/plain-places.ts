import type { JsonObject } from "../model/json.ts";
import { markedSecrets } from "../model/secrets.ts";
import { covers, fieldAt, placeOf } from "../model/table.ts";
import { kindOf } from "./kind-of.ts";
import type { PropertyPath } from "./property-path.ts";
import { parseUrn } from "./urn.ts";

/**
 * Tells where in a resource nothing is secret: in this package's resources, where neither the service nor the program says otherwise. Of
 * other resources nobody knows.
 *
 * @param properties where the program's own marks are
 */
export function plainPlacesOf(urn: string, properties: JsonObject): (path: PropertyPath) => boolean {
  const table = kindOf(parseUrn(urn)?.type ?? "")?.table;
  if (!table) return () => false;
  const marked = markedSecrets(properties);
  return (path) => {
    const position = path.findIndex((key) => typeof key === "number");
    const place = path.slice(0, position < 0 ? path.length : position).map(String);
    const field = fieldAt(table.fields, place);
    if (!field || placeOf(field, place, properties).secret) return false;
    return !marked.some((mark) => covers(mark, place) || covers(place, mark));
  };
}
