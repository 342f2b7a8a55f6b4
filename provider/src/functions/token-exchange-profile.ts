import { text } from "./arguments.ts";
import { lookUp } from "./data-source.ts";
import { exactlyOne } from "./rows.ts";
import { tokenExchangeProfiles } from "./sources.ts";

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

const forms = lookUp<GetTokenExchangeProfilesArgs, GetTokenExchangeProfileResult>({
  name: "getTokenExchangeProfile",
  source: tokenExchangeProfiles,
  args: { name: text, subjectTokenType: text, actionId: text, type: text },
  answer: exactlyOne,
});

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
export const getTokenExchangeProfile = forms.plain;

/** {@link getTokenExchangeProfile} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getTokenExchangeProfileOutput = forms.output;
