import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Definition, idNameOf } from "../../../provider/src/schema/definition.ts";
import { isAtTop, wireName } from "../../../provider/src/schema/schema.ts";
import { takesUndocumented, undocumented, undocumentedIn } from "../../../provider/src/schema/undocumented.ts";
import { definitions, described, typeNames } from "../../../provider/src/types/registry.ts";
import { byName } from "../../subjects/index.ts";

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

test("sets of members have no argument for undocumented properties", () => {
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

test.each(typeNames)("a property of %s that the service sets is no property that a program can set", (name) => {
  const { schema, setByService = [] }: Definition = described[name];
  const settable = Object.entries(schema.fields).filter(([, field]) => !field.computed);
  const typed = settable.map(([argument, field]) => wireName(argument, field));
  expect(setByService.filter((wire) => typed.includes(wire))).toEqual([]);
});

test.each(typeNames.filter((name) => takesUndocumented(described[name])))(
  "%s: a read has no undocumented properties that only the service sets, so an import has none",
  (name) => {
    const whole: Definition = definitions[name];
    const fields = Object.values(whole.schema.fields).filter(isAtTop);
    const always = ["id", "tenant", "created_at", "updated_at", idNameOf(whole)];
    const members = [...always, ...(whole.setByService ?? []), ...(byName[name].answeredOnly ?? [])];
    const body = Object.fromEntries(members.map((member) => [member, "set by the service"]));
    expect(fields.map((field) => undocumentedIn(field, body))).toEqual([undefined]);
  },
);
