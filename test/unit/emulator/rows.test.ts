import fc from "fast-check";
import { expect, test } from "vitest";
import { Rows } from "../../../provider/src/emulator/shared/rows.ts";
import type { Stored } from "../../../provider/src/emulator/shared/store.ts";
import { cases } from "../../harness/scale.ts";

interface Row extends Stored {
  readonly owner: string;
  readonly role: string;
}

class Entries extends Rows<Row> {
  override load(): undefined {}
  override dump() {
    return this.all();
  }
}

const few = (...values: readonly string[]) => fc.constantFrom(...values);
const row = fc.record({ id: few("1", "2", "3", "4", "5"), owner: few("a", "b"), role: few("x", "y") });
const change = fc.oneof(
  row.map((given) => (rows: Entries) => rows.put(given)),
  row.map(
    ({ id }) =>
      (rows: Entries) =>
        rows.drop(id),
  ),
);

test("rows found by values are those of all rows with these values, in the order of creation, after any changes", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), row, (changes, { owner, role }) => {
      const rows = new Entries();
      for (const one of changes) {
        one(rows);
        const all = rows.all();
        expect(rows.where({ owner })).toEqual(all.filter((found) => found.owner === owner));
        expect(rows.where({ role, owner })).toEqual(
          all.filter((found) => found.owner === owner && found.role === role),
        );
      }
    }),
    cases(),
  );
});
