import type { ConnectionOptionsAuth0 } from "./database.ts";
import type {
  ConnectionOptionsOidc,
  ConnectionOptionsOkta,
  ConnectionOptionsSamlp,
  ConnectionOptionsWaad,
} from "./enterprise.ts";
import type { ConnectionOptionsEmail, ConnectionOptionsSms } from "./passwordless.ts";
import type { ConnectionOptionsGitHub, ConnectionOptionsGoogleOAuth2 } from "./social.ts";

export type * from "./database.ts";
export type * from "./enterprise.ts";
export type * from "./passwordless.ts";
export type {
  ConnectionFederatedTokens,
  ConnectionOptionsCommon,
  ConnectionOptionsFree,
  ConnectionOptionsUpstream,
  ConnectionTotp,
  ConnectionUpstreamParam,
  Undocumented,
  UndocumentedValue,
} from "./shared.ts";
export type * from "./social.ts";

/** The types of options, by strategy. The options of all other strategies are untyped. */
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
