// Made of `definitions/token-exchange-profile.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { tokenExchangeProfile } from "../../definitions/token-exchange-profile.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";
import type { OutputArgs } from "../data-source.ts";
import { commonLookUps } from "../look-ups.ts";

/**
 * The arguments of a {@link TokenExchangeProfile}.
 *
 * Only what is declared is managed. A name that the program no longer declares goes back to the service's default.
 */
export interface TokenExchangeProfileArgs {
  /** A name for people, 3 to 50 characters. Cleared: `Token Exchange Profile 1`, which new profiles get, too. */
  name?: pulumi.Input<string | undefined>;
  /**
   * A URI, 8 to 100 characters, unique within the tenant: a token exchange request whose subject token has this type
   * runs the profile.
   */
  subjectTokenType: pulumi.Input<string>;
  /**
   * The id of the action that validates the subject token, 1 to 36 characters. The action must use the trigger
   * `custom-token-exchange`. A change replaces the profile.
   */
  actionId: pulumi.Input<string>;
  /** How the profile is executed. A change replaces the profile. */
  type: pulumi.Input<"custom_authentication">;
  /**
   * Takes over a profile with this `subjectTokenType` that exists already, instead of failing. Counts at creation only.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * How a custom token exchange request is executed: which action validates which type of subject token.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const legacy = new tenant.TokenExchangeProfile("legacy", {
 *   name: "Legacy sessions",
 *   subjectTokenType: "urn:example:legacy-session",
 *   actionId: config.require("legacyActionId"),
 *   type: "custom_authentication",
 * });
 * export const legacyId = legacy.id;
 * export const legacySince = legacy.createdAt;
 * ```
 *
 * **Updates** send the changed ones of `name` and `subjectTokenType`, in one call. The service cannot change the action or
 * the type, so a change of them replaces the profile.
 *
 * **Events**: the service sends none about profiles. Only a refresh finds somebody else's change.
 *
 * Routes: `POST /token-exchange-profiles`, `GET|PATCH|DELETE /token-exchange-profiles/{id}`; to find a profile by its
 * `subjectTokenType`, `GET /token-exchange-profiles`.
 * Scopes: `create|read|update|delete:token_exchange_profiles`.
 */
export class TokenExchangeProfile extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(tokenExchangeProfile.type);

  declare readonly name: pulumi.Output<string | undefined>;
  declare readonly subjectTokenType: pulumi.Output<string>;
  declare readonly actionId: pulumi.Output<string>;
  declare readonly type: pulumi.Output<"custom_authentication">;
  /** When it was created, ISO 8601. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** When it was last changed, ISO 8601. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /**
   * Manages a token exchange profile.
   *
   * All wrong arguments are reported at once, before anything is sent. A subject token type that is taken is an error
   * without `adopt`.
   */
  constructor(name: string, args: TokenExchangeProfileArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(tokenExchangeProfile, name, args, opts);
  }
}

/** A token exchange profile as look-ups answer it. A property that the service leaves out is absent. */
export interface GetTokenExchangeProfileResult {
  /** The profile's id: `tep_…`. */
  readonly id: string;
  /** A name for people, 3 to 50 characters. */
  readonly name: string;
  /**
   * A URI, 8 to 100 characters, unique within the tenant: a token exchange request whose subject token has this type
   * runs the profile.
   */
  readonly subjectTokenType: string;
  /**
   * The id of the action that validates the subject token, 1 to 36 characters. The action must use the trigger
   * `custom-token-exchange`.
   */
  readonly actionId: string;
  /** How the profile is executed. The service knows `custom_authentication`. */
  readonly type: string;
  /** When it was created, ISO 8601. */
  readonly createdAt: string;
  /** When it was last changed, ISO 8601. */
  readonly updatedAt: string;
}

/**
 * Which token exchange profiles to look for. Texts must be equal, letter case included. Default: all token exchange
 * profiles.
 */
export interface GetTokenExchangeProfilesArgs {
  /** A name for people, 3 to 50 characters. */
  name?: string | undefined;
  /**
   * A URI, 8 to 100 characters, unique within the tenant: a token exchange request whose subject token has this type
   * runs the profile.
   */
  subjectTokenType?: string | undefined;
  /**
   * The id of the action that validates the subject token, 1 to 36 characters. The action must use the trigger
   * `custom-token-exchange`.
   */
  actionId?: string | undefined;
  /** How the profile is executed. The service knows `custom_authentication`. */
  type?: string | undefined;
}

/** {@link GetTokenExchangeProfilesArgs} with values that may be outputs. */
export type GetTokenExchangeProfilesOutputArgs = OutputArgs<GetTokenExchangeProfilesArgs>;

/** The answer of {@link getTokenExchangeProfiles}. */
export interface GetTokenExchangeProfilesResult {
  /** In the service's order. */
  readonly tokenExchangeProfiles: GetTokenExchangeProfileResult[];
}

const { one, all } = commonLookUps<
  GetTokenExchangeProfilesArgs,
  GetTokenExchangeProfileResult,
  GetTokenExchangeProfilesArgs,
  GetTokenExchangeProfilesResult
>(tokenExchangeProfile);

/**
 * The one token exchange profile that matches. Route: `GET /token-exchange-profiles`; scope:
 * `read:token_exchange_profiles`. {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const profile = await tenant.getTokenExchangeProfile({ name: "Legacy sessions" });
 * export const profileId = profile.id;
 * ```
 *
 * @throws RunError also if none or several match; it lists what was found (name, id, subject token type)
 */
export const getTokenExchangeProfile = one.plain;

/** {@link getTokenExchangeProfile} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getTokenExchangeProfileOutput = one.output;

/**
 * The tenant's token exchange profiles. Route: `GET /token-exchange-profiles`; scope: `read:token_exchange_profiles`.
 * All token exchange profiles are read, and the filters are applied to what was read. {@link LookUp} says what look-ups
 * have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { tokenExchangeProfiles } = await tenant.getTokenExchangeProfiles();
 * export const tokenExchangeProfileNames = tokenExchangeProfiles.map(({ name }) => name);
 * ```
 */
export const getTokenExchangeProfiles = all.plain;

/** {@link getTokenExchangeProfiles} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getTokenExchangeProfilesOutput = all.output;
