import { describe, expect, test } from "vitest";
import { identityOf } from "../../provider/src/schema/schema.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { stackOfEachTest } from "./runs.ts";

/**
 * Entries of replaced objects that an earlier run could not delete. After a rollback, such an entry can have the same object as the resource itself: the
 * engine deletes it at the end of the next run, also if the resource could not be replaced.
 */
const stack = stackOfEachTest();

const replaced = subjects.filter(({ name }) => {
  const { hasOwnObject, schema, replacedInPlace, uniqueBy } = kinds[name];
  const [key = ""] = uniqueBy;
  const isReplaced = identityOf(schema).includes(key);
  return hasOwnObject && schema.singleton === undefined && !replacedInPlace && isReplaced;
});

describe.each(replaced.map((subject) => [subject.resource, subject] as const))("%s", (_, subject) => {
  test("an object whose replacement failed is not deleted as the second entry of its resource", async () => {
    const { tenant, runs } = stack;
    subject.prepare(tenant);
    const [usual = {}] = subject.bench;
    const [first, second] = [1, 2].map((n) => ({ ...usual, ...subject.identity(tenant, n) }));
    const name = `${subject.name}-it`;
    const { engine } = await runs.next();
    expect((await engine.up({ [name]: first ?? {} })).flatMap(({ failure }) => failure?.message ?? [])).toEqual([]);
    const entry = engine.state.get(name);
    if (!entry) throw new Error(`${name} was not created`);

    const next = (await runs.next()).engine;
    next.pendingDeletes.push({ name, entry: { ...entry } });
    for (const method of ["POST", "PUT", "PATCH"] as const)
      tenant.inject({ kind: "status", status: 403, method, path: "/api", times: Number.POSITIVE_INFINITY });
    const [replacement, deletion] = await next.up({ [name]: second ?? {} });
    expect(replacement).toMatchObject({ op: "replace", failure: expect.anything() });
    expect(deletion).toMatchObject({ op: "delete" });
    expect(deletion?.failure?.message).toMatch(/is not deleted: .* still has it, as its replacement was not created/);
    expect(next.state.get(name)?.id).toBe(entry.id);
    expect(subject.held(tenant, subject.keyOf(first ?? {}))).toBeDefined();
  });
});
