import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";
import { lookUpOwn } from "./look-ups.ts";

/** A resource as a test declares it. Options that name resources do it by their names in the program. */
export interface Declared {
  /** Default: `ResourceServer`. */
  readonly kind?: keyof typeof classes | "Provider" | "Component";
  readonly args?: object;
  readonly opts?: Omit<pulumi.CustomResourceOptions, "provider" | "parent" | "dependsOn" | "deletedWith">;
  /** Read instead of managed. */
  readonly get?: string;
  readonly provider?: string;
  readonly parent?: string;
  readonly dependsOn?: readonly string[];
  /** Arguments that are the ids of other resources, by JSON pointers without the first slash: `actions/0/actionId`. */
  readonly idsOf?: Readonly<Record<string, string>>;
  readonly deletedWith?: string;
}

/** A component that passes on what it is given. */
class Component extends pulumi.ComponentResource {
  constructor(name: string, opts: pulumi.ComponentResourceOptions) {
    super("end-to-end:index:Component", name, {}, opts);
    this.registerOutputs({});
  }
}

const classes = {
  Action: tenant.Action,
  Client: tenant.Client,
  TriggerActions: tenant.TriggerActions,
  ResourceServer: tenant.ResourceServer,
  ResourceServerScopes: tenant.ResourceServerScopes,
  Connection: tenant.Connection,
  ConnectionClients: tenant.ConnectionClients,
  Organization: tenant.Organization,
  OrganizationConnection: tenant.OrganizationConnection,
  OrganizationMembers: tenant.OrganizationMembers,
  OrganizationMemberRoles: tenant.OrganizationMemberRoles,
  TokenExchangeProfile: tenant.TokenExchangeProfile,
};

// A program can print what it likes, also what the provider says.
if (process.env.PRINT !== undefined) console.info(process.env.PRINT);

const declared: Record<string, Declared> = JSON.parse(readFileSync(process.env.PROGRAM ?? "", "utf8"));
const made: Record<string, pulumi.Resource> = {};

/** What a platform team does to the resources of a program. */
const transforms: pulumi.ResourceTransform[] = [
  ({ props, opts }) => ({ props: { ...props, name: process.env.TRANSFORM_NAME }, opts }),
];

for (const [
  name,
  { kind = "ResourceServer", args: given = {}, get, opts, provider, parent, dependsOn, deletedWith, idsOf = {} },
] of Object.entries(declared)) {
  const find = (key: string | undefined) => (key === undefined ? undefined : made[key]);
  const args: Record<string, unknown> = structuredClone(given) as Record<string, unknown>;
  for (const [path, other] of Object.entries(idsOf)) {
    const keys = path.split("/");
    const last = keys.pop() ?? "";
    const holder = keys.reduce((object, key) => object[key] as Record<string, unknown>, args);
    holder[last] = (find(other) as pulumi.CustomResource).id;
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
    default:
      made[name] = get === undefined ? new classes[kind](name, args as never, all) : classes[kind].get(name, get, all);
  }
}

/** A data source at which nobody looks before the whole program has been run. */
const lookUp = process.env.LOOK_UP === "true" && { profiles: tenant.getTokenExchangeProfilesOutput() };

/** What look-ups by outputs of the same program find, for each of the names that a test gives. */
const { LOOK_UP_OWN: own } = process.env;
const found = own !== undefined && { found: own.split(" ").map(lookUpOwn) };

/** Outputs of the resources, for tests to look at. */
export const names = {
  ...Object.fromEntries(
    Object.entries(made).flatMap(([name, resource]) => ("name" in resource ? [[name, resource.name]] : [])),
  ),
  ...lookUp,
  ...found,
};
