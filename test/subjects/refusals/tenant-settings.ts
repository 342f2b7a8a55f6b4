import { byProgram, inRun, payload, type Refusal } from "./refusal.ts";

const settings = (body: unknown) => ["PATCH", "/tenants/settings", body] as const;

/** Refusals of the service. */
export const tenantSettingsRefusals: readonly Refusal[] = [
  byProgram(
    "tenantSettings",
    "hours and minutes of a session",
    { sessionLifetime: 1, sessionLifetimeInMinutes: 60 },
    payload("Only one of session_lifetime and session_lifetime_in_minutes is allowed", "session_lifetime_in_minutes"),
    /^sessionLifetimeInMinutes: cannot be declared together with sessionLifetime/,
    settings({ session_lifetime: 1, session_lifetime_in_minutes: 60 }),
  ),
  byProgram(
    "tenantSettings",
    "a session above a year",
    { sessionLifetime: 20_160 },
    payload("Value 20160 is greater than maximum 8760", "session_lifetime"),
    /^sessionLifetime: must be a whole number from .* to 8760/,
    settings({ session_lifetime: 20_160 }),
  ),
  inRun(
    "a migration flag that the tenant lacks",
    ["PATCH", "/tenants/settings", { flags: { require_signed_request_object: true } }],
    [400, "You are not allowed to set flag 'require_signed_request_object' for this tenant.", "invalid_body"],
  ),
  inRun(
    "a custom domain in e-mails that the tenant lacks",
    ["PATCH", "/tenants/settings", { flags: { enable_custom_domain_in_emails: true } }],
    [400, "The flag enable_custom_domain_in_emails needs a verified custom domain."],
  ),
  inRun(
    "flags without a flag",
    ["PATCH", "/tenants/settings", { flags: {} }],
    [400, "Payload validation error: 'Too few properties defined (0), minimum 1' on property flags.", "invalid_body"],
  ),
  inRun(
    "a flag that the tenant protects",
    ["PATCH", "/tenants/settings", { flags: { enable_sso: true } }],
    [400, "Updating the enable_sso flag is not allowed.", "invalid_body"],
  ),
];
