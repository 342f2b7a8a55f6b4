import { z } from "zod";
import { sanitize } from "../client/index.ts";
import { readJson } from "./strict-json.ts";

export { readJson } from "./strict-json.ts";

/*
 * The documents of the engine, read as the engine reads them. The engine is written in Go, whose JSON reader takes the names of members in any
 * letter case, merges repeated members, ignores unknown members, and reads only the first document of a text. A reader with other rules could
 * show a harmless plan where the engine performs another one. So every text with two readings is refused.
 */

/** A member that no judgement needs. */
export const unread = z.unknown().optional();

/**
 * The form of an object of the engine, which has no members but the listed ones.
 *
 * @param shape all members that any supported version of the CLI writes; {@link unread} for those that nothing reads
 */
export function engineObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === "unrecognized_keys" ? unknownInWords((keys as readonly string[])[0] ?? "", known) : undefined,
  });
}

function unknownInWords(name: string, known: readonly string[]): string {
  const twin = known.find((one) => isFoldOf(name, one));
  if (twin !== undefined)
    return `the engine reads the member "${name}" as "${twin}", but no CLI writes it this way. Find out who has changed the document`;
  // Any other name can be a value that stands in the wrong place.
  const shown = /^\w{1,40}$/.test(name) ? ` "${name}"` : "";
  return `unknown member${shown}. If a newer CLI has written the document, update pulumi-tenant`;
}

/** Whether Go takes a name of a member for a known one: letter by letter, in any case, with the letters `ſ` and `K` (Kelvin) as s and k. */
function isFoldOf(name: string, known: string): boolean {
  return new RegExp(`^${known}$`, "iu").test(name);
}

/**
 * Parses a document of the engine.
 *
 * @param unexpected makes the error from a description of the problem, which contains no value of the document
 */
export function parseDocument<T>(text: string, form: z.ZodType<T>, unexpected: (what: string) => Error): T {
  return inForm(readJson(text, unexpected), form, unexpected);
}

/** The content of a document in its form. The parameters are those of {@link parseDocument}. */
export function inForm<T>(content: unknown, form: z.ZodType<T>, unexpected: (what: string) => Error): T {
  const parsed = form.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") ?? "";
  const what = issue?.message ?? "it has an unexpected form";
  throw unexpected(place === "" ? what : `at "${sanitize(place)}": ${what}`);
}

/** The document in the CLI's output, without the lines of warnings that the CLI may print before it. */
export function withoutWarnings(output: string): string {
  const start = output.search(/^[ \t]*\{/m);
  return start < 0 ? output : output.slice(start);
}
