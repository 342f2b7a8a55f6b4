import { join } from "node:path";
import { sanitize } from "../client/index.ts";
import type { Referring } from "../import/by-references.ts";
import { type PreviewStep, parsePreview } from "../pulumi-cli/preview.ts";
import { failureOf, runPulumi } from "../pulumi-cli/pulumi.ts";
import { type HeldResource, optionsFor } from "../pulumi-cli/stack.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { typeOfUrn } from "../pulumi-cli/values.ts";
import { typeNameOf } from "../types/registry.ts";
import { shellWord } from "./command.ts";
import { makeTemporaryFolder, removeFolder, replaceFile, textIfAny } from "./files.ts";
import type { ImportProject } from "./import-folder.ts";
import type { ImportStack } from "./import-project.ts";
import { previewCommand } from "./stacks.ts";

/** A resource that the program declares and the stack does not have yet. Its inputs are without secrets. */
export interface Declared extends Referring {
  readonly name: string;
}

/** The resources of a program that get into the state, in the order of the program. */
export interface Declarations {
  readonly resources: readonly Declared[];
  /** By URN, what else gets into the state with each resource: the components around it, and parents of this package. */
  readonly around: ReadonlyMap<string, readonly string[]>;
  /** The URNs of new explicit providers. */
  readonly providers: readonly string[];
}

/** The environment of the CLI's runs: every creation is one of an existing object. */
export const adopting = { TENANT_ADOPT: "true" };

/** Placeholders for missing configuration, in the order in which they are tried. */
const placeholders = ["0", "true", "{}", "[]"] as const;

/**
 * Learns by previews what the program declares. While configuration is missing, the previews run with placeholders in a temporary configuration file,
 * so that the error lists everything that is missing.
 *
 * @throws Error that lists the missing configuration, or with the program's error
 */
export async function learn({
  project,
  stack,
  held,
}: {
  readonly project: ImportProject;
  readonly stack: ImportStack;
  readonly held: readonly HeldResource[] | undefined;
}): Promise<Declarations> {
  const folder = await makeTemporaryFolder("pulumi-tenant-stage-");
  try {
    const missing = new Map<string, { readonly command: string; tries: number }>();
    for (;;) {
      const file = join(folder, "config.yaml");
      await replaceFile(file, (await textIfAny(join(project.folder, `Pulumi.${stack.name}.yaml`))) ?? "");
      const given = [...missing].flatMap(([key, { tries }]) => ["-c", `${key}=${placeholders[tries] ?? ""}`]);
      const options = missing.size > 0 ? ["--config-file", file, ...given] : [];
      const result = await runPulumi(
        ["preview", "--json", ...options, ...optionsFor(stack.place)],
        undefined,
        adopting,
      );
      if (result.stdout.trim() === "") throw new Error(failureOf("preview", result));
      const { steps, diagnostics } = parsePreview(result.stdout, previewCommand);
      const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
      const before = JSON.stringify([...missing]);
      for (const message of errors) noteMissing(message, missing);
      if (JSON.stringify([...missing]) !== before && missing.size < 1_000) continue;
      if (missing.size > 0)
        throw new Error(
          `the program needs configuration that stack "${sanitize(stack.name)}" does not have. Nothing was written. Set it, then run this command again:\n` +
            [
              // The import removes a new stack when it fails, and the CLI sets no configuration of a stack that does not exist.
              ...(held === undefined ? [`  pulumi stack init ${shellWord(stack.name)} --no-select`] : []),
              ...[...missing.values()].map(({ command }) => `  ${sanitize(command)} --stack ${shellWord(stack.name)}`),
            ].join("\n"),
        );
      if (result.code !== 0)
        throw new Error(
          `the preview that learns the declarations failed. Nothing was written.\n${errors.map((one) => sanitize(one, 2_000)).join("\n") || failureOf("preview", result)}`,
        );
      return declarationsIn(steps);
    }
  } finally {
    await removeFolder(folder);
  }
}

/** Notes the configuration that a message of the program misses, or that has a placeholder of the wrong type. */
function noteMissing(message: string, missing: Map<string, { readonly command: string; tries: number }>): void {
  for (const [, key = "", command = ""] of message.matchAll(
    /Missing required configuration variable '([^']+)'\s+please set a value using the command `([^`]+)`/g,
  ))
    if (!missing.has(key)) missing.set(key, { command: command.replace(/ --stack \S+/, ""), tries: 0 });
  for (const [, key = ""] of message.matchAll(/Configuration '([^']+)' value .* is not a valid/g)) {
    const known = missing.get(key);
    if (known && known.tries < placeholders.length) known.tries += 1;
  }
}

/**
 * The resources of a preview that can take objects over. A parent that is a resource of another package gets into no run, which would create or change
 * its object.
 */
export function declarationsIn(steps: readonly PreviewStep[]): Declarations {
  const resources = steps.flatMap(declaredIn);
  const parents = new Map(steps.map(({ urn, after }) => [urn, after?.parent]));
  const isOther = ({ urn, after }: PreviewStep) => after?.custom === true && typeOfUrn(urn) === undefined;
  const others = new Set(steps.filter(isOther).map(({ urn }) => urn));
  const isNewProvider = ({ op, urn }: PreviewStep) =>
    op === "create" && parseUrn(urn)?.type.startsWith("pulumi:providers:") === true;
  const around = resources.map(({ urn }) => {
    const above: string[] = [];
    for (let at = parents.get(urn); at !== undefined; at = parents.get(at)) above.push(at);
    return [urn, above.filter((one) => !others.has(one))] as const;
  });
  return {
    resources,
    around: new Map(around),
    providers: steps.filter(isNewProvider).map(({ urn }) => urn),
  };
}

/** Resources that one run of the program takes over. */
export interface Batch {
  readonly resources: readonly Declared[];
  /** The URNs of these resources, of the components around them, and of new explicit providers. */
  readonly targets: readonly string[];
}

/** The maximum number of characters of the targets in a command line. Systems permit at least a megabyte for arguments and environment together. */
const maxTargets = 400_000;

/**
 * The runs that take the resources over. A command line has an end, so thousands of resources take several runs, in the order of the program: each run
 * finds what its resources depend on in the state.
 *
 * @param most the maximum number of characters of the targets of a run
 */
export function batchesOf({ resources, around, providers }: Declarations, most = maxTargets): readonly Batch[] {
  const batches: Batch[] = [];
  let [some, targets, length]: [Declared[], Set<string>, number] = [[], new Set(providers), 0];
  const end = () => batches.push({ resources: some, targets: [...targets] });
  const lengthOf = (urns: readonly string[]) =>
    urns.reduce((sum, urn) => sum + (targets.has(urn) ? 0 : `--target ${urn} `.length), 0);
  for (const one of resources) {
    const urns = [one.urn, ...(around.get(one.urn) ?? [])];
    if (some.length > 0 && length + lengthOf(urns) > most) {
      end();
      [some, targets, length] = [[], new Set(providers), 0];
    }
    length += lengthOf(urns);
    some.push(one);
    for (const urn of urns) targets.add(urn);
  }
  if (some.length > 0) end();
  return batches;
}

function declaredIn({ op, urn, after }: PreviewStep): readonly Declared[] {
  const { type: token = "", name = "" } = parseUrn(urn) ?? {};
  const type = typeNameOf(token);
  if (op !== "create" || type === undefined || !after) return [];
  const sources = Object.entries(after.propertyDependencies ?? {}).map(([input, urns]) => [input, urns ?? []]);
  return [{ urn, type, name, inputs: after.inputs, sources: Object.fromEntries(sources) }];
}
