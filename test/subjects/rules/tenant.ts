import { legacyFlags } from "../../../provider/src/baseline/rules/tenant.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import type { Cases } from "./cases.ts";

const flags = (values: JsonObject) => ({ properties: { flags: values } });

const page = (html: string) => ({ properties: { errorPage: { html } } });

/** A login page. @param head the content of the page's head, without the tags that the service requires */
const loginPage = (head: string) => ({
  properties: { body: `<html><head>${head}{%- auth0:head -%}</head><body>{%- auth0:widget -%}</body></html>` },
});

/** The cases of a rule about one flag of the tenant. @param absent the value that applies if the tenant does not return the flag */
function flag(name: string, wrong: boolean, absent?: boolean): Cases {
  return {
    passes: [flags({ [name]: !wrong })],
    fails: [flags({ [name]: wrong }), ...(absent === wrong ? [{ ...flags({}), isLive: true as const }] : [])],
    unknown: [flags({}), { properties: {} }],
  };
}

/** The cases of the rules in `baseline/rules/tenant.ts`, by the rules' ids. */
export const tenantCases: Readonly<Record<string, Cases>> = {
  "tenant-dcr-closed": flag("enable_dynamic_client_registration", true),
  "tenant-signup-generic-error": flag("enable_public_signup_user_exists_error", true),
  "tenant-connections-not-auto-enabled": flag("enable_client_connections", true, true),
  "tenant-enterprise-connections-hidden": flag("no_disclose_enterprise_connections", false),
  "tenant-session-lifetime": {
    passes: [
      { properties: { sessionLifetime: 720, idleSessionLifetime: 72 } },
      { properties: { sessionLifetimeInMinutes: 43_200, idleSessionLifetimeInMinutes: 4_320 } },
    ],
    fails: [
      { properties: { sessionLifetime: 721 } },
      { properties: { idleSessionLifetime: 73 } },
      { properties: { sessionLifetimeInMinutes: 43_201 } },
      { properties: { idleSessionLifetimeInMinutes: 4_321 } },
    ],
    unknown: [{ properties: {} }, { properties: { sessionLifetime: 720 } }],
  },
  "tenant-no-default-directory": {
    passes: [{ properties: { defaultDirectory: "" } }, { properties: { defaultDirectory: null } }],
    fails: [{ properties: { defaultDirectory: "customers" } }],
    unknown: [{ properties: {} }],
  },
  "tenant-no-default-audience": {
    passes: [{ properties: { defaultAudience: "" } }, { properties: { defaultAudience: null } }],
    fails: [{ properties: { defaultAudience: "https://orders.example.com" } }],
    unknown: [{ properties: {} }],
  },
  "tenant-legacy-flags-off": {
    passes: [
      flags(Object.fromEntries(legacyFlags.map((flag) => [flag, false]))),
      { ...flags({ enable_legacy_profile: false, allow_legacy_ro_grant_types: false }), isLive: true },
    ],
    fails: legacyFlags.map((flag) => flags({ enable_client_connections: false, [flag]: true })),
    unknown: [
      flags({ enable_client_connections: false }),
      flags({ enable_legacy_profile: false, allow_legacy_ro_grant_types: false }),
      { properties: {} },
      { properties: { flags: null } },
    ],
  },
  "tenant-passwordless-start-authenticated": {
    passes: [flags({ enforce_client_authentication_on_passwordless_start: true })],
    fails: [
      {
        ...flags({ enforce_client_authentication_on_passwordless_start: false }),
        others: [{ type: "connection", properties: { strategy: "email" } }],
      },
    ],
    doesNotApply: [
      {
        ...flags({ enforce_client_authentication_on_passwordless_start: false }),
        others: [{ type: "connection", properties: { strategy: "auth0" } }],
        isLive: true,
      },
    ],
    unknown: [flags({}), flags({ enforce_client_authentication_on_passwordless_start: false })],
  },
  "tenant-azure-adfs-email": {
    passes: [flags({ trust_azure_adfs_email_verified_connection_property: true })],
    fails: [
      {
        ...flags({ trust_azure_adfs_email_verified_connection_property: false }),
        others: [{ type: "connection", properties: { strategy: "waad" } }],
      },
    ],
    doesNotApply: [
      {
        ...flags({ trust_azure_adfs_email_verified_connection_property: false }),
        others: [{ type: "connection", properties: { strategy: "samlp" } }],
        isLive: true,
      },
    ],
    unknown: [flags({}), flags({ trust_azure_adfs_email_verified_connection_property: false })],
  },
  "tenant-confirm-unverifiable-callbacks": {
    passes: [{ properties: { skipNonVerifiableCallbackUriConfirmationPrompt: false } }],
    fails: [{ properties: { skipNonVerifiableCallbackUriConfirmationPrompt: true } }],
    unknown: [{ properties: {} }],
  },
  "tenant-urls-safe": {
    passes: [
      {
        properties: {
          allowedLogoutUrls: ["https://www.example.com/bye"],
          ...{ defaultRedirectionUri: "", errorPage: { url: "" } },
        },
      },
      { properties: { allowedLogoutUrls: [] }, isLive: true },
      { properties: {}, isLive: true },
    ],
    fails: [
      { properties: { allowedLogoutUrls: ["https://www.example.com", "https://*.example.com"] } },
      { properties: { allowedLogoutUrls: ["http://localhost:3000"] } },
      { properties: { allowedLogoutUrls: ["http://www.example.com"] } },
      { properties: { errorPage: { url: "http://www.example.com/error" } } },
      { properties: { defaultRedirectionUri: "https://127.0.0.1/" } },
    ],
    unknown: [{ properties: {} }, { properties: { allowedLogoutUrls: ["https://www.example.com/bye"] } }],
  },
  "tenant-runtime-current": {
    passes: [{ properties: { sandboxVersion: "22" } }],
    fails: [{ properties: { sandboxVersion: "18" } }, { properties: { sandboxVersion: "12" } }],
    unknown: [{ properties: {} }, { properties: { sandboxVersion: "latest" } }],
  },
  "tenant-error-page-escaped": {
    passes: [page("<p>{{ error_description | escape }}</p>"), page("<p>An error</p>")],
    fails: [page("<p>{{ error | escape }} {{ error_description }}</p>")],
    doesNotApply: [page("")],
    unknown: [{ properties: {} }, page("{% render 'x' %}")],
  },
  "login-page-no-foreign-scripts": {
    passes: [
      loginPage('<script src="https://cdn.auth0.com/js/lock/12.0/lock.min.js"></script>'),
      loginPage('<script src="//cdn.eu.auth0.com/js/auth0/9.28/auth0.min.js"></script>'),
      loginPage('<script src="/assets/login.js"></script><script>window.config = {};</script>'),
      loginPage('<script src="https://cdn.example.com/a.js" integrity="sha384-b3duIHNjcmlwdA=="></script>'),
      {
        ...loginPage('<script src="https://login.example.com/a.js"></script>'),
        others: [{ type: "customDomain", properties: { domain: "login.example.com" } }],
      },
    ],
    fails: [
      loginPage('<script src="https://cdn.example.com/a.js" integrity=""></script>'),
      loginPage("<SCRIPT async SRC=//cdn.example.com/{{ tenant.name }}.js></SCRIPT>"),
      loginPage('<base href="https://cdn.example.com/"><script src="a.js"></script>'),
      loginPage('<script src="https://cdn.auth0.com.example.com/a.js"></script>'),
    ].map((one) => ({ ...one, isLive: true as const })),
    doesNotApply: [{ properties: {}, isLive: true }],
    unknown: [
      { properties: {} },
      loginPage('<script src="{{ branding.script }}"></script>'),
      // Another stack can have the custom domain.
      loginPage('<script src="https://cdn.example.com/a.js"></script>'),
    ],
  },
  "tenant-iss-parameter": {
    passes: [{ properties: { authorizationResponseIssParameterSupported: true } }],
    fails: [{ properties: { authorizationResponseIssParameterSupported: false } }],
    unknown: [{ properties: {} }],
  },
  "support-contact": {
    passes: [{ properties: { supportEmail: "help@example.com", supportUrl: "https://help.example.com" } }],
    fails: [
      { properties: { supportEmail: "", supportUrl: "https://help.example.com" } },
      { properties: { supportEmail: "help@example.com", supportUrl: "" } },
    ],
    unknown: [{ properties: {} }, { properties: { supportEmail: "help@example.com" } }],
  },
  "universal-login-new": {
    passes: [{ properties: { universalLoginExperience: "new" } }],
    fails: [{ properties: { universalLoginExperience: "classic" } }],
    unknown: [{ properties: {} }],
  },
};
