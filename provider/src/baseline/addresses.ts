import { isIPv4, isIPv6 } from "node:net";

/** The shortest prefixes of ranges that one organization can have. */
const [leastIPv4, leastIPv6] = [24, 48];

/** Whether a text is a range of IP addresses that is too wide for an exception from a protection. A single address is not wide. */
export function isWide(range: string): boolean {
  const [address = "", prefix] = range.split("/");
  if (prefix === undefined) return false;
  return (isIPv4(address) && Number(prefix) < leastIPv4) || (isIPv6(address) && Number(prefix) < leastIPv6);
}
