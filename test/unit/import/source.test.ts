import fc from "fast-check";
import { expect, test } from "vitest";
import {
  camelCase,
  commentLine,
  literal,
  plainLiteral,
  templateLiteral,
  wordsOf,
} from "../../../provider/src/import/names.ts";
import { type Expression, type Marks, resourceStatement } from "../../../provider/src/import/program-text.ts";
import { type Json, type JsonObject, valueAt } from "../../../provider/src/schema/json.ts";
import { cases } from "../../harness/scale.ts";
import { awkwardName } from "../../model/arbitraries.ts";
import { byBiome, byPrettier } from "./format.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 90 }),
  fc.string({ unit: "grapheme", maxLength: 90 }),
  fc.string({
    unit: fc.constantFrom("a", "b ", "日", "ü", "👩‍🚀", "\u0301", '"', "'", "`", "${", "\\", "*/", "//", "\n"),
    maxLength: 60,
  }),
  awkwardName,
);
const key = text.filter((name) => name !== "__proto__");
const scalar = fc.oneof(
  text,
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constant(null),
);
const { value } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(scalar, { maxLength: 30 }),
    fc.array(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })), { maxLength: 40 }),
    tie("object"),
  ) as fc.Arbitrary<Json>,
  object: fc.dictionary(key, tie("value"), { maxKeys: 5, noNullPrototype: true }) as fc.Arbitrary<JsonObject>,
}));
const args = fc.dictionary(key, value, { minKeys: 1, maxKeys: 5, noNullPrototype: true });

/** Types of some keys, comments beside some texts; templates, calls and references in place of others, also in lists. */
const marksOf = (args: JsonObject): Marks => ({
  keyType: (path) => (path.join("").length % 3 === 0 ? "tenant.Undocumented" : undefined),
  comment: (_, value) => (typeof value === "string" && value.length % 3 === 0 ? value : undefined),
  element: (_, value) =>
    typeof value === "string" && value.length % 4 === 0 ? { head: "roles.reader.id" } : undefined,
  instead(path) {
    const value = valueAt(args, path);
    if (typeof value !== "string") return undefined;
    if (value.length % 11 === 0) {
      const call = `pulumi.interpolate\`${templateLiteral(value).slice(1, -1)}\${tenant.domain()}\``;
      return { head: call, stays: true };
    }
    if (value.length % 13 === 0) return templateOf(value);
    if (value.includes("\n")) return { head: templateLiteral(value), stays: true };
    if (value.length % 5 === 0) return { head: "readFileSync", arguments: [value, "utf8"] };
    return value.length % 7 === 0 ? { head: "config.requireSecret", arguments: [value] } : undefined;
  },
});

/** A template of a file with any name. Some templates also have names to keep. */
function templateOf(value: string): Expression {
  const name = `N${"_LONGER".repeat(value.length / 26)}`;
  const values = [name, "HOST"].map(
    (one) => [one, one === name ? `roles.all[${plainLiteral(value)}].id` : "tenant.domain()"] as const,
  );
  const keep = Array.from({ length: value.length % 3 === 0 ? value.length / 3 : 0 }, (_, n) => `KEPT_${n}`);
  return { head: "tenant.template", arguments: [value], template: { values, keep } };
}

/** Programs of one resource for each sample. */
function programOf(samples: readonly { readonly name: string; readonly args: JsonObject }[]): string {
  const statements = samples.map(({ name, args }, n) => {
    const variable = `v${n}_${camelCase(wordsOf(name)).slice(0, 10)}`;
    return `${commentLine(name)}\n${resourceStatement(`export const ${variable} = new tenant.OrganizationMemberRoles`, name, args, marksOf(args))}`;
  });
  return `import { readFileSync } from "node:fs";\nimport * as pulumi from "@pulumi/pulumi";\nimport * as tenant from "pulumi-tenant";\n\n${statements.join("\n\n")}\n`;
}

test("Prettier and Biome do not change a generated program, whatever the texts are", async () => {
  const samples = fc.sample(fc.record({ name: text, args }), cases(0.4));
  const program = programOf(samples as never);
  expect(await byPrettier(program)).toBe(program);
  expect(byBiome({ "program.ts": program })["program.ts"]).toBe(program);
});

test("no text can end its string literal or its comment", () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: "binary" })), (given) => {
      expect(new Function(`"use strict"; return ${literal(given)};`)()).toBe(given);
      expect(new Function(`"use strict"; return ${templateLiteral(given)};`)()).toBe(given);
      expect(commentLine(given)).not.toMatch(/[\n\r\u2028\u2029]/);
    }),
    { numRuns: 1000 },
  );
});

test("names in code have no uppercase letter that older compilers do not know", () => {
  expect(camelCase(["north", "\u019b"])).toBe("north\u019b");
  expect(camelCase(["north", "öl"])).toBe("northÖl");
});
