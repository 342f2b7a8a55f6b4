import { z } from "zod";
import { isOurs, parseUrn, typeForPeople } from "../drift/urn.ts";
import { tenantKey } from "../model/keys.ts";
import { resolveSettings, SettingsError, type TenantSettings } from "../tenant/index.ts";
import { failureOf, runPulumi } from "./pulumi.ts";

/** Which stack of which project. */
export interface StackPlace {
  /** Default: the current one. */
  readonly stack?: string | undefined;
  /** The folder of the project. Default: this one. */
  readonly cwd?: string | undefined;
}

/** A resource of this package in a state. */
export interface ManagedResource {
  /** `ResourceServer`. */
  readonly kind: string;
  readonly id: string;
  /** Its name in the program. */
  readonly name: string;
  /** The host of its tenant. Absent in a state that no run of this version has written yet. */
  readonly tenant: string | undefined;
}

const exported = z.object({
  deployment: z.object({
    resources: z
      .array(
        z.object({
          urn: z.string(),
          type: z.string(),
          id: z.string().nullish(),
          delete: z.boolean().nullish(),
          outputs: z.object({ [tenantKey]: z.string().optional().catch(undefined) }).nullish(),
        }),
      )
      .nullish(),
  }),
});

/** There is no such stack. */
export class NoStack extends Error {}

/**
 * The resources of this package in a stack's state.
 *
 * @throws NoStack, or an Error with what the CLI says
 */
export async function managedResources(place: StackPlace): Promise<readonly ManagedResource[]> {
  const { deployment } = await ask(["stack", "export"], exported, place);
  return (deployment.resources ?? []).flatMap(({ urn, type, id, delete: isGoing, outputs }) =>
    isOurs(type) && id && !isGoing
      ? [{ kind: typeForPeople(type), id, name: parseUrn(urn)?.name ?? "", tenant: outputs?.[tenantKey] }]
      : [],
  );
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

async function ask<T>(command: readonly string[], format: z.ZodType<T>, { stack, cwd }: StackPlace): Promise<T> {
  const result = await runPulumi([
    ...command,
    ...["--non-interactive", "--color", "never"],
    ...(stack === undefined ? [] : ["--stack", stack]),
    ...(cwd === undefined ? [] : ["--cwd", cwd]),
  ]);
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
