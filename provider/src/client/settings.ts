import { explicitKey, type Key, proofs, SettingError, variables } from "./configuration.ts";
import { parseDomain, type TenantAddress } from "./domain.ts";
import { algorithmOf, type KeyCredentials } from "./private-key.ts";
import { type HttpProxy, proxyOf } from "./proxy.ts";

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

/** One source of settings: the environment, the stack configuration, or an explicit provider's configuration. */
interface SettingSource {
  get(key: Key): string | undefined;
  /** For people: the name of a key's value in this source. */
  name(key: Key): string;
}

/** Where settings are looked for, and what is wrong with them. */
export interface SettingSearch {
  readonly environment: SettingSource;
  readonly configured: SettingSource;
  /** For people: the name of the explicit configuration, if it is one. */
  readonly explicit: string | undefined;
  readonly problems: string[];
}

/** A value without the white space around it. Blank ones count as absent. */
export function present(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === "" ? undefined : trimmed;
}

/** One value that is missing, and where it can be set. */
export function missing(what: string, key: Key, explicit: string | undefined): string {
  return explicit ? `No ${what}: ${explicit} needs ${key}.` : `No ${what}: set ${variables[key]} or tenant:${key}.`;
}

/** What a value means. Where it is wrong in a known way, `note` takes the message. */
function meaningOf<T>(read: () => T, note: (message: string) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    note(error.message);
    return undefined;
  }
}

/** The variable that lists domains besides that of `TENANT_DOMAIN`, with commas. */
export const domainsVariable = "TENANT_DOMAINS";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The tenants that the environment allows, by their origins: those of `TENANT_DOMAINS`, and that of `TENANT_DOMAIN`. What a state, a stack
 * configuration or a program says adds nothing to them.
 *
 * @param problems gets what is wrong with the list
 */
export function allowedOrigins(env: Environment, problems: string[]): ReadonlySet<string> {
  const listed = (env[domainsVariable] ?? "").split(",").map(present);
  const note = (message: string) => problems.push(`A domain of ${domainsVariable} ${message}.`);
  const origins = listed.flatMap((text) => {
    const origin = text && meaningOf(() => parseDomain(text).origin, note);
    return origin ? [origin] : [];
  });
  // Whoever uses TENANT_DOMAIN says what is wrong with it.
  const own = originOf(env[variables.domain]);
  return new Set(own === undefined ? origins : [...origins, own]);
}

/** The origin of the tenant that a text names; undefined where it names none. */
export function originOf(text: string | undefined): string | undefined {
  const domain = present(text);
  const ignore = () => {};
  return domain && meaningOf(() => parseDomain(domain).origin, ignore);
}

/** How to get an access token. `source` tells people where the proof was found, never what it is. */
export type Credentials =
  | { kind: "clientSecret"; clientId: string; clientSecret: string; source: string }
  | KeyCredentials
  | { kind: "token"; token: string; source: string };

/** The credentials, as a set from one source: the environment if it has any, else the configuration. What is wrong with them becomes a problem. */
function findCredentials(search: SettingSearch): Credentials | undefined {
  const { environment, configured, explicit, problems } = search;
  const holder = proofs.some((key) => environment.get(key) !== undefined) ? environment : configured;
  const given = proofs.filter((key) => holder.get(key) !== undefined);
  const [kind] = given;
  if (kind === undefined) {
    problems.push(missingProof((key) => (environment.get(key) ?? configured.get(key)) !== undefined, explicit));
    return undefined;
  }
  if (given.length > 1) {
    problems.push(
      `${given.map((key) => holder.name(key)).join(" and ")} are set at once, and each is enough: keep one of them.`,
    );
    return undefined;
  }
  const proof = holder.get(kind) ?? "";
  const source = holder.name(kind);
  if (kind === "token") {
    if (/^[\x21-\x7e]+$/.test(proof)) return { kind, token: proof, source };
    problems.push(`${source} is not a token: it contains white space or characters other than ASCII.`);
    return undefined;
  }
  // What is no secret may come from the other source.
  const clientId = [holder, environment, configured].map((one) => one.get("clientId")).find((id) => id !== undefined);
  if (clientId === undefined) problems.push(missing("client id", "clientId", explicit));
  if (kind === "clientSecret") {
    return clientId === undefined ? undefined : { kind, clientId, clientSecret: proof, source };
  }
  const note = (message: string) => problems.push(`${source} ${message}.`);
  const algorithm = meaningOf(() => algorithmOf(proof), note);
  if (clientId === undefined || algorithm === undefined) return undefined;
  return { kind, clientId, privateKey: proof, keyId: holder.get("keyId"), algorithm, source };
}

/** The credentials that are missing: only what is left, where some of them are there. */
function missingProof(isSet: (key: Key) => boolean, explicit: string | undefined): string {
  if (isSet("keyId")) return missing("private key", "privateKey", explicit);
  if (isSet("clientId")) return missing("client secret", "clientSecret", explicit);
  return explicit ? noExplicitCredentials(explicit) : noCredentials;
}

function noExplicitCredentials(explicit: string): string {
  return (
    `No credentials: ${explicit} needs clientId and clientSecret, or clientId and privateKey (with keyId), or token. ` +
    `TENANT_* variables do not count for ${explicit.replace(/^the explicit/, "an explicit")}.`
  );
}

const noCredentials =
  "No credentials: set TENANT_CLIENT_ID and TENANT_CLIENT_SECRET (tenant:clientId and tenant:clientSecret). In place of the secret, " +
  "TENANT_PRIVATE_KEY (tenant:privateKey) will do, with TENANT_KEY_ID (tenant:keyId) if the key has an id. In place of both, " +
  "TENANT_TOKEN (tenant:token) will do.";
