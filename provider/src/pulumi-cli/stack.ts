import { z } from "zod";
import { type ProviderSettings, resolveSettings, SettingsError } from "../client/index.ts";
import { type JsonObject, own } from "../schema/json.ts";
import { tenantKey } from "../schema/provider-code.ts";
import { recordOf } from "../state/record.ts";
import { inPlain } from "../state/secrets.ts";
import { typeNameOf } from "../types/registry.ts";
import { parseDocument } from "./document.ts";
import {
  type ExportedResource,
  exportedStack,
  isExplicitProvider,
  parseState,
  programLineOf,
} from "./exported-stack.ts";
import { failureOf, runPulumi } from "./pulumi.ts";
import { parseUrn } from "./urn.ts";

/** A stack of a project. */
export interface StackPlace {
  /** The name of the stack. Default: the current one. */
  readonly stack?: string | undefined;
  /** The folder of the project. Default: the current one. */
  readonly cwd?: string | undefined;
}

/** A resource of pulumi-tenant in a state. */
export type HeldResource = Awaited<ReturnType<typeof heldResources>>[number];

/** The options of a CLI command on a stack, without prompts and colors. */
export function optionsFor({ stack, cwd }: StackPlace): readonly string[] {
  return [
    ...["--non-interactive", "--color", "never"],
    ...(stack === undefined ? [] : ["--stack", stack]),
    ...(cwd === undefined ? [] : ["--cwd", cwd]),
  ];
}

/** The error for a stack that does not exist. */
export class NoStack extends Error {}

/**
 * Whether a stack's state contains any resource.
 *
 * @throws NoStack, or an Error with the CLI's message
 */
export async function isDeployed(place: StackPlace): Promise<boolean> {
  return (await exportedResources(place)).length > 0;
}

/**
 * The resources in a stack's state, with secrets encrypted.
 *
 * @param signal as in {@link runPulumi}
 * @throws NoStack, or an Error with the CLI's message
 */
export async function exportedResources(place: StackPlace, signal?: AbortSignal): Promise<readonly ExportedResource[]> {
  const { deployment } = await ask(["stack", "export"], exportedStack, place, signal);
  return deployment.resources ?? [];
}

/**
 * The resources of pulumi-tenant in a stack's state.
 *
 * @throws NoStack, or an Error with the CLI's message
 */
export async function heldResources(place: StackPlace) {
  const resources = await exportedResources(place);
  const explicit = new Set(resources.filter(isExplicitProvider).map(({ urn, id }) => `${urn}::${id}`));
  return resources.flatMap(({ urn, type: token, id, inputs, outputs, external, delete: isGoing, ...more }) => {
    const type = typeNameOf(token);
    if (!id || type === undefined) return [];
    const { standing } = recordOf(id, outputs);
    const tenant = own(outputs, tenantKey);
    return {
      urn,
      type,
      inputs,
      /** Whether the next run deletes the object, for example after an interrupted replacement. */
      isGoing: isGoing === true,
      /** The object's id at the tenant. While it is not known whether the object was created, the id in the state. */
      id: standing.at === "tenant" ? standing.id : id,
      /** The resource's name in the program. */
      name: parseUrn(urn)?.name ?? "",
      /** The line of the program that declares the resource; undefined if the state does not contain it. */
      line: programLineOf(more),
      /** Whether the program only reads the object (`X.get`), without managing it. */
      isOnlyRead: external === true,
      /** The host of the tenant. Undefined if an older version wrote the state. */
      tenant: typeof tenant === "string" ? tenant : undefined,
      /** Whether an explicit provider names the tenant, and not the environment or the stack's configuration. */
      hasOwnProvider: explicit.has(more.provider ?? ""),
    };
  });
}

const listOfStacks = z.array(
  z.object({ name: z.string(), current: z.boolean().nullish(), resourceCount: z.number().nullish() }),
);

/**
 * The stacks of the project in a folder.
 *
 * @throws Error with the CLI's message
 */
export function stacksOfProject({ cwd }: StackPlace) {
  return ask(["stack", "ls", "--json"], listOfStacks, { cwd });
}

/**
 * The stacks of all projects with a name, wherever their programs are.
 *
 * @throws Error with the CLI's message
 */
export function stacksOfProjectNamed(project: string) {
  return ask(["stack", "ls", "--json", "--project", project], listOfStacks, {});
}

const configuration = z.record(z.string(), z.object({ value: z.string().optional() }));

/**
 * A stack's configuration, by key, with secrets in plain text. The CLI omits structured values: they are empty texts here.
 *
 * @param signal as in {@link runPulumi}
 * @throws NoStack, or an Error with the CLI's message
 */
export async function configurationOf(
  place: StackPlace,
  signal?: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const entries = Object.entries(await ask(["config", "--json", "--show-secrets"], configuration, place, signal));
  return Object.fromEntries(entries.map(([key, { value = "" }]) => [key, value]));
}

/**
 * The keys of a stack's configuration. Its secrets stay encrypted.
 *
 * @param signal as in {@link runPulumi}
 * @throws NoStack, or an Error with the CLI's message
 */
export async function configurationKeysOf(place: StackPlace, signal?: AbortSignal): Promise<readonly string[]> {
  return Object.keys(await ask(["config", "--json"], configuration, place, signal));
}

/**
 * The outputs of a stack's resources, by URN, with secrets in plain text.
 *
 * @throws NoStack, or an Error with the CLI's message
 */
export async function plainOutputsOf(place: StackPlace): Promise<ReadonlyMap<string, JsonObject>> {
  const result = await runPulumi(["stack", "export", "--show-secrets", ...optionsFor(place)]);
  if (result.code !== 0) throw new Error(failureOf("stack export", result));
  return new Map(parseState(result.stdout).resources.map(({ urn, outputs }) => [urn, inPlain(outputs)]));
}

/** The tenant's settings that the environment contains. @throws SettingsError */
export function settingsOfEnvironment(): ProviderSettings {
  return resolveSettings({ config: () => undefined, env: process.env });
}

/**
 * The tenant's settings for a command on a stack. If the settings in the environment are incomplete, the stack's configuration, decrypted by the
 * CLI, supplements them.
 *
 * @throws SettingsError, or an Error with the CLI's message
 */
export async function settingsOf(place: StackPlace): Promise<ProviderSettings> {
  try {
    return settingsOfEnvironment();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
  }
  const values = await configurationOf(place);
  return resolveSettings({ config: (key) => values[`tenant:${key}`], env: process.env });
}

async function ask<T>(
  command: readonly string[],
  format: z.ZodType<T>,
  place: StackPlace,
  signal?: AbortSignal,
): Promise<T> {
  const result = await runPulumi([...command, ...optionsFor(place)], signal);
  const named = command.join(" ");
  if (result.code !== 0) {
    const Failure = /\bno stack named\b/.test(result.stderr) ? NoStack : Error;
    throw new Failure(failureOf(named, result));
  }
  return parseDocument(
    result.stdout,
    format,
    (what) =>
      new Error(`the output of \`pulumi ${named}\` has an unknown format: ${what}. Check the version of the CLI.`),
  );
}
