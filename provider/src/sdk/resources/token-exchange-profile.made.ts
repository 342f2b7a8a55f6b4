// Made of `types/token-exchange-profile/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { tokenExchangeProfile } from "../../types/token-exchange-profile/definition.ts";
import { TenantResource } from "../base.ts";
import { commonLookUps, type OutputArgs } from "../look-ups.ts";

/**
 * The arguments of a {@link TokenExchangeProfile}.
 *
 * Only declared properties are managed. If you remove `name` from the program, the profile gets the service's default
 * name.
 */
export interface TokenExchangeProfileArgs {
  /** The display name: 3 to 50 characters. When cleared: `Token Exchange Profile 1`, the default of new profiles. */
  name?: pulumi.Input<string | undefined>;
  /** The type of subject tokens to which the profile applies, a URI: 8 to 100 characters, unique within the tenant. */
  subjectTokenType: pulumi.Input<string>;
  /**
   * The id of the action that validates the subject token: 1 to 36 characters. The action must have the trigger
   * `custom-token-exchange`. A change replaces the profile.
   */
  actionId: pulumi.Input<string>;
  /** The type of the profile. A change replaces the profile. */
  type: pulumi.Input<"custom_authentication">;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether an existing profile with this `subjectTokenType` is adopted instead of causing an error. Only used at
   * creation.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A profile for custom token exchange: it assigns an action to a type of subject token, which the action validates.
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
 * **Updates** send the changed properties in one call. The service cannot change `actionId` and `type`, so a change of one of them replaces the
 * profile.
 *
 * **Events**: the service sends no events about profiles. Only a refresh finds changes made outside Pulumi.
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
  /** The time of the creation, ISO 8601. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** The time of the last change, ISO 8601. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a token exchange profile.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a subject token type that is
   * in use is an error.
   */
  constructor(name: string, args: TokenExchangeProfileArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(tokenExchangeProfile, name, args, opts);
  }
}

/** A token exchange profile as look-ups return it. A property that the service omits is absent. */
export interface GetTokenExchangeProfileResult {
  /** The profile's id: `tep_…`. */
  readonly id: string;
  /** The display name: 3 to 50 characters. */
  readonly name: string;
  /** The type of subject tokens to which the profile applies, a URI: 8 to 100 characters, unique within the tenant. */
  readonly subjectTokenType: string;
  /**
   * The id of the action that validates the subject token: 1 to 36 characters. The action must have the trigger
   * `custom-token-exchange`.
   */
  readonly actionId: string;
  /** The type of the profile: `custom_authentication`. */
  readonly type: string;
  /** The time of the creation, ISO 8601. */
  readonly createdAt: string;
  /** The time of the last change, ISO 8601. */
  readonly updatedAt: string;
}

/**
 * The filter for token exchange profiles. Texts are compared exactly, including letter case. Default: all token
 * exchange profiles.
 */
export interface GetTokenExchangeProfilesArgs {
  /** The display name: 3 to 50 characters. */
  name?: string | undefined;
  /** The type of subject tokens to which the profile applies, a URI: 8 to 100 characters, unique within the tenant. */
  subjectTokenType?: string | undefined;
  /**
   * The id of the action that validates the subject token: 1 to 36 characters. The action must have the trigger
   * `custom-token-exchange`.
   */
  actionId?: string | undefined;
  /** The type of the profile: `custom_authentication`. */
  type?: string | undefined;
}

/** {@link GetTokenExchangeProfilesArgs} with values that may be outputs. */
export type GetTokenExchangeProfilesOutputArgs = OutputArgs<GetTokenExchangeProfilesArgs>;

/** The result of {@link getTokenExchangeProfiles}. */
export interface GetTokenExchangeProfilesResult {
  /** The objects, in the service's order. */
  readonly tokenExchangeProfiles: GetTokenExchangeProfileResult[];
}

const { one, all } = commonLookUps<
  GetTokenExchangeProfilesArgs,
  GetTokenExchangeProfileResult,
  GetTokenExchangeProfilesArgs,
  GetTokenExchangeProfilesResult
>(tokenExchangeProfile);

/**
 * The token exchange profile that matches. Route: `GET /token-exchange-profiles`; scope:
 * `read:token_exchange_profiles`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const profile = await tenant.getTokenExchangeProfile({ name: "Legacy sessions" });
 * export const profileId = profile.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if none or several match; the error lists the objects found (name, id, subject token type)
 */
export const getTokenExchangeProfile = one.plain;

/** {@link getTokenExchangeProfile} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getTokenExchangeProfileOutput = one.output;

/**
 * The tenant's token exchange profiles. Route: `GET /token-exchange-profiles`; scope: `read:token_exchange_profiles`.
 * The function reads all token exchange profiles and then applies the filters. {@link LookUp} describes the common
 * properties of look-ups.
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
