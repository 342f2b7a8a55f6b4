import { isLoopback, SettingError } from "./configuration.ts";

/** The proxy between this machine and a tenant. */
export interface HttpProxy {
  /** The URL. It may contain a user and a password, so it must not be printed. */
  readonly url: string;
  /** Host and port, for messages. */
  readonly host: string;
  /** The environment variable that names the proxy. */
  readonly variable: string;
  /** The hosts that are reached without the proxy, in the format of NO_PROXY. */
  readonly except: string;
}

/** The environment variables that can name a proxy, in order of precedence, as in most programs. */
const variables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"] as const;

/**
 * The proxy that the environment names for a tenant. Loopback addresses are reached without a proxy.
 *
 * @throws SettingError that names the variable
 */
export function proxyOf(origin: string, env: Readonly<Record<string, string | undefined>>): HttpProxy | undefined {
  const variable = variables.find((name) => env[name]?.trim());
  if (variable === undefined || isLoopback(new URL(origin).hostname)) return undefined;
  const text = env[variable]?.trim() ?? "";
  // Like many programs, assume http for a proxy without a scheme.
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new SettingError(`${variable} of the environment must be a URL such as http://proxy.example.com:8080.`);
  }
  const except = env.no_proxy?.trim() || env.NO_PROXY?.trim() || "";
  return { url: url.href, host: url.host, variable, except };
}

/** A failure of the proxy. The message is for users. */
export class ProxyFailed extends Error {
  /** `PROXY_REFUSED`: the proxy does not allow the connection, and a retry does not change that. */
  readonly code: "PROXY_REFUSED" | "PROXY_FAILED";

  constructor({ host, variable }: HttpProxy, what: string, refused: boolean) {
    super(`the proxy ${host} (${variable}) ${what}`);
    this.code = refused ? "PROXY_REFUSED" : "PROXY_FAILED";
  }
}
