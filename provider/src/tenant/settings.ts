import { allowedOrigins, domainsVariable, originOf } from "./allowed-domains.ts";
import { explicitKey, proofs, variables } from "./configuration.ts";
import { parseDomain, type TenantAddress } from "./domain.ts";
import { type Credentials, findCredentials } from "./find-credentials.ts";
import { type HttpProxy, proxyOf } from "./proxy.ts";
import { meaningOf, missing, present, type SettingSearch, type SettingSource } from "./setting-source.ts";

/** Where values come from. Empty and blank values count as absent. White space around values is dropped. */
export interface SettingsSources {
  /** Reads "domain", "clientId", … from the stack configuration or from an explicit provider's configuration. */
  config(key: string): string | undefined;
  /** For people: the name of the explicit configuration. Default: "the explicit Provider". */
  explicitName?: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Everything that is needed to talk to one tenant. It holds secrets and must not be printed. */
export interface TenantSettings extends TenantAddress {
  /** The identifier of the management API: the audience of `POST /oauth/token`. */
  audience: string;
  credentials: Credentials;
  /** `TENANT_ADOPT=true`: this run takes over existing objects. */
  adopt: boolean;
  /** `TENANT_ALLOW_OWN_CLIENT=true`: this run may change the application whose token it uses. */
  allowOwnClient: boolean;
  /** `TENANT_LOG=debug`: one line per call. */
  debug: boolean;
  /** The share of every rate-limit bucket of the tenant that may be used, above 0 to 1. Default: 0.8. */
  rateBudget: number;
  /** From the environment, also where an explicit provider has everything else. Default: none. */
  proxy?: HttpProxy | undefined;
  /** What people should know before the settings are used, a sentence or two each. They hold no secrets. */
  warnings: readonly string[];
}

/** All problems of the settings at once. The messages hold no secrets. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      problems.length === 1
        ? `The tenant's settings cannot be used: ${problems[0]}`
        : `The tenant's settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    );
    this.name = "SettingsError";
    this.problems = problems;
    // The host prints the stack of every error. People have no use for it.
    this.stack = "";
  }
}

/**
 * Finds the tenant and the credentials. If there is an explicit provider's configuration, nothing else counts. Otherwise the environment
 * wins over the stack configuration. The credentials come as a set from one of both, and it is an error if `TENANT_DOMAIN` and the
 * configuration name different tenants.
 *
 * With `TENANT_STRICT=true`, credentials go to no domain but those that the environment names (`TENANT_DOMAIN`, `TENANT_DOMAINS`), its own
 * credentials only to that of `TENANT_DOMAIN`. For that one the environment then wins over an explicit provider, too: what the state has
 * of it are the credentials of the last `pulumi up`.
 * @throws SettingsError
 */
export function resolveSettings(sources: SettingsSources): TenantSettings {
  const { config, env } = sources;
  const explicit = config(explicitKey) === "true" ? (sources.explicitName ?? "the explicit Provider") : undefined;
  const problems: string[] = [];
  const isStrict = findSwitch("TENANT_STRICT", env, problems);
  const own = originOf(env[variables.domain]);
  const standsAlone = explicit !== undefined && !(isStrict && own !== undefined && own === originOf(config("domain")));
  const configured: SettingSource = {
    get: (key) => present(config(key)),
    name: (key) => (explicit ? `${key} of ${explicit}` : `tenant:${key} of the stack configuration`),
  };
  const environment: SettingSource = {
    get: (key) => (standsAlone ? undefined : present(env[variables[key]])),
    name: (key) => `${variables[key]} of the environment`,
  };
  const search: SettingSearch = { environment, configured, explicit, problems };
  const forbidden = isStrict ? whyForbidden(search, allowedOrigins(env, problems)) : undefined;
  // What else is wrong would be said with words of the configuration.
  if (forbidden !== undefined) throw new SettingsError([...problems, forbidden]);
  const address = findAddress(search);
  const credentials = findCredentials(search);
  const rateBudget = findRateBudget(search);
  const note = (message: string) => problems.push(message);
  const proxy = address && meaningOf(() => proxyOf(address.origin, env), note);
  const adopt = findSwitch("TENANT_ADOPT", env, problems);
  const allowOwnClient = findSwitch("TENANT_ALLOW_OWN_CLIENT", env, problems);
  const stray = strayCredentials(search);
  if (address === undefined || credentials === undefined || problems.length > 0) throw new SettingsError(problems);
  return {
    ...address,
    audience: environment.get("audience") ?? configured.get("audience") ?? `${address.origin}/api/v2/`,
    credentials,
    adopt,
    allowOwnClient,
    debug: present(env.TENANT_LOG)?.toLowerCase() === "debug",
    rateBudget,
    proxy,
    warnings: stray === undefined ? [] : [stray],
  };
}

function findSwitch(name: string, env: SettingsSources["env"], problems: string[]): boolean {
  const text = present(env[name])?.toLowerCase();
  if (text !== undefined && text !== "true" && text !== "false") problems.push(`${name} must be true or false`);
  return text === "true";
}

/**
 * Why `TENANT_STRICT=true` lets no credentials go to a domain of the configuration. Nothing of it is repeated: in a state, somebody else's
 * secret can stand in the place of every value.
 */
function whyForbidden(search: SettingSearch, allowed: ReadonlySet<string>): string | undefined {
  const { environment, configured } = search;
  if (environment.get("domain") !== undefined || configured.get("domain") === undefined) return undefined;
  const stray = strayCredentials(search);
  if (stray !== undefined) return `${stray} TENANT_STRICT=true forbids that.`;
  if (allowed.has(originOf(configured.get("domain")) ?? "")) return undefined;
  return (
    `${configured.name("domain")} is not one that the environment allows, and TENANT_STRICT=true lets credentials go nowhere else. ` +
    `If the tenant is yours, name it in ${domainsVariable} (or ${variables.domain}).`
  );
}

/** Credentials of the environment for a tenant that only a file of the repository names: whoever edits that file is sent them. */
function strayCredentials({ environment, configured }: SettingSearch): string | undefined {
  const proof = proofs.find((key) => environment.get(key) !== undefined);
  if (proof === undefined || environment.get("domain") !== undefined) return undefined;
  if (configured.get("domain") === undefined) return undefined;
  return (
    `${environment.name(proof)} is used for the domain that only ${configured.name("domain")} names, so whoever edits that gets ` +
    `the credentials. Set ${variables.domain} beside them.`
  );
}

/** What a run leaves to the tenant's logins and to other jobs is the rest. */
const defaultRateBudget = 0.8;

function findRateBudget({ environment, configured, problems }: SettingSearch): number {
  const source = environment.get("rateBudget") === undefined ? configured : environment;
  const text = source.get("rateBudget");
  if (text === undefined) return defaultRateBudget;
  const share = /^\d*\.?\d+$/.test(text) ? Number(text) : 0;
  if (share <= 0 || share > 1) problems.push(`${source.name("rateBudget")} must be a number above 0, and at most 1`);
  return share;
}

function findAddress({ environment, configured, explicit, problems }: SettingSearch) {
  const [fromEnvironment, fromConfiguration] = [environment, configured].map((source) => {
    const text = source.get("domain");
    if (text === undefined) return undefined;
    const note = (message: string) => problems.push(`${source.name("domain")} ${message}.`);
    return meaningOf(() => parseDomain(text), note) ?? ("bad" as const);
  });
  const found = fromEnvironment ?? fromConfiguration;
  if (found === undefined) {
    problems.push(missing("domain", "domain", explicit));
    return undefined;
  }
  if (found === "bad" || fromConfiguration === "bad") return undefined;
  if (fromConfiguration !== undefined && fromConfiguration.host !== found.host) {
    problems.push(
      `${environment.name("domain")} names the tenant ${found.host}, but ${configured.name("domain")} names ` +
        `${fromConfiguration.host}: unset one of them, or make them agree. (Without --run-program, refresh and destroy use the ` +
        "configuration that the last run left in the state.)",
    );
  }
  return found;
}
