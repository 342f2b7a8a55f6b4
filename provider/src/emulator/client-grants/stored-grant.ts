import type { Stored } from "../shared/store.ts";

/** A stored grant: what a client may ask of an API. */
export interface StoredGrant extends Stored {
  readonly audience: string;
  readonly client_id?: string;
  readonly scope?: readonly string[];
  readonly is_system?: boolean;
  /** The organizations that have it, by id. Never answered. */
  readonly organizations?: readonly string[];
}
