import { type Key, proofs, variables } from "./configuration.ts";
import { DomainError, parseDomain, type TenantAddress } from "./domain.ts";
import { type AssertionAlgorithm, algorithmOf, PrivateKeyError } from "./private-key.ts";
import { type HttpProxy, ProxyError, proxyOf } from "./proxy.ts";

/** An explicit provider marks its configuration with this key and the value "true". */
export const explicitKey = "explicit";

/** Where values come from. Empty and blank values count as absent. White space around values is dropped. */
export interface SettingsSources {
  /** Reads "domain", "clientId", … from the stack configuration or from an explicit provider's configuration. */
  config(key: string): string | undefined;
  /** For people: the name of the explicit configuration. Default: "the explicit Provider". */
  explicitName?: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** How to get an access token. `source` tells people where the proof was found, never what it is. */
export type Credentials =
  | { kind: "clientSecret"; clientId: string; clientSecret: string; source: string }
  | {
      kind: "privateKey";
      clientId: string;
      /** PEM. */
      privateKey: string;
      keyId: string | undefined;
      algorithm: AssertionAlgorithm;
      source: string;
    }
  | { kind: "token"; token: string; source: string };

/** Everything that is needed to talk to one tenant. It holds secrets and must not be printed. */
export interface TenantSettings extends TenantAddress {
  /** The identifier of the management API: the audience of `POST /oauth/token`. */
  audience: string;
  credentials: Credentials;
  /** `TENANT_ADOPT=true`: this run takes over existing objects. */
  adopt: boolean;
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

/** One place of values: the environment, the stack configuration, or an explicit provider's configuration. */
interface Place {
  get(key: Key): string | undefined;
  /** For people: the name of a key's value in this place. */
  name(key: Key): string;
}

function present(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === "" ? undefined : trimmed;
}

/**
 * Finds the tenant and the credentials. If there is an explicit provider's configuration, nothing else counts. Otherwise the environment
 * wins over the stack configuration. The credentials come as a set from one of both, and it is an error if `TENANT_DOMAIN` and the
 * configuration name different tenants. With `TENANT_STRICT=true`, credentials of the environment need a `TENANT_DOMAIN`.
 * @throws SettingsError
 */
export function resolveSettings(sources: SettingsSources): TenantSettings {
  const explicit =
    sources.config(explicitKey) === "true" ? (sources.explicitName ?? "the explicit Provider") : undefined;
  const configured: Place = {
    get: (key) => present(sources.config(key)),
    name: (key) => (explicit ? `${key} of ${explicit}` : `tenant:${key} of the stack configuration`),
  };
  const environment: Place = {
    get: (key) => (explicit ? undefined : present(sources.env[variables[key]])),
    name: (key) => `${variables[key]} of the environment`,
  };
  const problems: string[] = [];
  const address = findAddress(environment, configured, explicit, problems);
  const credentials = findCredentials(environment, configured, explicit, problems);
  const rateBudget = findRateBudget(environment, configured, problems);
  const proxy = address && findProxy(address.origin, sources.env, problems);
  const adopt = findSwitch("TENANT_ADOPT", sources.env, problems);
  const isStrict = findSwitch("TENANT_STRICT", sources.env, problems);
  const stray = strayCredentials(environment, configured);
  if (isStrict && stray !== undefined) problems.push(`${stray} TENANT_STRICT=true forbids that.`);
  if (address === undefined || credentials === undefined || problems.length > 0) throw new SettingsError(problems);
  return {
    ...address,
    audience: environment.get("audience") ?? configured.get("audience") ?? `${address.origin}/api/v2/`,
    credentials,
    adopt,
    debug: present(sources.env.TENANT_LOG)?.toLowerCase() === "debug",
    rateBudget,
    proxy,
    warnings: stray === undefined ? [] : [stray],
  };
}

function findProxy(origin: string, env: SettingsSources["env"], problems: string[]): HttpProxy | undefined {
  try {
    return proxyOf(origin, env);
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error;
    problems.push(error.message);
    return undefined;
  }
}

function findSwitch(name: string, env: SettingsSources["env"], problems: string[]): boolean {
  const text = present(env[name])?.toLowerCase();
  if (text !== undefined && text !== "true" && text !== "false") problems.push(`${name} must be true or false`);
  return text === "true";
}

/** Credentials of the environment for a tenant that only a file of the repository names: whoever edits that file is sent them. */
function strayCredentials(environment: Place, configured: Place): string | undefined {
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

function findRateBudget(environment: Place, configured: Place, problems: string[]): number {
  const place = environment.get("rateBudget") === undefined ? configured : environment;
  const text = place.get("rateBudget");
  if (text === undefined) return defaultRateBudget;
  const share = /^\d*\.?\d+$/.test(text) ? Number(text) : 0;
  if (share <= 0 || share > 1) problems.push(`${place.name("rateBudget")} must be a number above 0, and at most 1`);
  return share;
}

function findAddress(environment: Place, configured: Place, explicit: string | undefined, problems: string[]) {
  const [fromEnvironment, fromConfiguration] = [environment, configured].map((place) => {
    const text = place.get("domain");
    if (text === undefined) return undefined;
    try {
      return parseDomain(text);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      problems.push(`${place.name("domain")} ${error.message}.`);
      return "bad" as const;
    }
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

function findCredentials(environment: Place, configured: Place, explicit: string | undefined, problems: string[]) {
  const place = proofs.some((key) => environment.get(key) !== undefined) ? environment : configured;
  const given = proofs.filter((key) => place.get(key) !== undefined);
  const [kind] = given;
  if (kind === undefined) {
    problems.push(missingProof((key) => (environment.get(key) ?? configured.get(key)) !== undefined, explicit));
    return undefined;
  }
  if (given.length > 1) {
    problems.push(
      `${given.map((key) => place.name(key)).join(" and ")} are set at once, and each is enough: keep one of them.`,
    );
    return undefined;
  }
  return readCredentials(kind, place, place === environment ? configured : environment, explicit, problems);
}

function readCredentials(
  kind: (typeof proofs)[number],
  place: Place,
  other: Place,
  explicit: string | undefined,
  problems: string[],
): Credentials | undefined {
  const proof = place.get(kind) ?? "";
  const source = place.name(kind);
  if (kind === "token") {
    if (/^[\x21-\x7e]+$/.test(proof)) return { kind, token: proof, source };
    problems.push(`${source} is not a token: it contains white space or characters other than ASCII.`);
    return undefined;
  }
  const clientId = place.get("clientId") ?? other.get("clientId");
  if (clientId === undefined) problems.push(missing("client id", "clientId", explicit));
  if (kind === "clientSecret") {
    return clientId === undefined ? undefined : { kind, clientId, clientSecret: proof, source };
  }
  try {
    const algorithm = algorithmOf(proof);
    if (clientId === undefined) return undefined;
    return { kind, clientId, privateKey: proof, keyId: place.get("keyId"), algorithm, source };
  } catch (error) {
    if (!(error instanceof PrivateKeyError)) throw error;
    problems.push(`${source} ${error.message}.`);
    return undefined;
  }
}

/** One value that is missing, and where it can be set. */
function missing(what: string, key: Key, explicit: string | undefined): string {
  return explicit ? `No ${what}: ${explicit} needs ${key}.` : `No ${what}: set ${variables[key]} or tenant:${key}.`;
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
