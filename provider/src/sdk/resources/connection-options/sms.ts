import type { ConnectionOptionsCommon, ConnectionTotp, Option } from "./shared.ts";

/** Options of strategy `sms`: logins with a code that is sent by text message. */
export interface ConnectionOptionsSms extends ConnectionOptionsCommon {
  /** The connection's name, once more: the service keeps a copy here. */
  name?: Option<string>;
  /** Who sends the messages: Twilio, or a gateway of your own. */
  provider?: Option<"twilio" | "sms_gateway">;
  /** The account at Twilio. */
  twilio_sid?: Option<string>;
  /** Secret. The token of that account. */
  twilio_token?: Option<string>;
  /** The messaging service at Twilio; in place of `from`. */
  messaging_service_sid?: Option<string>;
  /** The number or name that messages come from. */
  from?: Option<string>;
  /** The gateway's address; a URL. */
  gateway_url?: Option<string>;
  /** How the tenant authenticates at the gateway. */
  gateway_authentication?: Option<ConnectionGatewayAuthentication>;
  /** Whether the gateway gets the address and the browser of the user. */
  forward_req_info?: Option<boolean>;
  /** The message; `@@password@@` stands for the code. */
  template?: Option<string>;
  /** The language of the template. */
  syntax?: Option<"liquid" | "md_with_macros">;
  /** The codes. */
  totp?: Option<ConnectionTotp>;
  /** Whether only users who exist can log in. */
  disable_signup?: Option<boolean>;
  /** Whether many failed logins block the address that they come from. */
  brute_force_protection?: Option<boolean>;
}

/** How the tenant authenticates at an SMS gateway: with a signed token. */
export interface ConnectionGatewayAuthentication {
  /** The kind of Authorization header: `bearer`. */
  method?: Option<string>;
  /** The token's `sub`. */
  subject?: Option<string>;
  /** The token's `aud`. */
  audience?: Option<string>;
  /** Secret. The key that signs the token. */
  secret?: Option<string>;
  /** Whether that key is given in base64url. */
  secret_base64_encoded?: Option<boolean>;
}
