import { z } from "zod";
import { resolveSettings, SettingsError, type TenantSettings } from "../client/index.ts";
import { definitions, typeNameOf } from "../definitions/registry.ts";
import { own } from "../schema/json.ts";
import { tenantKey } from "../schema/keys.ts";
import { recordOf } from "../state/record.ts";
import { type ExportedResource, exportedStack } from "./cli-document.ts";
import { failureOf, runPulumi } from "./pulumi.ts";
import { parseUrn } from "./urn.ts";

/** Which stack of which project. */
export interface StackPlace {
  /** Default: the current one. */
  readonly stack?: string | undefined;
  /** The folder of the project. Default: this one. */
  readonly cwd?: string | undefined;
}

/** A resource of this package in a state. */
export type HeldResource = Awaited<ReturnType<typeof heldResources>>[number];

/** The options of a command of the CLI on a stack, without questions and colours. */
export function optionsFor({ stack, cwd }: StackPlace): readonly string[] {
  return [
    ...["--non-interactive", "--color", "never"],
    ...(stack === undefined ? [] : ["--stack", stack]),
    ...(cwd === undefined ? [] : ["--cwd", cwd]),
  ];
}

/** There is no such stack. */
export class NoStack extends Error {}

/**
 * Whether a stack's state holds any resource.
 *
 * @throws NoStack, or an Error with what the CLI says
 */
export async function isDeployed(place: StackPlace): Promise<boolean> {
  return (await exportedResources(place)).length > 0;
}

/**
 * The resources in a stack's state, secrets encrypted.
 *
 * @throws NoStack, or an Error with what the CLI says
 */
export async function exportedResources(place: StackPlace): Promise<readonly ExportedResource[]> {
  const { deployment } = await ask(["stack", "export"], exportedStack, place);
  return deployment.resources ?? [];
}

/**
 * The resources of this package in a stack's state.
 *
 * @throws NoStack, or an Error with what the CLI says
 */
export async function heldResources(place: StackPlace) {
  const resources = await exportedResources(place);
  return resources.flatMap(({ urn, type, id, inputs, outputs, external, delete: isGoing }) => {
    const kind = typeNameOf(type);
    if (!id || kind === undefined) return [];
    const { standing } = recordOf(definitions[kind].schema, id, outputs);
    const tenant = own(outputs, tenantKey);
    return {
      urn,
      kind,
      inputs,
      /** Whether the next run deletes its object: a replacement has left it, for example. */
      isGoing: isGoing === true,
      /** The tenant's own id. The state's, where nobody knows yet whether the object was created. */
      id: standing.at === "tenant" ? standing.id : id,
      /** Its name in the program. */
      name: parseUrn(urn)?.name ?? "",
      /** Whether the program only reads it (`X.get`), which manages nothing. */
      isOnlyRead: external === true,
      /** The host of its tenant. Undefined in a state that no run of this version has written yet. */
      tenant: typeof tenant === "string" ? tenant : undefined,
    };
  });
}

const listOfStacks = z.array(
  z.object({ name: z.string(), current: z.boolean().nullish(), resourceCount: z.number().nullish() }),
);

/**
 * The stacks of the project in a folder.
 *
 * @throws Error with what the CLI says
 */
export function stacksOfProject({ cwd }: StackPlace) {
  return ask(["stack", "ls", "--json"], listOfStacks, { cwd });
}

const configuration = z.record(z.string(), z.object({ value: z.string().optional() }));

/**
 * A stack's configuration, secrets in plain. The text of an object is absent from the CLI's answer, and is empty here.
 *
 * @throws NoStack, or an Error with what the CLI says
 */
export async function configurationOf(place: StackPlace): Promise<Readonly<Record<string, string>>> {
  const entries = Object.entries(await ask(["config", "--json", "--show-secrets"], configuration, place));
  return Object.fromEntries(entries.map(([key, { value = "" }]) => [key, value]));
}

/**
 * The tenant's settings for a command that works on a stack: those of the environment, and where they do not suffice, the stack's
 * configuration besides, which the CLI decrypts.
 *
 * @throws SettingsError, or an Error with what the CLI says
 */
export async function settingsOf(place: StackPlace): Promise<TenantSettings> {
  const { env } = process;
  try {
    return resolveSettings({ config: () => undefined, env });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
  }
  const values = await configurationOf(place);
  return resolveSettings({ config: (key) => values[`tenant:${key}`], env });
}

async function ask<T>(command: readonly string[], format: z.ZodType<T>, place: StackPlace): Promise<T> {
  const result = await runPulumi([...command, ...optionsFor(place)]);
  const named = command.join(" ");
  if (result.code !== 0) {
    const Failure = /\bno stack named\b/.test(result.stderr) ? NoStack : Error;
    throw new Failure(failureOf(named, result));
  }
  try {
    return format.parse(JSON.parse(result.stdout));
  } catch {
    // What is wrong with it would be said with a part of it, and there are secrets in it.
    throw new Error(`the output of \`pulumi ${named}\` is not understood`);
  }
}
