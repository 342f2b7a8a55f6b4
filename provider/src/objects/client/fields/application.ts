import type { Fields } from "../../../model/table.ts";
import { emptied, flag, never, none, secureUrl, texts, url } from "./shapes.ts";

/** What an application is, and where it may be reached. */
export const applicationFields = {
  name: {
    kind: "string",
    required: true,
    min: 1,
    pattern: { source: "^[^<>]+$", says: "must not have < or > in it" },
  },
  // No text and an empty one mean the same, though the service keeps the empty one.
  description: { kind: "string", max: 140, absent: "", clear: emptied },
  logoUri: { kind: "string", ...url, absent: "", clear: emptied },
  appType: {
    kind: "string",
    oneOf: [
      ...(["native", "spa", "regular_web", "non_interactive", "resource_server", "express_configuration"] as const),
      ...([
        "rms",
        "box",
        "cloudbees",
        "concur",
        "dropbox",
        "mscrm",
        "echosign",
        "egnyte",
        "newrelic",
        "office365",
      ] as const),
      ...([
        "salesforce",
        "sentry",
        "sharepoint",
        "slack",
        "springcm",
        "zendesk",
        "zoom",
        "sso_integration",
        "oag",
      ] as const),
    ],
    clear: never,
    safeguard: "It decides where the application is taken to run, and whether it can keep a secret.",
  },
  isFirstParty: {
    ...flag,
    safeguard: "Third parties have to ask users for consent, and the tenant's own applications do not.",
  },
  callbacks: { ...texts, safeguard: "Codes and tokens go there." },
  allowedLogoutUrls: { ...texts, safeguard: "Users are sent there after a logout." },
  allowedOrigins: { ...texts, safeguard: "Pages from there can log users in." },
  webOrigins: { ...texts, safeguard: "Pages from there can get tokens of users who are logged in." },
  allowedClients: { ...texts, idOf: "client" },
  clientAliases: texts,
  initiateLoginUri: { kind: "string", ...secureUrl, absent: "", clear: emptied },
  redirectionPolicy: { kind: "string", oneOf: ["allow_always", "open_redirect_protection"], clear: never },
  skipNonVerifiableCallbackUriConfirmationPrompt: { kind: "boolean", clear: none },
  crossOriginAuthentication: { ...flag, safeguard: "With it, pages of other origins take passwords." },
  crossOriginLoc: { kind: "string", ...url, clear: none },
  customLoginPageOn: flag,
  customLoginPage: { kind: "string", absent: "", clear: emptied, language: "html" },
  customLoginPagePreview: { kind: "string", clear: never, language: "html" },
  formTemplate: { kind: "string", absent: "", clear: emptied, language: "html" },
  sso: flag,
  ssoDisabled: flag,
} as const satisfies Fields;
