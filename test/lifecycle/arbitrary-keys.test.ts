import { describe, expect, test } from "vitest";
import type { Definition } from "../../provider/src/schema/definition.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { subjects } from "../subjects/index.ts";
import { stackOfEachTest } from "./runs.ts";

/* Objects that are found by a key which says nothing about them, such as a rank. */

const all: readonly Definition[] = Object.values(definitions);

test("each type whose key is not a text is marked as one with an arbitrary key", () => {
  const keyed = all.filter(({ schema, uniqueBy }) => schema.singleton === undefined && uniqueBy.length > 0);
  const isText =
    ({ schema }: Definition) =>
    (name: string) =>
      schema.fields[name]?.kind === "string";
  const expected = keyed.filter((one) => !one.uniqueBy.some(isText(one))).map(({ type }) => type);
  expect(all.filter(({ hasArbitraryKey }) => hasArbitraryKey).map(({ type }) => type)).toEqual(expected);
  expect(expected).not.toEqual([]);
});

const marked = subjects.filter(({ name }) => (definitions[name] as Definition).hasArbitraryKey);

describe.each(marked.map((subject) => [subject.resource, subject] as const))("%s", (_, subject) => {
  const stack = stackOfEachTest();
  const theirs = subject.bench[0];
  const sameKey = Object.fromEntries(definitions[subject.name].uniqueBy.map((name) => [name, theirs[name] ?? null]));
  const ours = { ...subject.bench[1], ...sameKey };
  const writes = () =>
    stack.tenant.requests.filter(({ method, operation }) => operation !== "token" && method !== "GET");
  /** A first run of another stack, at a tenant on which a team has made the object. */
  const upBeside = async (args: JsonObject, isRunAdopting: boolean) => {
    subject.prepare(stack.tenant);
    expect(await stack.up({ [`${subject.name}-theirs`]: theirs })).toEqual([]);
    await stack.runs.next(new Map(), isRunAdopting);
    stack.tenant.clearRequests();
    const steps = await stack.runs.engine?.up({ [`${subject.name}-ours`]: args });
    return steps?.flatMap(({ failure }) => failure?.message ?? []);
  };

  test("TENANT_ADOPT does not adopt and rewrite another team's object", async () => {
    const [failure] = (await upBeside(ours, true)) ?? [];
    expect(failure).toMatch(/with other values of [a-z].*TENANT_ADOPT does not adopt it.*set `adopt: true`/s);
    expect(writes()).toEqual([]);
  });

  test.each([
    ["does not name TENANT_ADOPT for an object that it would not adopt", ours, false],
    ["names TENANT_ADOPT for an equal object", theirs, true],
  ])("the refusal without TENANT_ADOPT %s", async (_name, args, isNamed) => {
    const [failure] = (await upBeside(args, false)) ?? [];
    expect(failure).toContain("set `adopt: true`");
    expect(failure?.includes("TENANT_ADOPT=true")).toBe(isNamed);
  });

  test("TENANT_ADOPT adopts an equal object", async () => {
    expect(await upBeside(theirs, true)).toEqual([]);
    expect(writes()).toEqual([]);
  });

  test("`adopt: true` in the program adopts any object", async () => {
    expect(await upBeside({ ...ours, adopt: true }, false)).toEqual([]);
    expect(writes()).toHaveLength(1);
  });
});
