import { z } from "zod";
import { sanitize } from "../../client/index.ts";
import { engineObject } from "../../pulumi-cli/document.ts";
import { resourceShape, stackExport } from "../../pulumi-cli/exported-stack.ts";
import { isObject, type Json, type JsonObject, nonEmptyText, own } from "../../schema/json.ts";
import { typePrefix } from "../../schema/provider-code.ts";

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
const anyObject = z.custom<JsonObject>(isObject, "expected an object");

/**
 * Validates a document against its schema.
 *
 * @throws NamesFileError that names the first mismatch
 */
function inForm<T>(form: z.ZodType<T>, document: JsonObject): T {
  const { data, error } = form.safeParse(document);
  if (!error) return data;
  const [issue] = error.issues;
  throw unreadable(
    `at ${sanitize(z.core.toDotPath(issue?.path ?? []))}: ${issue?.message ?? "it has an unexpected form"}`,
  );
}

/** The value of an attribute if it is a non-empty text. Secrets in Pulumi's files are objects, so they are never returned. */
export function textOf(attributes: JsonObject, attribute: string): string | undefined {
  return nonEmptyText(own(attributes, attribute));
}

/** The names of the members in an attribute, whose value is one text, a list of texts, or a list of objects with a name. */
export function memberNames(attributes: JsonObject, attribute: string): readonly string[] {
  const value = own(attributes, attribute);
  const items: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => nonEmptyText(own(item, "name") ?? item) ?? []);
}

const exportedStack = stackExport(engineObject({ ...resourceShape, urn: z.string().refine(isUrn, "expected a URN") }));

type PulumiResource = NonNullable<z.infer<typeof exportedStack>["deployment"]["resources"]>[number];

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
  return (inForm(exportedStack, document).deployment.resources ?? [])
    .filter(({ custom, external, type }) => custom && !external && !type.startsWith("pulumi:"))
    .map(ofPulumi);
}

/** Whether a text is a URN that can be an argument of a shell command: it cannot be taken for an option, and has only one line. */
function isUrn(text: string): boolean {
  return text.startsWith("urn:pulumi:") && text.split("::").length >= 4 && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}

function ofPulumi({ urn, type, id, provider, delete: isGoing, inputs, outputs }: PulumiResource): SourceResource {
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

const instance = z.object({
  index_key: z.union([z.string(), z.number()]).nullish(),
  deposed: z.string().nullish(),
  attributes: anyObject.nullish(),
});

/**
 * The names in Terraform addresses. Addresses are printed as arguments of a shell command and in a configuration, so their syntax is validated.
 */
const nameForm = /[\p{ID_Start}_][\p{ID_Continue}-]*/u;
const keyForm = /\[(?:"((?:[^"\\\p{Cc}]|\\\P{Cc})*)"|(\d+))\]/u;
const moduleStep = new RegExp(`module\\.(${nameForm.source})(?:${keyForm.source})?`, "gu");

const onlyName = z.string().regex(new RegExp(`^${nameForm.source}$`, "u"), "expected a name");
const modulesForm = new RegExp(`^${moduleStep.source}(?:\\.${moduleStep.source})*$`, "u");

const terraformResource = z.object({
  module: z.union([z.string().regex(modulesForm, "expected modules"), z.literal("")]).nullish(),
  mode: z.string(),
  type: onlyName,
  name: onlyName,
  provider: z.string(),
  instances: z.array(instance),
});

const terraformState = z.object({ resources: z.array(terraformResource) });

type TerraformResource = z.infer<typeof terraformResource>;
type Instance = z.infer<typeof instance>;

/** Whether a document is a state of Terraform or OpenTofu, of any version. */
export function isTerraform(document: JsonObject): boolean {
  return ["terraform_version", "lineage", "format_version"].some((key) => Object.hasOwn(document, key));
}

/**
 * The managed resources of a Terraform state, without data sources.
 *
 * @throws NamesFileError
 */
export function terraformResources(document: JsonObject): readonly SourceResource[] {
  const problem = problemOf(document);
  if (problem !== undefined) throw unreadable(problem);
  return inForm(terraformState, document)
    .resources.filter(({ mode }) => mode === "managed")
    .flatMap((one) => one.instances.map((its) => ofTerraform(one, its)));
}

function problemOf(document: JsonObject): string | undefined {
  if ("encrypted_data" in document) return "this state is encrypted; `tofu state pull` prints it decrypted";
  if ("format_version" in document) return "this is the output of `terraform show -json`, not the state";
  if (document.version === 4) return undefined;
  const version = typeof document.version === "number" ? `version ${document.version}` : "no version";
  return `this is a Terraform state of ${version}, which a current Terraform upgrades with the next \`terraform apply\``;
}

function ofTerraform(one: TerraformResource, { index_key: key, deposed, attributes }: Instance): SourceResource {
  const { module, type, name, provider } = one;
  const steps = [...(module ? stepsOf(module) : []), { name, key: key ?? undefined }];
  return {
    address: `${module ? `${module}.` : ""}${type}.${name}${keyText(key ?? undefined)}`,
    type,
    name: nameOf(steps),
    provider,
    attributes: attributes ?? {},
    ...(deposed != null && { left: "it has been replaced, and Terraform deletes it with the next apply" }),
  };
}

interface Step {
  readonly name: string;
  readonly key: string | number | undefined;
}

/** The module names and keys in an address: `module.eu.module.apis["orders"]`. */
function stepsOf(module: string): readonly Step[] {
  return [...module.matchAll(moduleStep)].map(([, name = "", quoted, position]) => ({ name, key: quoted ?? position }));
}

/** A key of `for_each` or `count` in address syntax. */
function keyText(key: string | number | undefined): string {
  if (key === undefined) return "";
  return typeof key === "number" ? `[${key}]` : `[${JSON.stringify(key).replace(/[$%](?=\{)/g, "$&$&")}]`;
}

/** The modules, the name and the keys of an address, joined with hyphens: `eu-apis-orders`. Other characters of keys become hyphens. */
function nameOf(steps: readonly Step[]): string {
  return steps
    .flatMap(({ name, key }) => [name, String(key ?? "")])
    .map(readableName)
    .filter((part) => part !== "")
    .join("-");
}

/** A text as a name of a resource: other characters become hyphens. Empty if nothing else is left. */
export function readableName(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, "-").replace(/^-+|(?<!-)-+$/g, "");
}
