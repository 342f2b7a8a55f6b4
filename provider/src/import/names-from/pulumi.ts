import { z } from "zod";
import { isObject, type Json, type JsonObject } from "../../schema/json.ts";
import { typePrefix } from "../../schema/provider-code.ts";
import { anyObject, inForm, type SourceResource, unreadable } from "./source.ts";

const properties = anyObject.nullish();

const resource = z.object({
  urn: z.string().refine(isUrn, "expected a URN"),
  type: z.string(),
  id: z.string().nullish(),
  custom: z.boolean().nullish(),
  delete: z.boolean().nullish(),
  external: z.boolean().nullish(),
  provider: z.string().nullish(),
  inputs: properties,
  outputs: properties,
});

const stack = z.object({ deployment: z.object({ resources: z.array(resource).nullish() }) });

type Resource = z.infer<typeof resource>;

/** Whether a document is a Pulumi stack export or checkpoint. */
export function isPulumi(document: JsonObject): boolean {
  return "deployment" in document || "checkpoint" in document;
}

/**
 * The resources of an exported stack, without components, providers and resources that the program only reads.
 *
 * @throws NamesFileError
 */
export function pulumiResources(document: JsonObject): readonly SourceResource[] {
  if ("checkpoint" in document) throw unreadable("this is a checkpoint file of Pulumi's backend, not a stack export");
  return (inForm(stack, document).deployment.resources ?? [])
    .filter(({ custom, external, type }) => custom && !external && !type.startsWith("pulumi:"))
    .map(sourceOf);
}

/** Whether a text is a URN that can be an argument of a shell command: it cannot be taken for an option, and has only one line. */
function isUrn(text: string): boolean {
  return text.startsWith("urn:pulumi:") && text.split("::").length >= 4 && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}

function sourceOf({ urn, type, id, provider, delete: isGoing, inputs, outputs }: Resource): SourceResource {
  const left = isGoing ? "it has been replaced, and Pulumi deletes it with the next update" : ours(type);
  return {
    address: urn,
    type: terraformType(type),
    name: urn.split("::").slice(3).join("::"),
    provider: provider ?? "",
    attributes: { ...inTerraformsWords({ ...inputs, ...outputs }), ...(id != null && { id }) },
    ...(left !== undefined && { left }),
  };
}

function ours(type: string): string | undefined {
  return type.startsWith(typePrefix) ? "pulumi-tenant already manages it" : undefined;
}

/** The Terraform type of a Pulumi type: `auth0_resource_server` for `auth0:index/resourceServer:ResourceServer`. Other types are unchanged. */
function terraformType(type: string): string {
  const name = /^auth0:[^:]*:(\w+)$/.exec(type)?.[1];
  return name === undefined ? type : `auth0${inSnakeCase(name)}`;
}

/** Attributes under their Terraform names. Objects in lists are converted, too. */
function inTerraformsWords(attributes: JsonObject): JsonObject {
  const itemsOf = (value: Json) =>
    Array.isArray(value) ? value.map((item: Json) => (isObject(item) ? inTerraformsWords(item) : item)) : value;
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [inSnakeCase(key), itemsOf(value)]));
}

function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
