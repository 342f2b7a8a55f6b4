import { variables } from "./configuration.ts";
import { parseDomain } from "./domain.ts";
import { meaningOf, present } from "./setting-source.ts";

/** The variable that lists domains besides that of `TENANT_DOMAIN`, with commas. */
export const domainsVariable = "TENANT_DOMAINS";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The tenants that the environment allows, by their origins: those of `TENANT_DOMAINS`, and that of `TENANT_DOMAIN`. What a state, a stack
 * configuration or a program says adds nothing to them.
 *
 * @param problems gets what is wrong with the list
 */
export function allowedOrigins(env: Environment, problems: string[]): ReadonlySet<string> {
  const listed = (env[domainsVariable] ?? "").split(",").map(present);
  const note = (message: string) => problems.push(`A domain of ${domainsVariable} ${message}.`);
  const origins = listed.flatMap((text) => {
    const origin = text && meaningOf(() => parseDomain(text).origin, note);
    return origin ? [origin] : [];
  });
  // Whoever uses TENANT_DOMAIN says what is wrong with it.
  const own = originOf(env[variables.domain]);
  return new Set(own === undefined ? origins : [...origins, own]);
}

/** The origin of the tenant that a text names; undefined where it names none. */
export function originOf(text: string | undefined): string | undefined {
  const domain = present(text);
  const ignore = () => {};
  return domain && meaningOf(() => parseDomain(domain).origin, ignore);
}
