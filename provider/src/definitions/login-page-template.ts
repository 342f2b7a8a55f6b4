import { type Definition, settingOf } from "../schema/definition.ts";

/**
 * The HTML page around the login box of universal login.
 *
 * {@example}
 *
 * **Requirements**: the service offers page templates to tenants with a custom domain, in paid plans. A tenant without them is named as such, and
 * only a run that has to change the template fails.
 *
 * **Creation** takes the page over: without a template at the tenant it creates one, otherwise it replaces the body. The preview shows which.
 *
 * **Destroy** sends nothing, so the login page stays as it is, unless the program says `resetOnDestroy: true`: the template is deleted then, and
 * the service's own page is back.
 *
 * **Events**: the service sends none about its settings. Only a refresh finds another tool's change.
 */
export const loginPageTemplate = {
  type: "LoginPageTemplate",
  schema: {
    noun: "login page template",
    singleton: "login-page-template",
    fields: {
      /** The page: HTML with Liquid, at most 102,400 bytes. It contains `{%- auth0:head -%}` and `{%- auth0:widget -%}`. */
      body: { kind: "string", required: true, min: 1, max: 102_400, language: "html", clear: { how: "null" } },
    },
  },
  plural: "login page templates",
  route: "branding/templates/universal-login",
  calls: ["GET|PUT|DELETE /branding/templates/universal-login"],
  scopes: {
    create: ["read:branding", "update:branding"],
    read: ["read:branding"],
    update: ["read:branding", "update:branding"],
    delete: ["read:branding", "delete:branding"],
  },
  hasFixedBody: true,
  ...settingOf("login-page-template"),
  foreignTypes: { auth0_branding: { id: [], block: "universal_login" } },
} as const satisfies Definition;
