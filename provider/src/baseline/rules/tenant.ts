import { anyUrlAt, hasWildcard, isCdnOfService, isLoopback, isPlainHttp } from "../addresses.ts";
import { loadsForeignScript, printsUnescaped } from "../pages.ts";
import { anyOf, anyTrue, failsIf, type Rule, Unknown } from "../rule.ts";

/** Flags of endpoints and formats that the service retires. */
export const legacyFlags: readonly string[] = [
  ...["allow_legacy_delegation_grant_types", "allow_legacy_ro_grant_types", "allow_legacy_tokeninfo_endpoint"],
  ...["allow_other_legacy_grant_types", "enable_legacy_profile", "enable_idtoken_api2", "change_pwd_flow_v1"],
];

/** A rule about one flag of the tenant. @param absent the value that applies if the tenant does not return the flag. Default: unknown */
function flagRule(
  rule: Pick<Rule, "id" | "severity" | "failsIf" | "why" | "fix" | "sources" | "profile">,
  flag: string,
  wrong: boolean,
  absent?: boolean,
): Rule {
  return {
    ...rule,
    type: "tenantSettings",
    paths: [`flags.${flag}`],
    judge: (settings) => failsIf(settings.get(`flags.${flag}`, "boolean", absent) === wrong),
  };
}

/** The rules about the settings and pages of the tenant. */
export const tenantRules: readonly Rule[] = [
  {
    id: "tenant-session-lifetime",
    type: "tenantSettings",
    severity: "medium",
    paths: [
      ...["sessionLifetime", "idleSessionLifetime"],
      ...["sessionLifetimeInMinutes", "idleSessionLifetimeInMinutes"],
    ],
    failsIf: "a session can last longer than 30 days, or longer than 3 days without use",
    why: "Anyone with access to a user's device can use an open session without the password. A long session leaves more time for this.",
    fix: "Set sessionLifetime to at most 720 hours, and idleSessionLifetime to at most 72 hours.",
    sources: ["Guide: session lifetime limits"],
    judge(settings) {
      const minutesOf = (name: string) =>
        settings.find(`${name}InMinutes`, "number") ?? settings.get(name, "number") * 60;
      return failsIf(
        anyTrue(
          () => minutesOf("sessionLifetime") > 720 * 60,
          () => minutesOf("idleSessionLifetime") > 72 * 60,
        ),
      );
    },
  },
  {
    id: "tenant-no-default-directory",
    type: "tenantSettings",
    severity: "low",
    paths: ["defaultDirectory"],
    failsIf: "defaultDirectory is not empty",
    why: "If a login request does not name a connection, the user logs in with the default directory. This includes requests with the password grant.",
    fix: "Clear defaultDirectory, and name the connection in requests.",
    sources: ["Guide: tenant settings"],
    judge: (settings) => failsIf(settings.textOrEmpty("defaultDirectory") !== ""),
  },
  {
    id: "tenant-no-default-audience",
    type: "tenantSettings",
    severity: "low",
    paths: ["defaultAudience"],
    failsIf: "defaultAudience is not empty",
    why: "Every login returns a token for the default API, whether or not the application asks for one.",
    fix: "Clear defaultAudience, and name the audience in requests.",
    sources: ["RFC 9700, 2.3", "Guide: tenant settings"],
    judge: (settings) => failsIf(settings.textOrEmpty("defaultAudience") !== ""),
  },
  flagRule(
    {
      id: "tenant-dcr-closed",
      severity: "high",
      failsIf: "applications can register themselves",
      why: "Anyone on the internet can register an application, without a token.",
      fix: "Set flags.enable_dynamic_client_registration to false.",
      sources: ["RFC 9700, 4.11.2", "OWASP ASVS 5.0, 10.4.7"],
    },
    "enable_dynamic_client_registration",
    true,
  ),
  {
    id: "tenant-legacy-flags-off",
    type: "tenantSettings",
    severity: "high",
    paths: ["flags"],
    failsIf: "a legacy endpoint, grant or profile is switched on",
    why: "The old endpoints lack checks that the current endpoints have.",
    fix: `Set these flags to false, except those that the tenant does not have: ${legacyFlags.join(", ")}.`,
    sources: ["Guide: production checks, required fixes"],
    judge(settings) {
      if (legacyFlags.every((flag) => settings.find(`flags.${flag}`, "boolean") === undefined))
        throw new Unknown("no legacy flag is declared");
      // A tenant returns only the flags that it has.
      return failsIf(anyOf(legacyFlags, (flag) => settings.get(`flags.${flag}`, "boolean", false)));
    },
  },
  flagRule(
    {
      id: "tenant-signup-generic-error",
      severity: "medium",
      failsIf: "the error message of a sign-up reveals that an account exists",
      why: "An attacker can find out who has an account.",
      fix: "Set flags.enable_public_signup_user_exists_error to false.",
      sources: ["Guide: tenant settings"],
    },
    "enable_public_signup_user_exists_error",
    true,
  ),
  flagRule(
    {
      id: "tenant-connections-not-auto-enabled",
      severity: "medium",
      failsIf: "every new application is enabled for all connections",
      why: "Users of every connection can log in to a new application, even if it is meant only for the users of some connections.",
      fix: "Set flags.enable_client_connections to false, and enable connections by name.",
      sources: ["Guide: tenant settings"],
    },
    "enable_client_connections",
    true,
    true,
  ),
  flagRule(
    {
      id: "tenant-enterprise-connections-hidden",
      severity: "low",
      profile: "strict",
      failsIf: "a public file lists the enterprise connections",
      why: "Anyone can read the file, which contains the domains of your customers.",
      fix: "Set flags.no_disclose_enterprise_connections to true.",
      sources: ["Guide: tenant settings"],
    },
    "no_disclose_enterprise_connections",
    false,
  ),
  {
    id: "tenant-passwordless-start-authenticated",
    type: "tenantSettings",
    looksUp: { connection: ["strategy"] },
    severity: "medium",
    paths: ["flags.enforce_client_authentication_on_passwordless_start"],
    failsIf: "passwordless logins can be started without client authentication",
    why: "Anyone can make the tenant send codes to any phone number or e-mail address.",
    fix: "Set flags.enforce_client_authentication_on_passwordless_start to true. All applications that start such logins then need a secret.",
    sources: ["Types of the official SDK"],
    judge(settings, others) {
      const isAuthenticated =
        settings.get("flags.enforce_client_authentication_on_passwordless_start", "boolean") === true;
      if (isAuthenticated) return "passes";
      return others.any("connection", (one) => ["sms", "email"].includes(one.get("strategy", "text")))
        ? "fails"
        : "does not apply";
    },
  },
  {
    id: "tenant-azure-adfs-email",
    type: "tenantSettings",
    looksUp: { connection: ["strategy"] },
    severity: "medium",
    paths: ["flags.trust_azure_adfs_email_verified_connection_property"],
    failsIf:
      "every e-mail address from Azure AD and ADFS connections counts as verified, and the connection's own option is ignored",
    why: "An administrator of such a directory can enter any e-mail address, and so take over accounts that are linked by e-mail address.",
    fix: "Set flags.trust_azure_adfs_email_verified_connection_property to true.",
    sources: ["Guide: email verification for Azure AD and ADFS"],
    judge(settings, others) {
      if (settings.get("flags.trust_azure_adfs_email_verified_connection_property", "boolean") === true)
        return "passes";
      return others.any("connection", (one) => ["waad", "adfs"].includes(one.get("strategy", "text")))
        ? "fails"
        : "does not apply";
    },
  },
  {
    id: "tenant-confirm-unverifiable-callbacks",
    type: "tenantSettings",
    severity: "medium",
    paths: ["skipNonVerifiableCallbackUriConfirmationPrompt"],
    failsIf: "skipNonVerifiableCallbackUriConfirmationPrompt is true",
    why: "Any program on a user's device can take over the user's session. This affects every application that does not set the property itself.",
    fix: "Set the property to false, or remove it.",
    sources: ["RFC 8252, 8.6"],
    judge: (settings) => failsIf(settings.get("skipNonVerifiableCallbackUriConfirmationPrompt", "boolean") === true),
  },
  {
    id: "tenant-urls-safe",
    type: "tenantSettings",
    severity: "medium",
    paths: ["allowedLogoutUrls", "defaultRedirectionUri", "errorPage.url"],
    failsIf: "a URL of the tenant contains `*`, has the scheme http, or leads to the user's own machine",
    why: "The service redirects users of all applications to such a URL, even if an attacker controls its target.",
    fix: "Use exact https URLs.",
    sources: ["RFC 9700, 4.11"],
    judge(settings) {
      const paths = ["allowedLogoutUrls", "defaultRedirectionUri", "errorPage.url"];
      return failsIf(anyUrlAt(settings, paths, (url) => hasWildcard(url) || isPlainHttp(url) || isLoopback(url)));
    },
  },
  {
    id: "tenant-runtime-current",
    type: "tenantSettings",
    severity: "medium",
    paths: ["sandboxVersion"],
    failsIf: "the runtime of scripts gets no security updates",
    why: "Scripts of databases, which process users' passwords, and scripts of custom social connections run in this runtime.",
    fix: "Test the scripts with version `22`, then set sandboxVersion to `22`.",
    sources: ["Guide: production checks, required fixes"],
    judge(settings) {
      const version = settings.get("sandboxVersion", "text");
      if (!/^\d+(\.\d+)*$/.test(version)) throw new Unknown("sandboxVersion is not a version number");
      return failsIf(Number.parseInt(version, 10) < 22);
    },
  },
  {
    id: "tenant-error-page-escaped",
    type: "tenantSettings",
    severity: "high",
    paths: ["errorPage.html"],
    failsIf: "the error page prints a variable without `| escape`",
    why: "An attacker can send users a link with a script in its parameters, and the page runs the script on the login domain.",
    fix: "Add `| escape` to every variable, for example `{{ error_description | escape }}`.",
    sources: ["Guide: custom error pages"],
    judge(settings) {
      const html = settings.textOrEmpty("errorPage.html");
      if (html === "") return "does not apply";
      return failsIf(printsUnescaped(html));
    },
  },
  {
    id: "login-page-no-foreign-scripts",
    type: "loginPageTemplate",
    looksUp: { customDomain: ["domain"] },
    severity: "medium",
    paths: ["body"],
    failsIf: "the login page loads a script without `integrity` from another party's host",
    why: "Whoever controls that host can read the passwords that users type on the page.",
    fix: "Serve the script from your custom domain or inline, or pin its content with the attributes `integrity` and `crossorigin`.",
    sources: ["OWASP ASVS 5.0, 3.6.1"],
    judge(template, others) {
      const body = template.get("body", "text", "");
      if (body === "") return "does not apply";
      const isOwn = (host: string) => host === template.object.tenant || others.anyWith("customDomain", "domain", host);
      return failsIf(loadsForeignScript(body, (host) => !isCdnOfService(host) && !isOwn(host)));
    },
  },
  {
    id: "tenant-iss-parameter",
    type: "tenantSettings",
    severity: "low",
    profile: "strict",
    paths: ["authorizationResponseIssParameterSupported"],
    failsIf: "authorization responses do not name the issuer",
    why: "An application with several authorization servers cannot verify which one has sent a response.",
    fix: "Set authorizationResponseIssParameterSupported to true.",
    sources: ["RFC 9700, 4.4.2.1", "OWASP ASVS 5.0, 10.2.2"],
    judge: (settings) => failsIf(settings.get("authorizationResponseIssParameterSupported", "boolean") !== true),
  },
  {
    id: "support-contact",
    type: "tenantSettings",
    severity: "low",
    paths: ["supportEmail", "supportUrl"],
    failsIf: "supportEmail or supportUrl is empty",
    why: "The error pages do not tell users who cannot log in where to get help.",
    fix: "Set supportEmail and supportUrl.",
    sources: ["Guide: production checks, required fixes"],
    judge(settings) {
      const contacts = ["supportEmail", "supportUrl"].map((path) =>
        settings.isNull(path) ? "" : settings.find(path, "text"),
      );
      if (contacts.includes("")) return "fails";
      if (contacts.includes(undefined)) throw new Unknown("supportEmail or supportUrl is not declared");
      return "passes";
    },
  },
  {
    id: "universal-login-new",
    type: "promptSettings",
    severity: "low",
    paths: ["universalLoginExperience"],
    failsIf: "the tenant uses the classic login pages",
    why: "You must keep the code of classic pages secure yourself, and new protections do not apply to these pages.",
    fix: "Set universalLoginExperience to `new`.",
    sources: ["Guide: production checks, recommended fixes"],
    judge: (prompts) => failsIf(prompts.get("universalLoginExperience", "text") === "classic"),
  },
];
