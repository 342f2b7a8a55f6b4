import fc from "fast-check";
import { expect, test } from "vitest";
import { batchesOf } from "../../../provider/src/commands/stage-declarations.ts";
import { cases } from "../../harness/scale.ts";

test("import runs have command lines of a bounded length, in the program's order, each with its components and providers", () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 40 });
  fc.assert(
    fc.property(names, fc.integer({ min: 100, max: 600 }), (all, most) => {
      const resources = all.map((name) => ({ urn: name, type: "role" as const, name, inputs: {}, sources: {} }));
      const around = new Map(all.map((name) => [name, [`parent of ${name}`.slice(0, 12), "stack"]]));
      const batches = batchesOf({ resources, around, providers: ["provider"] }, most);
      expect(batches.flatMap((batch) => batch.resources)).toEqual(resources);
      for (const { resources: some, targets } of batches) {
        const wanted = new Set(["provider", ...some.flatMap(({ urn }) => [urn, ...(around.get(urn) ?? [])])]);
        expect(new Set(targets)).toEqual(wanted);
        expect(targets).toHaveLength(wanted.size);
        const length = targets.reduce((sum, urn) => sum + `--target ${urn} `.length, 0);
        if (some.length > 1) expect(length).toBeLessThanOrEqual(most + "--target provider ".length);
      }
      const fewest = batchesOf({ resources, around, providers: [] }, Number.POSITIVE_INFINITY);
      expect(fewest).toHaveLength(all.length === 0 ? 0 : 1);
    }),
    cases(0.3),
  );
});
