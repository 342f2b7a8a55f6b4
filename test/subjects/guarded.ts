import type { Path } from "../../provider/src/schema/json.ts";
import type { Fields } from "../../provider/src/schema/schema.ts";

/** The properties of a table that decide about security, also inside objects. */
export function guardedIn(fields: Fields, above: Path = []): readonly { readonly path: Path; readonly why: string }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = [...above, name];
    const inside = field.kind === "object" ? guardedIn(field.fields, path) : [];
    return field.safeguard ? [{ path, why: field.safeguard }, ...inside] : inside;
  });
}
