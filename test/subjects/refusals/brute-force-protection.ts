import { byProgram, payload, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const bruteForceProtectionRefusals: readonly Refusal[] = [
  byProgram(
    "bruteForceProtection",
    "an exception that is no address",
    { allowlist: ["office.example.com"] },
    payload("Object didn't pass validation for format address", "allowlist[0]"),
    /^allowlist\[0\]: must be an IP address or a range/,
    ["PATCH", "/attack-protection/brute-force-protection", { allowlist: ["office.example.com"] }],
  ),
];
