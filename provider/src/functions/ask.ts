import * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../model/type-token.ts";
import { doubtConfiguration } from "../resources/configuration.ts";
import { checkInputs, type Given, valuesFrom } from "./arguments.ts";
import { underMocks } from "./engine.ts";
import { resourcesBehind, whenCreated, whenKnown } from "./outputs.ts";
import { configurationOf, type ProviderConfiguration } from "./provider.ts";
import { Run } from "./run.ts";
import type { Asked, Source } from "./source.ts";

type Configuration = Readonly<Record<string, string | undefined>>;

/** The Promise form. */
export async function ask<T>(asked: Asked<T>, args: Given, opts: pulumi.InvokeOptions): Promise<T> {
  const { name: label, source } = asked;
  const values = valuesFrom(label, asked, args);
  const provider = providerIn(label, source, opts);
  doubtConfiguration();
  if (underMocks(label)) return pulumi.runtime.invoke(tokenOf(asked), values, withProvider(opts, provider));
  const run = Run.current();
  const configuration = provider && (await whenKnown(pulumi.output(provider.configuration)));
  if (provider && !configuration) {
    throw new pulumi.RunError(
      `${label}: the arguments of the provider are not known in this preview. Use ${label}Output, whose result is then ` +
        "unknown as well.",
    );
  }
  const question = { label, asked, config: reader(configuration?.value), values, after: [], confidential: false };
  return asked.answer({ ...question, ...(await run.answer(question)) });
}

/** The Output form. */
export function askOutput<T>(asked: Asked<T>, args: Given, opts: pulumi.InvokeOutputOptions): pulumi.Output<T> {
  const { name, source } = asked;
  const label = `${name}Output`;
  checkInputs(label, asked, args);
  const provider = providerIn(label, source, opts);
  doubtConfiguration();
  if (underMocks(label)) return pulumi.runtime.invokeOutput(tokenOf(asked), args, withProvider(opts, provider));
  const run = Run.current();
  const given = pulumi.output(args);
  // The credentials are secret; what the tenant answers to them is not.
  const settings: pulumi.Output<Configuration | undefined> = pulumi.unsecret(pulumi.output(provider?.configuration));
  // A preview knows values of what it has yet to create.
  const origins = whenCreated(resourcesBehind(pulumi.all([given, settings])));
  return pulumi
    .all([given, settings, whenCreated(opts.dependsOn), origins, pulumi.isSecret(given)])
    .apply(async ([plain, configuration, named, implied, confidential]) => {
      const values = valuesFrom(label, asked, plain);
      const after = [...new Set([...named, ...implied])];
      const question = { label, asked, config: reader(configuration), values, after, confidential };
      return asked.answer({ ...question, ...(await run.answer(question)) });
    }) as pulumi.Output<T>;
}

/** The function's name for mocks. */
function tokenOf({ name }: Asked<unknown>): string {
  return `tenant:index:${name}`;
}

/** An explicit provider, and what it was made of. */
interface Explicit {
  readonly resource: pulumi.ProviderResource;
  readonly configuration: ProviderConfiguration;
}

/** The provider that the options name, or that a parent hands down to the resources of this package. */
function providerIn(
  label: string,
  { descriptor }: Source,
  { provider, parent }: pulumi.InvokeOptions,
): Explicit | undefined {
  const resource = provider ?? parent?.getProvider(typeToken(descriptor.type));
  if (resource === undefined) return undefined;
  const configuration = configurationOf(resource);
  if (configuration !== undefined) return { resource, configuration };
  throw new pulumi.RunError(
    `${label}: the ${provider ? "provider in the options" : "provider that the parent hands down"} is no Provider of ` +
      "pulumi-tenant, so the tenant it is for cannot be told. Give one as the option `provider`.",
  );
}

function withProvider<O extends pulumi.InvokeOptions>(opts: O, provider: Explicit | undefined): O {
  return provider === undefined ? opts : { ...opts, provider: provider.resource };
}

/** Reads from a provider's values, or else from the stack configuration. */
function reader(configuration: Configuration | undefined): (key: string) => string | undefined {
  if (configuration !== undefined) return (key) => configuration[key];
  const config = new pulumi.Config("tenant");
  return (key) => config.get(key);
}
