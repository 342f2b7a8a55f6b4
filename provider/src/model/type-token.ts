/** What the type tokens of this package's classes begin with: the engine knows them as dynamic resources. */
export const typePrefix = "pulumi-nodejs:dynamic/tenant:";

/** The type token under which the engine knows a class of this package. */
export function typeToken(type: string): string {
  return `${typePrefix}${type}`;
}
