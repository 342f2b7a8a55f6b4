import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { stackOfEachTest } from "./runs.ts";

/* Objects of keys with a maximum, such as metadata. The service counts the keys of a request, and a null that removes a key is one of them. */

/** Keys and values, as many as given, from a number on. */
const keys = (count: number, from = 0): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at + from}`, "v"]));

const documents = subjects.flatMap((subject) =>
  Object.entries(kinds[subject.name].schema.fields).flatMap(([name, field]) =>
    field.kind === "document" && field.max !== undefined && field.values?.kind === "string"
      ? [[`${subject.resource}.${name}`, { subject, name, max: field.max }] as const]
      : [],
  ),
);

test("types have such objects", () => {
  expect(documents.map(([label]) => label)).toEqual(
    expect.arrayContaining(["Client.clientMetadata", "Connection.metadata", "CustomDomain.domainMetadata"]),
  );
});

describe.each(documents)("%s", (_, { subject, name, max }) => {
  const stack = stackOfEachTest();
  const it = `${subject.name}-it`;
  const program = (value: JsonObject) => ({
    [it]: { ...subject.bench[0], ...subject.identity(stack.tenant, 1), [name]: value },
  });
  const valueNow = () => stack.runs.engine?.state.get(it)?.outputs[name];
  const expectDone = async (value: JsonObject) => {
    const { engine } = await stack.runs.next();
    expect((await engine.refresh()).map(({ op }) => op)).toEqual(["same"]);
    expect(await engine.changes(program(value))).toEqual([]);
  };

  test.each([
    ["one key", keys(max), keys(max, 1)],
    ["every key", keys(max), keys(max, max)],
  ])("a full object gets another name for %s", async (_name, before, after) => {
    subject.prepare(stack.tenant);
    expect(await stack.up(program(before))).toEqual([]);
    expect(await stack.up(program(after))).toEqual([]);
    expect(valueNow()).toEqual(after);
    await expectDone(after);
  });
});
