import type { Tenant } from "../shared/room.ts";
import type { WireObject } from "../shared/store.ts";
import type { TenantTraits } from "../shared/traits.ts";
import { isObject } from "../shared/validation.ts";
import type { Write } from "./strategies.ts";

const passwordOptions = {
  complexity: {
    min_length: 15,
    character_types: [],
    character_type_rule: "all",
    identical_characters: "allow",
    sequential_characters: "allow",
    max_length_exceeded: "error",
  },
  history: { active: false, size: 3 },
  dictionary: { active: false, custom: [], default: "en_100k" },
  profile_data: {
    active: false,
    blocked_fields: [
      "name",
      "username",
      "nickname",
      "email",
      "phone_number",
      "user_metadata.name",
      "user_metadata.first",
      "user_metadata.last",
    ],
  },
};

const passkeyOptions = {
  challenge_ui: "both",
  progressive_enrollment_enabled: true,
  local_enrollment_enabled: true,
};

/** The options of a database connection after a write. */
export function databaseOptions({ given, stored }: Write, { traits }: Tenant): WireObject {
  const onlyNew: WireObject = {
    mfa: { active: true, return_enroll_settings: true },
    ...(!traits.passwordOptions && !("password_options" in given) && { passwordPolicy: "good" }),
    strategy_version: 2,
    ...(traits.passwordOptions && { password_options: passwordOptions }),
  };
  const options: WireObject = {
    ...(stored === undefined && onlyNew),
    ...(traits.passkeys && { passkey_options: passkeyOptions, authentication_methods: methods(traits) }),
    brute_force_protection: true,
    ...given,
  };
  if (isObject(given.authentication_methods) && traits.passkeys) {
    options.authentication_methods = filled(given.authentication_methods, methods(traits));
  }
  if (isObject(given.password_options)) options.password_options = filled(given.password_options, passwordOptions);
  if (isObject(given.attributes)) options.attributes = withEmailDefaults(given.attributes, stored, traits);
  return options;
}

function methods({ passwordBehaviors, passwordlessDatabases }: TenantTraits): WireObject {
  const behaviors = { api_behavior: "required", signup_behavior: "allow" };
  return {
    password: { enabled: true, ...(passwordBehaviors && behaviors) },
    passkey: { enabled: false },
    ...(passwordlessDatabases && { email_otp: { enabled: false }, phone_otp: { enabled: false } }),
  };
}

function withEmailDefaults(attributes: WireObject, stored: WireObject | undefined, traits: TenantTraits): WireObject {
  const { email } = attributes;
  if (!isObject(email) || (stored === undefined && !traits.emailAttribute)) return attributes;
  const method = traits.emailAttribute ? { verification_method: "link" } : {};
  return { ...attributes, email: { ...method, unique: true, ...email } };
}

/** The given members, filled with defaults at every depth. */
function filled(given: WireObject, defaults: WireObject): WireObject {
  const deeper = Object.entries(given).map(([key, value]): [string, unknown] => {
    const known = Object.hasOwn(defaults, key) ? defaults[key] : undefined;
    return [key, isObject(value) && isObject(known) ? filled(value, known) : value];
  });
  return { ...defaults, ...Object.fromEntries(deeper) };
}
