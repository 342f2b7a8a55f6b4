import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { scopesFor } from "../../provider/src/schema/definition.ts";
import type { Field, Fields } from "../../provider/src/schema/schema.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { tools } from "../../provider/src/types/tools.made.ts";
import { type Made, madeResources, makeResource } from "../harness/made-resources.ts";

const root = join(import.meta.dirname, "../..");
const made = madeResources(root);

test.each([...made.keys()])("%s is up to date with its definition", (file) => {
  const path = join(root, file);
  const written = existsSync(path) ? readFileSync(path, "utf8") : "";
  expect(written === made.get(file), `${file} is stale: its definition has changed. npm run docs makes it again`).toBe(
    true,
  );
});

/** What is made of a definition with these properties, as the text has them. */
function madeOf(fields: Fields, texts: string, special: Partial<Made> = {}, imported: readonly string[] = []): string {
  const thing: Made = {
    type: "Thing",
    schema: { noun: "thing", fields },
    plural: "things",
    route: "things",
    calls: ["POST /things"],
    scopes: scopesFor("things"),
    uniqueBy: ["name"],
    listing: { paging: "offset", names: ["name"] },
    events: undefined,
    imported: { noun: "thing", file: "things", module: "things" },
    ...special,
  };
  const comment = "/**\n * Something.\n *\n * {@example}\n */";
  const source = `${comment}\nexport const thing = { schema: { fields: {\n${texts}\n} } } as const satisfies Definition;`;
  return makeResource(thing, { file: "thing/definition.ts", text: source, imported }, "export const one = 1;\n");
}

/** The same of one property, with this comment. */
function madeOfOne(field: Field, doc = "/** What it is. */", inner = ""): string {
  return madeOf({ one: field }, `${doc}\none: {${inner}},`);
}

/** What the compiler says of a made class. */
function problemsOf(made: string): readonly string[] {
  const sources = join(root, "provider/src").replaceAll("\\", "/");
  const file = `${sources}/sdk/resources/thing.made.ts`;
  const definition = `import type { Keyed, LookUps } from "../../schema/definition.ts";
export declare const thing: Keyed & { readonly type: "Thing"; readonly lookUps: LookUps };
`;
  const texts = new Map([
    [file, made],
    [`${sources}/types/thing/definition.ts`, definition],
  ]);
  const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config.config, files: [], include: [] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  // The compiler does not look for a file in a folder that does not exist.
  host.directoryExists = () => true;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  const problems = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  return problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

describe("the generated class of a definition", () => {
  const text = { kind: "string" } as const;

  test.each<[string, Field, argument: string, output: string]>([
    ["a text", text, "one?: pulumi.Input<string | undefined>", "string | undefined"],
    ["a required text", { ...text, required: true }, "one: pulumi.Input<string>", "string"],
    ["a choice", { ...text, required: true, oneOf: ["a", "b"] }, 'one: pulumi.Input<"a" | "b">', '"a" | "b"'],
    [
      "a text or number",
      { ...text, orNumber: true },
      "pulumi.Input<string | number | undefined>",
      "string | undefined",
    ],
    ["a number", { kind: "integer", min: 1, max: 9 }, "pulumi.Input<number | undefined>", "number | undefined"],
    ["a switch", { kind: "boolean" }, "pulumi.Input<boolean | undefined>", "boolean | undefined"],
    ["a set", { kind: "set", item: text }, "pulumi.Input<pulumi.Input<string>[] | undefined>", "string[] | undefined"],
    [
      "a list",
      { kind: "list", item: text },
      "pulumi.Input<pulumi.Input<string>[] | undefined>",
      "string[] | undefined",
    ],
    [
      "a map",
      { kind: "map", keyWire: "k", valueWire: "v", key: text, value: text },
      "pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>",
      "Readonly<Record<string, string>> | undefined",
    ],
    [
      "a document of texts",
      { kind: "document", values: text },
      "pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>",
      "Readonly<Record<string, string>> | undefined",
    ],
    [
      "a document",
      { kind: "document" },
      "pulumi.Input<Readonly<Record<string, unknown>> | undefined>",
      "Readonly<Record<string, unknown>> | undefined",
    ],
  ])("%s", (_, one, argument, output) => {
    const made = madeOfOne(one);
    expect(made).toContain(argument);
    expect(made).toContain(`declare readonly one: pulumi.Output<${output}>;`);
  });

  test("has an interface with a name for an object, with the comments of its properties", () => {
    const inner = { kind: "object", fields: { color: { ...text, required: true }, size: text } } as const;
    const doc = "/**\n * How it looks.\n *\n * @interface ThingLook How a thing looks.\n */";
    const members = "fields: {\n/** The color. */\ncolor: {},\n/** The size. */\nsize: {} }";
    const made = madeOfOne(inner, doc, members);
    expect(made).toContain("/** How a thing looks. */\nexport interface ThingLook {\n  /** The color. */\n");
    expect(made).toContain("  color: pulumi.Input<string>;\n");
    expect(made).toContain("  /** How it looks. */\n  one?: pulumi.Input<ThingLook | undefined>;\n");
    expect(made).toContain("declare readonly one: pulumi.Output<pulumi.Unwrap<ThingLook> | undefined>;");
    const list = madeOfOne({ kind: "list", item: inner }, doc, `item: { ${members} }`);
    expect(list).toContain("one?: pulumi.Input<pulumi.Input<ThingLook>[] | undefined>;");
    expect(list).toContain("declare readonly one: pulumi.Output<pulumi.Unwrap<ThingLook>[] | undefined>;");
  });

  test("can have an alias for a text with documented values, also in a set", () => {
    const choice = { ...text, oneOf: ["a", "b"], orUri: true } as const;
    const named = "/**\n * A choice.\n *\n * @alias ThingChoice A choice of a thing.\n */";
    const made = madeOfOne({ kind: "set", item: choice }, named);
    const uris = ["http", "https", "urn"].map((scheme) => `\`${scheme}:\${string}\``).join(" | ");
    expect(made).toContain(`/** A choice of a thing. */\nexport type ThingChoice = "a" | "b" | ${uris};\n`);
    expect(made).toContain("one?: pulumi.Input<pulumi.Input<ThingChoice>[] | undefined>;");
    expect(made).toContain("declare readonly one: pulumi.Output<ThingChoice[] | undefined>;");
  });

  test("needs an interface with a name for an object inside an object, as the compiler would accept anything there", () => {
    const inner = { kind: "object", fields: { inner: { kind: "object", fields: { size: text } } } } as const;
    expect(() => madeOfOne(inner, "/**\n * How it looks.\n *\n * @inline\n */")).toThrow("its type needs a name");
  });

  test("keeps the type of a document with any values in the output of an object, which pulumi.Unwrap loses", () => {
    const inner = { kind: "object", fields: { free: { kind: "document" }, size: text } } as const;
    const doc = "/**\n * How it looks.\n *\n * @interface ThingLook How a thing looks.\n */";
    const made = madeOfOne(inner, doc, "fields: {\n/** Anything. */\nfree: {},\n/** The size. */\nsize: {} }");
    expect(made).toContain(
      'pulumi.Unwrap<Omit<ThingLook, "free">> & { free?: Readonly<Record<string, unknown>> | undefined }',
    );
  });

  test("has properties that are spread from constants, also of another file, and two can have one type", () => {
    const look = "/**\n * A look.\n *\n * @interface ThingLook How a thing looks.\n */";
    const part = `const look = { kind: "object", fields: {\n/** The size. */\nsize: {} } };\nconst looks = {\n${look}\none: look,\n${look}\ntwo: look };`;
    const fields = { one: { kind: "object", fields: { size: text } } } as const;
    const made = madeOf({ ...fields, two: fields.one }, "...looks", {}, [part]);
    expect(made.split("export interface ThingLook {").length).toBe(2);
    expect(made).toContain("  two?: pulumi.Input<ThingLook | undefined>;\n");
  });

  test("accepts a map with a named entry type also in the service's form", () => {
    const map = { kind: "map", keyWire: "value", valueWire: "description", key: text, value: text } as const;
    const doc = "/**\n * What it allows.\n *\n * @interface ThingScope A scope.\n */";
    const made = madeOfOne(map, doc, "\n/** Its name. */\nkey: {},\n/** What it is. */\nvalue: {}");
    const entry = "  /** Its name. */\n  value: pulumi.Input<string>;\n  /** What it is. */\n  description?: ";
    expect(made).toContain(`export interface ThingScope {\n${entry}pulumi.Input<string | undefined>;\n}`);
    expect(made).toContain(
      "one?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | pulumi.Input<ThingScope>[] | undefined>;",
    );
    expect(made).toContain("declare readonly one: pulumi.Output<Readonly<Record<string, string>> | undefined>;");
  });

  test("can have an object type without a name", () => {
    const inner = { kind: "object", fields: { policy: { ...text, oneOf: ["a", "b"] } } } as const;
    const made = madeOfOne(inner, "/**\n * Who.\n *\n * @inline\n */");
    expect(made).toContain('one?: pulumi.Input<{ policy?: pulumi.Input<"a" | "b" | undefined> } | undefined>;');
  });

  test("compiles", () => {
    const color = { kind: "object", fields: { name: { ...text, required: true } } } as const;
    const fields: Fields = {
      name: { ...text, required: true },
      choice: { ...text, oneOf: ["a", "b"] },
      choices: { kind: "set", item: { ...text, oneOf: ["a", "b"] } },
      numbers: { kind: "list", item: { kind: "integer", min: 1, max: 9 } },
      map: { kind: "map", keyWire: "k", valueWire: "v", key: text, value: text },
      notes: { kind: "document", values: text },
      color,
      since: { ...text, computed: true, required: true },
    };
    const texts = Object.keys(fields).map((name) =>
      name === "color"
        ? "/**\n * Its color.\n * @interface ThingColor A color.\n */\ncolor: { fields: {\n/** Its name. */\nname: {} } },"
        : `/**\n * What it is.\n * @example Red\n */\n${name}: {},`,
    );
    for (const lookUps of [{ by: "name", filters: ["name"] }, { filters: ["name", "choice"] }] as const) {
      const made = madeOf(fields, texts.join("\n"), { lookUps });
      expect(problemsOf(made)).toEqual([]);
      expect(made).toContain("export const getThing = one.plain;");
      expect(made).not.toMatch(/interface GetThingResult \{[^}]*notes/);
    }
  }, 60_000);

  test("has a computed property as an output only, with its comment", () => {
    const made = madeOfOne({ ...text, computed: true });
    expect(made).toContain("  /** What it is. */\n  declare readonly one: pulumi.Output<string | undefined>;");
    expect(made).not.toContain("one?:");
  });

  test("has the bounds of the definition, and says if a change replaces the object", () => {
    const doc = "/** A name, {@bounds}. */";
    expect(madeOfOne({ ...text, min: 3, max: 50 }, doc)).toContain("/** A name, 3 to 50 characters. */");
    expect(madeOfOne({ ...text, min: 3, max: 51, forceNew: true }, doc)).toContain(
      "/** A name, 3 to 51 characters. A change replaces the thing. */",
    );
  });

  test("describes `adopt` as the way to avoid a second object, if several objects can have one name", () => {
    const made = madeOf({ name: text }, "/** A name. */\nname: {},", { sharesNames: true });
    expect(made).toContain("Whether the existing thing with this `name` is adopted instead of creating another one.");
    expect(made).not.toContain("that is in use is an error");
  });

  test("has the meta-argument of a collection beside it, and no `adopt` for a set of members", () => {
    const exclusive = { argument: "exclusive", default: true } as const;
    const fields: Fields = { members: { kind: "set", item: text, exclusive }, note: text };
    const schema = { noun: "thing", fields, metaArguments: { exclusive: { kind: "boolean" } } } as const;
    const source = `/**\n * Things.\n * {@example}\n */
export const thing = { schema: { fields: {
/** The members. */
members: {},
/** A note. */
note: {} },
metaArguments: {
/** Whether they are all. */
exclusive: {} } } };`;
    const rest = { type: "Thing", plural: "things", route: "things", calls: [], scopes: scopesFor("things") };
    const members = { key: "id", paging: "offset" } as const;
    const imported = { noun: "thing", file: "things", module: "things" };
    const others = { uniqueBy: ["note"], listing: undefined, events: undefined } as const;
    const made = makeResource(
      { ...rest, ...others, imported, members, schema },
      { file: "thing/definition.ts", text: source, imported: [] },
      "",
    );
    expect(made).toMatch(/members\?: .*exclusive\?: pulumi.Input<boolean \| undefined>;.*note\?: /s);
    expect(made).not.toContain("adopt?:");
  });

  test("is refused for a property without a comment, an object without a name, or a class without an example", () => {
    expect(() => madeOf({ color: text }, "// Not for readers.\ncolor: {},")).toThrow(
      "thing/definition.ts: color has no doc comment",
    );
    expect(() => madeOfOne({ kind: "object", fields: {} })).toThrow("thing/definition.ts: one needs a tag `@interface");
    expect(() => madeOfOne(text, "/** A name, {@bounds}. */")).toThrow("thing/definition.ts: one has no bounds");
    const role = { file: "role.ts", text: "/** A role. */\nexport const role = {};", imported: [] };
    expect(() => makeResource({ ...definitions.role, ...tools.role }, role, "")).toThrow(
      "role.ts: the comment of role has no {@example}",
    );
  });
});
