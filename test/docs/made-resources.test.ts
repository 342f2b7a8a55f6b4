import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { type Definition, scopesFor } from "../../provider/src/schema/definition.ts";
import type { Fields } from "../../provider/src/schema/schema.ts";
import { madeResources, makeResource } from "../harness/made-resources.ts";

const root = join(import.meta.dirname, "../..");
const made = madeResources(root);

test.each([...made.keys()])("%s is what its definition makes", (file) => {
  const path = join(root, file);
  const written = existsSync(path) ? readFileSync(path, "utf8") : "";
  expect(written === made.get(file), `${file} is stale: its definition has changed. npm run docs makes it again`).toBe(
    true,
  );
});

/** What is made of a definition with these properties, each with the same comment. */
function madeOf(fields: Fields, doc = "/** What it is. */"): string {
  const thing: Definition = {
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
    foreignTypes: {},
  };
  const properties = Object.keys(fields).map((name) => `${doc}\n${name}: {},`);
  return makeResource(
    thing,
    `/** Something. */\nexport const thing = { schema: { fields: {\n${properties.join("\n")}\n} } } as const satisfies Definition;`,
  );
}

describe("what is made of a definition", () => {
  const text = { kind: "string" } as const;

  test.each<[string, Fields[string], argument: string, output: string]>([
    ["a text", text, "one?: pulumi.Input<string | undefined>", "pulumi.Output<string | undefined>"],
    ["a required one", { ...text, required: true }, "one: pulumi.Input<string>", "pulumi.Output<string>"],
    ["a choice", { ...text, required: true, oneOf: ["a", "b"] }, 'one: pulumi.Input<"a" | "b">', 'Output<"a" | "b">'],
    ["a number", { kind: "integer", min: 1, max: 9 }, "pulumi.Input<number | undefined>", "Output<number | undefined>"],
    ["a switch", { kind: "boolean" }, "pulumi.Input<boolean | undefined>", "Output<boolean | undefined>"],
    ["a set", { kind: "set", item: text }, "pulumi.Input<string[] | undefined>", "Output<string[] | undefined>"],
    [
      "a map",
      { kind: "map", keyWire: "k", valueWire: "v", key: text, value: text },
      "pulumi.Input<Record<string, string> | undefined>",
      "Output<Record<string, string> | undefined>",
    ],
  ])("%s", (_, one, argument, output) => {
    const made = madeOf({ one });
    expect(made).toContain(argument);
    expect(made).toContain(`declare readonly one: ${output.startsWith("pulumi") ? output : `pulumi.${output}`};`);
  });

  test("compiles", () => {
    const fields: Fields = {
      name: { ...text, required: true },
      choice: { ...text, oneOf: ["a", "b"] },
      choices: { kind: "set", item: { ...text, oneOf: ["a", "b"] } },
      list: { kind: "list", item: { kind: "integer", min: 1, max: 9 } },
      map: { kind: "map", keyWire: "k", valueWire: "v", key: text, value: text },
      since: { ...text, computed: true, required: true },
    };
    const sources = join(root, "provider/src").replaceAll("\\", "/");
    const file = `${sources}/sdk/resources/thing.made.ts`;
    const texts = new Map([
      [file, madeOf(fields)],
      [
        `${sources}/definitions/thing.ts`,
        'import type { Descriptor } from "../schema/definition.ts";\nexport declare const thing: Descriptor;\n',
      ],
    ]);
    const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent({ ...config.config, files: [], include: [] }, ts.sys, root);
    const host = ts.createCompilerHost(options);
    const { fileExists, readFile } = host;
    host.fileExists = (path) => texts.has(path) || fileExists(path);
    host.readFile = (path) => texts.get(path) ?? readFile(path);
    const program = ts.createProgram([file], options, host);
    const source = program.getSourceFile(file);
    const problems = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual([]);
  }, 60_000);

  test("what the service computes is an output alone, with its comment", () => {
    const made = madeOf({ since: { ...text, computed: true } });
    expect(made).toContain("  /** What it is. */\n  declare readonly since: pulumi.Output<string | undefined>;");
    expect(made).not.toContain("since?:");
  });

  test("a bound that turns shows, and so does what a change replaces", () => {
    const doc = "/** A name, {@bounds}. */";
    expect(madeOf({ name: { ...text, min: 3, max: 50 } }, doc)).toContain("/** A name, 3 to 50 characters. */");
    expect(madeOf({ name: { ...text, min: 3, max: 51, forceNew: true } }, doc)).toContain(
      "/** A name, 3 to 51 characters. A change replaces the thing. */",
    );
  });

  test("a property without a comment, or one that no type is made of, is refused by its name", () => {
    expect(() => madeOf({ color: text }, "// Not for readers.")).toThrow("thing.ts: color has no doc comment");
    expect(() => madeOf({ metadata: { kind: "document" } })).toThrow("metadata: nothing is made of such a property");
  });
});
