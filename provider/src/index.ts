/**
 * An identity tenant as code: what a Pulumi program imports. Importing it loads neither an HTTP client nor a
 * validator: those live in the provider process (`pulumi-tenant/host`), and data sources load the client when they are asked.
 *
 * @packageDocumentation
 */

export { Provider, type ProviderArgs } from "./functions/provider.ts";
export {
  type GetTokenExchangeProfilesArgs,
  type GetTokenExchangeProfilesOutputArgs,
  type GetTokenExchangeProfilesResult,
  getTokenExchangeProfile,
  getTokenExchangeProfileOutput,
  getTokenExchangeProfiles,
  getTokenExchangeProfilesOutput,
  type TokenExchangeProfile,
} from "./functions/token-exchange-profiles.ts";
export { Connection } from "./resources/connection.ts";
export type {
  AnyStrategy,
  ConnectionArgs,
  ConnectionAuthentication,
  ConnectionCommonArgs,
  ConnectionConnectedAccounts,
  ConnectionCrossAppAccessRequestingApp,
  ConnectionCrossAppAccessResourceApp,
  ConnectionOptionsOutput,
  ConnectionStrategy,
  OtherConnectionArgs,
  TypedConnectionArgs,
  TypedStrategy,
} from "./resources/connection-args.ts";
export type {
  ConnectionAssertionDecryption,
  ConnectionAttribute,
  ConnectionAttributeMap,
  ConnectionAttributes,
  ConnectionAuthenticationMethods,
  ConnectionCustomScripts,
  ConnectionEmailAttribute,
  ConnectionEmailTemplate,
  ConnectionFederatedTokens,
  ConnectionGatewayAuthentication,
  ConnectionIdpInitiated,
  ConnectionMethod,
  ConnectionMfa,
  ConnectionOptionsAuth0,
  ConnectionOptionsByStrategy,
  ConnectionOptionsCommon,
  ConnectionOptionsEmail,
  ConnectionOptionsFree,
  ConnectionOptionsGitHub,
  ConnectionOptionsGoogleOAuth2,
  ConnectionOptionsOidc,
  ConnectionOptionsOkta,
  ConnectionOptionsOpenId,
  ConnectionOptionsSamlp,
  ConnectionOptionsSms,
  ConnectionOptionsUpstream,
  ConnectionOptionsWaad,
  ConnectionPasskeyOptions,
  ConnectionPasswordComplexity,
  ConnectionPasswordDictionary,
  ConnectionPasswordHistory,
  ConnectionPasswordMethod,
  ConnectionPasswordOptions,
  ConnectionPasswordRules,
  ConnectionPasswordWords,
  ConnectionSettings,
  ConnectionSigningKey,
  ConnectionSwitch,
  ConnectionTotp,
  ConnectionUpstreamParam,
  ConnectionUsernameAttribute,
  ConnectionUsernameValidation,
  ConnectionValidation,
} from "./resources/connection-options/index.ts";
export { OrganizationMemberRoles, type OrganizationMemberRolesArgs } from "./resources/organization-member-roles.ts";
export {
  ResourceServer,
  type ResourceServerArgs,
  type ResourceServerAuthorizationDetail,
  type ResourceServerAuthorizationPolicy,
  type ResourceServerEncryptionKey,
  type ResourceServerProofOfPossession,
  type ResourceServerScope,
  type ResourceServerSubjectTypeAuthorization,
  type ResourceServerTokenEncryption,
} from "./resources/resource-server.ts";
