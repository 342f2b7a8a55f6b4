import { ServiceError } from "../shared/errors.ts";
import { omit, type WireObject } from "../shared/store.ts";
import {
  anyObject,
  bodyOf,
  flag,
  integer,
  isObject,
  list,
  type ObjectSchema,
  object,
  payloadError,
  type Schema,
  text,
} from "../shared/validation.ts";
import { colors } from "./branding.ts";
import { merged, type Setting } from "./setting.ts";

const oneOf = (about: string, ...values: string[]): Schema => text(about, { oneOf: values });
const orNull = <T extends Schema>(schema: T): T => ({ ...schema, nullable: true });
const address = text("URL", { pattern: /^(|[A-Za-z][\w+.-]*:.+)$/ });
const hours = integer("Hours", { min: 1, max: 8_760 });
const minutes = integer("Minutes", { min: 1, max: 525_600 });
const page = orNull(object("Page", { enabled: flag("Whether the page is used"), html: text("HTML") }));
const amount = integer("Tokens", { min: 1, max: 2_147_483_647 });
const quota = object("Quota", {
  client_credentials: object("Quota", { enforce: flag("Enforced"), per_day: amount, per_hour: amount }, [], { min: 1 }),
});

/** The names of the session lifetimes. They are stored in hours, and can also be sent in minutes. */
const lifetimes = ["session", "idle_session", "ephemeral_session", "idle_ephemeral_session"].map(
  (name) => `${name}_lifetime`,
);
/** The properties whose members a PATCH merges. All other properties are replaced. */
const mergedMembers = ["flags", "change_password", "guardian_mfa_page"];
/** The flag that says which login pages the tenant has. Responses contain it only after it was set. */
const experienceFlag = "new_universal_login_experience_enabled";
/** The flags that a request cannot set: the first belongs to a migration that this tenant never had, only the service sets the others. */
const refused = ["allow_legacy_tokeninfo_endpoint", "dashboard_new_onboarding", "require_signed_request_object"];

const changed: ObjectSchema = bodyOf(
  {
    friendly_name: text("Name", { min: 1 }),
    picture_url: address,
    support_email: text("Address"),
    support_url: address,
    enabled_locales: list("Languages", text("Language", { min: 2 }), { min: 1 }),
    ...Object.fromEntries(
      lifetimes.flatMap((name) => [
        [name, hours],
        [`${name}_in_minutes`, minutes],
      ]),
    ),
    session_cookie: orNull(object("Cookie", { mode: oneOf("Mode", "persistent", "non-persistent") }, ["mode"])),
    sessions: orNull(
      object("Sessions", {
        oidc_logout_prompt_enabled: flag("Whether a logout asks the user"),
        anonymous: object(
          "Anonymous sessions",
          {
            lifetime_in_minutes: integer("Minutes", { min: 1, max: 525_600 }),
            activate_cookie: flag("Whether a cookie is set"),
          },
          [],
          { nullable: true },
        ),
      }),
    ),
    oidc_logout: object("Logout", {
      rp_logout_end_session_endpoint_discovery: flag("Whether the discovery document contains the endpoint"),
    }),
    allowed_logout_urls: list("URLs", text("URL", { min: 1 })),
    default_audience: text("API"),
    default_directory: text("Database"),
    default_redirection_uri: text("URL", { pattern: /^(|https:\/\/.+)$/ }),
    flags: object("Flags", {}, [], { open: flag("Flag"), min: 1 }),
    universal_login: object("Login pages", { colors, passwordless: anyObject("Passwordless login") }),
    change_password: page,
    guardian_mfa_page: page,
    error_page: orNull(object("Page", { html: text("HTML"), show_log_link: flag("Link"), url: address })),
    device_flow: orNull(
      object("Codes", { charset: oneOf("Characters", "base20", "digits"), mask: text("Form", { max: 20 }) }),
    ),
    security_headers: orNull(anyObject("Headers")),
    country_codes: orNull(
      object(
        "Countries",
        { list: list("Countries", text("Country", { pattern: /^[A-Z]{2}$/ })), mode: oneOf("Mode", "allow", "deny") },
        ["list", "mode"],
      ),
    ),
    default_token_quota: orNull(object("Quotas", { clients: quota, organizations: quota }, [], { min: 1 })),
    mtls: orNull(object("TLS", { enable_endpoint_aliases: flag("Aliases") })),
    acr_values_supported: orNull(list("Levels", text("Level", { min: 1 }))),
    pushed_authorization_requests_supported: orNull(flag("Requests")),
    authorization_response_iss_parameter_supported: orNull(flag("Issuer")),
    skip_non_verifiable_callback_uri_confirmation_prompt: orNull(flag("Prompt")),
    customize_mfa_in_postlogin_action: orNull(flag("Factors")),
    allow_organization_name_in_authentication_api: orNull(flag("Names")),
    client_id_metadata_document_supported: flag("Documents"),
    phone_consolidated_experience: flag("Phone"),
    enable_ai_guide: flag("Guide"),
    include_session_metadata_in_tenant_logs: flag("Logs"),
    resource_parameter_profile: oneOf("Profile", "audience", "compatibility"),
    dynamic_client_registration_security_mode: oneOf("Mode", "strict", "permissive"),
    sandbox_version: text("Version", { max: 8 }),
    legacy_sandbox_version: text("Version", { max: 8 }),
  },
  [],
  { min: 1 },
);

/** The settings of the tenant. */
export const tenantSettings: Readonly<Record<string, Setting>> = {
  "tenants/settings": {
    scope: "tenant_settings",
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
