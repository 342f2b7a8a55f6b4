// Made of `definitions/token-exchange-profile.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { tokenExchangeProfile } from "../../definitions/token-exchange-profile.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";

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
