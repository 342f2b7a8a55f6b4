import type { JsonObject } from "../model/json.ts";
import type { TenantClient } from "../tenant/index.ts";
import type { Kind } from "./kind.ts";

/** What this process has taken over or found, by id: in this run nothing else takes it over, and nothing deletes it. */
export class Claims {
  readonly #ids = new Set<string>();

  claim(id: string): void {
    this.#ids.add(id);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }
}

/** What an operation on one resource works with. */
export interface Work {
  readonly kind: Kind;
  readonly service: TenantClient;
  /** This run takes over objects that exist already (`TENANT_ADOPT`). */
  readonly adopts: boolean;
  readonly claims: Claims;
}

/** One resource of the state. */
export interface Entry {
  readonly id: string;
  readonly outputs: JsonObject;
}
