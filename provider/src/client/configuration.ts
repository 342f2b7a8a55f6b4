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

/** The settings that prove who asks. Each of them is enough, and each is a secret. */
export const proofs = ["clientSecret", "privateKey", "token"] as const;

/** Why the value of a setting cannot be used. The message is for people, and holds no secret. */
export class SettingError extends Error {}

/** An explicit provider marks its configuration with this key and the value "true". */
export const explicitKey = "explicit";

/** What stands before the name of a setting in a configuration. */
export const settingPrefix = "tenant:";

/**
 * What is doubtful about a stack configuration, in words for people; no value is repeated.
 *
 * @param values by key with the namespace
 * @param isSecret whether a key's value is encrypted
 */
export function configurationDoubts(
  values: Readonly<Record<string, string>>,
  isSecret: (key: string) => boolean,
): readonly string[] {
  const names = Object.keys(variables) as Key[];
  return Object.entries(values).flatMap(([key, value]) => {
    const name = key.slice(settingPrefix.length);
    if (!key.startsWith(settingPrefix)) return [];
    if (proofs.some((proof) => proof === name)) return value.trim() === "" || isSecret(key) ? [] : [inClear(key)];
    if (names.some((known) => known === name)) return [];
    // A key that is further away belongs to somebody else: a project may be called "tenant".
    const near = nearest(name, names);
    return near === undefined ? [] : [`there is no configuration key ${key}; did you mean ${settingPrefix}${near}?`];
  });
}

function inClear(key: string): string {
  return (
    `${key} stands in the stack configuration in plain text, for everybody who can read that file. ` +
    `Encrypt it: \`pulumi config set --secret ${key}\`.`
  );
}
