import { SettingError } from "./configuration.ts";
import { isLoopback } from "./domain.ts";

/** The proxy between here and a tenant. */
export interface HttpProxy {
  /** It may hold a user and a password, and is not for people. */
  readonly url: string;
  /** For people: host and port. */
  readonly host: string;
  /** The variable that names it. */
  readonly variable: string;
  /** The hosts that are reached without it, as in NO_PROXY. */
  readonly except: string;
}

/** In the order in which they count, as in most programs. */
const variables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"] as const;

/**
 * The proxy that an environment names for a tenant. Loopback addresses are reached without one.
 * @throws SettingError that names the variable
 */
export function proxyOf(origin: string, env: Readonly<Record<string, string | undefined>>): HttpProxy | undefined {
  const variable = variables.find((name) => env[name]?.trim());
  if (variable === undefined || isLoopback(new URL(origin).hostname)) return undefined;
  const text = env[variable]?.trim() ?? "";
  // Many programs take a proxy without a scheme for one that is reached by http.
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new SettingError(`${variable} of the environment must be a URL such as http://proxy.example.com:8080.`);
  }
  const except = env.no_proxy?.trim() || env.NO_PROXY?.trim() || "";
  return { url: url.href, host: url.host, variable, except };
}

/** Why there is no way through the proxy. The message is for people. */
export class ProxyFailed extends Error {
  /** Refused: another attempt changes nothing about what the proxy allows. */
  readonly code: "PROXY_REFUSED" | "PROXY_FAILED";

  constructor({ host, variable }: HttpProxy, what: string, refused: boolean) {
    super(`the proxy ${host} (${variable}) ${what}`);
    this.code = refused ? "PROXY_REFUSED" : "PROXY_FAILED";
  }
}
