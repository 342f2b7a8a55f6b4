import * as tenant from "pulumi-tenant";

// All that is not named stays as it is at the tenant, also all other flags.
const settings = new tenant.TenantSettings("settings", {
  sessionLifetime: 24,
  idleSessionLifetimeInMinutes: 90,
  enabledLocales: ["en", "de"],
  flags: { enable_dynamic_client_registration: false, revoke_refresh_token_grant: true },
});
export const locales = settings.enabledLocales;
