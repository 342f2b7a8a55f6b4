import type { WireObject } from "./store.ts";

/** The author of a change by a request. */
export interface Actor {
  /** Undefined for a token that `issueToken` issued. */
  readonly clientId: string | undefined;
  /** The request, as the service's events contain it. */
  readonly request: WireObject;
}
