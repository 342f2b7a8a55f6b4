import * as pulumi from "@pulumi/pulumi";
import { type Definition, idNameOf, type Keyed, type LookUps } from "../schema/definition.ts";
import { isObject } from "../schema/json.ts";
import { handlerOf } from "../schema/provider-code.ts";
import { identityOf } from "../schema/schema.ts";
import { checkInputs, type Given, key, text, valuesFrom } from "./arguments.ts";
import { warnOfConfiguration } from "./base.ts";
import { inside, isMocked } from "./inside.ts";
import { type Configuration, type Explicit, providerIn, reader } from "./provider.ts";
import {
  type Argument,
  type Asked,
  exactlyOne,
  matching,
  type Reading,
  type Source,
  shownFields,
  shownSettings,
} from "./rows.ts";
import { Run } from "./run.ts";

/** The arguments of a look-up, with values that may be outputs. */
export type OutputArgs<Args> = {
  [Name in keyof Args]: Args[Name] extends readonly string[] | undefined
    ? pulumi.Input<pulumi.Input<string>[] | undefined>
    : pulumi.Input<Args[Name]>;
};

/** The declared arguments of a resource as plain values: outputs are replaced by their values. */
export type Plain<Args> = { readonly [Name in keyof Args]: pulumi.Unwrap<Args[Name]> };

/** The parameters of a look-up: its arguments, which can be omitted if none of them is required, and the options of the call. */
type LookUpParameters<Args, Options> =
  Partial<Args> extends Args ? [args?: Args, opts?: Options] : [args: Args, opts?: Options];

/**
 * A look-up whose arguments are plain values.
 *
 * **Settings** come from the same sources as those of resources: an explicit `provider` in the options (or the one that `parent` passes on),
 * otherwise the environment and the stack configuration. If the provider's arguments are outputs, the function waits for their values. If such a
 * value is unknown in a preview, the function fails: use the Output form instead.
 *
 * **Requests** obey the same rate limits as those of resources. Equal look-ups within a run share one request. After a failure, the next equal
 * look-up sends the request again.
 *
 * **Unit tests**: with Pulumi's testing mocks a look-up calls `mocks.call` with `tenant:index:<name>` and never uses the network.
 *
 * @throws RunError for invalid arguments or settings, and if the service refuses the request
 */
export type LookUp<Args, Result> = (...given: LookUpParameters<Args, pulumi.InvokeOptions>) => Promise<Result>;

/**
 * A look-up whose arguments may be outputs.
 *
 * In a preview, the result is unknown if an argument of the look-up or of its provider is unknown. The result is also unknown if an argument is known
 * but comes from a resource that the preview has yet to create. The result is secret if an argument is secret; a provider's credentials do not make
 * it secret. The request waits for the resources from which the arguments come, and for all resources in `dependsOn`, including the resources within
 * components. The errors are the same as those of {@link LookUp}; they make the run fail.
 */
export type OutputLookUp<Args, Result> = (
  ...given: LookUpParameters<OutputArgs<Args>, pulumi.InvokeOutputOptions>
) => pulumi.Output<Result>;

/** The definition of a look-up: {@link Asked} with the types of its arguments. */
interface LookUpDefinition<Args> extends Omit<Asked<unknown>, "args" | "reads"> {
  readonly args: { readonly [Name in Args extends unknown ? keyof Args : never]-?: Argument };
  reads?(args: Args): readonly Reading[];
}

/** Creates the two forms of a look-up: `plain` returns a promise, `output` accepts and returns outputs. */
export function lookUp<Args extends object, Result>(definition: LookUpDefinition<Args>) {
  // The compiler cannot derive these types: the schema determines the properties of a row, and the arguments are checked at run time.
  const asked = definition as unknown as Asked<Result>;
  return {
    plain: (async (args, opts = {}) => ask(asked, { ...args }, opts)) as LookUp<Args, Result>,
    output: ((args, opts = {}) => askOutput(asked, { ...args }, opts)) as OutputLookUp<Args, Result>,
  };
}

/**
 * Whether Pulumi's testing mocks stand in for the engine.
 *
 * @throws RunError if there is neither an engine nor mocks: a test without mocks must not send a request to a real tenant
 */
function underMocks(label: string): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  if (!isObject(monitor)) {
    throw new pulumi.RunError(
      `${label}: no Pulumi engine is running. Run the program with \`pulumi\`; in a unit test, call ` +
        "`pulumi.runtime.setMocks` first.",
    );
  }
  return isMocked(monitor);
}

/** The properties of a component resource that show when the component is complete. The SDK's type declarations do not contain them. */
interface Composite {
  readonly __remote?: boolean;
  readonly __data?: Promise<unknown>;
  readonly __childResources?: ReadonlySet<pulumi.Resource>;
}

/** Waits for the value of an output. The result is undefined if the value is not known in this preview. */
async function whenKnown<T>(output: pulumi.Output<T>): Promise<{ readonly value: T } | undefined> {
  // A failed output would count as unknown. So this waits for the value first, which throws the output's error.
  const value = await inside(output).promise();
  return (await inside(output).isKnown) ? { value } : undefined;
}

/**
 * The resources from which an output's value comes. Components are excluded: their properties come from the resources within them, and a look-up
 * inside a component would wait for the component, which waits for the look-up. Also excluded are resources of which this process knows only the
 * URN, such as those within a remote component.
 */
async function resourcesBehind(output: pulumi.Output<unknown>): Promise<pulumi.Resource[]> {
  const resources = await inside(output).allResources();
  return [...resources].filter((one) => pulumi.CustomResource.isInstance(one) && one.id !== undefined);
}

/**
 * The URNs of the given resources, and of all resources within the given components, as soon as these resources exist. In a preview, the URNs are
 * unknown if one of the resources has yet to be created.
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
  // This process does not know the resources within a remote component. But the URN of a remote component resolves only when the component is
  // complete.
  if (component.__remote) return resource.urn.apply((urn) => [urn]);
  const complete = Promise.resolve(component.__data).then(() => true);
  return pulumi.all([resource.urn, complete]).apply(([urn]) => {
    const children = [...(component.__childResources ?? [])];
    return pulumi.all(children.map(urnsOf)).apply((lists) => [urn, ...lists.flat()]);
  });
}

/** Runs the Promise form of a look-up. */
async function ask<T>(asked: Asked<T>, args: Given, opts: pulumi.InvokeOptions): Promise<T> {
  const { name: label } = asked;
  const values = valuesFrom(label, asked, args);
  const provider = providerIn(label, opts);
  warnOfConfiguration();
  if (underMocks(label)) return pulumi.runtime.invoke(tokenOf(asked), values, withProvider(opts, provider));
  const run = Run.current();
  const configuration = provider && (await whenKnown(pulumi.output(provider.configuration)));
  if (provider && !configuration) {
    throw new pulumi.RunError(
      `${label}: the arguments of the provider are not known in this preview. Use ${label}Output instead, whose result can be ` +
        "unknown in a preview.",
    );
  }
  const question = { label, asked, config: reader(configuration?.value), values, after: [], confidential: false };
  return asked.answer({ ...question, ...(await run.answer(question)) });
}

/** Runs the Output form of a look-up. */
function askOutput<T>(asked: Asked<T>, args: Given, opts: pulumi.InvokeOutputOptions): pulumi.Output<T> {
  const label = `${asked.name}Output`;
  checkInputs(label, asked, args);
  const provider = providerIn(label, opts);
  warnOfConfiguration();
  if (underMocks(label)) return pulumi.runtime.invokeOutput(tokenOf(asked), args, withProvider(opts, provider));
  const run = Run.current();
  const given = pulumi.output(args);
  // The provider's credentials are secret, but the tenant's responses are not. Without `unsecret`, the credentials would make every result secret.
  const settings: pulumi.Output<Configuration | undefined> = pulumi.unsecret(pulumi.output(provider?.configuration));
  // An argument can be known although it comes from a resource that has yet to be created. The request must wait for this resource, too.
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

/** The token with which Pulumi's mocks receive the call. */
function tokenOf({ name }: Asked<unknown>): string {
  return `tenant:index:${name}`;
}

function withProvider<O extends pulumi.InvokeOptions>(opts: O, provider: Explicit | undefined): O {
  return provider === undefined ? opts : { ...opts, provider: provider.resource };
}

/**
 * The parts of a source that cannot be derived from the definition of the type: how messages describe an object, and further properties of results.
 */
export type Shown = Pick<Source, "describe" | "also">;

/** The source of a type's objects for look-ups, derived from the definition of the type. */
export function sourceOf(definition: Definition, shown: Shown): Source {
  const { noun, fields } = definition.schema;
  return { ...shown, descriptor: definition, noun, id: idNameOf(definition), fields: shownFields(fields) };
}

/** The parts of a look-up that differ between the two look-ups of a type: the arguments, and the requests for given arguments. */
type ArgumentParts<Args> = Pick<LookUpDefinition<Args>, "args" | "required" | "reads">;

/**
 * The two look-ups of a type, each in two forms: `one` is `getThing`, whose result is exactly one object; `all` is `getThings`, whose result is
 * all matching objects as `things`.
 */
export function lookUps<OneArgs extends object, One, AllArgs extends object, All>(
  definition: Definition,
  shown: Shown,
  { one, all }: { readonly one: ArgumentParts<OneArgs>; readonly all: ArgumentParts<AllArgs> },
) {
  const source = sourceOf(definition, shown);
  const name = `get${definition.type}`;
  const objects = `${handlerOf(definition.type)}s`;
  return {
    one: lookUp<OneArgs, One>({ ...one, name, source, answer: exactlyOne }),
    all: lookUp<AllArgs, All>({
      ...all,
      name: `${name}s`,
      source,
      answer: (found) => ({ [objects]: matching(found) }),
    }),
  };
}

/** The look-up of settings, of which a tenant has one, or one for each identity. */
export function settingLookUp<Args extends object, Result>(definition: Definition) {
  const identity = identityOf(definition.schema);
  return lookUp<Args, Result>({
    name: `get${definition.type}`,
    source: {
      ...sourceOf(definition, { describe: ({ id }) => id }),
      fields: shownSettings(definition.schema.fields),
    },
    args: Object.fromEntries(identity.map((name) => [name, key])) as LookUpDefinition<Args>["args"],
    required: identity.map((name) => [name]),
    isSetting: true,
    reads: () => [],
    nothing: "The plan may not include it.",
    // The cast is safe, because the type of the result is generated from the same definition.
    answer: (found) => exactlyOne(found) as Result,
  });
}

/** The two look-ups of a type, derived from `lookUps` in its definition. */
export function commonLookUps<OneArgs extends object, One, AllArgs extends object, All>(
  definition: Keyed & { readonly lookUps: LookUps },
) {
  const { uniqueBy, lookUps: own } = definition;
  const { by, parameter, segment, filters } = own;
  const [name] = filters;
  const [unique] = uniqueBy;
  const described = unique === name ? "" : `, ${unique.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} `;
  const args = Object.fromEntries(filters.map((filter) => [filter, text]));
  const byKey =
    by === undefined
      ? undefined
      : {
          args: { [by]: key, id: key },
          required: [[by, "id"]],
          reads(values: Readonly<Record<string, string | undefined>>) {
            if (values.id !== undefined) return [{ key: values.id }];
            if (segment !== undefined) return [{ key: values[by], below: [segment] }];
            // The service may return more objects than requested, so the results are compared with the arguments.
            return [parameter === undefined ? {} : { query: { [parameter]: values[by] } }];
          },
        };
  return lookUps<OneArgs, One, AllArgs, All>(
    definition,
    { describe: (row) => `"${row[name]}" (${row.id})${described && `${described}${row[unique]}`}` },
    // The cast is safe, because the types of the arguments are generated from the same definition.
    { one: byKey ?? { args }, all: { args } } as unknown as Parameters<typeof lookUps<OneArgs, One, AllArgs, All>>[2],
  );
}
