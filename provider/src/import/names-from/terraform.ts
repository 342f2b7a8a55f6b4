import { z } from "zod";
import type { JsonObject } from "../../schema/json.ts";
import { anyObject, inForm, type SourceResource, unreadable } from "./source.ts";

const instance = z.object({
  index_key: z.union([z.string(), z.number()]).nullish(),
  deposed: z.string().nullish(),
  attributes: anyObject.nullish(),
});

/** Addresses become words of a command, and lines of a configuration: their parts are names as Terraform's language has them. */
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

/** Whether a document is a state of Terraform or OpenTofu, of whatever version. */
export function isTerraform(document: JsonObject): boolean {
  return ["terraform_version", "lineage", "format_version"].some((key) => Object.hasOwn(document, key));
}

/**
 * The resources of a Terraform state, data sources left out.
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
  if ("encrypted_data" in document) return "this state is encrypted, and `tofu state pull` prints it in clear";
  if ("format_version" in document) return "this is what `terraform show -json` prints, which is not the state";
  if (document.version === 4) return undefined;
  const version = typeof document.version === "number" ? `version ${document.version}` : "no version";
  return `this is a Terraform state of ${version}, which a newer Terraform replaces at its next \`terraform apply\``;
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
    ...(deposed != null && { left: "Terraform is about to delete it: it has been replaced" }),
  };
}

interface Step {
  readonly name: string;
  readonly key: string | number | undefined;
}

/** The modules of `module.eu.module.apis["orders"]`. */
function stepsOf(module: string): readonly Step[] {
  return [...module.matchAll(moduleStep)].map(([, name = "", quoted, position]) => ({ name, key: quoted ?? position }));
}

/** A key of `for_each` or `count` as an address has it. */
function keyText(key: string | number | undefined): string {
  if (key === undefined) return "";
  return typeof key === "number" ? `[${key}]` : `[${JSON.stringify(key).replace(/[$%](?=\{)/g, "$&$&")}]`;
}

/** Modules, name and keys with hyphens between: `eu-apis-orders`. Of a key, letters and digits of any script are kept. */
function nameOf(steps: readonly Step[]): string {
  return steps
    .flatMap(({ name, key }) => [name, String(key ?? "")])
    .map((part) => part.replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, "-").replace(/^-+|(?<!-)-+$/g, ""))
    .filter((part) => part !== "")
    .join("-");
}
