import { text } from "./arguments.ts";
import { lookUp, type OutputArgs } from "./data-source.ts";
import { matching } from "./rows.ts";
import { tokenExchangeProfiles } from "./sources.ts";
import type { GetTokenExchangeProfileResult, GetTokenExchangeProfilesArgs } from "./token-exchange-profile.ts";

/** {@link GetTokenExchangeProfilesArgs} with values that may be outputs. */
export type GetTokenExchangeProfilesOutputArgs = OutputArgs<GetTokenExchangeProfilesArgs>;

/** The answer of {@link getTokenExchangeProfiles}. */
export interface GetTokenExchangeProfilesResult {
  /** In the service's order. */
  readonly tokenExchangeProfiles: GetTokenExchangeProfileResult[];
}

const forms = lookUp<GetTokenExchangeProfilesArgs, GetTokenExchangeProfilesResult>({
  name: "getTokenExchangeProfiles",
  source: tokenExchangeProfiles,
  args: { name: text, subjectTokenType: text, actionId: text, type: text },
  answer: (found) => ({ tokenExchangeProfiles: matching(found) }),
});

/**
 * The tenant's token exchange profiles. Route: `GET /token-exchange-profiles`; scope: `read:token_exchange_profiles`.
 * One call reads 100 profiles, all of them are read, and the filter is applied to what was read. {@link LookUp} says what
 * look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { tokenExchangeProfiles } = await tenant.getTokenExchangeProfiles({
 *   subjectTokenType: "urn:example:legacy-session",
 * });
 * export const legacyProfiles = tokenExchangeProfiles.map(({ id, name }) => `${name} (${id})`);
 * ```
 */
export const getTokenExchangeProfiles = forms.plain;

/** {@link getTokenExchangeProfiles} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getTokenExchangeProfilesOutput = forms.output;
