import { tokenExchangeProfile } from "../../definitions/token-exchange-profile.ts";
import { text } from "../arguments.ts";
import type { OutputArgs } from "../data-source.ts";
import { lookUps } from "../look-ups.ts";

/** A token exchange profile as look-ups answer it. A property that the service leaves out is absent. */
export interface GetTokenExchangeProfileResult {
  /** The profile's id: `tep_…`. */
  readonly id: string;
  /** A name for people, 3 to 50 characters. */
  readonly name: string;
  /** A URI, 8 to 100 characters: a token exchange request whose subject token has this type runs the profile. */
  readonly subjectTokenType: string;
  /** The id of the custom token exchange action that validates the subject token; 1 to 36 characters. */
  readonly actionId: string;
  /** How the profile is executed. The service knows `custom_authentication`. */
  readonly type: string;
  /** When it was created, ISO 8601. */
  readonly createdAt: string;
  /** When it was last changed, ISO 8601. */
  readonly updatedAt: string;
}

type Filters = "name" | "subjectTokenType" | "actionId" | "type";

/** Which profiles to look for. All that is given must be equal, letter case included. Default: all profiles. */
export type GetTokenExchangeProfilesArgs = {
  -readonly [Name in Filters]?: GetTokenExchangeProfileResult[Name] | undefined;
};

/** {@link GetTokenExchangeProfilesArgs} with values that may be outputs. */
export type GetTokenExchangeProfilesOutputArgs = OutputArgs<GetTokenExchangeProfilesArgs>;

/** The answer of {@link getTokenExchangeProfiles}. */
export interface GetTokenExchangeProfilesResult {
  /** In the service's order. */
  readonly tokenExchangeProfiles: GetTokenExchangeProfileResult[];
}

const args = { name: text, subjectTokenType: text, actionId: text, type: text };

const { one, all } = lookUps<
  GetTokenExchangeProfilesArgs,
  GetTokenExchangeProfileResult,
  GetTokenExchangeProfilesArgs,
  GetTokenExchangeProfilesResult
>(
  tokenExchangeProfile,
  { describe: ({ id, name, subjectTokenType }) => `"${name}" (${id}), subject token type ${subjectTokenType}` },
  {
    one: { args },
    all: { args },
  },
);

/**
 * The one token exchange profile that matches. Route and scope are those of {@link getTokenExchangeProfiles}, and
 * {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const legacy = await tenant.getTokenExchangeProfile({ name: "Legacy sessions" });
 * export const action = legacy.actionId;
 * ```
 *
 * @throws RunError also if none or several match; it lists what was found (name, id, subject token type)
 */
export const getTokenExchangeProfile = one.plain;

/** {@link getTokenExchangeProfile} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getTokenExchangeProfileOutput = one.output;

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
export const getTokenExchangeProfiles = all.plain;

/** {@link getTokenExchangeProfiles} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getTokenExchangeProfilesOutput = all.output;
