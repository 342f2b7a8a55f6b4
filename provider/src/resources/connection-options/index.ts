import type { ConnectionOptionsAuth0 } from "./auth0.ts";
import type { ConnectionOptionsEmail } from "./email.ts";
import type { ConnectionOptionsGitHub } from "./github.ts";
import type { ConnectionOptionsGoogleOAuth2 } from "./google-oauth2.ts";
import type { ConnectionOptionsOidc, ConnectionOptionsOkta } from "./oidc.ts";
import type { ConnectionOptionsSamlp } from "./samlp.ts";
import type { ConnectionOptionsSms } from "./sms.ts";
import type { ConnectionOptionsWaad } from "./waad.ts";

export type {
  ConnectionAttribute,
  ConnectionAttributes,
  ConnectionAuthenticationMethods,
  ConnectionCustomScripts,
  ConnectionEmailAttribute,
  ConnectionMethod,
  ConnectionMfa,
  ConnectionOptionsAuth0,
  ConnectionPasskeyOptions,
  ConnectionPasswordComplexity,
  ConnectionPasswordDictionary,
  ConnectionPasswordHistory,
  ConnectionPasswordMethod,
  ConnectionPasswordOptions,
  ConnectionPasswordRules,
  ConnectionPasswordWords,
  ConnectionSwitch,
  ConnectionUsernameAttribute,
  ConnectionUsernameValidation,
  ConnectionValidation,
} from "./auth0.ts";
export type { ConnectionEmailTemplate, ConnectionOptionsEmail } from "./email.ts";
export type { ConnectionOptionsGitHub } from "./github.ts";
export type { ConnectionOptionsGoogleOAuth2 } from "./google-oauth2.ts";
export type {
  ConnectionAttributeMap,
  ConnectionFederatedTokens,
  ConnectionOptionsOidc,
  ConnectionOptionsOkta,
  ConnectionOptionsOpenId,
  ConnectionSettings,
} from "./oidc.ts";
export type {
  ConnectionAssertionDecryption,
  ConnectionIdpInitiated,
  ConnectionOptionsSamlp,
  ConnectionSigningKey,
} from "./samlp.ts";
export type {
  ConnectionOptionsCommon,
  ConnectionOptionsFree,
  ConnectionOptionsUpstream,
  ConnectionTotp,
  ConnectionUpstreamParam,
  Option,
} from "./shared.ts";
export type { ConnectionGatewayAuthentication, ConnectionOptionsSms } from "./sms.ts";
export type { ConnectionOptionsWaad } from "./waad.ts";

/** The options of the strategies that have types of their own. */
export interface ConnectionOptionsByStrategy {
  oidc: ConnectionOptionsOidc;
  okta: ConnectionOptionsOkta;
  samlp: ConnectionOptionsSamlp;
  waad: ConnectionOptionsWaad;
  auth0: ConnectionOptionsAuth0;
  "google-oauth2": ConnectionOptionsGoogleOAuth2;
  github: ConnectionOptionsGitHub;
  sms: ConnectionOptionsSms;
  email: ConnectionOptionsEmail;
}
