import { nearest } from "../schema/secrecy/typo.ts";

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
} as const;

/** The name of a setting in the stack configuration. */
export type Key = keyof typeof variables;

/** The secret settings that authenticate the client. Exactly one of them is needed. */
export const proofs = ["clientSecret", "privateKey", "token"] as const;

/** An unusable value of a setting. The message is for users, and contains no secret. */
export class SettingError extends Error {}

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
