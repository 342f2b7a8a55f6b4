import { BlockList, isIP } from "node:net";
import { anyOf, Unknown } from "./rule.ts";

/** The addresses of the machine itself. An IPv4 address that is written as one of IPv6 counts as well. */
const ownAddresses = new BlockList();
ownAddresses.addSubnet("127.0.0.0", 8);
ownAddresses.addAddress("0.0.0.0");
for (const address of ["::1", "::"]) ownAddresses.addAddress(address, "ipv6");

/** A placeholder such as `{organization_name}`, or a wildcard: no parser takes it in an address or for a port. */
const pattern = /\{[^{}]*\}|\*/g;
const patternOfPort = /:(?:\{[^{}]*\}|\*)(?=[/?#]|$)/;

/**
 * A URL as browsers see it: they take `HTTP:\\2130706433` for `http://127.0.0.1/`.
 *
 * @throws Unknown if they would take it for no URL
 */
function parsed(url: string): URL {
  const found = URL.parse(url.replace(patternOfPort, "").replaceAll(pattern, "x"));
  if (!found) throw new Unknown("a URL is not one that browsers take");
  return found;
}

/** Whether a test holds for a URL. An empty text is none. @throws Unknown if it holds for none, and one of them cannot be read */
export function anyUrl(urls: readonly string[], test: (url: string) => boolean): boolean {
  return anyOf(
    urls.filter((url) => url !== ""),
    test,
  );
}

/** Whether a URL's host is the machine of its user: `localhost`, a name below it, 127.0.0.0/8 or `[::1]`, in any notation. */
export function isLoopback(url: string): boolean {
  const host = parsed(url)
    .hostname.toLowerCase()
    .replace(/^\[|\]$|\.$/g, "");
  const version = isIP(host);
  if (version === 0) return host === "localhost" || host.endsWith(".localhost");
  return ownAddresses.check(host, version === 4 ? "ipv4" : "ipv6");
}

/** Whether a URL's scheme is http. A text that is no URL has no scheme: some options are names of hosts. */
export function isHttp(url: string): boolean {
  return URL.parse(url)?.protocol === "http:";
}

/** Whether a URL's scheme is https. */
export function isHttps(url: string): boolean {
  return parsed(url).protocol === "https:";
}

/** Whether a URL leads over an unencrypted network. */
export function isPlainHttp(url: string): boolean {
  return parsed(url).protocol === "http:" && !isLoopback(url);
}

/** Whether an app on a device can claim the URL: its scheme is not https, or its host is the device. */
export function isUnverifiable(url: string): boolean {
  return !isHttps(url) || isLoopback(url);
}

/** Whether a URL stands for several hosts. Placeholders for organizations do not count. */
export function hasWildcard(url: string): boolean {
  // Browsers also take `%2A` and the wide asterisk in a host for `*`.
  return url.includes("*") || URL.parse(url)?.hostname.includes("*") === true;
}

/** Whether a URL contains a password or a parameter with a secret. */
export function holdsCredentials(url: string): boolean {
  const { username, password } = parsed(url);
  if (username !== "" || password !== "") return true;
  const parameters = url.split(/[?#]/).slice(1);
  return parameters
    .flatMap((text) => [...new URLSearchParams(text)])
    .some(
      ([name, value]) =>
        /token|secret|password|pwd|api[-_]?key|sig(nature)?/i.test(name) && value.length >= 12 && !value.includes("{"),
    );
}
