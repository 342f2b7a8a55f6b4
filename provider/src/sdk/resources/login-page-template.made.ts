// Made of `types/branding/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { loginPageTemplate } from "../../types/branding/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** The arguments of a {@link LoginPageTemplate}. */
export interface LoginPageTemplateArgs {
  /**
   * The page: HTML with Liquid, at most 102,400 bytes. It contains `{%- auth0:head -%}` and `{%- auth0:widget -%}`.
   */
  body: pulumi.Input<string>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The HTML page around the login box of universal login.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const page = new tenant.LoginPageTemplate("login-page", {
 *   body: "<!DOCTYPE html><html><head>{%- auth0:head -%}</head><body>{%- auth0:widget -%}</body></html>",
 * });
 * export const loginPage = page.body;
 * ```
 *
 * **Requirements**: page templates need a paid plan and a custom domain. At a tenant without them, a run that has to change the template fails with
 * a message that names the cause.
 *
 * **Creation** creates the template if the tenant has none; otherwise it replaces the body of the tenant's template, and the preview shows this.
 *
 * **Destroy** sends nothing, so the login page stays as it is. With `resetOnDestroy: true`, it deletes the template, and the service shows its own
 * page again. If the template was changed outside Pulumi since the last run, it is not deleted.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PUT|DELETE /branding/templates/universal-login`.
 * Scopes: `read|update|delete:branding`.
 */
export class LoginPageTemplate extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(loginPageTemplate.type);

  declare readonly body: pulumi.Output<string>;

  /**
   * Manages login page template.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: LoginPageTemplateArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(loginPageTemplate, name, args, opts);
  }
}

/** The login page template of a look-up. A property that the service omits is absent. */
export interface GetLoginPageTemplateResult {
  /** The id of the login page template. */
  readonly id: string;
  /**
   * The page: HTML with Liquid, at most 102,400 bytes. It contains `{%- auth0:head -%}` and `{%- auth0:widget -%}`.
   */
  readonly body?: string | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetLoginPageTemplateResult>(loginPageTemplate);

/**
 * The login page template, managed or not, as a refresh reads it. Routes: `GET /branding/templates/universal-login`;
 * scopes: `read:branding`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getLoginPageTemplate();
 * export const current = found.body;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the login page template
 */
export const getLoginPageTemplate = lookUp.plain;

/** {@link getLoginPageTemplate} as an output; see {@link OutputLookUp}. */
export const getLoginPageTemplateOutput = lookUp.output;
