import { tokenExchangeProfileTable } from "../model/token-exchange-profile.ts";
import { type ArgsOf, functionsOf, type OutputArgsOf } from "./data-source.ts";

/** A token exchange profile as the data sources answer it. A property that the service leaves out is absent. */
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

const filters = ["name", "subjectTokenType", "actionId", "type"] as const;

/** Which profiles to look for. All that is given must be equal, letter case included. Default: all profiles. */
export type GetTokenExchangeProfilesArgs = ArgsOf<GetTokenExchangeProfileResult, (typeof filters)[number]>;

/** {@link GetTokenExchangeProfilesArgs} with values that may be outputs. */
export type GetTokenExchangeProfilesOutputArgs = OutputArgsOf<GetTokenExchangeProfileResult, (typeof filters)[number]>;

/** The answer of {@link getTokenExchangeProfiles}. */
export interface GetTokenExchangeProfilesResult {
  /** In the service's order. */
  readonly tokenExchangeProfiles: GetTokenExchangeProfileResult[];
}

const { one, oneOutput, many, manyOutput } = functionsOf({
  type: "TokenExchangeProfile",
  table: tokenExchangeProfileTable,
  path: ["token-exchange-profiles"],
  collection: "token_exchange_profiles",
  pages: "checkpointPages",
  scope: "read:token_exchange_profiles",
  filters,
  result: (tokenExchangeProfiles: GetTokenExchangeProfileResult[]): GetTokenExchangeProfilesResult => ({
    tokenExchangeProfiles,
  }),
  describe: ({ id, name, subjectTokenType }) => `"${name}" (${id}), subject token type ${subjectTokenType}`,
});

/**
 * The tenant's token exchange profiles, all pages of them. Route: `GET /token-exchange-profiles`; scope:
 * `read:token_exchange_profiles`.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { tokenExchangeProfiles } = await tenant.getTokenExchangeProfiles({
 *   subjectTokenType: "urn:example:legacy-session",
 * });
 * export const legacyProfiles = tokenExchangeProfiles.map(({ id, name }) => `${name} (${id})`);
 * ```
 *
 * **Settings** are those of resources: an explicit `provider` in the options (or the one that `parent` hands down), else
 * the environment and the stack configuration. The function waits for a provider whose arguments are outputs. In a
 * preview they may not be known yet; then this form fails. Use {@link getTokenExchangeProfilesOutput} there.
 *
 * **Calls**: one call reads 100 profiles, and the filter is applied to what was read. Equal questions within a run are
 * asked once. A question that failed is asked again.
 *
 * **Unit tests**: with Pulumi's testing mocks it reaches `mocks.call` as `tenant:index:getTokenExchangeProfiles` and never
 * touches the network.
 *
 * @throws RunError for wrong arguments, settings that cannot be used, and what the service refuses
 */
export const getTokenExchangeProfiles = many;

/**
 * {@link getTokenExchangeProfiles} for arguments that are outputs.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const eu = new tenant.Provider("eu", {
 *   domain: "eu.example.com",
 *   clientId: config.require("euClientId"),
 *   clientSecret: config.requireSecret("euClientSecret"),
 * });
 * const found = tenant.getTokenExchangeProfilesOutput({ actionId: config.requireSecret("action") }, { provider: eu });
 * export const count = found.tokenExchangeProfiles.apply((profiles) => profiles.length);
 * ```
 *
 * An argument (or a provider's) that is not known in a preview makes the result unknown. A secret argument makes it
 * secret; a provider's credentials do not. The question is asked after all of `dependsOn` is there, components with
 * everything in them.
 *
 * The errors are those of the other form. They fail the run.
 */
export const getTokenExchangeProfilesOutput = manyOutput;

/**
 * The one token exchange profile that matches.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const legacy = await tenant.getTokenExchangeProfile({ name: "Legacy sessions" });
 * export const action = legacy.actionId;
 * ```
 *
 * Everything else is as in {@link getTokenExchangeProfiles}. Mocks see it as `tenant:index:getTokenExchangeProfile`, with
 * the profile as its result.
 *
 * @throws RunError also if none or several match; it lists what was found (name, id, subject token type)
 */
export const getTokenExchangeProfile = one;

/**
 * {@link getTokenExchangeProfile} for arguments that are outputs.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const name = new pulumi.Config().requireSecret("profile");
 * export const action = tenant.getTokenExchangeProfileOutput({ name }).actionId;
 * ```
 *
 * Unknown and secret arguments, providers and `dependsOn` as in {@link getTokenExchangeProfilesOutput}.
 */
export const getTokenExchangeProfileOutput = oneOutput;
