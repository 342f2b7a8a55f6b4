import { BlockList, isIP } from "node:net";
import { Unknown } from "./rule.ts";

/** The shortest prefixes of ranges that one organization can have. */
const ownPrefixes = { ipv4: 24, ipv6: 48 };

/** The shortest prefixes of ranges that are no large part of the internet. */
const limitingPrefixes = { ipv4: 8, ipv6: 16 };

/** Ranges of IPv6 whose last 32 bits are an address of IPv4: mapped, translated (NAT64) and compatible ones. */
const embeddings = ["::ffff:0:0", "64:ff9b::", "::"];
const embedding = new BlockList();
for (const range of embeddings) embedding.addSubnet(range, 96, "ipv6");

/** A range of IP addresses. */
interface Range {
  readonly family: "ipv4" | "ipv6";
  readonly prefix: number;
}

/** @throws Unknown if the text is no address and no range */
function rangeOf(text: string): Range {
  const [address = "", given, ...more] = text.split("/");
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const prefix = given === undefined ? bits : Number(given);
  if (version === 0 || address.includes("%") || more.length > 0 || !/^\d{1,3}$/.test(given ?? "0") || prefix > bits)
    throw new Unknown("an entry is no range of IP addresses");
  if (version === 4) return { family: "ipv4", prefix };
  // A shorter prefix covers a whole range of embedded addresses.
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
 * Whether a text is a range of IP addresses that is too wide for an exception from a protection. A single address is not wide.
 *
 * @throws Unknown if it is no range
 */
export function isWide(text: string): boolean {
  const { family, prefix } = rangeOf(text);
  return prefix < ownPrefixes[family];
}

/**
 * Whether a range of IP addresses is so wide that it limits nothing.
 *
 * @throws Unknown if the text is no range
 */
export function isBoundless(text: string): boolean {
  const { family, prefix } = rangeOf(text);
  return prefix < limitingPrefixes[family];
}
