import type { WireObject } from "./store.ts";

/** Who makes a change over the API. */
export interface Actor {
  readonly clientId: string | undefined;
  /** The request, as events show it. */
  readonly request: WireObject;
}
