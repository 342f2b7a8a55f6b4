import type { JsonObject } from "../model/json.ts";
import type { TenantClient } from "../tenant/index.ts";
import { UserError } from "./errors.ts";
import type { Kind } from "./kind.ts";
import type { Reads } from "./reads/reads.ts";

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
  /** Answers questions about single objects with few calls. */
  readonly reads: Reads;
  /** What this process has deleted, by the id that it has before it is created. A listing may still show it. */
  readonly deleted: Set<string>;
}

/**
 * Stops an operation on an object that another resource has taken over: two resources would stand for one object.
 *
 * @throws UserError
 */
export function refuseClaimed({ claims }: Work, label: string, id: string): void {
  if (!claims.has(id)) return;
  throw new UserError(
    `${label} (id ${id}) has been taken over by another resource of this program in this run. ` +
      "Take one of the two out of the program, or out of the state with `pulumi state delete`.",
  );
}

/** One resource of the state. */
export interface Entry {
  readonly id: string;
  readonly outputs: JsonObject;
}
