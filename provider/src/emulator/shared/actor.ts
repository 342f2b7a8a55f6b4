import type { WireObject } from "./store.ts";

/** The author of a change over the API. */
export interface Actor {
  readonly clientId: string | undefined;
  /** The request, in the form of events. */
  readonly request: WireObject;
}
