import { z } from "zod";
import type { JsonObject } from "../../schema/json.ts";
import { anyObject, inForm, type SourceResource, unreadable } from "./source.ts";

const instance = z.object({
  index_key: z.union([z.string(), z.number()]).nullish(),
  deposed: z.string().nullish(),
  attributes: anyObject.nullish(),
});

/**
 * The names in Terraform addresses. Addresses are printed as arguments of a shell command and in a configuration, so their syntax is validated.
 */
const name = /[\p{ID_Start}_][\p{ID_Continue}-]*/u;
const key = /\[(?:"((?:[^"\\\p{Cc}]|\\\P{Cc})*)"|(\d+))\]/u;
const moduleStep = new RegExp(`module\\.(${name.source})(?:${key.source})?`, "gu");

const named = z.string().regex(new RegExp(`^${name.source}$`, "u"), "expected a name");
const modules = new RegExp(`^${moduleStep.source}(?:\\.${moduleStep.source})*$`, "u");

const resource = z.object({
  module: z.union([z.string().regex(modules, "expected modules"), z.literal("")]).nullish(),
  mode: z.string(),
  type: named,
  name: named,
  provider: z.string(),
  instances: z.array(instance),
});

const state = z.object({ resources: z.array(resource) });

type Resource = z.infer<typeof resource>;
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
  return inForm(state, document)
    .resources.filter(({ mode }) => mode === "managed")
    .flatMap((one) => one.instances.map((its) => sourceOf(one, its)));
}

function problemOf(document: JsonObject): string | undefined {
  if ("encrypted_data" in document) return "this state is encrypted; `tofu state pull` prints it decrypted";
  if ("format_version" in document) return "this is the output of `terraform show -json`, not the state";
  if (document.version === 4) return undefined;
  const version = typeof document.version === "number" ? `version ${document.version}` : "no version";
  return `this is a Terraform state of ${version}, which a current Terraform upgrades with the next \`terraform apply\``;
}

function sourceOf(one: Resource, { index_key: key, deposed, attributes }: Instance): SourceResource {
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
    .map((part) => part.replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, "-").replace(/^-+|(?<!-)-+$/g, ""))
    .filter((part) => part !== "")
    .join("-");
}
