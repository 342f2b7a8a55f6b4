import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { pathRulesOf } from "../../provider/src/schema/schema.ts";
import { afterCreation, afterWrite } from "../../provider/src/state/after-write.ts";
import { canonical, same } from "../../provider/src/state/canonical.ts";
import { Draft, leafAt, leavesOf, putLeaf, undeclaredIn } from "../../provider/src/state/leaves.ts";
import { planChange } from "../../provider/src/state/plan.ts";
import { blankRecord, recordedPaths } from "../../provider/src/state/record.ts";
import { cases } from "../harness/scale.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";

describe.each(subjects.map((subject) => [subject.resource, subject] as const))("%s", (_, { name, laws }) => {
  const { schema } = kinds[name];
  const { fields } = schema;
  const declared = (args: JsonObject) => canonical(fields, args, undefined);

  test("after a write, declared values are there, removed ones are gone, and undeclared ones are unchanged", () => {
    for (const { root, steps } of laws) {
      const property = fc.property(steps, steps, ([one], [other]) => {
        if (!one || !other) return;
        const [before, after] = [declared({ ...root, ...one.program }), declared({ ...root, ...other.program })];
        const record = { ...blankRecord(), paths: recordedPaths(leavesOf(fields, before)) };
        const plan = planChange(schema, before, record, after);
        if (plan.replaces.length > 0) return;
        const isForeign = undeclaredIn([...leavesOf(fields, before), ...plan.declared]);
        const foreign = leavesOf(fields, declared(one.edit ?? {})).filter(({ path }) => isForeign(path));
        const live = new Draft(before);
        for (const { field, path, value } of foreign) putLeaf(field, live, path, value);
        const reached = afterWrite(live.root, plan);
        const differing = [...plan.declared, ...foreign].filter(
          ({ field, path, value }) =>
            !same(field, value, leafAt(field, reached, path), pathRulesOf(field, path, after)),
        );
        expect(differing.map(({ pointer }) => pointer)).toEqual([]);
        const left = plan.removed.filter(
          ({ field, path, clear, value }) =>
            clear.how === "drop" && JSON.stringify(value) !== "{}" && leafAt(field, reached, path) !== undefined,
        );
        expect(left.map(({ pointer }) => pointer)).toEqual([]);
      });
      fc.assert(property, cases(0.3));
    }
  });

  test("a new object has all declared values, including those that only a creation can set", () => {
    for (const { root, steps } of laws) {
      const property = fc.property(steps, ([one]) => {
        const args = declared({ ...root, ...one?.program });
        const plan = planChange(schema, {}, blankRecord(), args);
        const created = afterCreation(plan);
        const missing = plan.declared.filter(
          ({ field, path, value }) => !same(field, value, leafAt(field, created, path)),
        );
        expect(missing.map(({ pointer }) => pointer)).toEqual([]);
      });
      fc.assert(property, cases(0.3));
    }
  });
});
