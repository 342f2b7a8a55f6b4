import { readFileSync, writeFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";
import { lookUpOwn } from "./look-ups.ts";

/** A resource as a test declares it. Options that name resources do it by their names in the program. */
export interface Declared {
  /** Default: `ResourceServer`. */
  readonly kind?: Kind | "Provider" | "Component" | "Disguised";
  readonly args?: object;
  readonly opts?: Omit<pulumi.CustomResourceOptions, "provider" | "parent" | "dependsOn" | "deletedWith">;
  /** Read instead of managed. */
  readonly get?: string;
  readonly provider?: string;
  readonly parent?: string;
  readonly dependsOn?: readonly string[];
  /** Arguments that are outputs of other resources, by JSON pointers without the first slash: `actions/0/actionId`. Default of the output: the id. */
  readonly idsOf?: Readonly<Record<string, string>>;
  /** Arguments that are texts of files, by JSON pointers as in `idsOf`. The values are outputs by their references, or secrets. */
  readonly templates?: Readonly<
    Record<
      string,
      {
        readonly file: string;
        readonly outputs?: Readonly<Record<string, string>>;
        readonly secrets?: Readonly<Record<string, string>>;
      }
    >
  >;
  readonly deletedWith?: string;
  /** Declared only after an `await getOrganization(…)` of this name. */
  readonly after?: string;
}

/** A component that passes on what it is given. */
class Component extends pulumi.ComponentResource {
  constructor(name: string, opts: pulumi.ComponentResourceOptions) {
    super("end-to-end:index:Component", name, {}, opts);
    this.registerOutputs({});
  }
}

/** A resource that says it is a role, and has whatever provider code a test gives it. */
class Disguised extends pulumi.CustomResource {
  constructor(name: string, args: pulumi.Inputs, opts: pulumi.CustomResourceOptions) {
    super("pulumi-nodejs:dynamic/tenant:Role", name, args, opts);
  }
}

/** The names of the classes of resources. */
type Kind = {
  [Name in keyof typeof tenant]: (typeof tenant)[Name] extends { readonly typeToken: string } ? Name : never;
}[keyof typeof tenant];
const classes: Pick<typeof tenant, Kind> = tenant;

// A program can print what it likes, also what the provider says.
if (process.env.PRINT !== undefined) console.info(process.env.PRINT);

const declared: Record<string, Declared> = JSON.parse(readFileSync(process.env.PROGRAM ?? "", "utf8"));
const made: Record<string, pulumi.Resource> = {};

/** The tenant's host for `domain()`; else an output of a resource that was declared before: `shop.clientId`, or its id: `shop`. */
function outputOf(reference: string): pulumi.Output<unknown> {
  if (reference === "domain()") return tenant.domain();
  const [name = "", property = "id"] = reference.split(".");
  return (made[name] as unknown as Record<string, pulumi.Output<unknown>>)[property] as pulumi.Output<unknown>;
}

/** What a platform team does to the resources of a program. */
const transforms: pulumi.ResourceTransform[] = [
  ({ props, opts }) => ({ props: { ...props, name: process.env.TRANSFORM_NAME }, opts }),
];

function declare(
  name: string,
  {
    kind = "ResourceServer",
    args: given = {},
    get,
    opts,
    provider,
    parent,
    dependsOn,
    deletedWith,
    idsOf = {},
    templates = {},
  }: Declared,
): void {
  const find = (key: string | undefined) => (key === undefined ? undefined : made[key]);
  const args: Record<string, unknown> = structuredClone(given) as Record<string, unknown>;
  const put = (path: string, value: unknown) => {
    const keys = path.split("/");
    const last = keys.pop() ?? "";
    const holder = keys.reduce((object, key) => object[key] as Record<string, unknown>, args);
    holder[last] = value;
  };
  for (const [path, other] of Object.entries(idsOf)) put(path, outputOf(other));
  for (const [path, { file, outputs = {}, secrets = {} }] of Object.entries(templates)) {
    const known = Object.entries(outputs).map(([name, reference]) => [
      name,
      outputOf(reference) as pulumi.Output<string>,
    ]);
    const hidden = Object.entries(secrets).map(([name, value]) => [name, pulumi.secret(value)]);
    put(path, tenant.template(file, Object.fromEntries([...known, ...hidden])));
  }
  const all: pulumi.CustomResourceOptions = {
    ...opts,
    ...(process.env.TRANSFORM_NAME !== undefined && { transforms }),
    ...(provider !== undefined && { provider: find(provider) as pulumi.ProviderResource }),
    ...(parent !== undefined && { parent: find(parent) as pulumi.Resource }),
    ...(dependsOn && { dependsOn: dependsOn.map((key) => find(key) as pulumi.Resource) }),
    ...(deletedWith !== undefined && { deletedWith: find(deletedWith) as pulumi.Resource }),
  };
  switch (kind) {
    case "Provider":
      made[name] = new tenant.Provider(name, args as unknown as tenant.ProviderArgs);
      break;
    case "Component":
      made[name] = new Component(name, {
        ...(opts?.aliases && { aliases: opts.aliases }),
        providers: all.provider ? [all.provider] : [],
      });
      break;
    case "Disguised":
      made[name] = new Disguised(name, args as pulumi.Inputs, all);
      break;
    default:
      // Of a union of classes, the compiler takes one generic constructor only.
      made[name] =
        get === undefined
          ? new (classes[kind] as typeof tenant.Client)(name, args as never, all)
          : classes[kind].get(name, get, all);
  }
}

async function declareAwaited(all: readonly (readonly [string, Declared])[]): Promise<void> {
  for (const [name, one] of all) {
    await tenant.getOrganization({ name: one.after ?? "" });
    declare(name, one);
  }
}

const isAwaited = ([, { after }]: readonly [string, Declared]) => after !== undefined;
for (const one of Object.entries(declared)) if (!isAwaited(one)) declare(...one);
const rest = Object.entries(declared).filter(isAwaited);
/** The program ends after what it awaits. */
const awaited = rest.length > 0 && { awaited: declareAwaited(rest) };

/** A data source at which nobody looks before the whole program has been run. */
const lookUp = process.env.LOOK_UP === "true" && { profiles: tenant.getTokenExchangeProfilesOutput() };

/** What look-ups by outputs of the same program find, for each of the names that a test gives. */
const { LOOK_UP_OWN: own } = process.env;
const found = own !== undefined && { found: own.split(" ").map(lookUpOwn) };

/** Outputs that a test asks for by their references. */
const exported = Object.fromEntries(
  (process.env.EXPORT ?? "").split(" ").flatMap((reference) => (reference ? [[reference, outputOf(reference)]] : [])),
);

/** Which outputs of the resources are known, by resource: for a preview, which shows no outputs. */
const { KNOWN: known } = process.env;
if (known !== undefined) {
  const isKnown = async (output: unknown) => (output as { isKnown: Promise<boolean> }).isKnown;
  const all = Object.entries(made).map(async ([name, resource]) => {
    const outputs = Object.entries(resource).filter(([, value]) => pulumi.Output.isInstance(value));
    return [
      name,
      Object.fromEntries(await Promise.all(outputs.map(async ([key, value]) => [key, await isKnown(value)]))),
    ];
  });
  writeFileSync(known, JSON.stringify(Object.fromEntries(await Promise.all(all))));
}

/** Outputs of the resources, for tests to look at. */
export const names = {
  ...Object.fromEntries(
    Object.entries(made).flatMap(([name, resource]) => ("name" in resource ? [[name, resource.name]] : [])),
  ),
  ...lookUp,
  ...found,
  ...awaited,
  ...exported,
};
