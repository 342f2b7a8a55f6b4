import * as pulumi from "@pulumi/pulumi";
import { isObject } from "../schema/json.ts";
import { typeToken } from "../schema/provider-code.ts";
import { checkInputs, type Given, valuesFrom } from "./arguments.ts";
import { doubtConfiguration } from "./base.ts";
import { inside } from "./inside.ts";
import { isMocked } from "./mocks.ts";
import { configurationOf, type ProviderConfiguration } from "./provider.ts";
import type { Argument, Asked, Reading, Source } from "./questions.ts";
import { Run } from "./run.ts";

/** The arguments of a look-up with values that may be outputs. */
export type OutputArgs<Args> = {
  [Name in keyof Args]: Args[Name] extends readonly string[] | undefined
    ? pulumi.Input<pulumi.Input<string>[] | undefined>
    : pulumi.Input<Args[Name]>;
};

/** What a resource declares, as plain values: of arguments that may be outputs, what comes of them. */
export type Plain<Args> = { readonly [Name in keyof Args]: pulumi.Unwrap<Args[Name]> };

/** Arguments that need not be given where none of them is required, and the options of the call. */
type Parameters<Args, Options> =
  Partial<Args> extends Args ? [args?: Args, opts?: Options] : [args: Args, opts?: Options];

/**
 * A look-up whose arguments are plain values.
 *
 * **Settings** are those of resources: an explicit `provider` in the options (or the one that `parent` hands down), else
 * the environment and the stack configuration. The function waits for a provider whose arguments are outputs. In a
 * preview they may not be known yet; then this form fails, and the Output form is the one to use.
 *
 * **Calls** are paced like those of resources. Equal questions within a run are asked once; one that failed is asked again.
 *
 * **Unit tests**: with Pulumi's testing mocks it reaches `mocks.call` as `tenant:index:<name>` and never touches the network.
 *
 * @throws RunError for wrong arguments, settings that cannot be used, and what the service refuses
 */
export type LookUp<Args, Result> = (...given: Parameters<Args, pulumi.InvokeOptions>) => Promise<Result>;

/**
 * A look-up whose arguments may be outputs.
 *
 * An argument (or a provider's) that is not known in a preview makes the result unknown. So does one that is known but comes
 * from a resource that the preview has yet to create. A secret argument makes it secret; a provider's credentials do not. The
 * question is asked after the resources that arguments come from, and after all of `dependsOn`, components with everything
 * in them. The errors are those of the other form. They fail the run.
 */
export type OutputLookUp<Args, Result> = (
  ...given: Parameters<OutputArgs<Args>, pulumi.InvokeOutputOptions>
) => pulumi.Output<Result>;

/** A look-up, with the types of its arguments. */
export interface LookUpDefinition<Args> extends Omit<Asked<unknown>, "args" | "reads"> {
  readonly args: { readonly [Name in Args extends unknown ? keyof Args : never]-?: Argument };
  reads?(args: Args): readonly Reading[];
}

/** The two forms of a look-up. */
export function lookUp<Args extends object, Result>(definition: LookUpDefinition<Args>) {
  // The table decides what is in a row, and the arguments are checked. Their types are written by hand.
  const asked = definition as unknown as Asked<Result>;
  return {
    plain: (async (args, opts = {}) => ask(asked, { ...args }, opts)) as LookUp<Args, Result>,
    output: ((args, opts = {}) => askOutput(asked, { ...args }, opts)) as OutputLookUp<Args, Result>,
  };
}

/**
 * Whether Pulumi's testing mocks stand in for the engine.
 *
 * @throws RunError where there is neither: a forgotten mock must not become a call to somebody's tenant
 */
function underMocks(label: string): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  if (!isObject(monitor)) {
    throw new pulumi.RunError(
      `${label}: the Pulumi engine is not there. Run the program with \`pulumi\`; in a unit test, call ` +
        "`pulumi.runtime.setMocks` first.",
    );
  }
  return isMocked(monitor);
}

/** The members of a component that show when it is complete. The SDK's declarations leave them out. */
interface Composite {
  readonly __remote?: boolean;
  readonly __data?: Promise<unknown>;
  readonly __childResources?: ReadonlySet<pulumi.Resource>;
}

/** Waits for an output. Undefined if its value is not known in this preview. */
async function whenKnown<T>(output: pulumi.Output<T>): Promise<{ readonly value: T } | undefined> {
  // A failed output counts as not known. Waiting for its value first throws its error.
  const value = await inside(output).promise();
  return (await inside(output).isKnown) ? { value } : undefined;
}

/**
 * The resources that an output's value comes from. Components are not among them: their properties come from the resources within, and a
 * look-up inside of one would wait for itself. Neither are resources of which only the URN is known here, as within a remote component.
 */
async function resourcesBehind(output: pulumi.Output<unknown>): Promise<pulumi.Resource[]> {
  const resources = await inside(output).allResources();
  return [...resources].filter((one) => pulumi.CustomResource.isInstance(one) && one.id !== undefined);
}

/**
 * The URNs of resources as soon as they are there, with all that is in components. In a preview they are unknown if one of
 * them has yet to be created.
 */
function whenCreated(dependsOn: pulumi.InvokeOutputOptions["dependsOn"]): pulumi.Output<string[]> {
  if (dependsOn === undefined) return pulumi.output([]);
  const listed = pulumi.output(dependsOn) as unknown as pulumi.Output<pulumi.Resource | readonly pulumi.Resource[]>;
  const urns = listed.apply((one) => pulumi.all([one].flat().map(urnsOf)));
  return pulumi.unsecret(urns).apply((lists) => lists.flat());
}

function urnsOf(resource: pulumi.Resource): pulumi.Output<string[]> {
  if (pulumi.CustomResource.isInstance(resource)) {
    return pulumi.all([resource.urn, resource.id]).apply(([urn]) => [urn]);
  }
  const component = resource as Composite;
  // The contents of a remote component are not known here. The engine answers when the component is complete.
  if (component.__remote) return resource.urn.apply((urn) => [urn]);
  const complete = Promise.resolve(component.__data).then(() => true);
  return pulumi.all([resource.urn, complete]).apply(([urn]) => {
    const children = [...(component.__childResources ?? [])];
    return pulumi.all(children.map(urnsOf)).apply((lists) => [urn, ...lists.flat()]);
  });
}

type Configuration = Readonly<Record<string, string | undefined>>;

/** The Promise form. */
async function ask<T>(asked: Asked<T>, args: Given, opts: pulumi.InvokeOptions): Promise<T> {
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
function askOutput<T>(asked: Asked<T>, args: Given, opts: pulumi.InvokeOutputOptions): pulumi.Output<T> {
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
