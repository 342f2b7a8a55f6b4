import { type Definition, settingOf } from "../schema/definition.ts";

/**
 * The tenant's default domain, which the service uses for links in e-mails and for requests that name no custom domain.
 *
 * {@example}
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
 * default again, unless another client has set another default since. The service does not delete a custom domain as long as it is the default.
 *
 * **Events**: the service sends no events about this setting. Only a refresh finds changes made outside Pulumi.
 */
export const defaultCustomDomain = {
  type: "DefaultCustomDomain",
  schema: {
    noun: "default domain",
    singleton: "default-custom-domain",
    fields: {
      /**
       * The domain: a verified custom domain, or the tenant's own domain.
       *
       * @example login.example.com
       */
      domain: {
        kind: "string",
        required: true,
        min: 3,
        max: 255,
        refersTo: { type: "customDomain", property: "domain" },
        clear: { how: "release" },
      },
    },
  },
  plural: "default domains",
  route: "custom-domains/default",
  scopes: {
    create: ["read:custom_domains", "update:custom_domains"],
    read: ["read:custom_domains"],
    update: ["read:custom_domains", "update:custom_domains"],
    delete: ["read:custom_domains", "update:custom_domains"],
  },
  hasFixedBody: true,
  ...settingOf("default-domain"),
  foreignTypes: { auth0_custom_domain_default: { id: [] } },
} as const satisfies Definition;
