import * as pulumi from "@pulumi/pulumi";
import { checkInputs, filterFrom, type Given } from "./arguments.ts";
import { underMocks } from "./engine.ts";
import { whenCreated, whenKnown } from "./outputs.ts";
import type { Found } from "./profiles.ts";
import { configurationOf, type ProviderConfiguration } from "./provider.ts";
import { Run } from "./run.ts";

/** A function about token exchange profiles: its two forms differ in nothing else. */
export interface Asked<T> {
  /** The function's name, for people. */
  readonly label: string;
  /** Its name for mocks. */
  readonly token: string;
  answer(found: Found): T;
}

type Values = Readonly<Record<string, string | undefined>>;

/** The Promise form. */
export async function ask<T>(asked: Asked<T>, args: Given, opts: pulumi.InvokeOptions): Promise<T> {
  const { label, token } = asked;
  const filter = filterFrom(label, args);
  const provider = providerIn(label, opts);
  if (underMocks(label)) return pulumi.runtime.invoke(token, filter, withProvider(opts, provider));
  const run = Run.current();
  const values = provider && (await whenKnown(pulumi.output(provider.configuration)));
  if (provider && !values) {
    throw new pulumi.RunError(
      `${label}: the arguments of the provider are not known in this preview. Use ${label}Output, whose result is then ` +
        "unknown as well.",
    );
  }
  const listing = await run.list({ label, config: reader(values?.value), filter, after: [] });
  return answer(asked, { ...listing, filter, confidential: false });
}

/** The Output form. */
export function askOutput<T>(asked: Asked<T>, args: Given, opts: pulumi.InvokeOutputOptions): pulumi.Output<T> {
  const { token } = asked;
  const label = `${asked.label}Output`;
  checkInputs(label, args);
  const provider = providerIn(label, opts);
  if (underMocks(label)) return pulumi.runtime.invokeOutput(token, args, withProvider(opts, provider));
  const run = Run.current();
  const given = pulumi.output(args);
  // The credentials are secret, what they give access to is not.
  const values: pulumi.Output<Values | undefined> = pulumi.unsecret(pulumi.output(provider?.configuration));
  return pulumi
    .all([given, values, whenCreated(opts.dependsOn), pulumi.isSecret(given)])
    .apply(async ([plain, configuration, after, confidential]) => {
      const filter = filterFrom(label, plain);
      const listing = await run.list({ label, config: reader(configuration), filter, after });
      return answer({ ...asked, label }, { ...listing, filter, confidential });
    }) as pulumi.Output<T>;
}

function answer<T>({ label, answer }: Asked<T>, found: Found): T {
  try {
    return answer(found);
  } catch (error) {
    throw error instanceof Error ? new pulumi.RunError(`${label}: ${error.message}`) : error;
  }
}

/** An explicit provider, and what it was made of. */
interface Explicit {
  readonly resource: pulumi.ProviderResource;
  readonly configuration: ProviderConfiguration;
}

/** The provider that the options name, or that a parent hands down to the resources of this package. */
function providerIn(label: string, { provider, parent }: pulumi.InvokeOptions): Explicit | undefined {
  const resource = provider ?? parent?.getProvider("pulumi-nodejs:dynamic/tenant:TokenExchangeProfile");
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
