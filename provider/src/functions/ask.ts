import * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../model/type-token.ts";
import { doubtConfiguration } from "../resources/configuration.ts";
import { checkInputs, filterFrom, type Given } from "./arguments.ts";
import { underMocks } from "./engine.ts";
import { whenCreated, whenKnown } from "./outputs.ts";
import { configurationOf, type ProviderConfiguration } from "./provider.ts";
import type { Found } from "./rows.ts";
import { Run } from "./run.ts";
import type { Source } from "./source.ts";

/** A function of a data source. It has a Promise form and an Output form. */
export interface Asked<T> {
  readonly source: Source;
  /** The name of the Promise form. */
  readonly name: string;
  answer(found: Found): T;
}

type Values = Readonly<Record<string, string | undefined>>;

/** The Promise form. */
export async function ask<T>(asked: Asked<T>, args: Given, opts: pulumi.InvokeOptions): Promise<T> {
  const { name: label, source } = asked;
  const filter = filterFrom(label, source.filters, args);
  const provider = providerIn(label, source, opts);
  doubtConfiguration();
  if (underMocks(label)) return pulumi.runtime.invoke(tokenOf(asked), filter, withProvider(opts, provider));
  const run = Run.current();
  const values = provider && (await whenKnown(pulumi.output(provider.configuration)));
  if (provider && !values) {
    throw new pulumi.RunError(
      `${label}: the arguments of the provider are not known in this preview. Use ${label}Output, whose result is then ` +
        "unknown as well.",
    );
  }
  const question = { label, source, config: reader(values?.value), filter, after: [] };
  return asked.answer({ ...question, ...(await run.list(question)), confidential: false });
}

/** The Output form. */
export function askOutput<T>(asked: Asked<T>, args: Given, opts: pulumi.InvokeOutputOptions): pulumi.Output<T> {
  const { name, source } = asked;
  const label = `${name}Output`;
  checkInputs(label, source.filters, args);
  const provider = providerIn(label, source, opts);
  doubtConfiguration();
  if (underMocks(label)) return pulumi.runtime.invokeOutput(tokenOf(asked), args, withProvider(opts, provider));
  const run = Run.current();
  const given = pulumi.output(args);
  // The credentials are secret; what the tenant answers to them is not.
  const values: pulumi.Output<Values | undefined> = pulumi.unsecret(pulumi.output(provider?.configuration));
  return pulumi
    .all([given, values, whenCreated(opts.dependsOn), pulumi.isSecret(given)])
    .apply(async ([plain, configuration, after, confidential]) => {
      const filter = filterFrom(label, source.filters, plain);
      const question = { label, source, config: reader(configuration), filter, after };
      return asked.answer({ ...question, ...(await run.list(question)), confidential });
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
function providerIn(label: string, { type }: Source, { provider, parent }: pulumi.InvokeOptions): Explicit | undefined {
  const resource = provider ?? parent?.getProvider(typeToken(type));
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
function reader(values: Values | undefined): (key: string) => string | undefined {
  if (values !== undefined) return (key) => values[key];
  const config = new pulumi.Config("tenant");
  return (key) => config.get(key);
}
