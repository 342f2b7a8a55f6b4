// Made of `types/custom-domain/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { defaultCustomDomain } from "../../types/custom-domain/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** The arguments of a {@link DefaultCustomDomain}. */
export interface DefaultCustomDomainArgs {
  /** The domain: a verified custom domain, or the tenant's own domain. */
  domain: pulumi.Input<string>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The tenant's default domain, which the service uses for links in e-mails and for requests that name no custom domain.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * // A domain that is verified already. Otherwise, take the domain from a CustomDomainVerification.
 * const login = await tenant.getCustomDomain({ domain: "login.example.com" });
 * const byDefault = new tenant.DefaultCustomDomain("default", { domain: login.domain });
 * export const defaultDomain = byDefault.domain;
 * ```
 *
 * **Order**: only a verified domain can be the default. Use the output `domain` of a `CustomDomainVerification`, so that the run verifies the
 * domain first.
 *
 * **A wrong domain locks users out**: if its DNS record or its certificate is wrong, links in e-mails lead nowhere. The preview warns of each new
 * default domain by name.
 *
 * **Creation** adopts the setting, which exists at every tenant: it sends the domain only if the tenant has another default. The preview shows the
 * change.
 *
 * **Destroy** sends nothing: the domain stays the default, and a message says so. With `resetOnDestroy: true`, the tenant's own domain becomes the
 * default again, except if the default was changed outside Pulumi since the last run. The service does not delete a custom domain while it is the
 * default.
 *
 * **Events**: the service sends no events about this setting. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PATCH /custom-domains/default`.
 * Scopes: `read|update:custom_domains`.
 */
export class DefaultCustomDomain extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(defaultCustomDomain.type);

  declare readonly domain: pulumi.Output<string>;

  /**
   * Manages default domain.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: DefaultCustomDomainArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(defaultCustomDomain, name, args, opts);
  }
}

/** The default domain of a look-up. A property that the service omits is absent. */
export interface GetDefaultCustomDomainResult {
  /** The id of the default domain. */
  readonly id: string;
  /** The domain: a verified custom domain, or the tenant's own domain. */
  readonly domain?: string | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetDefaultCustomDomainResult>(defaultCustomDomain);

/**
 * The default domain, managed or not, as a refresh reads it. Routes: `GET /custom-domains/default`; scopes:
 * `read:custom_domains`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getDefaultCustomDomain();
 * export const current = found.domain;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the default domain
 */
export const getDefaultCustomDomain = lookUp.plain;

/** {@link getDefaultCustomDomain} as an output; see {@link OutputLookUp}. */
export const getDefaultCustomDomainOutput = lookUp.output;
