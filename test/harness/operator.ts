import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv } from "ajv";
import { exec } from "./exec.ts";

const { loadAll } = createRequire(import.meta.url)("js-yaml") as { loadAll(text: string): unknown[] };
const examples = join(import.meta.dirname, "../../examples");
const operatorModule = "github.com/pulumi/pulumi-kubernetes-operator";

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

/** The manifests of our examples: those of examples/gitops, and those that examples/fleet makes of its list. */
export async function manifests(): Promise<readonly Manifest[]> {
  const written = await readFile(join(examples, "gitops/operator/stacks.yaml"), "utf8");
  const made = await exec(process.execPath, [join(examples, "fleet/operator.ts")], { timeoutMs: 60_000 });
  return [...loadAll(written), ...loadAll(made.stdout)] as Manifest[];
}

export type Schema = { readonly [key: string]: unknown };

/** The definition of a stack in the operator's Go module: the last release of its version 1, by the checksum in go.sum. */
export async function moduleDefinition(): Promise<string> {
  const { stdout, stderr } = await exec("go", ["mod", "download", "-json", operatorModule], {
    cwd: join(import.meta.dirname, "tools/operator"),
    env: { ...process.env, GOFLAGS: "-mod=readonly", GOWORK: "off" },
    timeoutMs: 120_000,
  });
  const { Dir, Error: failure } = JSON.parse(stdout || "{}") as { Dir?: string; Error?: string };
  if (Dir === undefined) throw new Error(`the operator's Go module could not be downloaded: ${failure ?? stderr}`);
  return readFile(join(Dir, "deploy/crds/pulumi.com_stacks.yaml"), "utf8");
}

/** The schema of a version of a custom resource, from the text of its definition. */
export function schemaOf(definition: string, version: string): Schema {
  const [crd] = loadAll(definition) as [
    { spec: { versions: { name: string; schema: { openAPIV3Schema: Schema } }[] } },
  ];
  const found = crd.spec.versions.find(({ name }) => name === version);
  if (found === undefined) throw new Error(`the definition has no version ${version}`);
  return found.schema.openAPIV3Schema;
}

/** What a schema of Kubernetes has against a manifest. Kubernetes drops fields that it does not know, so they are refused here. */
export function problemsWith(manifest: Manifest, schema: Schema): readonly string[] {
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(
    closed(schema) as Schema,
  );
  validate(manifest);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const below = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isOpen = "additionalProperties" in schema || "x-kubernetes-preserve-unknown-fields" in schema;
  return "properties" in schema && !isOpen ? { ...below, additionalProperties: false } : below;
}
