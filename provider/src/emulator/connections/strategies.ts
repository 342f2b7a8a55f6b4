import { randomAlphanumerics, type WireObject } from "../shared/store.ts";
import type { TenantTraits } from "../shared/traits.ts";

/** The strategies that the service knows. All others are refused. */
export const strategies = (
  `ad adfs amazon apple auth0 auth0-oidc baidu bitbucket bitly box custom daccount dropbox dwolla email evernote
  evernote-sandbox exact facebook fitbit github google-apps google-oauth2 instagram ip line linkedin oauth1 oauth2 office365
  oidc okta paypal paypal-sandbox pingfederate planningcenter salesforce salesforce-community salesforce-sandbox samlp
  sharepoint shop shopify sms soundcloud thirtysevensignals twitter untappd vkontakte waad weibo windowslive wordpress yahoo
  yandex` as const
).split(/\s+/);

/** The strategies of a company's own identity provider: those for which `show_as_button` is answered. */
export const enterpriseStrategies: readonly string[] = [
  "oidc",
  "okta",
  "samlp",
  "pingfederate",
  "adfs",
  "ad",
  "google-apps",
  "waad",
];

/** The strategies whose new connections have their name as `display_name`. */
export const namedStrategies: readonly string[] = ["oidc", "okta", "waad"];

/** The strategies whose connections can be requesting applications of cross-app access. */
export const requestingStrategies: readonly string[] = ["oidc", "okta"];

/** The tenant as connections see it. */
export interface ConnectionTenant {
  /** As `https://example.eu.example.com`. */
  readonly origin: string;
  /** The tenant's name, as `example`. */
  readonly name: string;
  readonly traits: TenantTraits;
  /** Discovery documents and SAML metadata by URL, in place of what the service would fetch. */
  readonly documents: Readonly<Record<string, unknown>>;
}

/** A write of options. */
export interface Write {
  /** The options that were sent. */
  readonly given: WireObject;
  /** Whether options were sent at all. Otherwise `given` is empty. */
  readonly sent: boolean;
  /** The stored options before a PATCH; absent for a POST. */
  readonly stored?: WireObject;
}

/** The stored options of these names. */
export function kept(stored: WireObject, names: readonly string[]): WireObject {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => names.includes(name)));
}

/** A new `provisioning_ticket_url` for a connection of a strategy that has one. */
export function ticketFor(strategy: string, { origin, name, traits }: ConnectionTenant): string | undefined {
  const ticket = (length: number) => randomAlphanumerics(length);
  const length = traits.longTickets ? 32 : 8;
  switch (strategy) {
    case "samlp":
      return `${origin}/p/samlp/${ticket(length)}`;
    case "adfs":
    case "pingfederate":
      return `${origin}/p/${strategy}/${ticket(8)}`;
    case "ad":
      return `${origin}/p/ad/${ticket(32)}`;
    case "google-apps":
      return `${origin}/${name}/p/google-apps/${ticket(length)}`;
    case "waad":
      return `${origin}/${name}/p/waad/${ticket(8)}`;
    default:
      return undefined;
  }
}
