import { BlockList, isIP } from "node:net";
import { Unknown } from "./rule.ts";

/** The shortest prefixes, so the widest ranges, that one organization usually has. An exception from a protection must not be wider. */
const ownPrefixes = { ipv4: 24, ipv6: 48 };

/** The shortest prefixes, so the widest ranges, that still limit who can call. A wider range is a large part of the internet. */
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
  // A range with a prefix of at most 96 bits can contain all addresses that embed an IPv4 address. It then counts as a range of IPv4 addresses.
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
 * Whether a range of IP addresses is too wide for an exception from a protection. A single address never is.
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
