import type { ConnectionOptionsCommon, ConnectionOptionsFree, ConnectionTotp, Option } from "./shared.ts";

/** Options of strategy `email`: logins with a code or a link that is sent by email. */
export interface ConnectionOptionsEmail extends ConnectionOptionsCommon {
  /** The connection's name, once more: the service keeps a copy here and asks for it at creation. */
  name?: Option<string>;
  /** The message. The service asks for it at creation. */
  email?: Option<ConnectionEmailTemplate>;
  /** Parameters for the login request that a link leads to; an object, or its JSON as text. */
  authParams?: Option<string | ConnectionOptionsFree>;
  /** The codes. */
  totp?: Option<ConnectionTotp>;
  /** Whether only users who exist can log in. */
  disable_signup?: Option<boolean>;
  /** Whether many failed logins block the address that they come from. The service asks for it at creation. */
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
