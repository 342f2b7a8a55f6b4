import { kinds } from "../lifecycle/registry.ts";
import type { JsonObject } from "../model/json.ts";
import { markedSecrets } from "../model/secrets.ts";
import { covers, fieldAt, placeOf, type Table } from "../model/table.ts";
import type { PropertyPath } from "./property-path.ts";
import { isOurs, parseUrn, typeForPeople } from "./urn.ts";

/**
 * Tells where in a resource nothing is secret: in this package's resources, where neither the service nor the program says otherwise. Of
 * other resources nobody knows.
 *
 * @param properties where the program's own marks are
 */
export function plainPlacesOf(urn: string, properties: JsonObject): (path: PropertyPath) => boolean {
  const table = tableOf(parseUrn(urn)?.type ?? "");
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

function tableOf(type: string): Table | undefined {
  const name = typeForPeople(type);
  const handler = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return isOurs(type) && Object.hasOwn(kinds, handler) ? kinds[handler as keyof typeof kinds].table : undefined;
}
