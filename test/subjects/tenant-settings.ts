import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";
import { quotaSwitch, type Switch } from "./switches.ts";

const orAbsent = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 12 });
/** One of the two units, as a program can declare only one. */
const lifetime = fc.oneof(
  fc.record({ sessionLifetime: fc.constantFrom(1, 3, 168) }),
  fc.record({ sessionLifetimeInMinutes: fc.constantFrom(1, 60, 181, 10_080) }),
  fc.constant({}),
);
const page = fc.record({ enabled: fc.boolean(), html: fc.constantFrom("", "<p>ü</p>") }, { requiredKeys: [] });
const values = {
  friendlyName: fc.constantFrom("Example", "Beispiel ü"),
  supportEmail: orAbsent(fc.constantFrom("", "help@example.com")),
  defaultRedirectionUri: orAbsent(fc.constantFrom("", "https://example.com/login")),
  enabledLocales: fc.constantFrom(["en"], ["en", "de"], ["de", "en"]),
  allowedLogoutUrls: fc.subarray(["https://example.com/a", "https://example.com/b"]),
  flags: fc.record(
    {
      revoke_refresh_token_grant: fc.boolean(),
      disable_impersonation: fc.boolean(),
      remove_alg_from_jwks: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  changePassword: orAbsent(page),
  errorPage: orAbsent(
    fc.record(
      { showLogLink: fc.boolean(), url: fc.constantFrom("", "https://example.com/error") },
      { requiredKeys: [] },
    ),
  ),
  sessionCookie: orAbsent(fc.record({ mode: fc.constantFrom("persistent", "non-persistent") })),
  oidcLogout: fc.record({ rpLogoutEndSessionEndpointDiscovery: fc.boolean() }, { requiredKeys: [] }),
  acrValuesSupported: orAbsent(fc.subarray(["one", "two"])),
  countryCodes: orAbsent(
    fc.record({ list: fc.subarray(["DE", "FR"], { minLength: 1 }), mode: fc.constantFrom("allow", "deny") }),
  ),
  mtls: orAbsent(fc.record({ enableEndpointAliases: fc.boolean() })),
  pushedAuthorizationRequestsSupported: orAbsent(fc.boolean()),
  resourceParameterProfile: fc.constantFrom("audience", "compatibility"),
};
const some = fc.tuple(fc.record(values, { requiredKeys: [] }), lifetime).map(([rest, one]) => ({ ...rest, ...one }));
const edits = fc.record(
  {
    supportEmail: fc.constantFrom("", "other@example.com"),
    flags: fc.record({ revoke_refresh_token_grant: fc.boolean() }),
    changePassword: page,
    allowedLogoutUrls: values.allowedLogoutUrls,
    resourceParameterProfile: values.resourceParameterProfile,
  },
  { requiredKeys: [] },
);

const one = { sessionLifetime: 24, flags: { revoke_refresh_token_grant: true }, enabledLocales: ["en", "de"] };
const other = { ...one, sessionLifetime: 12 };
/** The service has no request that clears it. */
const stays = ["/friendlyName", "/flags/remove_alg_from_jwks"];

const pageSwitch = (property: string): Switch => ({
  at: [property, "enabled"],
  on: true,
  off: { [property]: { enabled: false } },
  unrelated: { supportEmail: "support@example.com" },
  dropped: [[{ [property]: { enabled: false, html: "<p>ours</p>" } }, property, { html: "<p>evil</p>" }]],
  foreign: [[property, { html: "<script src='https://evil.example.com/x.js'></script>" }, `${property}.html`]],
  declared: [],
});

export const tenantSettings: Subject<"tenantSettings"> = {
  ...settingOf("tenantSettings", {
    live: (live) => {
      const hours = live.sessionLifetime;
      return typeof hours === "number" ? { ...live, sessionLifetimeInMinutes: Math.round(hours * 60) } : live;
    },
    stays: [...stays, "/flags/new_universal_login_experience_enabled"],
  }),
  exceptions: [
    {
      law: "convergence",
      how: "undeclared",
      paths: stays,
      why: "The service has no request that clears it.",
      documented: "stays if the API cannot clear it",
      examples: [
        [{ program: { friendlyName: "Example" } }, { program: {} }],
        [{ program: { flags: { remove_alg_from_jwks: true } } }, { program: {} }],
      ],
    },
    {
      law: "constancy",
      how: "lost",
      paths: ["/sessionLifetimeInMinutes"],
      by: ["/sessionLifetime"],
      why: "It is the same value.",
      documented: "A lifetime in hours and the same lifetime in minutes are one value of the tenant",
      examples: [[{ program: { sessionLifetime: 168 } }, { program: { sessionLifetime: 1 } }]],
    },
    {
      law: "constancy",
      how: "lost",
      paths: ["/sessionLifetime"],
      by: ["/sessionLifetimeInMinutes"],
      why: "It is the same value.",
      documented: "A lifetime in hours and the same lifetime in minutes are one value of the tenant",
      examples: [[{ program: { sessionLifetimeInMinutes: 60 } }, { program: { sessionLifetimeInMinutes: 181 } }]],
    },
  ],
  laws: [casesOf(some, edits, 0.4)],
  writes: 1,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [
    { weight: 1, values: fc.record({ resourceParameterProfile: values.resourceParameterProfile }) },
    { weight: 1, values: fc.record({ supportEmail: fc.constantFrom("", "other@example.com") }) },
  ],
  scopes: scopesOf("tenant_settings", one, other),
  hostile: {
    ...readOnly("tenantSettings"),
    versions: (_, n) => [{ friendlyName: `Tenant ${n}` }, { friendlyName: `Tenant ${n} b` }],
    misshapen: ["[]", '{"flags":7}', '{"enabled_locales":"en"}', '{"change_password":[]}'].map((body) => ({
      path: /tenants.settings/,
      body,
    })),
    programs: (text) => text.map((friendlyName) => ({ args: { friendlyName }, mayAsk: [["tenants", "settings"]] })),
  },
  bench: [one, other],
  harmless: {
    "names and descriptions": "friendlyName",
    "the looks of pages": "enableAiGuide errorPage.showLogLink",
    "texts without links, and their languages": "enabledLocales",
    "quotas: beyond them, an application gets no tokens":
      "defaultTokenQuota.clients.clientCredentials.* defaultTokenQuota.organizations.clientCredentials.*",
    "what discovery announces": "oidcLogout.rpLogoutEndSessionEndpointDiscovery mtls.enableEndpointAliases",
  },
  answeredOnly: ["sandbox_versions_available"],
  noReferences: {
    "/customizeMfaInPostloginAction": "a flag",
    "/defaultTokenQuota/clients": "a group of settings",
    "/defaultTokenQuota/organizations": "a group of settings",
  },
  switches: [
    pageSwitch("changePassword"),
    pageSwitch("guardianMfaPage"),
    quotaSwitch(["defaultTokenQuota", "clients"]),
    quotaSwitch(["defaultTokenQuota", "organizations"]),
  ],
  elsewhere: [
    ["auth0_tenant", "the_tenant", { id: "0", friendly_name: "Example" }],
    ["auth0_pages", "of_errors", { id: "pages", login: [], error: [{ show_log_link: true }] }],
  ],
  namesElsewhere: ["the_tenant"],
};
