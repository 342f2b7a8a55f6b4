import type { Cursors } from "./cursors.ts";
import type { Route } from "./router.ts";
import type { WireObject } from "./store.ts";
import type { TenantTraits } from "./traits.ts";

/** The data and functions of a tenant that its modules share. */
export interface Tenant {
  /** The origin, such as `https://example.eu.example.com`. */
  readonly origin: string;
  /** The tenant's name, such as `example`. */
  readonly name: string;
  readonly traits: TenantTraits;
  /** Documents by URL, which the emulator uses instead of requesting them: discovery documents, SAML metadata and metadata of clients. */
  readonly documents: Readonly<Record<string, unknown>>;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly cursors: Cursors;
}

/** A module: the objects of one type, and their routes. */
export interface Module<Held> {
  readonly objects: Held;
  readonly routes: readonly Route[];
}

/** The author of a change by a request. */
export interface Actor {
  /** Undefined for a token that `issueToken` issued. */
  readonly clientId: string | undefined;
  /** The request, as the service's events contain it. */
  readonly request: WireObject;
}
