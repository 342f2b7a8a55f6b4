import type { Service } from "../client/index.ts";
import type { TypeName } from "../definitions/registry.ts";
import { importableTypes } from "../import/inventory.ts";
import { takeInventory } from "../import/take-inventory.ts";
import type { Access } from "../lifecycle/resource-type.ts";
import { type Observed, Observer } from "./observer.ts";

/** A summary of a tenant's responses to all requests that an import sends. */
export interface Reading {
  readonly types: readonly (Observed & { readonly type: TypeName })[];
  /** The highest limit of requests in a rate-limit header; undefined without such a header. */
  readonly limit: number | undefined;
  /** The clock of the tenant minus the clock of this machine, in seconds; undefined without a date header. */
  readonly skew: number | undefined;
  /** All texts and property names in the responses. They may identify the tenant, so reports must not contain them. */
  readonly texts: ReadonlySet<string>;
}

/**
 * Reads everything that an import reads, and compares each response with the definitions. The requests are those of an import, all of them GET.
 *
 * @throws TenantError if the tenant cannot be reached, or refuses the credentials
 */
export async function readTenant(service: Service, access: Access): Promise<Reading> {
  const observer = new Observer(service);
  await takeInventory(observer, { access, types: importableTypes, all: true });
  return {
    types: importableTypes.map((type) => ({ type, ...observer.observed(type) })),
    limit: observer.limit,
    skew: observer.skew,
    texts: observer.texts,
  };
}
