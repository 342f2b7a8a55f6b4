import type * as pulumi from "@pulumi/pulumi";
import type { ConnectionOptionsCommon, Option } from "./shared.ts";

/** Options of strategy `auth0`: users and passwords in a database, either the tenant's or your own behind scripts. */
export interface ConnectionOptionsAuth0 extends ConnectionOptionsCommon {
  /** Whether sign-up is disabled. Default: false, so new users can sign up. */
  disable_signup?: Option<boolean>;
  /** Whether many failed logins block the IP address from which they come. */
  brute_force_protection?: Option<boolean>;
  /** Whether users cannot change a forgotten password themselves. */
  disable_self_service_change_password?: Option<boolean>;
  /** Whether users have a username in addition to an email address. Not together with `attributes`. */
  requires_username?: Option<boolean>;
  /** Bounds of usernames. Not together with `attributes`. */
  validation?: Option<ConnectionValidation>;
  /**
   * The attributes that identify users. One of them must be an active identifier. Not together with `requires_username` and `validation`.
   * `attributes.email.unique` is only used at creation.
   */
  attributes?: Option<ConnectionAttributes>;
  /** The attributes of a user, in the order in which a login tries them. */
  precedence?: Option<pulumi.Input<"email" | "phone_number" | "username">[]>;
  /** The login methods. Derived by the service when absent. */
  authentication_methods?: Option<ConnectionAuthenticationMethods>;
  /** The settings of passkeys. Derived by the service when absent. */
  passkey_options?: Option<ConnectionPasskeyOptions>;
  /** The required strength of passwords. Older form of `password_options`. */
  passwordPolicy?: Option<"none" | "low" | "fair" | "good" | "excellent">;
  /** The required length of passwords. Older form of `password_options`. */
  password_complexity_options?: Option<ConnectionPasswordComplexity>;
  /** The history of passwords that cannot be reused. Older form of `password_options`. */
  password_history?: Option<ConnectionPasswordHistory>;
  /** Whether personal data is refused in passwords. Older form of `password_options`. */
  password_no_personal_info?: Option<ConnectionSwitch>;
  /** The words that are refused as passwords. Older form of `password_options`. */
  password_dictionary?: Option<ConnectionPasswordDictionary>;
  /** The rules for passwords. Not together with their five older forms, such as `passwordPolicy`. Derived by the service when absent. */
  password_options?: Option<ConnectionPasswordOptions>;
  /** The settings of second factors. Derived by the service when absent. */
  mfa?: Option<ConnectionMfa>;
  /** Whether the users are in a database of your own, accessed by `customScripts`. */
  enabledDatabaseCustomization?: Option<boolean>;
  /** Whether users of your own database are migrated into the tenant's database when they log in. */
  import_mode?: Option<boolean>;
  /** The scripts that access a database of your own, in JavaScript. */
  customScripts?: Option<ConnectionCustomScripts>;
  /**
   * The values that scripts read from the variable `configuration`. Secret: every value. The API returns it encrypted, so changes outside
   * Pulumi are not detected. An update of options is refused while the tenant has undeclared entries, because they could not be preserved.
   */
  configuration?: Option<Readonly<Record<string, pulumi.Input<string>>>>;
  /** Whether the scripts get a context object. Cannot be disabled again. */
  enable_script_context?: Option<boolean>;
  /** The version of the format of these options. Set by the service when absent. */
  strategy_version?: Option<number>;
  /** Whether a login falls back to another realm. */
  realm_fallback?: Option<boolean>;
}

/** Bounds of usernames. */
export interface ConnectionValidation {
  /** The length of a username, in characters. */
  username?: Option<{ min?: Option<number>; max?: Option<number> }>;
}

/** The attributes that identify users. */
export interface ConnectionAttributes {
  /** Email addresses. */
  email?: Option<ConnectionEmailAttribute>;
  /** Phone numbers. */
  phone_number?: Option<ConnectionAttribute<ConnectionReachableIdentifier<"phone_otp">>>;
  /** Usernames. */
  username?: Option<ConnectionUsernameAttribute>;
}

/** An attribute of a user. */
export interface ConnectionAttribute<Identifier = ConnectionIdentifier> {
  /** Whether the attribute can identify users. */
  identifier?: Option<Identifier>;
  /** Whether every profile must have the attribute. */
  profile_required?: Option<boolean>;
  /** Whether the attribute is requested at sign-up. */
  signup?: Option<ConnectionSignup>;
}

/** An attribute that identifies users. */
export interface ConnectionIdentifier {
  /** Whether the attribute identifies users. */
  active?: Option<boolean>;
}

/** An attribute that identifies users and to which a code can be sent. */
export interface ConnectionReachableIdentifier<Code extends string> extends ConnectionIdentifier {
  /** The first login method of users with this attribute. */
  default_method?: Option<"password" | Code>;
}

/** The settings of an attribute at sign-up. */
export interface ConnectionSignup {
  /** Whether the attribute is requested. */
  status?: Option<"required" | "optional" | "inactive">;
  /** Whether users must verify the attribute: an email address or a phone number. */
  verification?: Option<{ active?: Option<boolean> }>;
}

/** The email address of a user. */
export interface ConnectionEmailAttribute extends ConnectionAttribute<ConnectionReachableIdentifier<"email_otp">> {
  /** Whether email addresses are unique. If false, they cannot be an active identifier. Only used at creation. Default: true. */
  unique?: Option<boolean>;
  /** The verification method. */
  verification_method?: Option<"link" | "otp">;
}

/** The username of a user. */
export interface ConnectionUsernameAttribute extends ConnectionAttribute {
  /** Bounds of usernames. */
  validation?: Option<ConnectionUsernameValidation>;
}

/** Bounds of usernames. */
export interface ConnectionUsernameValidation {
  /** The minimum length in characters. */
  min_length?: Option<number>;
  /** The maximum length in characters. */
  max_length?: Option<number>;
  /** Whether a username may look like an email address or a phone number. */
  allowed_types?: Option<{ email?: Option<boolean>; phone_number?: Option<boolean> }>;
}

/** The login methods. */
export interface ConnectionAuthenticationMethods {
  /** Logins with a password. */
  password?: Option<ConnectionPasswordMethod>;
  /** Logins with a passkey. */
  passkey?: Option<ConnectionMethod>;
  /** Logins with a code sent by email. */
  email_otp?: Option<ConnectionMethod>;
  /** Logins with a code sent by phone. */
  phone_otp?: Option<ConnectionMethod>;
}

/** A login method. */
export interface ConnectionMethod {
  /** Whether the method is offered. */
  enabled?: Option<boolean>;
}

/** Logins with a password. */
export interface ConnectionPasswordMethod extends ConnectionMethod {
  /** Whether users that are created through the API need a password. */
  api_behavior?: Option<"required" | "optional">;
  /** Whether users can sign up with a password. */
  signup_behavior?: Option<"allow" | "block">;
}

/** The settings of passkeys. */
export interface ConnectionPasskeyOptions {
  /** Where users can choose a passkey: in the form's autofill, with a button, or both. */
  challenge_ui?: Option<"both" | "autofill" | "button">;
  /** Whether users without a passkey are asked to create one. */
  progressive_enrollment_enabled?: Option<boolean>;
  /** Whether users who log in with a passkey of another device are asked to create a local one. */
  local_enrollment_enabled?: Option<boolean>;
}

/** Second factors. */
export interface ConnectionMfa {
  /** Whether the connection requires second factors. */
  active?: Option<boolean>;
  /** Whether the settings for enrollment are returned. */
  return_enroll_settings?: Option<boolean>;
}

/** Scripts that access a database of your own, in JavaScript. */
export interface ConnectionCustomScripts {
  /** The script that checks a password. */
  login?: Option<string>;
  /** The script that finds a user. */
  get_user?: Option<string>;
  /** The script that creates a user. */
  create?: Option<string>;
  /** The script that marks an email address as verified. */
  verify?: Option<string>;
  /** The script that changes a password. */
  change_password?: Option<string>;
  /** The script that changes a username. */
  change_username?: Option<string>;
  /** The script that changes an email address. */
  change_email?: Option<string>;
  /** The script that changes a phone number. */
  change_phone_number?: Option<string>;
  /** The script that deletes a user. */
  delete?: Option<string>;
}

/* The password options of strategy `auth0`. */

/** An option with an `enable` flag. */
export interface ConnectionSwitch {
  /** Whether the option is enabled. */
  enable?: Option<boolean>;
}

/** The required length of passwords. */
export interface ConnectionPasswordComplexity {
  /** The minimum length in characters. */
  min_length?: Option<number>;
}

/** The history of passwords that cannot be reused. */
export interface ConnectionPasswordHistory extends ConnectionSwitch {
  /** The number of previous passwords that cannot be reused. */
  size?: Option<number>;
}

/** The words that are refused as passwords. */
export interface ConnectionPasswordDictionary extends ConnectionSwitch {
  /** Custom words, in any order: at most 200. */
  dictionary?: Option<pulumi.Input<string>[]>;
}

/** The rules for passwords. */
export interface ConnectionPasswordOptions {
  /** The required characters of a password. */
  complexity?: Option<ConnectionPasswordRules>;
  /** The words that are refused. */
  dictionary?: Option<ConnectionPasswordWords>;
  /** The history of passwords that cannot be reused; `size`: their number, 1 to 24. */
  history?: Option<{ active?: Option<boolean>; size?: Option<number> }>;
  /** Whether personal data is refused; `blocked_fields`: the fields, at most 12. */
  profile_data?: Option<{ active?: Option<boolean>; blocked_fields?: Option<pulumi.Input<string>[]> }>;
}

/** The required characters of a password. */
export interface ConnectionPasswordRules {
  /** The minimum length: 1 to 72 characters. */
  min_length?: Option<number>;
  /** The required types of characters, in any order. */
  character_types?: Option<pulumi.Input<"lowercase" | "uppercase" | "number" | "special">[]>;
  /** Whether a password needs all types in `character_types`, or three of the four types; `character_types` then has all four. */
  character_type_rule?: Option<"all" | "three_of_four">;
  /** Whether a character can be repeated. */
  identical_characters?: Option<"allow" | "block">;
  /** Whether sequential characters are allowed. */
  sequential_characters?: Option<"allow" | "block">;
  /** Whether a password that is too long is truncated or refused. */
  max_length_exceeded?: Option<"truncate" | "error">;
}

/** The words that are refused as passwords. */
export interface ConnectionPasswordWords {
  /** Whether words are refused. */
  active?: Option<boolean>;
  /** The service's list of refused words: 10,000 or 100,000 entries. */
  default?: Option<"en_10k" | "en_100k">;
  /** Custom words, in any order: at most 200 of at most 50 characters. */
  custom?: Option<pulumi.Input<string>[]>;
}
