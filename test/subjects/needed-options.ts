import type { JsonObject } from "../../provider/src/schema/json.ts";

/** Options that no connection of a strategy is created without: one with a value, and others that would do instead. */
const needed: Readonly<Record<string, readonly (readonly [name: string, value: string, ...others: string[]])[]>> = {
  oidc: [["client_id", "needed"]],
  okta: [
    ["client_id", "needed"],
    ["issuer", "https://idp.example.com", "domain"],
  ],
  waad: [["client_id", "needed"]],
  adfs: [["adfs_server", "adfs.example.com", "fedMetadataXml", "signInEndpoint"]],
  samlp: [["signInEndpoint", "https://idp.example.com/login", "metadataUrl", "metadataXml"]],
  pingfederate: [["pingFederateBaseUrl", "https://idp.example.com"]],
};

/** Options of a connection with those that it could not be created without. */
export function withNeeded(strategy: unknown, options: JsonObject = {}): JsonObject {
  const missing = (needed[String(strategy)] ?? []).filter(
    ([name, _, ...others]) => ![name, ...others].some((one) => (options[one] ?? null) !== null),
  );
  return { ...options, ...Object.fromEntries(missing.map(([name, value]) => [name, value])) };
}
