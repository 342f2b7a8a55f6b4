import { z } from "zod";
import { legible } from "../../client/index.ts";
import { isObject, type Json, type JsonObject, own } from "../../schema/json.ts";

/** A resource of another tool's file, in the words of Terraform's provider: both tools' types and attributes come from it. */
export interface SourceResource {
  /** Where the tool keeps it: an address of Terraform, a URN of Pulumi. */
  readonly address: string;
  /** `auth0_connection`. Types of other providers are as the file has them. */
  readonly type: string;
  /** The name that it had, readable, but perhaps not unique. */
  readonly name: string;
  /** The provider's configuration that it belongs to: a file can hold resources of several tenants. */
  readonly provider: string;
  /** Why there is nothing to take over. Absent: there is. */
  readonly left?: string;
  /** As they are in the file, secrets included: nothing but ids and names of members may be read. */
  readonly attributes: JsonObject;
}

/** What is wrong with a file, and what is allowed. The message holds no value of the file. */
export class NamesFileError extends Error {
  override readonly name = "NamesFileError";
}

/** Says what is wrong with a file, and what is allowed. */
export function unreadable(what: string): NamesFileError {
  return new NamesFileError(
    `${what}. Expected a Terraform state of version 4 (\`terraform state pull\`), or an export of a Pulumi stack ` +
      "(`pulumi stack export`).",
  );
}

/** Any object of JSON. */
export const anyObject = z.custom<JsonObject>(isObject, "expected an object");

/** A document in the form that it must have. @throws NamesFileError that says where it has another one */
export function inForm<T>(form: z.ZodType<T>, document: JsonObject): T {
  const { data, error } = form.safeParse(document);
  if (!error) return data;
  const [issue] = error.issues;
  throw unreadable(`at ${legible(z.core.toDotPath(issue?.path ?? []))}: ${issue?.message ?? "it has another form"}`);
}

/** An attribute that is a text and not empty. Secrets of Pulumi are objects. */
export function textOf(attributes: JsonObject, attribute: string): string | undefined {
  return meaningful(own(attributes, attribute));
}

/** The members that an attribute names: one text, a list of texts, or a list of objects with a name. */
export function membersOf(attributes: JsonObject, attribute: string): readonly string[] {
  const value = own(attributes, attribute);
  const items: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => meaningful(own(item, "name") ?? item) ?? []);
}

function meaningful(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
