import * as pulumi from "@pulumi/pulumi";
import { explicitKey, type Key, parseDomain, proofs, SettingError, variables } from "../client/configuration.ts";
import { isObject } from "../schema/json.ts";
import { typeToken } from "../schema/provider-code.ts";

/**
 * The arguments of a {@link Provider}: the tenant, and one of three ways to sign in.
 *
 * All of them may be outputs and secrets. `clientSecret`, `privateKey` and `token` are encrypted in the state, whether or
 * not the program marks them.
 */
export interface ProviderArgs {
  /** The tenant: a host name, which is reached by https, or a URL. `http://` is accepted for loopback addresses only. */
  domain: pulumi.Input<string>;
  /** The id of the client that gets the access tokens. Needs `clientSecret` or `privateKey`. */
  clientId?: pulumi.Input<string | undefined>;
  /** The client's secret. */
  clientSecret?: pulumi.Input<string | undefined>;
  /** The client's private key, PEM (RSA, RSA-PSS or P-256), for signed assertions instead of a secret. */
  privateKey?: pulumi.Input<string | undefined>;
  /** The key id (`kid`) of `privateKey` at the tenant, if the key has one. */
  keyId?: pulumi.Input<string | undefined>;
  /** An access token for the management API, instead of the credentials of a client. It is not renewed when it expires. */
  token?: pulumi.Input<string | undefined>;
  /**
   * The audience for which tokens are requested. Default: `https://{domain}/api/v2/`; if `domain` is a custom domain, set the audience of the
   * tenant's original domain.
   */
  audience?: pulumi.Input<string | undefined>;
  /** The share of each rate limit of the tenant that a run may use: above 0, at most 1. Default: 0.8, which leaves room for logins. */
  rateBudget?: pulumi.Input<number | string | undefined>;
  /**
   * How long a read, or a write that can be repeated, waits for a tenant that does not work or refuses all calls: a duration from `1s` to `6h`, such as
   * `15m`. Default: a few retries after faults, and 10 minutes of refusals by the rate limit.
   */
  patience?: pulumi.Input<string | undefined>;
}

/** The key under which a provider object stores its configuration for look-ups. The key is the same in every copy of this package. */
const configurationKey = Symbol.for("pulumi-tenant.provider.configuration");

const keys = Object.keys(variables) as readonly Key[];

/**
 * An explicit provider: the tenant of all resources and functions that have it as the option `provider`. With several providers, one program can
 * manage several tenants.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const eu = new tenant.Provider("eu", {
 *   domain: "eu.example.com",
 *   clientId: config.require("euClientId"),
 *   clientSecret: config.requireSecret("euClientSecret"),
 * });
 * const us = new tenant.Provider("us", {
 *   domain: "us.example.com",
 *   clientId: config.require("usClientId"),
 *   privateKey: config.requireSecret("usPrivateKey"),
 *   keyId: config.require("usKeyId"),
 * });
 *
 * const identifier = "https://orders.example.com";
 * const scopes = { "read:orders": "Read orders" };
 * new tenant.ResourceServer("orders-eu", { identifier, scopes }, { provider: eu });
 * new tenant.ResourceServer("orders-us", { identifier, scopes }, { provider: us });
 * export const euProfiles = tenant.getTokenExchangeProfilesOutput({}, { provider: eu }).tokenExchangeProfiles;
 * ```
 *
 * **Environment**: an explicit provider ignores `TENANT_DOMAIN`, the credentials of the environment and the stack's `tenant:` configuration.
 * `TENANT_ADOPT` and `TENANT_LOG` still apply, because they concern the run.
 *
 * **Strict**: with `TENANT_STRICT=true` the provider's domain must be one of `TENANT_DOMAINS` or `TENANT_DOMAIN`. If it is `TENANT_DOMAIN`, the
 * credentials of the environment take precedence over those of the provider.
 *
 * **State**: the state contains the provider's credentials, encrypted. Every user who can decrypt the state can use them.
 *
 * **Package**: the provider belongs to the package `pulumi-nodejs`, as all dynamic resources do. So a component that gets this provider as `provider`
 * or `providers` passes it on to *all* dynamic resources within, including those of other packages. Dynamic resources of other packages then get a
 * configuration that is not meant for them.
 *
 * **Changed credentials**: `pulumi refresh` and `pulumi destroy` use the configuration that the last `pulumi up` left in
 * the state. After a change of credentials, run `pulumi up` first, or add `--run-program` to these commands.
 *
 * **Moving a resource** to a provider of another tenant is refused, because the object would stay at the old tenant. Declare the resource under
 * another name, or first remove the old one from the state (`pulumi state delete`).
 */
export class Provider extends pulumi.ProviderResource {
  /** @throws RunError that lists all arguments that are missing or wrong. Outputs are not checked, because their values are not known yet */
  constructor(name: string, args: ProviderArgs, opts: pulumi.ResourceOptions = {}) {
    const problems = problemsOf(args ?? {});
    if (problems.length > 0) throw new pulumi.RunError(`Provider "${name}": ${problems.join(" ")}`);
    const configuration = configurationFrom(args);
    const prefixed = Object.entries(configuration).map(([key, value]) => [`tenant:${key}`, value]);
    super("pulumi-nodejs", name, Object.fromEntries(prefixed), opts);
    Object.defineProperty(this, configurationKey, { value: configuration });
  }

  /** Whether an object is a Provider, in any copy of this package. */
  static override isInstance(object: unknown): object is Provider {
    return configurationOf(object) !== undefined;
  }
}

/** The configuration of an explicit provider, by key without the prefix `tenant:`. The key {@link explicitKey} marks the provider as explicit. */
export type ProviderConfiguration = Readonly<Record<string, pulumi.Input<string | undefined>>>;

/** The configuration of a {@link Provider}; undefined for any other object. */
export function configurationOf(object: unknown): ProviderConfiguration | undefined {
  return isObject(object) ? (object as { [configurationKey]?: ProviderConfiguration })[configurationKey] : undefined;
}

/** The known values of a configuration, by key without the prefix `tenant:`. */
export type Configuration = Readonly<Record<string, string | undefined>>;

/** An explicit provider and its configuration. */
export interface Explicit {
  readonly resource: pulumi.ProviderResource;
  readonly configuration: ProviderConfiguration;
}

/**
 * The provider in the options, or the one that a parent passes on to the resources of this package.
 *
 * @param label the called function, for the message
 * @throws RunError if the provider belongs to another package
 */
export function providerIn(label: string, { provider, parent }: pulumi.InvokeOptions): Explicit | undefined {
  // All types of this package have the same provider.
  const resource = provider ?? parent?.getProvider(typeToken("Provider"));
  if (resource === undefined) return undefined;
  const configuration = configurationOf(resource);
  if (configuration !== undefined) return { resource, configuration };
  throw new pulumi.RunError(
    `${label}: the ${provider ? "provider in the options" : "provider that the parent passes on"} is not a Provider of ` +
      "pulumi-tenant, so the tenant is unknown. Set the option `provider` to a Provider of pulumi-tenant.",
  );
}

/** Returns a function that reads a key of the explicit provider's configuration or, without such a provider, of the stack configuration. */
export function reader(configuration: Configuration | undefined): (key: string) => string | undefined {
  if (configuration !== undefined) return (key) => configuration[key];
  const config = new pulumi.Config("tenant");
  return (key) => config.get(key);
}

function configurationFrom(args: ProviderArgs): ProviderConfiguration {
  const given = keys.filter((key) => args[key] !== undefined);
  return { [explicitKey]: "true", ...Object.fromEntries(given.map((key) => [key, textOf(key, args[key])])) };
}

/** A value of the configuration as a string, because the engine accepts only strings. */
function textOf(key: Key, value: pulumi.Input<number | string | undefined>): pulumi.Input<string | undefined> {
  const text =
    typeof value === "string"
      ? value
      : pulumi.output(value).apply((known) => (known === undefined ? known : `${known}`));
  return proofs.some((proof) => proof === key) ? pulumi.secret(text) : text;
}

/**
 * The problems of the arguments whose values are known already. The provider process checks the values of outputs before it sends a request. No
 * message contains a value.
 */
function problemsOf(args: Partial<ProviderArgs>): string[] {
  const problems: string[] = [];
  for (const key of Object.keys(args)) {
    if (!keys.some((known) => known === key))
      problems.push(`unknown argument "${key}". Arguments: ${keys.join(", ")}.`);
  }
  for (const key of keys) {
    const value = args[key];
    const types = key === "rateBudget" ? ["string", "number"] : ["string"];
    if (isGiven(value) && !isLater(value) && !types.includes(typeof value)) {
      problems.push(`${key} must be a ${types.join(" or a ")}, not ${value === null ? "null" : typeof value}.`);
    }
  }
  if (problems.length > 0) return problems;

  const given = proofs.filter((key) => isGiven(args[key]));
  if (!isGiven(args.domain)) problems.push("domain is missing.");
  else if (typeof args.domain === "string") problems.push(...problemsOfDomain(args.domain));
  if (given.length === 0) problems.push(missingProof(args));
  // Several outputs are not refused here: all but one of them may resolve to undefined.
  if (given.filter((key) => !isLater(args[key])).length > 1) {
    problems.push(`${given.join(" and ")} cannot be given together: keep one of them.`);
  }
  if (given.length > 0 && !given.includes("token") && !isGiven(args.clientId)) {
    problems.push(`clientId is missing: ${given[0]} needs it.`);
  }
  return problems;
}

/** The message about missing credentials. If `keyId` or `clientId` is given, it names only the argument that is still needed. */
function missingProof({ keyId, clientId }: Partial<ProviderArgs>): string {
  if (isGiven(keyId)) return "privateKey is missing: keyId needs it.";
  if (isGiven(clientId)) return "clientSecret or privateKey is missing: clientId needs one of them.";
  return (
    "credentials are missing: set clientId and clientSecret, or clientId and privateKey (with keyId), or token. " +
    "TENANT_* variables are ignored for an explicit Provider."
  );
}

function problemsOfDomain(domain: string): string[] {
  try {
    parseDomain(domain.trim());
    return [];
  } catch (error) {
    if (error instanceof SettingError) return [`domain ${error.message}.`];
    throw error;
  }
}

/** Whether a value is given. A blank text counts as absent, as it does when the provider process resolves the settings. */
function isGiven(value: unknown): boolean {
  return value !== undefined && !(typeof value === "string" && value.trim() === "");
}

function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}
