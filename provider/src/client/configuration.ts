import { isIPv4 } from "node:net";
import { nearest } from "../schema/names.ts";
import { sanitize } from "./sanitize.ts";

/** The settings of a tenant by their name in the stack configuration (`tenant:<name>`), each with its environment variable. */
export const variables = {
  domain: "TENANT_DOMAIN",
  clientId: "TENANT_CLIENT_ID",
  clientSecret: "TENANT_CLIENT_SECRET",
  privateKey: "TENANT_PRIVATE_KEY",
  keyId: "TENANT_KEY_ID",
  token: "TENANT_TOKEN",
  audience: "TENANT_AUDIENCE",
  rateBudget: "TENANT_RATE_BUDGET",
  patience: "TENANT_PATIENCE",
} as const;

/** The name of a setting in the stack configuration. */
export type Key = keyof typeof variables;

/** The secret settings that authenticate the client. Exactly one of them is needed. */
export const proofs = ["clientSecret", "privateKey", "token"] as const;

/** An unusable value of a setting. The message is for users, and contains no secret. */
export class SettingError extends Error {}

/** A duration such as 90s or 2h in milliseconds; NaN for any other text. */
export function durationOf(text: string, units: "smh" | "smhd"): number {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  return units.includes(unit) ? Number(count) * (ms[unit] ?? 0) : Number.NaN;
}

/** The key whose value "true" marks the configuration of an explicit provider. */
export const explicitKey = "explicit";

/** The prefix of setting names in a configuration. */
export const settingPrefix = "tenant:";

/**
 * Warnings about a stack configuration. They contain no values.
 *
 * @param values the configured values, by key with the namespace: `tenant:domain`
 * @param isSecret whether a key's value is encrypted
 */
export function configurationWarnings(
  values: Readonly<Record<string, string>>,
  isSecret: (key: string) => boolean,
): readonly string[] {
  const names = Object.keys(variables) as Key[];
  return Object.entries(values).flatMap(([key, value]) => {
    const name = key.slice(settingPrefix.length);
    if (!key.startsWith(settingPrefix)) return [];
    if (proofs.some((proof) => proof === name)) return value.trim() === "" || isSecret(key) ? [] : [inClear(key)];
    if (names.some((known) => known === name)) return [];
    // A key that resembles no setting is not reported: the user's project may be named "tenant", and its own keys then have this prefix, too.
    const near = nearest(name, names);
    return near === undefined ? [] : [`unknown configuration key ${key}. Did you mean ${settingPrefix}${near}?`];
  });
}

function inClear(key: string): string {
  return (
    `${key} is in plain text in the stack configuration, so everyone with access to the file can read it. ` +
    `Encrypt it: \`pulumi config set --secret ${key}\`.`
  );
}

/**
 * The identifier of a tenant's management API, if the environment names it (TENANT_AUDIENCE) and the tenant (TENANT_DOMAIN). The stack's
 * configuration does not count, because a branch can change it.
 *
 * @param host the host of the tenant
 */
export function managementApiIn(env: Readonly<Record<string, string | undefined>>, host: string): string | undefined {
  const [domain, audience] = [env[variables.domain], env[variables.audience]];
  if (!domain || !audience) return undefined;
  try {
    return parseDomain(domain).host === host ? audience : undefined;
  } catch (error) {
    if (error instanceof SettingError) return undefined;
    throw error;
  }
}

/** The tenant's own domain in the identifier of its management API, with a port if it has one; undefined if a value is no such identifier. */
export function ownDomainIn(identifier: unknown): string | undefined {
  return /^https?:\/\/([^/]+)\/api\/v2\/$/.exec(String(identifier))?.[1];
}

/** The address of a tenant. */
export interface TenantAddress {
  /** The tenant's canonical name: the host in lower case, with `:port` unless the port is the scheme's default. */
  host: string;
  /** Scheme and host, without a trailing slash. */
  origin: string;
}

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

function isHostName(name: string): boolean {
  if (isIPv4(name) || name.startsWith("[")) return true;
  return name.length <= 253 && name.split(".").every((part) => label.test(part));
}

/** @param name the `hostname` of a URL */
export function isLoopback(name: string): boolean {
  return name === "localhost" || name === "[::1]" || (isIPv4(name) && name.startsWith("127."));
}

/**
 * Parses a domain: a host name, which implies https, or a URL without path, query and user. `http://` is accepted only for loopback
 * addresses. All spellings of the same address give equal results.
 *
 * @throws SettingError whose message completes the sentence "<name of the setting> …"
 */
export function parseDomain(text: string): TenantAddress {
  // This check comes first and its message does not quote the text, because a password may precede the "@".
  if (text.includes("@")) throw new SettingError("must not contain a user name or password: give the host name only");
  const shown = sanitize(JSON.stringify(text.slice(0, 200)));
  if (/[\s\p{Cc}]/u.test(text)) throw new SettingError(`must not contain white space: ${shown}`);
  if (/[?#\\]/.test(text)) throw new SettingError(`must be a host name without path and query, not ${shown}`);
  const schemed = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text);
  const scheme = schemed?.[1]?.toLowerCase() ?? "https";
  if (scheme !== "https" && scheme !== "http") throw new SettingError(`must be reached by https, not by ${scheme}://`);
  let url: URL;
  try {
    url = new URL(schemed ? text : `https://${text}`);
  } catch {
    throw new SettingError(`must be a host name such as "tenant.example.com", not ${shown}`);
  }
  if (url.pathname !== "/") throw new SettingError(`must be a host name without a path, not ${shown}`);
  const name = url.hostname.replace(/\.$/, "");
  if (!isHostName(name)) throw new SettingError(`must be a host name such as "tenant.example.com", not ${shown}`);
  if (scheme === "http" && !isLoopback(name)) {
    throw new SettingError(
      `must be reached by https, because http is for loopback addresses only, and ${name} is not one`,
    );
  }
  const host = url.port === "" ? name : `${name}:${url.port}`;
  return { host, origin: `${scheme}://${host}` };
}

/** One source of settings: the environment, the stack configuration, or an explicit provider's configuration. */
export interface SettingSource {
  get(key: Key): string | undefined;
  /** The printable name of a key in this source. */
  name(key: Key): string;
}

/** The sources of settings, and the problems found so far. */
export interface SettingSearch {
  readonly environment: SettingSource;
  readonly configured: SettingSource;
  /** The printable name of the explicit configuration, if there is one. */
  readonly explicit: string | undefined;
  readonly problems: string[];
}

/** A value without surrounding white space; undefined if nothing remains. */
export function present(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === "" ? undefined : trimmed;
}

/** The message for a missing value, with the places where it can be set. */
export function missing(what: string, key: Key, explicit: string | undefined): string {
  return explicit ? `No ${what}: ${explicit} needs ${key}.` : `No ${what}: set ${variables[key]} or tenant:${key}.`;
}

/** The result of `read`; undefined if it throws a `SettingError`, whose message is passed to `note`. */
export function meaningOf<T>(read: () => T, note: (message: string) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    note(error.message);
    return undefined;
  }
}

/** The search for settings in an environment and in a configuration. Empty values count as absent. */
export function searchIn({
  config,
  env,
  explicit,
  problems,
}: {
  readonly config: (key: string) => string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
} & Pick<SettingSearch, "explicit" | "problems">): SettingSearch {
  const configured: SettingSource = {
    get: (key) => present(config(key)),
    name: (key) => (explicit ? `${key} of ${explicit}` : `tenant:${key} of the stack configuration`),
  };
  const environment: SettingSource = {
    get: (key) => present(env[variables[key]]),
    name: (key) => `${variables[key]} of the environment`,
  };
  return { environment, configured, explicit, problems };
}

/** The address of the tenant. The environment and the configuration must name the same tenant if both name one. Problems are added to the search. */
export function findAddress(search: SettingSearch): TenantAddress | undefined {
  const { environment, configured, explicit, problems } = search;
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
