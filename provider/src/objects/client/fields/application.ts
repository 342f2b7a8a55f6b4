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
  },
  isFirstParty: flag,
  callbacks: texts({}),
  allowedLogoutUrls: texts({}),
  allowedOrigins: texts({}),
  webOrigins: texts({}),
  allowedClients: { ...texts({}), idOf: "client" },
  clientAliases: texts({}),
  initiateLoginUri: { kind: "string", ...secureUrl, absent: "", clear: emptied },
  redirectionPolicy: { kind: "string", oneOf: ["allow_always", "open_redirect_protection"], clear: never },
  skipNonVerifiableCallbackUriConfirmationPrompt: { kind: "boolean", clear: none },
  crossOriginAuthentication: flag,
  crossOriginLoc: { kind: "string", ...url, clear: none },
  customLoginPageOn: flag,
  customLoginPage: { kind: "string", absent: "", clear: emptied, language: "html" },
  customLoginPagePreview: { kind: "string", clear: never, language: "html" },
  formTemplate: { kind: "string", absent: "", clear: emptied, language: "html" },
  sso: flag,
  ssoDisabled: flag,
} as const satisfies Fields;
