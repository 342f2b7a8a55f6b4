import { z } from "zod";
import { explicitKey, sanitize, settingPrefix } from "../client/index.ts";
import type { Json, JsonObject } from "../schema/json.ts";
import { sourcePlace } from "./source-place.ts";

/** The properties of a resource in a document of the CLI. */
export const properties = z
  // The document was parsed from JSON, so every value is JSON.
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
  deletedWith: z.string().nullish(),
  protect: z.boolean().nullish(),
  id: z.string().nullish(),
  parent: z.string().nullish(),
  /** The URN and the id of the resource's provider. */
  provider: z.string().nullish(),
  inputs: properties,
  outputs: properties,
  ...sourcePlace,
  ignoreChanges: z.array(z.string()).nullish(),
});

/** A resource of an exported stack. */
export type ExportedResource = z.infer<typeof exportedResource>;

/** Whether a resource is an explicit provider of pulumi-tenant, which has a tenant and credentials of its own. */
export function isExplicitProvider({ type, inputs }: Pick<ExportedResource, "type" | "inputs">): boolean {
  return type === "pulumi:providers:pulumi-nodejs" && inputs[`${settingPrefix}${explicitKey}`] === "true";
}

/** The output of `pulumi stack export`. */
export const exportedStack = z.object({
  deployment: z.object({
    manifest: z.object({ time: z.string().nullish() }).nullish(),
    resources: z.array(exportedResource).nullish(),
    pending_operations: z.array(z.unknown()).nullish(),
  }),
});

/**
 * Parses a JSON document in the CLI's output. The CLI may print warnings before the document.
 *
 * @param unexpected makes the error from a description of the problem, which contains no value of the document
 */
export function parseDocument<T>(text: string, form: z.ZodType<T>, unexpected: (what: string) => Error): T {
  const parsed = form.safeParse(jsonIn(text, unexpected));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unexpected(`at "${sanitize(issue?.path.join(".") ?? "")}": ${issue?.message ?? "it has an unexpected form"}`);
}

function jsonIn(text: string, unexpected: (what: string) => Error): unknown {
  try {
    return JSON.parse(text.slice(text.startsWith("{") ? 0 : text.indexOf("\n{") + 1));
  } catch {
    throw unexpected(text.trim() === "" ? "the output is empty" : "the output is not JSON");
  }
}
