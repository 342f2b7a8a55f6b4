import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import type { TypeName } from "../../provider/src/types/registry.ts";
import { type Need, type Sample, urlsAt } from "./sample.ts";
import { samples } from "./samples.ts";

const cannotBeSeen =
  "the API does not return it, so the run could not tell whether it would overwrite a value of the tenant";
const needsDomain = "it needs a custom domain";

/** An HTML comment: a text for properties that contain HTML, without an effect on the page. */
const comment = (text: string) => `<!-- Verify ${text} -->`;
const page = (text: string) =>
  `<!DOCTYPE html><html><head>{%- auth0:head -%}</head><body>${comment(text)}{%- auth0:widget -%}</body></html>`;

/** An action that runs when a user has changed a password, and does nothing. */
const idleAction: Need = {
  type: "action",
  with: {
    supportedTriggers: [{ id: "post-change-password", version: "v2" }],
    code: "exports.onExecutePostChangePassword = async () => {};\n",
    deploy: true,
  },
};

const letters = { bold: false, size: 100 };
const theme = {
  borders: {
    ...{ buttonBorderRadius: 3, buttonBorderWeight: 1, buttonsStyle: "rounded", inputBorderRadius: 3 },
    ...{ inputBorderWeight: 1, inputsStyle: "rounded", showWidgetShadow: true, widgetBorderWeight: 0 },
    widgetCornerRadius: 5,
  },
  colors: Object.fromEntries(
    [
      ...["bodyText", "error", "header", "icons", "inputBackground", "inputBorder", "inputFilledText"],
      ...["inputLabelsPlaceholders", "linksFocusedComponents", "primaryButton", "primaryButtonLabel"],
      ...["secondaryButtonBorder", "secondaryButtonLabel", "success", "widgetBackground", "widgetBorder"],
    ].map((name) => [name, "#0059d6"]),
  ),
  fonts: {
    ...{ bodyText: letters, buttonsText: letters, inputLabels: letters, links: letters, subtitle: letters },
    ...{ title: letters, fontUrl: "", linksStyle: "normal", referenceTextSize: 16 },
  },
  pageBackground: { backgroundColor: "#000000", backgroundImageUrl: "", pageLayout: "center" },
  widget: {
    ...{ headerTextAlignment: "center", logoHeight: 52, logoPosition: "center", logoUrl: "" },
    socialButtonsLayout: "bottom",
  },
} as const satisfies JsonObject;

/** Two variants of a part of {@link theme}, such as its colors, each with some values changed. */
const twice = <T extends keyof typeof theme>(name: T, one: JsonObject, other: JsonObject): readonly Json[] =>
  [one, other].map((changed) => ({ ...theme[name], ...changed }));

const keys = ["one", "two"].map((name) => ({ siteKey: `example-${name}`, secret: `not a secret: ${name}` }));

const settings: Sample = {
  program: () => ({
    args: {},
    values: { allowlist: [["198.51.100.1"], ["203.0.113.1", "198.51.100.1"]] },
  }),
};

/**
 * Samples for the types that manage settings. A run changes settings only at a disposable tenant, and restores them at the end. A property in
 * {@link Sample.stays} cannot be restored if the tenant had no value for it.
 */
export const disposable: Readonly<Partial<Record<TypeName, Sample>>> = {
  // Most of the tenant's other settings can lock users out, so they are not tried.
  tenantSettings: {
    only: ["friendlyName", "sessionLifetime"],
    follow: { sessionLifetime: ["sessionLifetimeInMinutes"] },
    program: () => ({
      args: {},
      values: {
        friendlyName: ["Verify one", "Verify two"],
        sessionLifetime: [100, 101],
      },
    }),
  },
  bruteForceProtection: settings,
  suspiciousIpThrottling: settings,
  breachedPasswordDetection: settings,
  botDetection: settings,
  branding: {
    program: () => ({
      args: {},
      values: {
        colors: [
          { primary: "#0059d6", pageBackground: "#ffffff" },
          { primary: "#d60059", pageBackground: "#000000" },
        ],
        logoUrl: urlsAt("logo-one.png", "logo-two.png"),
        faviconUrl: urlsAt("icon-one.png", "icon-two.png"),
        font: urlsAt("one.woff", "two.woff").map((url) => ({ url })),
      },
    }),
  },
  triggerActions: {
    needs: { one: idleAction, other: idleAction },
    // Bindings can have secrets, which no response contains.
    partlyReturned: ["actions"],
    program: ({ needed: { one = "", other = "" } }) => {
      const [first, second] = [
        { actionId: one, displayName: "Verify one" },
        { actionId: other, displayName: "Verify two" },
      ];
      return {
        args: { triggerId: "post-change-password", actions: [] },
        values: { actions: [[first], [second, first]] },
      };
    },
  },
  captcha: {
    stays: ["arkose", "hcaptcha", "friendlyCaptcha", "recaptchaV2", "recaptchaEnterprise"],
    program: () => ({
      args: {},
      values: {
        // The other providers become active only with valid keys.
        activeProviderId: ["simple_captcha"],
        ...{ arkose: keys, hcaptcha: keys, friendlyCaptcha: keys, recaptchaV2: keys },
        recaptchaEnterprise: keys.map(({ siteKey, secret }) => ({
          ...{ siteKey, apiKey: secret, projectId: "example-project" },
        })),
      },
    }),
  },
  brandingTheme: {
    program: () => ({
      args: theme,
      values: {
        borders: twice("borders", { buttonsStyle: "pill" }, { buttonsStyle: "sharp", widgetCornerRadius: 7.5 }),
        colors: twice("colors", { baseFocusColor: "#d60059" }, { primaryButton: "#AbCdEf" }),
        fonts: twice("fonts", { linksStyle: "underlined" }, { fontUrl: "https://app.example.com/one.woff" }),
        pageBackground: twice("pageBackground", { pageLayout: "left" }, { backgroundColor: "#ffffff" }),
        widget: twice("widget", { logoPosition: "none" }, { logoUrl: "https://app.example.com/logo.png" }),
        displayName: ["Verify one", "Verify two"],
      },
    }),
  },
  loginPageTemplate: {
    program: () => ({ args: { body: page("nothing") }, values: { body: ["one", "two"].map(page) } }),
  },
  emailProvider: {
    program: () => ({
      args: {
        name: "smtp",
        credentials: {
          ...{ smtp_host: "smtp.example.com", smtp_port: 587, smtp_user: "verify", smtp_pass: "not a secret" },
        },
      },
      values: {
        name: "a change needs the credentials of another e-mail provider",
        defaultFromAddress: ["one@example.com", "two@example.com"],
        credentials: [25, 465].map((port) => ({
          ...{
            smtp_host: "smtp.example.com",
            smtp_port: port,
            smtp_user: "verify",
            smtp_pass: `not a secret: ${port}`,
          },
        })),
        settings: [{ headers: { "X-SES-Configuration-Set": "verify" } }],
      },
    }),
  },
  // The service no longer sends e-mails from this template, so no user receives the changed text.
  emailTemplate: {
    stays: ["body"],
    program: () => ({
      args: { template: "password_reset", body: "<p>Verify</p>", enabled: false },
      values: {
        body: ["<p>Verify one</p>", "<p>Verify two</p>"],
        from: "the tenant needs an e-mail provider for it",
        subject: ["Verify one", "Verify two"],
        resultUrl: urlsAt("one", "two"),
      },
    }),
  },
  promptPartials: {
    program: () => ({
      args: { prompt: "customized-consent", partials: {} },
      values: {
        partials: [
          { "customized-consent": { "form-content": comment("one"), "form-footer-end": comment("one") } },
          { "customized-consent": { "form-content": comment("two") } },
        ],
      },
    }),
  },
  // Users rarely see this screen, so few users can see the changed rendering.
  promptRendering: {
    program: () => ({
      args: { prompt: "async-approval-flow", screen: "async-approval-wrong-user" },
      values: {
        contextConfiguration: [["screen.texts"], ["branding.settings", "screen.texts"]],
        headTags: ["one", "two"].map((content) => [{ tag: "meta", attributes: { name: "verify", content } }]),
        filters: ["one", "two"].map((verify) => ({ matchType: "includes_any", clients: [{ metadata: { verify } }] })),
      },
    }),
  },
  multiFactor: {
    program: () => ({
      // Longer than the maximum of mfaSessionInactivityTimeout, because the service may refuse an overall timeout below the inactivity timeout.
      args: { mfaSessionOverallTimeout: 2_592_001 },
      values: {
        mfaSessionOverallTimeout: [2_592_002, 2_592_003],
        policies: "it can lock users out",
        // Users cannot enroll this factor alone, so a run that disables it locks out nobody.
        factors: [{ recoveryCode: true }],
      },
    }),
  },
  multiFactorPhone: {
    stays: ["templates"],
    program: () => ({
      args: {},
      values: {
        provider: ["twilio"],
        messageTypes: "the service accepts it only while the phone factor is enabled",
        templates: ["your code", "the code"].map((text) => ({
          enrollmentMessage: `{{code}} is ${text} for the enrolment.`,
          verificationMessage: `{{code}} is ${text}.`,
        })),
      },
    }),
  },
  multiFactorPush: {
    stays: ["sns"],
    program: () => ({
      args: {},
      values: {
        apns: "it needs an Apple push certificate",
        fcm: cannotBeSeen,
        fcmv1: cannotBeSeen,
        customApp: "users see the name of the app, and no request can remove it",
        sns: ["one", "two"].map((name) => ({
          awsAccessKeyId: `Example:${name}`,
          awsSecretAccessKey: `not a secret: ${name}`,
          awsRegion: "eu-central-1",
          snsApnsPlatformApplicationArn: `arn:aws:sns:eu-central-1:000000000000:app/APNS/${name}`,
          snsGcmPlatformApplicationArn: `arn:aws:sns:eu-central-1:000000000000:app/GCM/${name}`,
        })),
      },
    }),
  },
  multiFactorDuo: {
    stays: ["ikey", "skey", "host"],
    program: () => ({
      args: {},
      values: { host: ["api-one.example.com", "api-two.example.com"] },
    }),
  },
  multiFactorWebAuthn: {
    program: () => ({
      args: {},
      values: {
        roaming: ["required", "preferred"].map((userVerification) => ({ userVerification })),
        platform: needsDomain,
      },
    }),
  },
  promptSettings: settings,
  // The service shows users only texts of languages that are enabled at the tenant. `zgh` is rarely enabled.
  promptTexts: {
    program: () => ({
      args: { prompt: "login", language: "zgh", texts: {} },
      values: { texts: ["one", "two"].map((one) => ({ login: { title: `Verify ${one}` } })) },
    }),
  },
};

/** The sample of a type, for objects or for settings; undefined if no run tries the type. */
export function sampleOf(type: TypeName): Sample | undefined {
  return samples[type] ?? disposable[type];
}

/** Whether a type manages settings, which a run restores at its end. The objects of all other types are removed instead. */
export function isSettings(type: TypeName): boolean {
  return disposable[type] !== undefined;
}
