import type * as pulumi from "@pulumi/pulumi";
import { type Asked, ask, askOutput } from "./ask.ts";
import { exactlyOne, matching, type TokenExchangeProfile } from "./profiles.ts";

export type { TokenExchangeProfile } from "./profiles.ts";

/** Which profiles to look for. All that is given must be equal, letter case included; without any, all profiles are found. */
export interface GetTokenExchangeProfilesArgs {
  /** The name for people. */
  name?: string | undefined;
  /** The URI of the subject token's type. */
  subjectTokenType?: string | undefined;
  /** The id of the action that validates the subject token. */
  actionId?: string | undefined;
  /** How the profile is executed; the specification knows `custom_authentication`. */
  type?: string | undefined;
}

/** {@link GetTokenExchangeProfilesArgs} with values that may be outputs. */
export interface GetTokenExchangeProfilesOutputArgs {
  /** The name for people. */
  name?: pulumi.Input<string | undefined>;
  /** The URI of the subject token's type. */
  subjectTokenType?: pulumi.Input<string | undefined>;
  /** The id of the action that validates the subject token. */
  actionId?: pulumi.Input<string | undefined>;
  /** How the profile is executed; the specification knows `custom_authentication`. */
  type?: pulumi.Input<string | undefined>;
}

/** What {@link getTokenExchangeProfiles} finds. */
export interface GetTokenExchangeProfilesResult {
  /** In the service's order. */
  readonly tokenExchangeProfiles: TokenExchangeProfile[];
}

const many: Asked<GetTokenExchangeProfilesResult> = {
  label: "getTokenExchangeProfiles",
  token: "tenant:index:getTokenExchangeProfiles",
  answer: (found) => ({ tokenExchangeProfiles: matching(found) }),
};

const one: Asked<TokenExchangeProfile> = {
  label: "getTokenExchangeProfile",
  token: "tenant:index:getTokenExchangeProfile",
  answer: exactlyOne,
};

/**
 * The tenant's token exchange profiles, all pages of them (specification 4.1).
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
 * the environment and the stack configuration. A provider whose arguments are outputs is waited for; where they are not
 * known yet, which happens in previews, this form fails, and {@link getTokenExchangeProfilesOutput} is the one to use.
 *
 * **Calls**: 100 profiles per call, and filtered here. Equal questions within a run are asked once; a question that failed
 * is asked anew. **Scope**: `read:token_exchange_profiles`.
 *
 * **Unit tests**: with Pulumi's testing mocks it reaches `mocks.call` as `tenant:index:getTokenExchangeProfiles`, and no
 * network is touched.
 *
 * @throws RunError for wrong arguments, settings that cannot be used, and what the service refuses
 */
export function getTokenExchangeProfiles(
  args: GetTokenExchangeProfilesArgs = {},
  opts: pulumi.InvokeOptions = {},
): Promise<GetTokenExchangeProfilesResult> {
  return ask(many, { ...args }, opts);
}

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
 * An argument (or a provider's) that is not known in a preview makes the result unknown, a secret argument makes it
 * secret; a provider's credentials do not. `dependsOn` is waited for, components with all that is in them, and the
 * question is asked after it.
 *
 * Errors are those of the other form; they fail the run.
 */
export function getTokenExchangeProfilesOutput(
  args: GetTokenExchangeProfilesOutputArgs = {},
  opts: pulumi.InvokeOutputOptions = {},
): pulumi.Output<GetTokenExchangeProfilesResult> {
  return askOutput(many, { ...args }, opts);
}

/**
 * The one token exchange profile that matches (specification 4.1).
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const legacy = await tenant.getTokenExchangeProfile({ name: "Legacy sessions" });
 * export const action = legacy.actionId;
 * ```
 *
 * For the rest see {@link getTokenExchangeProfiles}; mocks see it as `tenant:index:getTokenExchangeProfile`, with the
 * profile as its result.
 *
 * @throws RunError besides, that lists what was found (name, id, subject token type), if none or several match
 */
export function getTokenExchangeProfile(
  args: GetTokenExchangeProfilesArgs = {},
  opts: pulumi.InvokeOptions = {},
): Promise<TokenExchangeProfile> {
  return ask(one, { ...args }, opts);
}

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
export function getTokenExchangeProfileOutput(
  args: GetTokenExchangeProfilesOutputArgs = {},
  opts: pulumi.InvokeOutputOptions = {},
): pulumi.Output<TokenExchangeProfile> {
  return askOutput(one, { ...args }, opts);
}
