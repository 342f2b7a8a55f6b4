import { z } from "zod";
import { sanitize } from "../../client/index.ts";
import { isObject, type Json, type JsonObject, own } from "../../schema/json.ts";

/** A resource in another tool's file. Its type and attributes have the names of the Terraform provider, from which Pulumi's names derive. */
export interface SourceResource {
  /** The address in the other tool: a Terraform address, or a Pulumi URN. */
  readonly address: string;
  /** The Terraform type: `auth0_connection`. For resources of providers other than Auth0's, the type in the file. */
  readonly type: string;
  /** The resource's name in the other tool, readable, but not necessarily unique. */
  readonly name: string;
  /** The provider configuration of the resource. A file with several of them can contain resources of several tenants. */
  readonly provider: string;
  /** The reason why the resource cannot be imported. Absent if it can. */
  readonly left?: string;
  /** The attributes in the file, including secrets. Code may read only ids and the names of members from them. */
  readonly attributes: JsonObject;
}

/** The file is not in a supported format. The message states the problem and the supported formats, and contains no value of the file. */
export class NamesFileError extends Error {
  override readonly name = "NamesFileError";
}

/** The error for a file that is not in a supported format. @param what the problem, as a sentence without a full stop */
export function unreadable(what: string): NamesFileError {
  return new NamesFileError(
    `${what}. Expected a Terraform state of version 4 (\`terraform state pull\`), or an export of a Pulumi stack ` +
      "(`pulumi stack export`).",
  );
}

/** A schema that accepts any JSON object. */
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

/** The value of an attribute if it is a non-empty text. Secrets in Pulumi's files are objects, so they are never returned. */
export function textOf(attributes: JsonObject, attribute: string): string | undefined {
  return meaningful(own(attributes, attribute));
}

/** The names of the members in an attribute, whose value is one text, a list of texts, or a list of objects with a name. */
export function membersOf(attributes: JsonObject, attribute: string): readonly string[] {
  const value = own(attributes, attribute);
  const items: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => meaningful(own(item, "name") ?? item) ?? []);
}

function meaningful(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
