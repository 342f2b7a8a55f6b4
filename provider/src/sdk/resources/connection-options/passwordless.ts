import type { ConnectionOptionsCommon, ConnectionOptionsFree, ConnectionTotp, Option } from "./shared.ts";

/** Options of strategy `email`: logins with a code or a link that is sent by email. */
export interface ConnectionOptionsEmail extends ConnectionOptionsCommon {
  /** A copy of the connection's name. The service requires it at creation. */
  name?: Option<string>;
  /** The message. The service requires it at creation. */
  email?: Option<ConnectionEmailTemplate>;
  /** The parameters of the login request that the link in the message starts: an object, or the object's JSON as text. */
  authParams?: Option<string | ConnectionOptionsFree>;
  /** The settings of the one-time codes. */
  totp?: Option<ConnectionTotp>;
  /** Whether only existing users can log in. */
  disable_signup?: Option<boolean>;
  /** Whether many failed logins block the IP address from which they come. The service requires it at creation. */
  brute_force_protection?: Option<boolean>;
}

/** A message with a code or a link. */
export interface ConnectionEmailTemplate {
  /** The sender. */
  from?: Option<string>;
  /** The subject line. */
  subject?: Option<string>;
  /** The text, HTML. */
  body?: Option<string>;
  /** The language of subject and text. */
  syntax?: Option<"liquid">;
}

/** Options of strategy `sms`: logins with a code that is sent by text message. */
export interface ConnectionOptionsSms extends ConnectionOptionsCommon {
  /** A copy of the connection's name. */
  name?: Option<string>;
  /** The sender of the messages: Twilio, or a gateway of your own. */
  provider?: Option<"twilio" | "sms_gateway">;
  /** The account at Twilio. */
  twilio_sid?: Option<string>;
  /** Secret. The token of the account. */
  twilio_token?: Option<string>;
  /** The messaging service at Twilio, instead of `from`. */
  messaging_service_sid?: Option<string>;
  /** The number or name of the sender. */
  from?: Option<string>;
  /** The URL of the gateway. */
  gateway_url?: Option<string>;
  /** The authentication of the tenant at the gateway. */
  gateway_authentication?: Option<ConnectionGatewayAuthentication>;
  /** Whether the gateway gets the user's IP address and browser. */
  forward_req_info?: Option<boolean>;
  /** The message. `@@password@@` is replaced by the code. */
  template?: Option<string>;
  /** The language of the template. */
  syntax?: Option<"liquid" | "md_with_macros">;
  /** The settings of the one-time codes. */
  totp?: Option<ConnectionTotp>;
  /** Whether only existing users can log in. */
  disable_signup?: Option<boolean>;
  /** Whether many failed logins block the IP address from which they come. */
  brute_force_protection?: Option<boolean>;
}

/** The authentication of the tenant at an SMS gateway, with a signed token. */
export interface ConnectionGatewayAuthentication {
  /** The type of the Authorization header: `bearer`. */
  method?: Option<string>;
  /** The token's `sub`. */
  subject?: Option<string>;
  /** The token's `aud`. */
  audience?: Option<string>;
  /** Secret. The key that signs the token. */
  secret?: Option<string>;
  /** Whether the key is encoded as base64url. */
  secret_base64_encoded?: Option<boolean>;
}
