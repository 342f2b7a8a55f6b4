import { type Definition, settingOf } from "../schema/definition.ts";
import { customDomain } from "./custom-domain.ts";

/**
 * The HTML page around the login box of universal login.
 *
 * {@example}
 *
 * **Requirements**: page templates need a paid plan and a custom domain. At other tenants, a run that has to change the template fails, with a
 * message that names the cause.
 *
 * **Creation** creates the template if the tenant has none; otherwise it replaces the body of the tenant's template, and the preview shows this.
 *
 * **Destroy** sends nothing, so the login page stays as it is. With `resetOnDestroy: true`, it deletes the template, and the service shows its own
 * page again. A template that another client has changed since stays.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
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
  requires: [{ definition: customDomain }],
  foreignTypes: { auth0_branding: { id: [], block: "universal_login" } },
} as const satisfies Definition;
