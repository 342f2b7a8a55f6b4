import type { ConnectionOptionsAuth0 } from "./auth0.ts";
import type { ConnectionOptionsEmail } from "./email.ts";
import type { ConnectionOptionsGitHub } from "./github.ts";
import type { ConnectionOptionsGoogleOAuth2 } from "./google-oauth2.ts";
import type { ConnectionOptionsOidc, ConnectionOptionsOkta } from "./oidc.ts";
import type { ConnectionOptionsSamlp } from "./samlp.ts";
import type { ConnectionOptionsSms } from "./sms.ts";
import type { ConnectionOptionsWaad } from "./waad.ts";

export type * from "./auth0.ts";
export type * from "./email.ts";
export type * from "./github.ts";
export type * from "./google-oauth2.ts";
export type * from "./oidc.ts";
export type * from "./passwords.ts";
export type * from "./samlp.ts";
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
export type * from "./sms.ts";
export type * from "./waad.ts";

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
