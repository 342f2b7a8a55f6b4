import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { definitions, described, typeNames } from "../../../provider/src/definitions/registry.ts";
import type { Definition } from "../../../provider/src/schema/definition.ts";
import { wireName } from "../../../provider/src/schema/schema.ts";
import { takesUndocumented, undocumented } from "../../../provider/src/schema/undocumented.ts";

const classes = join(import.meta.dirname, "../../../provider/src/sdk/resources");

/** The text of a class with its arguments, by hand or made. */
function textOf(type: string): string {
  const file = type.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase();
  const files = [`${file}.made.ts`, `${file}.ts`, `${file}-args.ts`].map((name) => join(classes, name));
  return files.flatMap((path) => (existsSync(path) ? [readFileSync(path, "utf8")] : [])).join("\n");
}

test.each(typeNames)(
  "%s has an argument and an output for undocumented properties exactly if it is a whole object",
  (name) => {
    const definition: Definition = described[name];
    const text = textOf(definition.type);
    const takes = takesUndocumented(definition);
    expect(Object.hasOwn(definitions[name].schema.fields, undocumented)).toBe(takes);
    expect(text.includes("  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;")).toBe(takes);
    expect(text.includes("declare readonly undocumented: pulumi.Output<")).toBe(takes);
  },
);

test("sets of members take none", () => {
  const not = typeNames.filter((name) => !takesUndocumented(described[name]));
  expect(not).toEqual(
    expect.arrayContaining([
      "resourceServerScopes",
      "connectionClients",
      "rolePermissions",
      "organizationMembers",
      "triggerActions",
    ]),
  );
});

test.each(typeNames)("what the service sets itself in %s is no property that a program can set", (name) => {
  const { schema, setByService = [] }: Definition = described[name];
  const settable = Object.entries(schema.fields).filter(([, field]) => !field.computed);
  const typed = settable.map(([argument, field]) => wireName(argument, field));
  expect(setByService.filter((wire) => typed.includes(wire))).toEqual([]);
});
