import { z } from "zod";
import { legible } from "../client/index.ts";
import type { Json, JsonObject } from "../schema/json.ts";

/** The properties of a resource in a document of the CLI. */
export const properties = z
  // The document was JSON, so nothing else can be in it.
  .record(z.string(), z.custom<Json>())
  .nullish()
  .transform((given): JsonObject => given ?? {});

const exportedResource = z.object({
  urn: z.string(),
  type: z.string(),
  custom: z.boolean().nullish(),
  delete: z.boolean().nullish(),
  pendingReplacement: z.boolean().nullish(),
  external: z.boolean().nullish(),
  retainOnDelete: z.boolean().nullish(),
  id: z.string().nullish(),
  parent: z.string().nullish(),
  inputs: properties,
  outputs: properties,
  ignoreChanges: z.array(z.string()).nullish(),
});

/** A resource of an exported stack. */
export type ExportedResource = z.infer<typeof exportedResource>;

/** What `pulumi stack export` prints. */
export const exportedStack = z.object({
  deployment: z.object({
    manifest: z.object({ time: z.string().nullish() }).nullish(),
    resources: z.array(exportedResource).nullish(),
    pending_operations: z.array(z.unknown()).nullish(),
  }),
});

/**
 * Reads a JSON document that the CLI has printed. The CLI may print warnings before it.
 *
 * @param unexpected makes the error of what is wrong with the text, which shows no value of it
 */
export function parseDocument<T>(text: string, form: z.ZodType<T>, unexpected: (what: string) => Error): T {
  const parsed = form.safeParse(jsonIn(text, unexpected));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unexpected(`at "${legible(issue?.path.join(".") ?? "")}": ${issue?.message ?? "it has an unexpected form"}`);
}

function jsonIn(text: string, unexpected: (what: string) => Error): unknown {
  try {
    return JSON.parse(text.slice(text.startsWith("{") ? 0 : text.indexOf("\n{") + 1));
  } catch {
    throw unexpected(text.trim() === "" ? "it is empty" : "it is not JSON");
  }
}
