import { expect, test } from "vitest";
import { Role } from "../../../provider/src/index.ts";
import { uniqueName } from "../../../provider/src/sdk/base.ts";
import { look, runProgram } from "../helpers/program.ts";

test("resources of one name, as with several parents, get different unique names", () => {
  expect(uniqueName("ResourceServer", "api")).toBe('ResourceServer "api"');
  expect(uniqueName("Connection", "api")).toBe('Connection "api"');
  expect(uniqueName("ResourceServer", "api")).toBe('ResourceServer "api" (2)');
});

test("resources of two programs in one run are told apart, even if their names are equal", async () => {
  const told: unknown[] = [];
  const declare = async (...names: readonly string[]) => {
    await runProgram({ onRegister: (_, inputs) => void told.push(inputs.__resource) });
    for (const name of names) await look(new Role(name, { name }).urn);
  };
  await declare("reader", "editor");
  await declare("reader");
  const [reader, editor, another] = told as string[][];
  expect([reader?.[0], editor?.[0], another?.[0]]).toEqual(['Role "reader"', 'Role "editor"', 'Role "reader"']);
  expect(editor?.[1]).toBe(reader?.[1]);
  expect(another?.[1]).not.toBe(reader?.[1]);
});
