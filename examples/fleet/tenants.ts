import { readFileSync } from "node:fs";

/** A tenant of the fleet. Its name is also the name of its stack. */
export interface Tenant {
  readonly domain: string;
  readonly tokenLifetime: number;
}

export const tenants: Readonly<Record<string, Tenant>> = JSON.parse(
  readFileSync(new URL("tenants.json", import.meta.url), "utf8"),
);

const variableOf = (name: string, setting: string) => `${name.toUpperCase().replaceAll("-", "_")}_${setting}`;

/** The credentials of all tenants, by variable. */
const credentials = new Map<string, string | undefined>();
for (const name of Object.keys(tenants)) {
  for (const variable of [variableOf(name, "CLIENT_ID"), variableOf(name, "CLIENT_SECRET")]) {
    credentials.set(variable, process.env[variable]);
    // Child processes inherit the environment without these credentials, and get only those of their own tenant.
    delete process.env[variable];
  }
}

/** The environment variables of a tenant's run. Its credentials come from `<NAME>_CLIENT_ID` and `<NAME>_CLIENT_SECRET`. */
export function environmentOf(name: string): Record<string, string> {
  const credential = (setting: string) => {
    const variable = variableOf(name, setting);
    const value = credentials.get(variable);
    if (!value) throw new Error(`set ${variable}: it is missing or empty`);
    return value;
  };
  return {
    TENANT_DOMAIN: tenants[name]?.domain ?? "",
    TENANT_STRICT: "true",
    TENANT_CLIENT_ID: credential("CLIENT_ID"),
    TENANT_CLIENT_SECRET: credential("CLIENT_SECRET"),
  };
}
