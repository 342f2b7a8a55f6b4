import { BlockList, isIP } from "node:net";
import { anyOf, Unknown, type Values } from "./rule.ts";

/** The addresses by which a machine reaches itself. A BlockList also matches IPv4 addresses in IPv6 notation, such as `::ffff:127.0.0.1`. */
const ownAddresses = new BlockList();
ownAddresses.addSubnet("127.0.0.0", 8);
ownAddresses.addAddress("0.0.0.0");
for (const address of ["::1", "::"]) ownAddresses.addAddress(address, "ipv6");

/** A placeholder such as `{organization_name}`, or the wildcard `*`. URL parsers refuse both as a port and inside an IP address. */
const pattern = /\{[^{}]*\}|\*/g;
const patternOfPort = /:(?:\{[^{}]*\}|\*)(?=[/?#]|$)/;

/**
 * A URL as browsers parse it: `HTTP:\\2130706433` becomes `http://127.0.0.1/`. A placeholder becomes `x`.
 *
 * @throws Unknown if the text is not a URL for browsers
 */
function parsed(url: string): URL {
  const found = URL.parse(url.replace(patternOfPort, "").replaceAll(pattern, "x"));
  if (!found) throw new Unknown("a URL cannot be parsed");
  return found;
}

/** Whether a test is true for at least one URL. Empty texts are skipped. @throws Unknown if the test is true for no URL, and one cannot be parsed */
export function anyUrl(urls: readonly string[], test: (url: string) => boolean): boolean {
  return anyOf(
    urls.filter((url) => url !== ""),
    test,
  );
}

/**
 * Whether a test is true for at least one URL in several properties. A property that the tenant does not return counts as empty.
 *
 * @throws Unknown if the test is true for no URL, and one of the properties is undeclared, or contains a URL that is unknown or cannot be parsed
 */
export function anyUrlAt(values: Values, paths: readonly string[], test: (url: string) => boolean): boolean {
  const isUrl = (url: string) => url !== "" && test(url);
  return anyOf(paths, (path) => (values.has(path) || !values.isAbsent(path)) && values.anyText(path, isUrl));
}

/** Whether a URL leads to the user's own machine: `localhost`, a subdomain of it, 127.0.0.0/8 or `[::1]`, in any notation. */
export function isLoopback(url: string): boolean {
  const host = parsed(url)
    .hostname.toLowerCase()
    .replace(/^\[|\]$|\.$/g, "");
  const version = isIP(host);
  if (version === 0) return host === "localhost" || host.endsWith(".localhost");
  return ownAddresses.check(host, version === 4 ? "ipv4" : "ipv6");
}

/** Whether a URL's scheme is http. False for a text that is not a URL, because some options are host names. */
export function isHttp(url: string): boolean {
  return URL.parse(url)?.protocol === "http:";
}

/** Whether a URL's scheme is https. */
export function isHttps(url: string): boolean {
  return parsed(url).protocol === "https:";
}

/** Whether a request to a URL crosses a network unencrypted: the scheme is http, and the host is not the user's own machine. */
export function isPlainHttp(url: string): boolean {
  return parsed(url).protocol === "http:" && !isLoopback(url);
}

/** Whether any app on a user's device can receive the requests to a URL: the scheme is not https, or the host is the device. */
export function isUnverifiable(url: string): boolean {
  return !isHttps(url) || isLoopback(url);
}

/** Whether a URL contains the wildcard `*`. Placeholders for organizations do not count. */
export function hasWildcard(url: string): boolean {
  // In a host, browsers also read `%2A` and the fullwidth asterisk as `*`.
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

/** Whether a host is the service's public content delivery network, of any region. */
export function isCdnOfService(host: string): boolean {
  return /^cdn\.(?:(?:us|eu|au|ca|jp|uk)\.)?auth0\.com$/.test(host);
}

/** The shortest prefixes (the widest ranges) of addresses that a single organization usually has. Allowlists must not contain wider ranges. */
const ownPrefixes = { ipv4: 24, ipv6: 48 };

/** The shortest prefixes (the widest ranges) with which an access rule still limits who can call. A wider range is a large part of the internet. */
const limitingPrefixes = { ipv4: 8, ipv6: 16 };

/** IPv6 ranges whose addresses end in an IPv4 address: mapped, translated (NAT64) and compatible addresses. */
const embeddings = ["::ffff:0:0", "64:ff9b::", "::"];
const embedding = new BlockList();
for (const range of embeddings) embedding.addSubnet(range, 96, "ipv6");

/** A range of IP addresses. */
interface Range {
  readonly family: "ipv4" | "ipv6";
  readonly prefix: number;
}

/** Parses an address or a range in CIDR notation. @throws Unknown if the text is neither */
function rangeOf(text: string): Range {
  const [address = "", given, ...more] = text.split("/");
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const prefix = given === undefined ? bits : Number(given);
  if (version === 0 || address.includes("%") || more.length > 0 || !/^\d{1,3}$/.test(given ?? "0") || prefix > bits)
    throw new Unknown("an entry is neither an IP address nor a range of IP addresses");
  if (version === 4) return { family: "ipv4", prefix };
  // A range with a prefix of at most 96 bits can contain one of the `embeddings`, and so every IPv4 address. It then counts as an IPv4 range.
  const holdsIpv4 = embeddings.some((range) => prefix <= 96 && covers(address, prefix, range));
  if (holdsIpv4 || embedding.check(address, "ipv6")) return { family: "ipv4", prefix: Math.max(0, prefix - 96) };
  return { family: "ipv6", prefix };
}

function covers(network: string, prefix: number, address: string): boolean {
  const list = new BlockList();
  list.addSubnet(network, prefix, "ipv6");
  return list.check(address, "ipv6");
}

/**
 * Whether a range of IP addresses is too wide for the allowlist of a protection. A single address is never too wide.
 *
 * @throws Unknown if the text is neither an address nor a range
 */
export function isWide(text: string): boolean {
  const { family, prefix } = rangeOf(text);
  return prefix < ownPrefixes[family];
}

/**
 * Whether a range of IP addresses is so wide that an access rule with it limits nothing.
 *
 * @throws Unknown if the text is neither an address nor a range
 */
export function isBoundless(text: string): boolean {
  const { family, prefix } = rangeOf(text);
  return prefix < limitingPrefixes[family];
}
