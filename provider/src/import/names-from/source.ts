import { z } from "zod";
import { sanitize } from "../../client/index.ts";
import { isObject, type Json, type JsonObject, own } from "../../schema/json.ts";

/** A resource in another tool's file, with the type and attribute names of the Terraform provider. Both tools' names derive from these. */
export interface SourceResource {
  /** The address in the other tool: a Terraform address, or a Pulumi URN. */
  readonly address: string;
  /** The type: `auth0_connection`. Types of other providers are unchanged. */
  readonly type: string;
  /** The resource's name in the other tool, readable, but not necessarily unique. */
  readonly name: string;
  /** The provider configuration of the resource, because a file can hold resources of several tenants. */
  readonly provider: string;
  /** The reason why the resource is not imported. Absent if it is. */
  readonly left?: string;
  /** The attributes in the file, secrets included. Only ids and names of members may be read from them. */
  readonly attributes: JsonObject;
}

/** A malformed file: the problem, and the expected formats. The message contains no value of the file. */
export class NamesFileError extends Error {
  override readonly name = "NamesFileError";
}

/** The error for a malformed file: the problem, and the expected formats. */
export function unreadable(what: string): NamesFileError {
  return new NamesFileError(
    `${what}. Expected a Terraform state of version 4 (\`terraform state pull\`), or an export of a Pulumi stack ` +
      "(`pulumi stack export`).",
  );
}

/** Any JSON object. */
export const anyObject = z.custom<JsonObject>(isObject, "expected an object");

/**
 * Validates a document against its schema.
 *
 * @throws NamesFileError that names the first mismatch
 */
export function inForm<T>(form: z.ZodType<T>, document: JsonObject): T {
  const { data, error } = form.safeParse(document);
  if (!error) return data;
  const [issue] = error.issues;
  throw unreadable(
    `at ${sanitize(z.core.toDotPath(issue?.path ?? []))}: ${issue?.message ?? "it has an unexpected form"}`,
  );
}

/** A non-empty text attribute. Secrets in Pulumi's files are objects, so they do not match. */
export function textOf(attributes: JsonObject, attribute: string): string | undefined {
  return meaningful(own(attributes, attribute));
}

/** The members in an attribute: one text, a list of texts, or a list of objects with a name. */
export function membersOf(attributes: JsonObject, attribute: string): readonly string[] {
  const value = own(attributes, attribute);
  const items: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => meaningful(own(item, "name") ?? item) ?? []);
}

function meaningful(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
