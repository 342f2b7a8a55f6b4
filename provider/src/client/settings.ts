import { createPrivateKey, type KeyObject, randomUUID, sign } from "node:crypto";
import {
  durationOf,
  explicitKey,
  findAddress,
  type Key,
  meaningOf,
  missing,
  parseDomain,
  present,
  proofs,
  SettingError,
  type SettingSearch,
  searchIn,
  type TenantAddress,
  variables,
} from "./configuration.ts";
import { type HttpProxy, proxyOf } from "./proxy.ts";

/** The signature algorithms for client assertions. The type of the key determines the algorithm. */
type AssertionAlgorithm = "RS256" | "PS256" | "ES256";

/** The lifetime of an assertion, in seconds: enough for small clock differences, too short to be useful to a thief. */
const assertionLifetime = 180;

function load(pem: string): KeyObject {
  try {
    // In environment variables, line breaks are often written as the two characters \n, so these are accepted, too.
    return createPrivateKey(pem.includes("\n") ? pem : pem.replaceAll("\\n", "\n"));
  } catch {
    throw new SettingError("must be an unencrypted private key in PEM form");
  }
}

/**
 * The algorithm for a private key in PEM form: RS256 for RSA (2048 bits or more), PS256 for RSA-PSS, ES256 for P-256.
 *
 * @throws SettingError whose message completes the sentence "<name of the setting> …"
 */
export function algorithmOf(pem: string): AssertionAlgorithm {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = load(pem);
  if (type === "ec" && details?.namedCurve === "prime256v1") return "ES256";
  if (type !== "rsa" && type !== "rsa-pss") throw new SettingError("must be an RSA or a P-256 key");
  if ((details?.modulusLength ?? 0) < 2048) throw new SettingError("must be an RSA key of at least 2048 bits");
  return type === "rsa" ? "RS256" : "PS256";
}

/** Credentials of a client that authenticates with a private key. */
export interface KeyCredentials {
  kind: "privateKey";
  clientId: string;
  /** The key in PEM form. */
  privateKey: string;
  keyId: string | undefined;
  algorithm: AssertionAlgorithm;
  source: string;
}

/**
 * A signed client assertion for one `POST /oauth/token`.
 *
 * @param audience the tenant's origin with a trailing slash
 * @param now milliseconds since the epoch
 */
export function signAssertion(credentials: KeyCredentials, audience: string, now: number): string {
  const { clientId, privateKey, keyId, algorithm: alg } = credentials;
  const issuedAt = Math.floor(now / 1000);
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = [
    encode({ alg, typ: "JWT", kid: keyId }),
    encode({
      iss: clientId,
      sub: clientId,
      aud: audience,
      iat: issuedAt,
      exp: issuedAt + assertionLifetime,
      jti: randomUUID(),
    }),
  ].join(".");
  // node:crypto takes the padding of an RSA-PSS key from the key. PS256 requires a salt as long as the digest.
  const signature = sign("sha256", Buffer.from(signed), {
    key: load(privateKey),
    ...(alg === "ES256" && { dsaEncoding: "ieee-p1363" as const }),
    ...(alg === "PS256" && { saltLength: 32 }),
  });
  return `${signed}.${signature.toString("base64url")}`;
}

/** The sources of settings. Empty values count as absent, and white space around values is removed. */
export interface SettingsSources {
  /** Reads "domain", "clientId", … from the stack configuration or from an explicit provider's configuration. */
  config(key: string): string | undefined;
  /** The printable name of the explicit configuration. Default: "the explicit Provider". */
  explicitName?: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The settings of a connection to one tenant. They contain secrets and must not be printed. */
export interface ProviderSettings extends TenantAddress {
  /** The identifier of the management API: the audience of `POST /oauth/token`. */
  audience: string;
  credentials: Credentials;
  /** `TENANT_ADOPT=true`: this run adopts existing objects. */
  adopt: boolean;
  /**
   * `TENANT_TAKE_OVER`: this run puts existing objects into the state of a new stack and writes nothing at the tenant. The path of the file with the
   * objects of ambiguous names. Set by `pulumi-tenant import` only.
   */
  takeOver?: string;
  /** `TENANT_ALLOW_OWN_CLIENT=true`: this run may change the application whose token it uses. */
  allowOwnClient: boolean;
  /**
   * `TENANT_ALLOW_LOCKOUT=true`: this run may activate a rule that blocks the management API or the whole tenant, and may leave codes by e-mail as the only
   * second factor.
   */
  allowLockout: boolean;
  /** `TENANT_RESTART=true`: this run shows what the service has stopped after failures as drift, so that `pulumi up --refresh` restarts it. */
  restart: boolean;
  /** `TENANT_LOG=debug`: one line per call. */
  debug: boolean;
  /** The share of every rate-limit bucket of the tenant that a run may use: more than 0 and at most 1. Default: 0.8. */
  rateBudget: number;
  /**
   * How long a call that may be repeated waits for a tenant that does not work or refuses all calls, in milliseconds. Default: a few retries after
   * faults, and 10 minutes of refusals by the rate limit.
   */
  patienceMs?: number;
  /** The proxy that the environment names, even if an explicit provider has all other settings. Default: no proxy. */
  proxy?: HttpProxy | undefined;
  /** Warnings for users before the settings are used, one or two sentences each. They contain no secrets. */
  warnings: readonly string[];
}

/** All problems of the settings at once. The messages contain no secrets. */
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
    // The SDK's provider process prints the stack trace of every error, which is of no use to users.
    this.stack = "";
  }
}

/**
 * Resolves the tenant and the credentials. With an explicit provider, only its configuration counts. Otherwise `TENANT_DOMAIN` and the stack
 * configuration must name the same tenant, if both name one. For all other settings, the environment wins. The credentials are taken as a
 * set from one source: the environment or the stack configuration.
 *
 * With `TENANT_STRICT=true`, credentials are sent only to domains that the environment names (`TENANT_DOMAIN`, `TENANT_DOMAINS`), and
 * credentials of the environment only to `TENANT_DOMAIN`. If an explicit provider has the domain of `TENANT_DOMAIN`, the environment then
 * also wins over this provider, because the credentials in the state are those of the last `pulumi up` and may be outdated.
 *
 * @throws SettingsError
 */
export function resolveSettings(sources: SettingsSources): ProviderSettings {
  const { config, env } = sources;
  const explicit = config(explicitKey) === "true" ? (sources.explicitName ?? "the explicit Provider") : undefined;
  const problems: string[] = [];
  const isStrict = findSwitch("TENANT_STRICT", env, problems);
  const own = originOf(env[variables.domain]);
  const standsAlone = explicit !== undefined && !(isStrict && own !== undefined && own === originOf(config("domain")));
  const search = searchIn({ config, env: standsAlone ? {} : env, explicit, problems });
  const { environment, configured } = search;
  const forbidden = isStrict ? whyForbidden(search, allowedOrigins(env, problems)) : undefined;
  // Nothing else is checked then, because the messages of further checks would quote values of the configuration.
  if (forbidden !== undefined) throw new SettingsError([...problems, forbidden]);
  const address = findAddress(search);
  const credentials = findCredentials(search);
  const rateBudget = findRateBudget(search);
  const patienceMs = findPatience(search);
  const note = (message: string) => problems.push(message);
  const proxy = address && meaningOf(() => proxyOf(address.origin, env), note);
  const adopt = findSwitch("TENANT_ADOPT", env, problems);
  const allowOwnClient = findSwitch("TENANT_ALLOW_OWN_CLIENT", env, problems);
  const allowLockout = findSwitch("TENANT_ALLOW_LOCKOUT", env, problems);
  const restart = findSwitch("TENANT_RESTART", env, problems);
  const takeOver = present(env.TENANT_TAKE_OVER);
  const stray = strayCredentials(search);
  if (address === undefined || credentials === undefined || problems.length > 0) throw new SettingsError(problems);
  return {
    ...address,
    audience: environment.get("audience") ?? configured.get("audience") ?? `${address.origin}/api/v2/`,
    credentials,
    adopt,
    ...(takeOver !== undefined && { takeOver }),
    allowOwnClient,
    allowLockout,
    restart,
    debug: present(env.TENANT_LOG)?.toLowerCase() === "debug",
    rateBudget,
    ...(patienceMs !== undefined && { patienceMs }),
    proxy,
    warnings: stray === undefined ? [] : [stray],
  };
}

/** Whether runs in an environment adopt existing objects: `TENANT_ADOPT=true`. */
export function adoptsIn(env: SettingsSources["env"]): boolean {
  return findSwitch("TENANT_ADOPT", env, []);
}

function findSwitch(name: string, env: SettingsSources["env"], problems: string[]): boolean {
  const text = present(env[name])?.toLowerCase();
  if (text !== undefined && text !== "true" && text !== "false") problems.push(`${name} must be true or false`);
  return text === "true";
}

/**
 * The reason why `TENANT_STRICT=true` forbids credentials for the configured domain. The reason quotes no configured value: an attacker who
 * can edit a state can replace any value by another team's secret.
 */
function whyForbidden(search: SettingSearch, allowed: ReadonlySet<string>): string | undefined {
  const { environment, configured } = search;
  if (environment.get("domain") !== undefined || configured.get("domain") === undefined) return undefined;
  const stray = strayCredentials(search);
  if (stray !== undefined) return `${stray} With TENANT_STRICT=true, such credentials are not sent.`;
  if (allowed.has(originOf(configured.get("domain")) ?? "")) return undefined;
  return (
    `${configured.name("domain")} is not allowed by the environment, and with TENANT_STRICT=true credentials are sent only to allowed ` +
    `domains. If the tenant is yours, add its domain to ${domainsVariable} (or set ${variables.domain}).`
  );
}

/**
 * A warning about credentials of the environment if only a file of the repository names their tenant: anyone who edits the file can obtain them.
 */
function strayCredentials({ environment, configured }: SettingSearch): string | undefined {
  const proof = proofs.find((key) => environment.get(key) !== undefined);
  if (proof === undefined || environment.get("domain") !== undefined) return undefined;
  if (configured.get("domain") === undefined) return undefined;
  return (
    `${environment.name(proof)} is used for the domain in ${configured.name("domain")}, so anyone who can edit that setting can obtain the ` +
    `credentials. Set ${variables.domain} in the environment, too.`
  );
}

/** The share of each rate limit that a run uses by default. The remaining share is left to the tenant's logins and to other jobs. */
const defaultRateBudget = 0.8;

function findRateBudget({ environment, configured, problems }: SettingSearch): number {
  const source = environment.get("rateBudget") === undefined ? configured : environment;
  const text = source.get("rateBudget");
  if (text === undefined) return defaultRateBudget;
  const share = /^\d*\.?\d+$/.test(text) ? Number(text) : 0;
  if (share <= 0 || share > 1) problems.push(`${source.name("rateBudget")} must be a number above 0, and at most 1`);
  return share;
}

/** The longest patience: a job of a pipeline ends before. */
const maxPatience = 6 * 3_600_000;

function findPatience({ environment, configured, problems }: SettingSearch): number | undefined {
  const source = environment.get("patience") === undefined ? configured : environment;
  const text = source.get("patience");
  if (text === undefined) return undefined;
  const ms = durationOf(text, "smh");
  if (ms >= 1_000 && ms <= maxPatience) return ms;
  problems.push(`${source.name("patience")} must be a duration from 1s to 6h, such as 90s or 15m`);
  return undefined;
}

/** The variable with additional domains besides `TENANT_DOMAIN`, comma-separated. */
export const domainsVariable = "TENANT_DOMAINS";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The origins of the tenants that the environment allows: those of `TENANT_DOMAINS` and of `TENANT_DOMAIN`. A state, a stack configuration
 * or a program cannot allow further origins.
 *
 * @param problems receives problems of the list
 */
export function allowedOrigins(env: Environment, problems: string[]): ReadonlySet<string> {
  const listed = (env[domainsVariable] ?? "").split(",").map(present);
  const note = (message: string) => problems.push(`A domain of ${domainsVariable} ${message}.`);
  const origins = listed.flatMap((text) => {
    const origin = text && meaningOf(() => parseDomain(text).origin, note);
    return origin ? [origin] : [];
  });
  // Problems of TENANT_DOMAIN are reported where the domain is resolved, so they are ignored here.
  const own = originOf(env[variables.domain]);
  return new Set(own === undefined ? origins : [...origins, own]);
}

/** The origin of the tenant whose domain is given; undefined if the text is absent, empty or no valid domain. */
export function originOf(text: string | undefined): string | undefined {
  const domain = present(text);
  const ignore = () => {};
  return domain && meaningOf(() => parseDomain(domain).origin, ignore);
}

/** The credentials for requesting access tokens, or a token itself. `source` names the setting with the secret, for messages. */
export type Credentials =
  | { kind: "clientSecret"; clientId: string; clientSecret: string; source: string }
  | KeyCredentials
  | { kind: "token"; token: string; source: string };

/** The credentials, as a set from one source: the environment if it has any, else the configuration. Problems are added to the search. */
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
      `${given.map((key) => holder.name(key)).join(" and ")} are set, but only one of them is allowed: unset the others.`,
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
  // The client id is not secret, so it may come from another source than the secret.
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

/** The message for missing credentials. If a key id or a client id is set, it names only the value that is still missing. */
function missingProof(isSet: (key: Key) => boolean, explicit: string | undefined): string {
  if (isSet("keyId")) return missing("private key", "privateKey", explicit);
  if (isSet("clientId")) return missing("client secret", "clientSecret", explicit);
  return explicit ? noExplicitCredentials(explicit) : noCredentials;
}

function noExplicitCredentials(explicit: string): string {
  return (
    `No credentials: ${explicit} needs clientId and clientSecret, or clientId and privateKey (with keyId), or token. ` +
    `TENANT_* variables are ignored for ${explicit.replace(/^the explicit/, "an explicit")}.`
  );
}

const noCredentials =
  "No credentials: set TENANT_CLIENT_ID and TENANT_CLIENT_SECRET (tenant:clientId and tenant:clientSecret). Alternatives: " +
  "TENANT_PRIVATE_KEY (tenant:privateKey) in place of the secret, with TENANT_KEY_ID (tenant:keyId) if the key has an id; or only " +
  "TENANT_TOKEN (tenant:token).";
