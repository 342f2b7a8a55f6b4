import type { JsonObject } from "../model/json.ts";
import { referencesOf } from "../model/references.ts";
import type { Fields } from "../model/table.ts";
import { isUnconfirmed } from "../model/unconfirmed-id.ts";
import { legible } from "../tenant/index.ts";
import type { Problem } from "./kind.ts";

/** References by the id of a lost creation. The service knows none of them, and takes some as the ids of what may come to be. */
export function problemsOfIds(fields: Fields, args: JsonObject): readonly Problem[] {
  return referencesOf(fields, args).flatMap(({ path, property, value }) =>
    property === "id" && value !== undefined && isUnconfirmed(value)
      ? [
          {
            // For people, the elements of a list have numbers.
            path: path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
            says:
              `"${legible(value, 200)}" is no id of the tenant: the answer to the creation of that object was lost. ` +
              "Run `pulumi up --refresh`, which gives it its own id first",
          },
        ]
      : [],
  );
}

/** Says what an update could not do for an object that it has found or made at last. */
export function sayUnconfirmed(label: string, id: string): void {
  if (!isUnconfirmed(id)) return;
  console.warn(
    `warning: ${label} is at the tenant now, but the state still has "${legible(id, 200)}" as its id. ` +
      "Run `pulumi up --refresh`, which gives it its own id.",
  );
}
