import type * as pulumi from "@pulumi/pulumi";
import type {
  ConnectionPasswordComplexity,
  ConnectionPasswordDictionary,
  ConnectionPasswordHistory,
  ConnectionPasswordOptions,
  ConnectionSwitch,
} from "./passwords.ts";
import type { ConnectionOptionsCommon, Option } from "./shared.ts";

/** Options of strategy `auth0`: users and passwords in a database, either the tenant's or your own behind scripts. */
export interface ConnectionOptionsAuth0 extends ConnectionOptionsCommon {
  /** Whether sign-up is switched off. Default: false, so new users can sign up. */
  disable_signup?: Option<boolean>;
  /** Whether many failed logins block the address that they come from. */
  brute_force_protection?: Option<boolean>;
  /** Whether users cannot change a forgotten password themselves. */
  disable_self_service_change_password?: Option<boolean>;
  /** Whether users have a username besides an email address. Not together with `attributes`. */
  requires_username?: Option<boolean>;
  /** Bounds of usernames. Not together with `attributes`. */
  validation?: Option<ConnectionValidation>;
  /**
   * The attributes that identify users. Excludes `requires_username` and `validation`. `attributes.email.unique` counts at
   * creation only.
   */
  attributes?: Option<ConnectionAttributes>;
  /** The order in which a login tries a user's attributes. An order, not a set. */
  precedence?: Option<pulumi.Input<"email" | "phone_number" | "username">[]>;
  /** How users can log in. Derived by the server when absent. */
  authentication_methods?: Option<ConnectionAuthenticationMethods>;
  /** How passkeys are offered. Derived by the server when absent. */
  passkey_options?: Option<ConnectionPasskeyOptions>;
  /** How strong passwords must be: the older form. */
  passwordPolicy?: Option<"none" | "low" | "fair" | "good" | "excellent">;
  /** How long passwords must be: the older form. */
  password_complexity_options?: Option<ConnectionPasswordComplexity>;
  /** Which old passwords cannot be used again: the older form. */
  password_history?: Option<ConnectionPasswordHistory>;
  /** Whether personal data is refused in passwords: the older form. */
  password_no_personal_info?: Option<ConnectionSwitch>;
  /** Which words are refused as passwords: the older form. */
  password_dictionary?: Option<ConnectionPasswordDictionary>;
  /** The rules for passwords. Excludes the five older options above. Derived by the server when absent. */
  password_options?: Option<ConnectionPasswordOptions>;
  /** Second factors. Derived by the server when absent. */
  mfa?: Option<ConnectionMfa>;
  /** Whether the users live in a database of your own, behind `customScripts`. */
  enabledDatabaseCustomization?: Option<boolean>;
  /** Whether users of your own database move into the tenant's when they log in. */
  import_mode?: Option<boolean>;
  /** The scripts that talk to a database of your own, JavaScript. */
  customScripts?: Option<ConnectionCustomScripts>;
  /**
   * Secret, every value of it: the `configuration` of those scripts. The tenant answers it encrypted, so nobody can see
   * whether somebody else changed it. An update of options is refused while the tenant holds entries that the program
   * does not declare, because they could not be kept.
   */
  configuration?: Option<Readonly<Record<string, pulumi.Input<string>>>>;
  /** Whether the scripts get a context. Cannot be switched off again. */
  enable_script_context?: Option<boolean>;
  /** The version of the service's own form of these options. Set by the server when absent. */
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

/** One attribute of a user. */
export interface ConnectionAttribute<Identifier = ConnectionIdentifier> {
  /** Whether users can be identified by it. */
  identifier?: Option<Identifier>;
  /** Whether every profile must have it. */
  profile_required?: Option<boolean>;
  /** Whether it is asked for at sign-up. */
  signup?: Option<ConnectionSignup>;
}

/** An attribute that identifies users. */
export interface ConnectionIdentifier {
  /** Whether it does. */
  active?: Option<boolean>;
}

/** An attribute that identifies users, and to which a code can be sent. */
export interface ConnectionReachableIdentifier<Code extends string> extends ConnectionIdentifier {
  /** How users who are identified by it log in first. */
  default_method?: Option<"password" | Code>;
}

/** An attribute at sign-up. */
export interface ConnectionSignup {
  /** Whether it is asked for. */
  status?: Option<"required" | "optional" | "inactive">;
  /** Whether users have to prove that it is theirs. Of email addresses and phone numbers. */
  verification?: Option<{ active?: Option<boolean> }>;
}

/** The email address of a user. */
export interface ConnectionEmailAttribute extends ConnectionAttribute<ConnectionReachableIdentifier<"email_otp">> {
  /** Whether no two users can share one. At creation only; true when absent. */
  unique?: Option<boolean>;
  /** How it is verified. */
  verification_method?: Option<"link" | "otp">;
}

/** The username of a user. */
export interface ConnectionUsernameAttribute extends ConnectionAttribute {
  /** Bounds of usernames. */
  validation?: Option<ConnectionUsernameValidation>;
}

/** Bounds of usernames. */
export interface ConnectionUsernameValidation {
  /** The least length, in characters. */
  min_length?: Option<number>;
  /** The greatest length, in characters. */
  max_length?: Option<number>;
  /** Whether a username may look like an email address or a phone number. */
  allowed_types?: Option<{ email?: Option<boolean>; phone_number?: Option<boolean> }>;
}

/** How users can log in. */
export interface ConnectionAuthenticationMethods {
  /** With a password. */
  password?: Option<ConnectionPasswordMethod>;
  /** With a passkey. */
  passkey?: Option<ConnectionMethod>;
  /** With a code sent by email. */
  email_otp?: Option<ConnectionMethod>;
  /** With a code sent by phone. */
  phone_otp?: Option<ConnectionMethod>;
}

/** One way to log in. */
export interface ConnectionMethod {
  /** Whether it is offered. */
  enabled?: Option<boolean>;
}

/** Logins with a password. */
export interface ConnectionPasswordMethod extends ConnectionMethod {
  /** Whether users made through the API need a password. */
  api_behavior?: Option<"required" | "optional">;
  /** Whether users can sign up with a password. */
  signup_behavior?: Option<"allow" | "block">;
}

/** How passkeys are offered. */
export interface ConnectionPasskeyOptions {
  /** Where a passkey is asked for. */
  challenge_ui?: Option<"both" | "autofill" | "button">;
  /** Whether users without a passkey are asked to make one. */
  progressive_enrollment_enabled?: Option<boolean>;
  /** Whether users who log in with another device's passkey are asked to make one here. */
  local_enrollment_enabled?: Option<boolean>;
}

/** Second factors. */
export interface ConnectionMfa {
  /** Whether the connection asks for them. */
  active?: Option<boolean>;
  /** Whether the settings for enrollment are returned. */
  return_enroll_settings?: Option<boolean>;
}

/** Scripts that talk to a database of your own: JavaScript. */
export interface ConnectionCustomScripts {
  /** Checks a password. */
  login?: Option<string>;
  /** Finds a user. */
  get_user?: Option<string>;
  /** Makes a user. */
  create?: Option<string>;
  /** Marks an email address as verified. */
  verify?: Option<string>;
  /** Changes a password. */
  change_password?: Option<string>;
  /** Changes a username. */
  change_username?: Option<string>;
  /** Changes an email address. */
  change_email?: Option<string>;
  /** Changes a phone number. */
  change_phone_number?: Option<string>;
  /** Deletes a user. */
  delete?: Option<string>;
}
