import type { Cursors } from "./cursors.ts";
import type { Route } from "./router.ts";
import type { TenantTraits } from "./traits.ts";

/** The tenant as its rooms see it. */
export interface Tenant {
  /** As `https://example.eu.example.com`. */
  readonly origin: string;
  /** The tenant's name, as `example`. */
  readonly name: string;
  readonly traits: TenantTraits;
  /** Discovery documents and SAML metadata by URL, in place of what the service would fetch. */
  readonly documents: Readonly<Record<string, unknown>>;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly cursors: Cursors;
}

/** The objects of one kind and the operations on them. */
export interface Room<Held> {
  readonly objects: Held;
  readonly routes: readonly Route[];
}
