import type { Tenant } from "../shared/module.ts";
import { entryOf, randomAlphanumerics, type WireObject } from "../shared/store.ts";

/** The strategies of OpenID Connect. Their connections have keys, and can be requesting applications of cross-app access. */
export const openIdStrategies: readonly string[] = ["oidc", "okta"];

/** The strategies whose new connections get a `display_name`, equal to `name`. */
export const namedStrategies: readonly string[] = [...openIdStrategies, "waad"];

/** The input of a {@link Derivation}: a create or an update of a connection's options. */
export interface Write {
  /** The sent options. */
  readonly given: WireObject;
  /** Whether the request contained options. If not, `given` is empty. */
  readonly sent: boolean;
  /** The stored options before a PATCH; absent for a POST. */
  readonly stored?: WireObject | undefined;
}

/** Computes the options of a connection after a write. */
export type Derivation = (write: Write, tenant: Tenant) => WireObject;

/** By strategy: the path to which a provisioning ticket is appended in its URL, and the length of a ticket in characters. */
const tickets: Readonly<Record<string, (tenant: Tenant) => readonly [below: string, length: number]>> = {
  samlp: (tenant) => ["p/samlp", usualLength(tenant)],
  adfs: () => ["p/adfs", 8],
  pingfederate: () => ["p/pingfederate", 8],
  ad: () => ["p/ad", 32],
  "google-apps": (tenant) => [`${tenant.name}/p/google-apps`, usualLength(tenant)],
  waad: ({ name }) => [`${name}/p/waad`, 8],
};

/** The enterprise strategies: those for which `show_as_button` is returned. */
export const enterpriseStrategies: readonly string[] = [...openIdStrategies, ...Object.keys(tickets)];

function usualLength({ traits }: Tenant): number {
  return traits.longTickets ? 32 : 8;
}

/** A new `provisioning_ticket_url` for a connection; undefined if its strategy has no tickets. */
export function ticketFor(strategy: string, tenant: Tenant): string | undefined {
  const [below, length] = entryOf(tickets, strategy)?.(tenant) ?? [];
  return length === undefined ? undefined : `${tenant.origin}/${below}/${randomAlphanumerics(length)}`;
}
