import { Document, LineCounter, parseDocument, visit } from "yaml";
import { z } from "zod";
import { sanitize } from "../client/index.ts";
import { invisible, unicodeEscape } from "../client/sanitize.ts";
import { nearest } from "../schema/names.ts";
import { classOf } from "../schema/provider-code.ts";
import { type TypeName, typeNames } from "../types/registry.ts";
import { ExpectedError } from "./compare.ts";
import type { Expected } from "./expected.ts";

/** The name of the file with the expected differences. It is in the folder of the project. */
export const expectedFile = "tenant-compare.yaml";

const classes = typeNames.map(classOf);

const text = z.string({ error: "expected text; put the value in quotes" });
const nonEmpty = text.refine((value) => value.trim() !== "", "expected a text that is not empty");
/**
 * The schema of a pattern. Patterns that match everything are refused.
 *
 * @param covers what the pattern matches, for the error message: `object` or `property`
 */
const pattern = (covers: string) =>
  nonEmpty.refine((value) => !/^[*?.]+$/.test(value), {
    error: ({ input }) => `${quoted(String(input))} covers every ${covers}. Name only those that may differ`,
  });
const type = z
  .string({ error: "expected the resource type of the entry, such as Client" })
  .transform((value, context): TypeName => {
    const found = typeNames.find((name) => classOf(name) === value);
    if (found) return found;
    const near = nearest(value, classes);
    context.addIssue({
      code: "custom",
      message: `unknown type ${quoted(value)}.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
    });
    return z.NEVER;
  });

const form = z.strictObject({
  sides: z.strictObject({ from: nonEmpty, to: nonEmpty }),
  replacements: z.array(z.strictObject({ from: nonEmpty, to: text, reason: text.optional() })).nullish(),
  same: z.array(z.strictObject({ type, from: nonEmpty, to: nonEmpty, reason: text.optional() })).nullish(),
  mayDiffer: z
    .array(
      z.strictObject({
        type,
        object: pattern("object").optional(),
        property: pattern("property").optional(),
        reason: nonEmpty,
      }),
    )
    .nullish(),
});

/**
 * Parses the file of expected differences.
 *
 * @param file the file name to show in error messages
 * @throws ExpectedError whose message names the line and the remedy
 */
export function parseExpected(content: string, file: string): Expected {
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const [error] = document.errors;
  const fail = (at: number, says: string) =>
    new ExpectedError(`${file}, line ${Math.max(1, lines.linePos(at).line)}: ${sanitize(says)}`);
  if (error) throw fail(error.pos[0], `this is not YAML: ${error.message}`);
  // YAML aliases are refused: a few entries do not need them, and a short file with aliases can expand to a huge one.
  const result = form.safeParse(document.toJS({ maxAliasCount: 0 }));
  if (!result.success) {
    const [issue] = result.error.issues;
    const path = issue?.path.map(String) ?? [];
    // A missing key has no line, so the error names the line of the innermost entry that lacks the key.
    const [at = 0] = path
      .map((_, above) => document.getIn(path.slice(0, path.length - above), true) as { range?: readonly number[] })
      .flatMap((node) => node?.range?.[0] ?? []);
    throw fail(at, `${path.length > 0 ? `${path.join(".")}: ` : ""}${issue?.message ?? "unknown form"}`);
  }
  const { sides, replacements, same, mayDiffer } = result.data;
  return { sides, replacements: replacements ?? [], pairs: same ?? [], mayDiffer: mayDiffer ?? [] };
}

const head = ` Expected differences between two tenants, for \`pulumi-tenant compare\`: see docs/promotion.md of pulumi-tenant.
 Review every entry, and write the reasons.`;

/** The content of a file with expected differences. Names of objects are untrusted, so characters that are not printable are escaped. */
export function textOfExpected({ sides, replacements, pairs, mayDiffer }: Expected): string {
  const named = <T extends { readonly type: TypeName }>({ type, ...rest }: T) => {
    return { type: classOf(type), ...rest };
  };
  const document = new Document(
    {
      ...(sides && { sides }),
      ...(replacements.length > 0 && { replacements }),
      ...(pairs.length > 0 && { same: pairs.map(named) }),
      ...(mayDiffer.length > 0 && { mayDiffer: mayDiffer.map(named) }),
    },
    { aliasDuplicateObjects: false },
  );
  document.commentBefore = head;
  // YAML allows escapes only in double quotes.
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && node.value.search(invisible) >= 0) node.type = "QUOTE_DOUBLE";
    },
  });
  const lines = document.toString({ lineWidth: 0, doubleQuotedAsJSON: true }).split("\n");
  return lines.map((line) => line.replace(invisible, unicodeEscape)).join("\n");
}

function quoted(value: string): string {
  return JSON.stringify(sanitize(value, 100));
}
