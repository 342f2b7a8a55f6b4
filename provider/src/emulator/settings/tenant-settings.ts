import { ServiceError } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import { merged, omit, type WireObject } from "../shared/store.ts";
import { isObject, type ObjectSchema, payloadError } from "../shared/validation.ts";
import { colors } from "./branding.ts";
import type { Setting } from "./setting.ts";

/** The properties whose members a PATCH merges. All other properties are replaced. */
const mergedMembers = ["flags", "change_password", "guardian_mfa_page"];
/** The flag that says which login pages the tenant has. Responses contain it only after it was set. */
const experienceFlag = "new_universal_login_experience_enabled";
/** The flags that a request cannot set: the first belongs to a migration that this tenant never had, only the service sets the others. */
const refused = ["allow_legacy_tokeninfo_endpoint", "dashboard_new_onboarding", "require_signed_request_object"];

function changed(): ObjectSchema {
  const schema = bodyOf("PATCH /tenants/settings");
  const { universal_login: login } = schema.properties;
  const withColors = {
    ...login,
    properties: { ...(login as ObjectSchema).properties, colors: colors() },
  } as ObjectSchema;
  return { ...schema, properties: { ...schema.properties, universal_login: withColors } };
}

/** The settings of the tenant. */
export const tenantSettings: Readonly<Record<string, Setting>> = {
  "tenants/settings": {
    changed,
    fresh: ({ tenantDefaults }) => ({
      enabled_locales: ["en"],
      flags: {
        allow_changing_enable_sso: false,
        disable_clickjack_protection_headers: false,
        disable_impersonation: true,
        enable_sso: true,
        revoke_refresh_token_grant: false,
        universal_login: true,
      },
      sandbox_version: "22",
      sandbox_versions_available: ["22", "20", "18"],
      ...(tenantDefaults && {
        session_lifetime: 168,
        idle_session_lifetime: 72,
        oidc_logout: { rp_logout_end_session_endpoint_discovery: true },
        resource_parameter_profile: "audience",
      }),
    }),
    refuse({ flags }, hasDomain) {
      const isOn = isObject(flags) && flags.enable_custom_domain_in_emails === true;
      // The text is invented: no exchange shows it.
      if (isOn && !hasDomain())
        throw new ServiceError(400, "The flag enable_custom_domain_in_emails needs a verified custom domain.");
    },
    settle(before, given) {
      for (const name of Object.keys((given.flags ?? {}) as WireObject)) refuseFlag(name, before);
      refuseVersion(given.sandbox_version, before);
      const members = Object.entries(given).flatMap(([key, value]) => {
        const whole = key.replace(/_in_minutes$/, "");
        if (whole !== key) {
          if (whole in given) throw payloadError({ why: `Only one of ${whole} and ${key} is allowed`, path: key });
          return [[whole, Number(value) / 60] as const];
        }
        const known = before[key];
        // An empty object is not merged: it replaces the stored object, which clears a page.
        const isMerged = mergedMembers.includes(key) && known !== undefined && Object.keys(value ?? {}).length > 0;
        return [[key, isMerged ? merged(known as WireObject, value as WireObject) : value] as const];
      });
      const { universal_login: login, ...after }: WireObject = { ...before, ...Object.fromEntries(members) };
      const gone = Object.keys(after).filter(
        (key) =>
          after[key] === null || key === "picture_url" || (key === "default_redirection_uri" && after[key] === ""),
      );
      return { ...omit(after, gone), ...(isObject(login) && { universal_login: omit(login, ["colors"]) }) };
    },
    // The logo and the colors are stored in the branding, and the login experience is stored in `prompts`.
    mirrored: ({ picture_url: logo, universal_login: login, flags }) => {
      const { [experienceFlag]: isNew } = (flags ?? {}) as WireObject;
      const branding = {
        ...(logo !== undefined && { logo_url: logo === "" ? null : logo }),
        ...(login !== undefined && { colors: (login as WireObject).colors ?? null }),
      };
      return {
        ...(Object.keys(branding).length > 0 && { branding }),
        ...(isNew !== undefined && { prompts: { universal_login_experience: isNew ? "new" : "classic" } }),
      };
    },
    view(stored, at) {
      const { logo_url: logo, colors } = at("branding");
      const login = { ...(stored.universal_login as WireObject), ...(colors !== undefined && { colors }) };
      const flags = stored.flags as WireObject;
      const isNew = at("prompts").universal_login_experience === "new";
      return {
        ...stored,
        flags: { ...flags, ...(experienceFlag in flags && { [experienceFlag]: isNew }) },
        ...(logo !== undefined && { picture_url: logo }),
        ...((stored.universal_login !== undefined || colors !== undefined) && { universal_login: login }),
      };
    },
    // Unlike the response to a GET, that to a PATCH lacks two properties, and has more flags and more members of `universal_login`.
    answer: ({ flags, universal_login, ...shown }, at) => ({
      ...omit(shown, ["sandbox_versions_available", "resource_parameter_profile"]),
      flags: {
        ...(flags as WireObject),
        enforce_client_authentication_on_passwordless_start: true,
        cannot_change_enforce_client_authentication_on_passwordless_start: true,
      },
      universal_login: {
        ...(universal_login as WireObject),
        identifier_first: at("prompts").identifier_first ?? false,
        webauthn_platform_first_factor: at("prompts").webauthn_platform_first_factor ?? false,
        is_custom_template_set: at("branding/templates/universal-login").body !== undefined,
        is_custom_theme_set: Object.keys(at("branding/themes/default")).length > 0,
      },
    }),
  },
};

function refuseVersion(version: unknown, { sandbox_versions_available: available }: WireObject): void {
  if (version === undefined || !Array.isArray(available) || available.includes(version)) return;
  throw payloadError({ why: `No enum match, expected one of: ${available.join(", ")}`, path: "sandbox_version" });
}

function refuseFlag(name: string, { flags }: WireObject): void {
  const isFixed = name === "enable_sso" && (flags as WireObject).allow_changing_enable_sso !== true;
  if (isFixed) throw new ServiceError(400, "Updating the enable_sso flag is not allowed.", "invalid_body");
  if (refused.includes(name)) {
    throw new ServiceError(400, `You are not allowed to set flag '${name}' for this tenant.`, "invalid_body");
  }
}
