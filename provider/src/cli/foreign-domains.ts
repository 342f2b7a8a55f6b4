import { exportedStack } from "../drift/cli-document.ts";
import { parseUrn } from "../drift/urn.ts";
import { explicitKey, legible, originOf, settingPrefix } from "../tenant/index.ts";
import { valuesOf } from "./state-text.ts";

const domainKey = `${settingPrefix}domain`;

/**
 * Finds the domains of all providers in what `pulumi stack export` printed that are not allowed: the engine decrypts what stands beside
 * them, and this package sends it there. Those of the default provider count, too: a refresh takes them from the state.
 *
 * @param allowed origins
 * @returns the lines, from 1, each with the tenant's origin; undefined where the value is none in plain text
 * @throws SyntaxError for a text that is not the export of a stack
 */
export function foreignDomains(state: string, allowed: ReadonlySet<string>) {
  return valuesOf(state, domainKey)
    .map(({ line, text }) => ({ line, origin: originOf(text) }))
    .filter(({ origin }) => origin === undefined || !allowed.has(origin));
}

/**
 * Finds the lines on which a provider gives itself variables of the environment under other names. So it could take `TENANT_STRICT` from
 * one that is empty, or `NODE_OPTIONS` from one that somebody else can fill.
 *
 * @throws SyntaxError for a text that is not the export of a stack
 */
export function renamedVariables(state: string): number[] {
  return valuesOf(state, "envVarMappings").map(({ line }) => line);
}

/** The explicit providers of a state, a line for each. They are named for people: what is refused does not depend on it. */
export function explicitProviders(state: string): string[] {
  const { data } = exportedStack.safeParse(JSON.parse(state));
  return (data?.deployment.resources ?? []).flatMap(({ urn, type, inputs }) => {
    if (type !== "pulumi:providers:pulumi-nodejs" || inputs[`${settingPrefix}${explicitKey}`] !== "true") return [];
    const domain = inputs[domainKey];
    const origin = typeof domain === "string" ? originOf(domain) : undefined;
    const name = legible(parseUrn(urn)?.name ?? "", 100);
    return `explicit provider "${name}" carries the credentials of the last up for ${origin ?? "a domain that is not readable"}`;
  });
}
