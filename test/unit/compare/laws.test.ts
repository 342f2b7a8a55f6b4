import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { auditOf, rules } from "../../../provider/src/baseline/audit.ts";
import { areRelated, type Comparison, compare, isSame } from "../../../provider/src/compare/compare.ts";
import type { Expected } from "../../../provider/src/compare/expected.ts";
import { parseExpected, textOfExpected } from "../../../provider/src/compare/expected-file.ts";
import { proposedPermissions, proposedReplacements } from "../../../provider/src/compare/learn.ts";
import { readTypes, type Side } from "../../../provider/src/compare/side.ts";
import type { TypeName } from "../../../provider/src/types/registry.ts";
import type { ExistingObject } from "../../../provider/src/types/tenant-object.ts";
import { cases, few, longest } from "../../harness/scale.ts";
import { model as readModel } from "./model.ts";
import { type Plan, plans, tenantsOf } from "./sides.ts";

let model: readonly ExistingObject[] = [];

beforeAll(async () => {
  model = (await readModel()).objects;
});

test("the model has objects of every type that is compared by default", () => {
  const types = new Set(model.map(({ type }) => type));
  expect(readTypes.filter((type) => !types.has(type))).toEqual([]);
});

test("a tenant differs in nothing from itself", { timeout: longest }, () => {
  const property = fc.property(plans, (plan) => {
    const { a } = tenantsOf(model, plan);
    const result = compare(a, { ...a, name: "the same" });
    expect(result.different).toEqual([]);
    expect(isSame(result)).toBe(true);
  });
  fc.assert(property, cases(1, few));
});

test("a renamed tenant with new ids differs only in the planted differences", { timeout: longest }, () => {
  const property = fc.property(plans, (plan) => {
    const { a, b, differences, missing } = tenantsOf(model, plan);
    const result = compare(a, b, { expected: expectedOf(plan) });
    expect(placesIn(result)).toEqual(differences);
    expect(result.missing.map(({ type, id, on }) => [on, `${type} ${id}`])).toEqual(
      expect.arrayContaining(missing.map((one) => [1, one])),
    );
    expect(result.missing).toHaveLength(missing.length);
    expect(result.ambiguous).toEqual([]);
  });
  fc.assert(property, cases(1, few));
});

test("swapping the sides only swaps the direction of the differences", { timeout: longest }, () => {
  const property = fc.property(plans, (plan) => {
    const { a, b } = tenantsOf(model, plan);
    const options = { expected: expectedOf(plan), judge };
    expect(compare(b, a, options)).toEqual(mirrored(compare(a, b, options)));
  });
  fc.assert(property, cases(1, few));
});

test("a file that --learn writes hides no planted difference of a property that matters for security", {
  timeout: longest,
}, () => {
  const judgedPaths = (kind: TypeName) =>
    rules.flatMap(({ type, paths, looksUp }) => [...(type === kind ? paths : []), ...(looksUp?.[kind] ?? [])]);
  const property = fc.property(plans, (plan) => {
    const { a, b } = tenantsOf(model, { ...plan, replacements: [], removed: [] });
    const learned: Expected = {
      sides: { from: "dev", to: "prod" },
      replacements: proposedReplacements(compare(a, b)),
      pairs: [],
      mayDiffer: proposedPermissions(compare(a, b), "2026-12-31"),
    };
    const grave = (one: Comparison) =>
      one.different.flatMap(({ type, ids, changes }) =>
        changes
          .filter(
            ({ path, safeguard, secret }) =>
              safeguard !== undefined || secret || judgedPaths(type).some((judged) => areRelated(judged, path)),
          )
          .map(({ path }) => `${type} ${ids[0]} ${path}`),
      );
    const expected = parseExpected(textOfExpected(learned), "tenant-compare.yaml");
    expect(grave(compare(a, b, { expected }))).toEqual(grave(compare(a, b)));
  });
  fc.assert(property, cases(1, few));
});

/** The rules of the baseline that the objects of a side break. */
function judge({ objects, name }: Side) {
  const audited = objects.map(({ type, id, properties }) => ({
    type,
    tenant: name,
    id,
    name: id,
    properties,
  }));
  const broken = Map.groupBy(auditOf(audited, rules).failed, ({ object: { type, id } }) => `${type} ${id}`);
  return ({ type, id }: ExistingObject) => (broken.get(`${type} ${id}`) ?? []).map(({ rule }) => rule);
}

function expectedOf({ replacements }: Plan): Expected {
  return { sides: { from: "dev", to: "prod" }, replacements, pairs: [], mayDiffer: [] };
}

function placesIn({ different }: Comparison): readonly string[] {
  return different
    .flatMap(({ type, ids, changes }) => changes.map(({ path }) => `${type} ${ids[0]} ${path.replace(/\[\]$/, "")}`))
    .sort();
}

/** A comparison as it has to be for the sides in the other order. */
function mirrored(comparison: Comparison): Comparison {
  const turn = <T>([one, other]: readonly [T, T]): [T, T] => [other, one];
  const kinds = { add: "delete", delete: "add", update: "update" } as const;
  const mirroredObject = (one: Comparison["different"][number]) => ({
    ...one,
    ids: turn(one.ids),
    ...(one.weaker && {
      weaker: one.weaker
        .map(({ on, rule }) => ({ on: on === 0 ? (1 as const) : (0 as const), rule }))
        .toSorted((some, others) => some.on - others.on),
    }),
    changes: one.changes.map(({ was, is, wasName, isName, kind, ...rest }) => ({
      ...rest,
      kind: kinds[kind],
      ...(is !== undefined && { was: is }),
      ...(was !== undefined && { is: was }),
      ...(isName !== undefined && { wasName: isName }),
      ...(wasName !== undefined && { isName: wasName }),
    })),
  });
  return {
    ...comparison,
    sides: turn(comparison.sides),
    different: comparison.different.map(mirroredObject),
    toCheck: comparison.toCheck.map(mirroredObject),
    missing: comparison.missing.map((one) => ({ ...one, on: one.on === 0 ? 1 : 0 })),
    ambiguous: comparison.ambiguous.map((one) => ({ ...one, ids: turn(one.ids) })),
    notCompared: comparison.notCompared.map((one) => ({ ...one, on: one.on === 0 ? 1 : 0 })),
    counts: comparison.counts.map((one) => ({ ...one, missing: turn(one.missing) })),
  };
}
