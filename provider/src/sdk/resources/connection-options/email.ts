import type { ConnectionOptionsCommon, ConnectionOptionsFree, ConnectionTotp, Option } from "./shared.ts";

/** Options of strategy `email`: logins with a code or a link that is sent by email. */
export interface ConnectionOptionsEmail extends ConnectionOptionsCommon {
  /** A copy of the connection's name. The service requires it at creation. */
  name?: Option<string>;
  /** The message. The service requires it at creation. */
  email?: Option<ConnectionEmailTemplate>;
  /** The parameters of the login request to which the link in the message leads: an object, or its JSON as text. */
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
